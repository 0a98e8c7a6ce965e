import type { CaptureInfo } from '../../../../tables/captures.ts';
import { bytesOf } from '../../../results/analyzer/pair/payload-diff.ts';

/** Containers whose packets Wireshark numbers as `packet_no` does. */
const FILES: ReadonlySet<string> = new Set(['pcap', 'pcapng', 'btsnoop', 'pklg']);

/** A display filter of Wireshark for this packet (`frame.number` of its reference); empty where the file is none it can open. */
export const frameFilter = ({ format }: CaptureInfo, packet: unknown): string =>
  FILES.has(format) && typeof packet === 'number' ? `frame.number == ${String(packet)}` : '';

/** Bytes of a cell as the engine says them, in hex; null where it says none. */
export const hexBytes = (cell: unknown): Uint8Array | null => (typeof cell === 'string' && cell !== '' ? bytesOf(cell) : null);
