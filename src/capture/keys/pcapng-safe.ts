import { BLOCK } from '../containers/pcapng-blocks.ts';
import { u16, u32 } from '../../base/octets.ts';
import type { Keep } from './l2cap.ts';

const OPTION_BYTES = 4;
const padded = (length: number): number => (length + 3) & ~3;
const upTo = (last: number, ...without: readonly number[]): ReadonlySet<number> =>
  new Set(Array.from({ length: last }, (_, i) => i + 1).filter((code) => !without.includes(code)));

/** The codes of options whose values are kept, and the octets of fixed fields, by block. A hash (3) tells of a packet's content. */
const PACKET_OPTIONS = upTo(6, 3);
const BLOCKS: Readonly<Record<number, { readonly fixed: number; readonly options: ReadonlySet<number> }>> = {
  [BLOCK.SECTION]: { fixed: 24, options: upTo(4) },
  [BLOCK.INTERFACE]: { fixed: 16, options: upTo(18) },
  [BLOCK.INTERFACE_STATISTICS]: { fixed: 20, options: upTo(8) },
  [BLOCK.ENHANCED_PACKET]: { fixed: 28, options: PACKET_OPTIONS },
  [BLOCK.PACKET]: { fixed: 28, options: PACKET_OPTIONS },
  [BLOCK.SIMPLE_PACKET]: { fixed: 12, options: new Set() },
};

/**
 * Keeps what a pcapng block has around its packet: lengths, fixed fields, known options. Of every other block, Decryption
 * Secrets among them, only type and lengths.
 */
export function keepBlock(keep: Keep, type: number, bytes: Uint8Array, at: number, length: number, little: boolean): void {
  const end = at + length - 4;
  keep(bytes, end, end + 4);
  const known = BLOCKS[type];
  const fixed = Math.min(end, at + (known?.fixed ?? 8));
  keep(bytes, at, fixed);
  if (known === undefined || type === BLOCK.SIMPLE_PACKET) return;
  const packet = type === BLOCK.ENHANCED_PACKET || type === BLOCK.PACKET;
  const captured = packet ? u32(bytes, at + 20, little) : 0;
  if (captured > end - fixed) return;
  for (let option = fixed + padded(captured); option + OPTION_BYTES <= end;) {
    const code = u16(bytes, option, little);
    const size = u16(bytes, option + 2, little);
    const next = option + OPTION_BYTES + padded(size);
    if (next > end) return;
    keep(bytes, option, option + OPTION_BYTES + (known.options.has(code) ? size : 0));
    if (code === 0) return;
    option = next;
  }
}
