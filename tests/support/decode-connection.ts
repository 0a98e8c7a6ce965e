import type { CaptureSink } from '../../src/capture/import.ts';
import { readCapture } from '../../src/capture/read-capture.ts';
import { notifiedCapture } from './notified-capture.ts';
import { roomCapture } from './room-capture.ts';

const taken = (): Promise<void> => Promise.resolve();
const PACKETS: CaptureSink = { header: taken, rows: taken, problems: taken };

/** Packets of a file, and the processor time in ms that decoding them took. */
async function decode(bytes: Uint8Array<ArrayBuffer>, tables: boolean): Promise<{ packets: number; ms: number }> {
  const file = new Blob([bytes]);
  const before = process.cpuUsage();
  const { row_count } = await readCapture(file, 'made.pcap', tables ? { ...PACKETS, tableRows: taken } : PACKETS);
  const { user, system } = process.cpuUsage(before);
  return { packets: row_count, ms: (user + system) / 1000 };
}

/** Decodes `notifiedCapture` to packets and tables of connections. */
export const decodeConnection = (events: number, filled: boolean): ReturnType<typeof decode> =>
  decode(notifiedCapture(events, filled), true);

/** Decodes a room without connections, with or without tables of connections. */
export const decodeRoom = (packets: number, tables: boolean): ReturnType<typeof decode> =>
  decode(roomCapture({ packets, seed: 1 }), tables);
