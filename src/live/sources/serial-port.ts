import { WorkbenchError } from '../../base/failure.ts';
import type { SerialPort } from '../platform.ts';
import { NrfSniffer } from '../serial/nrf-sniffer.ts';
import type { SnifferProtocol } from '../serial/sniffer.ts';
import { Sniffle } from '../serial/sniffle.ts';
import type { PageFocus } from './page-focus.ts';

/** What a port may speak: firmware, rate, and whether it waits for the host (RTS and CTS). */
interface Dialect {
  readonly make: () => SnifferProtocol;
  readonly baud: number;
  readonly flow: 'none' | 'hardware';
}

/** The rates of the vendors' own programs: 460 800 is of nRF Sniffer 2, 921 600 of Sniffle behind a CP2102. */
const DIALECTS: readonly Dialect[] = [
  { make: () => new NrfSniffer(), baud: 1_000_000, flow: 'hardware' },
  { make: () => new Sniffle(), baud: 2_000_000, flow: 'none' },
  { make: () => new Sniffle(), baud: 921_600, flow: 'none' },
  { make: () => new NrfSniffer(), baud: 460_800, flow: 'hardware' },
];
const ANSWER_MS = 700;
/** What arrives while the page is busy waits here: 100 ms at 2 Mbit/s are 20 kB. */
const BUFFER = 1 << 20;

/** An open port and what answered on it. */
export interface OpenPort {
  readonly protocol: SnifferProtocol;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Chunks until the port is closed or unplugged, which rejects. */
  readonly read: (take: (chunk: Uint8Array) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Finds out which firmware answers, and at what rate. `known` is tried alone: a dongle that was plugged in again. */
export async function openSniffer(port: SerialPort, focus: PageFocus, known?: SnifferProtocol['name']): Promise<OpenPort> {
  const dialects = DIALECTS.filter(({ make }) => known === undefined || make().name === known);
  for (const dialect of dialects) {
    await port.open({ baudRate: dialect.baud, bufferSize: BUFFER, flowControl: dialect.flow });
    // Some boards stay silent until a terminal says that it is there; others have no such lines.
    await port.setSignals?.({ dataTerminalReady: true, requestToSend: true }).catch(() => undefined);
    const open = opened(port, dialect.make());
    // One that cannot even be written to is closed like one that stays silent.
    if (await answers(open, focus).catch(() => false)) return open;
    await open.close();
  }
  throw new WorkbenchError(
    'LIVE_NO_SNIFFER',
    'expected the answer of an nRF Sniffer (protocol 2 or 3) or of Sniffle on the port, found none. Choose another port, close other programs that use it, or put one of the two firmwares on the dongle.',
  );
}

async function answers({ protocol, write, read }: OpenPort, focus: PageFocus): Promise<boolean> {
  await write(protocol.hello());
  return new Promise((resolve) => {
    const late = focus.after(ANSWER_MS, () => {
      resolve(false);
    });
    read((chunk) => {
      protocol.push(chunk, () => undefined);
      if (protocol.recognised) {
        late();
        resolve(true);
      }
    }).catch(() => undefined);
  });
}

function opened(port: SerialPort, protocol: SnifferProtocol): OpenPort {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let take: (chunk: Uint8Array) => void = () => undefined;
  let reading: Promise<void> | null = null;
  const loop = async (): Promise<void> => {
    // A break, a parity or a buffer error ends the stream and leaves the port with a new one.
    while (port.readable) {
      reader = port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return;
          take(value);
        }
      } catch (error) {
        if (!port.readable) throw error;
      } finally {
        reader.releaseLock();
        reader = null;
      }
    }
  };
  return {
    protocol,
    async write(bytes) {
      if (bytes.length === 0 || !port.writable) return;
      const writer = port.writable.getWriter();
      try {
        await writer.write(bytes);
      } finally {
        writer.releaseLock();
      }
    },
    read(next) {
      take = next;
      return (reading ??= loop());
    },
    async close() {
      await reader?.cancel().catch(() => undefined);
      await reading?.catch(() => undefined);
      // One that was unplugged is closed already.
      await port.close().catch(() => undefined);
    },
  };
}
