import { WorkbenchError } from '../../base/failure.ts';
import type { LiveClock } from '../clock.ts';
import type { PortOptions, RadioHost } from '../radio-host.ts';
import { NrfSniffer } from '../serial/nrf-sniffer.ts';
import type { SnifferProtocol } from '../serial/sniffer.ts';
import { Sniffle } from '../serial/sniffle.ts';

/** A firmware, with the baud rate and flow control that it uses. */
interface Dialect {
  readonly make: () => SnifferProtocol;
  readonly baudRate: number;
  readonly flowControl: PortOptions['flowControl'];
}

/** Firmwares and rates to try, as in the vendors' own programs. 460,800 belongs to nRF Sniffer 2, 921,600 to Sniffle behind a CP2102. */
const DIALECTS: readonly Dialect[] = [
  { make: () => new NrfSniffer(), baudRate: 1_000_000, flowControl: 'hardware' },
  { make: () => new Sniffle(), baudRate: 2_000_000, flowControl: 'none' },
  { make: () => new Sniffle(), baudRate: 921_600, flowControl: 'none' },
  { make: () => new NrfSniffer(), baudRate: 460_800, flowControl: 'hardware' },
];
/** Time to wait for an answer after the write has ended, in ms. */
const ANSWER_MS = 700;
/** Size of the browser's buffer in bytes: 5 s at 2 Mbit/s. */
const BUFFER_BYTES = 1 << 20;

/** Handlers for the page's serial port. They are replaced for each firmware that is tried. */
export interface PortEvents {
  bytes: (us: number, bytes: Uint8Array) => void;
  closed: () => void;
}

/**
 * Opens the page's serial port with each firmware's settings in turn, until a firmware answers.
 *
 * @param known the only firmware to try, after the sniffer was plugged in again
 * @throws WorkbenchError `LIVE_NO_SNIFFER` if none answers; the port is closed then
 */
export async function openSniffer(
  host: RadioHost,
  events: PortEvents,
  clock: LiveClock,
  known?: SnifferProtocol['name'],
): Promise<SnifferProtocol> {
  for (const { make, baudRate, flowControl } of DIALECTS) {
    const protocol = make();
    if (known !== undefined && protocol.name !== known) continue;
    const settings = { baudRate, bufferSize: BUFFER_BYTES, flowControl };
    await host.openPort(settings);
    if (await answers(host, events, clock, protocol)) return protocol;
    await host.closePort();
    // Check only after closing, which delivers bytes that the page had already read: they may contain the answer.
    if (!protocol.recognised) continue;
    await host.openPort(settings);
    return protocol;
  }
  throw new WorkbenchError(
    'LIVE_NO_SNIFFER',
    'expected the answer of an nRF Sniffer (protocol 2 or 3) or of Sniffle on the port, found none. Choose another port, close other programs that use it, or put one of the two firmwares on the dongle.',
  );
}

function answers(host: RadioHost, events: PortEvents, clock: LiveClock, protocol: SnifferProtocol): Promise<boolean> {
  return new Promise((resolve) => {
    let settled = false;
    let cancel = (): void => undefined;
    const settle = (answered: boolean): void => {
      settled = true;
      cancel();
      resolve(answered);
    };
    events.bytes = (_us, bytes) => {
      protocol.push(bytes, () => undefined);
      if (protocol.recognised) settle(true);
    };
    events.closed = () => {
      settle(false);
    };
    // Ignore a failed write: no answer will follow, which is handled below.
    host.writePort(protocol.hello()).then(
      () => {
        if (!settled)
          cancel = clock.after(ANSWER_MS, () => {
            settle(false);
          });
      },
      () => {
        settle(false);
      },
    );
  });
}
