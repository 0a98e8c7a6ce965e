import type { CaptureInfo } from '../../../tables/captures.ts';
import { bytesOf } from '../../../ble/ad/payload-diff.ts';

/** Containers whose packets Wireshark numbers as `packet_no` does. */
const FILES: ReadonlySet<string> = new Set(['pcap', 'pcapng', 'btsnoop', 'pklg']);

/** A display filter of Wireshark for this packet (`frame.number` of its reference); empty where the file is none it can open. */
export const frameFilter = ({ format }: CaptureInfo, packet: unknown): string =>
  FILES.has(format) && typeof packet === 'number' ? `frame.number == ${String(packet)}` : '';

/** Where a shell leaves a name as it is. */
const PLAIN = /^[\w][\w.+@-]*$/;

/**
 * A command line that opens the file at this packet, for the folder that the file is in. Empty where the file is none that
 * Wireshark opens by its name, or where the name cannot be written for every shell: control characters that a terminal would obey,
 * and, for Windows, what its two shells replace within quotes.
 */
export function wiresharkCommand(capture: CaptureInfo, packet: unknown, windows: boolean): string {
  const name = capture.file_name;
  if (frameFilter(capture, packet) === '' || name === '' || /[\p{C}\p{Zl}\p{Zp}/]/u.test(name)) return '';
  if (windows && /["%$`^!\\]|[\u2018-\u201f]/.test(name)) return '';
  const safe = PLAIN.test(name) ? name : windows ? `"${name}"` : `'${name.replaceAll("'", String.raw`'\''`)}'`;
  // A name that begins with a dash is no option.
  const file = name.startsWith('-') ? safe.replace('-', './-') : safe;
  return `wireshark -r ${file} -g ${String(packet)}`;
}

/** Bytes of a cell as the engine says them, in hex; null where it says none. */
export const hexBytes = (cell: unknown): Uint8Array | null => (typeof cell === 'string' && cell !== '' ? bytesOf(cell) : null);
