import type { LiveClock } from '../clock.ts';
import { SenderReader } from '../frame-sender.ts';
import { HostClock } from '../host-clock.ts';
import type { RadioEvent, RadioHost } from '../radio-host.ts';
import { openRadio } from '../radio-session.ts';
import type { RadioSession } from '../radio-session.ts';
import type { SnifferFrame, SnifferOptions, SnifferProtocol } from '../serial/sniffer.ts';
import type { LiveOptions } from '../service.ts';
import type { AdvertisementSource, SourceCounters, SourceListener, SourceRun } from '../source.ts';
import { snifferOptions } from './sniffer-options.ts';
import { openSniffer } from './sniffer-port.ts';
import type { PortEvents } from './sniffer-port.ts';

export const UNPLUGGED = 'The sniffer was unplugged. Plug it in again; the scan continues in the same capture.';

/** The source for a sniffer on a serial port of the page. The page forwards bytes; the sniffer's protocol runs here. */
export function serialSource(host: RadioHost, clock: LiveClock, options: LiveOptions): AdvertisementSource {
  return {
    kind: 'serial',
    async start(listener) {
      const wanted = snifferOptions(options);
      const port: PortEvents = { bytes: () => undefined, closed: () => undefined };
      let run: SerialRun | null = null;
      const session = await openRadio(
        host,
        { source: 'serial' },
        {
          event(event: RadioEvent) {
            if (event.kind === 'bytes') port.bytes(event.us, event.bytes);
            else if (event.kind === 'closed') port.closed();
            else if (event.kind === 'plugged') void run?.reopen();
          },
          ended: (message) => {
            run?.abandon();
            // Ends a search for the sniffer that still waits for bytes.
            port.closed();
            listener.ended(message);
          },
        },
      );
      try {
        run = new SerialRun(host, clock, wanted, listener, session, port, await openSniffer(host, port, clock));
        await run.begin();
        return run;
      } catch (error) {
        await session.stop();
        throw error;
      }
    },
  };
}

class SerialRun implements SourceRun {
  readonly link_type: 256 | 272;
  readonly receiver: string;
  private hostClock = new HostClock();
  private readonly sender = new SenderReader();
  private filtered = 0;
  private stopped = false;
  private unplugged = false;
  /** Counters from before the sniffer was plugged in again. */
  private earlier = { lost: 0, damaged: 0 };

  constructor(
    private readonly host: RadioHost,
    private readonly clock: LiveClock,
    private readonly wanted: SnifferOptions,
    private readonly listener: SourceListener,
    private readonly session: RadioSession,
    private readonly port: PortEvents,
    private protocol: SnifferProtocol,
  ) {
    this.link_type = protocol.link_type === 272 ? 272 : 256;
    this.receiver = protocol.name;
  }

  firmware(): string | null {
    return this.protocol.firmware;
  }

  counters(): SourceCounters {
    const { lost, damaged } = this.protocol.counters;
    return {
      lost: lost === null ? null : this.earlier.lost + lost,
      damaged: this.earlier.damaged + damaged,
      filtered: this.filtered,
      dropped: this.session.dropped,
    };
  }

  /** Passes the port's bytes to the protocol, and starts the sniffer. */
  async begin(): Promise<void> {
    const { protocol, port } = this;
    port.bytes = (us, bytes) => {
      protocol.push(bytes, (frame) => {
        this.frame(frame, us);
      });
    };
    port.closed = () => void this.lose(UNPLUGGED);
    await this.host.writePort(protocol.start(this.wanted));
  }

  resume(): Promise<void> {
    return Promise.resolve();
  }

  more(): Promise<void> {
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    // Send no command to a sniffer that is unplugged.
    if (!this.unplugged) await this.host.writePort(this.protocol.stop()).catch(() => undefined);
    await this.session.stop();
  }

  /** Ends the scan without commands, because the page is gone and the sniffer can no longer be reached. */
  abandon(): void {
    this.stopped = true;
  }

  /** Continues the scan after the sniffer was plugged in again. */
  async reopen(): Promise<void> {
    if (!this.unplugged || this.stopped) return;
    this.unplugged = false;
    const { lost, damaged } = this.protocol.counters;
    try {
      this.protocol = await openSniffer(this.host, this.port, this.clock, this.protocol.name);
      this.earlier = { lost: this.earlier.lost + (lost ?? 0), damaged: this.earlier.damaged + damaged };
      this.hostClock = new HostClock();
      await this.begin();
      this.listener.plugged();
    } catch (error) {
      await this.lose(error instanceof Error ? error.message : UNPLUGGED);
    }
  }

  private async lose(message: string): Promise<void> {
    if (this.unplugged || this.stopped) return;
    this.unplugged = true;
    this.port.closed = () => undefined;
    await this.host.closePort().catch(() => undefined);
    this.listener.unplugged(message);
  }

  private frame({ bytes, stamp, modulus, rssi }: SnifferFrame, arrivalUs: number): void {
    if (this.wanted.rssi_min !== null && rssi < this.wanted.rssi_min) {
      this.filtered++;
      return;
    }
    const us = this.hostClock.at(stamp, modulus, arrivalUs);
    this.listener.heard({ kind: 'frame', us, bytes, rssi, ...this.sender.read(this.link_type, bytes) });
  }
}
