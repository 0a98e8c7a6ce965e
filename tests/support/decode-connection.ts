import { readCapture } from '../../src/capture/read-capture.ts';
import { notifiedCapture } from './notified-capture.ts';

/** Packets of `notifiedCapture`, and the processor time in ms that decoding them took. */
export async function decodeConnection(events: number, filled: boolean): Promise<{ packets: number; ms: number }> {
  const file = new Blob([notifiedCapture(events, filled)]);
  const taken = (): Promise<void> => Promise.resolve();
  const before = process.cpuUsage();
  const { row_count } = await readCapture(file, 'connection.pcap', { header: taken, rows: taken, tableRows: taken, problems: taken });
  const { user, system } = process.cpuUsage(before);
  return { packets: row_count, ms: (user + system) / 1000 };
}
