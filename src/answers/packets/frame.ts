import type { CaptureInfo } from '../../tables/captures.ts';
import { bytesOf } from '../../ble/ad/payload-diff.ts';

/** File formats whose packets have the same numbers in Wireshark as in `packet_no`. */
const FILES: ReadonlySet<string> = new Set(['pcap', 'pcapng', 'btsnoop', 'pklg']);

/** Wireshark's display filter for this packet (`frame.number`); empty if Wireshark cannot open the file. */
export const frameFilter = ({ format }: CaptureInfo, packet: unknown): string =>
  FILES.has(format) && typeof packet === 'number' ? `frame.number == ${String(packet)}` : '';

/** Matches names that a shell reads correctly without quotes. */
const PLAIN = /^[\w][\w.+@-]*$/;

/**
 * A command line that opens the file in Wireshark at this packet, to be run in the folder of the file. Empty if Wireshark cannot open the
 * file, or if no shell is certain to read the quoted name correctly: control characters and, on Windows, characters that its two shells
 * replace within quotes.
 */
export function wiresharkCommand(capture: CaptureInfo, packet: unknown, windows: boolean): string {
  const name = capture.file_name;
  if (frameFilter(capture, packet) === '' || name === '' || /[\p{C}\p{Zl}\p{Zp}/]/u.test(name)) return '';
  if (windows && /["%$`^!\\]|[\u2018-\u201f]/.test(name)) return '';
  const safe = PLAIN.test(name) ? name : windows ? `"${name}"` : `'${name.replaceAll("'", String.raw`'\''`)}'`;
  // A name that begins with a dash must not be read as an option, so put `./` in front.
  const file = name.startsWith('-') ? safe.replace('-', './-') : safe;
  return `wireshark -r ${file} -g ${String(packet)}`;
}

/** Converts the hex text of a cell to bytes; null for an empty cell. */
export const hexBytes = (cell: unknown): Uint8Array | null => (typeof cell === 'string' && cell !== '' ? bytesOf(cell) : null);
