import { WorkbenchError } from '../../base/failure.ts';
import type { LiveOptions } from '../desk.ts';
import { SenderReader } from '../frame-sender.ts';
import { HostClock } from '../host-clock.ts';
import type { SerialPlatform, SerialPort } from '../platform.ts';
import type { SnifferFrame, SnifferOptions, SnifferProtocol } from '../serial/sniffer.ts';
import type { AdvertisementSource, SourceListener, SourceRun } from '../source.ts';
import { explain } from './lescan.ts';
import type { PageFocus } from './page-focus.ts';
import { openSniffer } from './serial-port.ts';
import type { OpenPort } from './serial-port.ts';

const PRIMARY = [37, 38, 39];
export const UNPLUGGED = 'The sniffer was unplugged. Plug it in again: the scan goes on with the same capture.';

/** A sniffer dongle at a serial port that the person chooses. */
export function serialSource(serial: SerialPlatform, focus: PageFocus, options: LiveOptions): AdvertisementSource {
  return {
    kind: 'serial',
    async start(listener) {
      const wanted = snifferOptions(options);
      const port = await serial.requestPort().catch(explain);
      const open = await openSniffer(port, focus).catch(explain);
      const run = new SerialRun(serial, focus, wanted, listener, port, open);
      try {
        await run.begin();
      } catch (error) {
        await run.stop();
        throw error;
      }
      return run;
    },
  };
}

class SerialRun implements SourceRun {
  readonly link_type: 256 | 272;
  readonly receiver: string;
  private clock = new HostClock();
  private readonly sender = new SenderReader();
  private filtered = 0;
  private stopped = false;
  /** For the dongle to be plugged in again. */
  private waiting = false;
  /** Of the connections before, when the dongle was plugged in again. */
  private earlier = { frames: 0, lost: 0, damaged: 0 };

  constructor(
    private readonly serial: SerialPlatform,
    private readonly focus: PageFocus,
    private readonly wanted: SnifferOptions,
    private readonly listener: SourceListener,
    private readonly port: SerialPort,
    private open: OpenPort,
  ) {
    this.link_type = open.protocol.link_type === 272 ? 272 : 256;
    this.receiver = open.protocol.name;
  }

  firmware(): string | null {
    return this.open.protocol.firmware;
  }

  counters(): ReturnType<SourceRun['counters']> {
    const { frames, lost, damaged } = this.open.protocol.counters;
    const { earlier } = this;
    return {
      frames: earlier.frames + frames,
      lost: lost === null ? null : earlier.lost + lost,
      damaged: earlier.damaged + damaged,
      filtered: this.filtered,
    };
  }

  async begin(): Promise<void> {
    const { open } = this;
    // Reading goes on until the port is closed; how it ends is told there.
    void open
      .read((chunk) => {
        this.chunk(open.protocol, chunk);
      })
      .then(
        () => this.ended(open),
        () => this.ended(open),
      );
    await open.write(open.protocol.start(this.wanted));
  }

  resume(): Promise<void> {
    return Promise.resolve();
  }

  more(): Promise<void> {
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    // A dongle that is no longer there cannot be told to stop.
    await this.open.write(this.open.protocol.stop()).catch(() => undefined);
    await this.open.close().catch(() => undefined);
  }

  private chunk(protocol: SnifferProtocol, chunk: Uint8Array): void {
    const arrival = this.focus.now() * 1000;
    protocol.push(chunk, (frame) => {
      this.frame(frame, arrival);
    });
  }

  private frame({ bytes, stamp, modulus, rssi }: SnifferFrame, arrival: number): void {
    if (this.stopped) return;
    if (this.wanted.rssi_min !== null && rssi < this.wanted.rssi_min) {
      this.filtered++;
      return;
    }
    const us = this.clock.at(stamp, modulus, arrival);
    this.listener.heard({ kind: 'frame', us, bytes, rssi, ...this.sender.read(this.link_type, bytes) });
  }

  private ended(open: OpenPort): void {
    if (this.stopped || open !== this.open) return;
    void open.close().catch(() => undefined);
    this.listener.unplugged(UNPLUGGED);
    this.awaitReturn();
  }

  private awaitReturn(): void {
    // A port that dies while it is begun again says so twice.
    if (this.waiting) return;
    this.waiting = true;
    const info = this.port.getInfo();
    const back = (event: Event): void => {
      const port = event.target as SerialPort;
      const found = port === this.port ? info : port.getInfo();
      if (this.stopped) this.serial.removeEventListener('connect', back);
      if (this.stopped || found.usbVendorId !== info.usbVendorId || found.usbProductId !== info.usbProductId) return;
      this.serial.removeEventListener('connect', back);
      this.waiting = false;
      void this.again(port);
    };
    this.serial.addEventListener('connect', back);
  }

  private async again(port: SerialPort): Promise<void> {
    const { frames, lost, damaged } = this.open.protocol.counters;
    try {
      const open = await openSniffer(port, this.focus, this.open.protocol.name);
      this.earlier = {
        frames: this.earlier.frames + frames,
        lost: this.earlier.lost + (lost ?? 0),
        damaged: this.earlier.damaged + damaged,
      };
      this.clock = new HostClock();
      this.open = open;
      await this.begin();
      this.listener.plugged();
    } catch (error) {
      await this.open.close().catch(() => undefined);
      this.listener.unplugged(error instanceof Error ? error.message : UNPLUGGED);
      this.awaitReturn();
    }
  }
}

function snifferOptions({ channels = PRIMARY, rssi_min, follow }: LiveOptions): SnifferOptions {
  if (channels.length === 0 || channels.length > 3 || channels.some((channel) => !PRIMARY.includes(channel)))
    throw new WorkbenchError('LIVE_OPTIONS', `expected channels among 37, 38 and 39, found ${JSON.stringify(channels)}`);
  if (rssi_min !== undefined && !(Number.isInteger(rssi_min) && rssi_min >= -128 && rssi_min <= 0))
    throw new WorkbenchError('LIVE_OPTIONS', `expected rssi_min as whole dBm from -128 to 0, found ${String(rssi_min)}`);
  if (follow !== undefined && !/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(follow.address))
    throw new WorkbenchError(
      'LIVE_OPTIONS',
      `expected an address like AA:BB:CC:DD:EE:FF to follow, found ${JSON.stringify(follow.address)}`,
    );
  return { channels, rssi_min: rssi_min ?? null, follow: follow ?? null };
}
