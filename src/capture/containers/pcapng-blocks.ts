import { u32 } from '../../base/octets.ts';
import { MOST_RECORD_BYTES } from './cursor.ts';

export const BLOCK = {
  SECTION: 0x0a0d0d0a,
  BYTE_ORDER_MAGIC: 0x1a2b3c4d,
  INTERFACE: 1,
  PACKET: 2,
  SIMPLE_PACKET: 3,
  NAME_RESOLUTION: 4,
  INTERFACE_STATISTICS: 5,
  ENHANCED_PACKET: 6,
  JOURNAL: 9,
  CUSTOM: 0x0bad,
  CUSTOM_NO_COPY: 0x4000_0bad,
} as const;

const HIGHEST_PLAIN_TYPE = 0x0a;

/**
 * Judges the frame of a block: 'ok'; 'more' when its end is not here yet; 'skip' for a block too large to hold that
 * is no packet; otherwise what is wrong.
 */
export function readBlockFrame(bytes: Uint8Array, at: number, length: number, type: number, little: boolean, ended: boolean): string {
  if (length < 12) return `a block says ${String(length)} bytes, the least is 12`;
  if (length % 4 !== 0) return `a block says ${String(length)} bytes, which is no multiple of 4`;
  if (length > MOST_RECORD_BYTES) {
    const packet = type === BLOCK.ENHANCED_PACKET || type === BLOCK.PACKET || type === BLOCK.SIMPLE_PACKET || type === BLOCK.INTERFACE;
    return packet || ended ? `a block says ${String(length)} bytes` : 'skip';
  }
  if (at + length > bytes.length)
    return ended && !cutOff(bytes, at, little) ? `a block says ${String(length)} bytes, ${String(bytes.length - at)} are left` : 'more';
  const trailer = u32(bytes, at + length - 4, little);
  if (trailer === length) return 'ok';
  // The first length may be correct although the second is damaged: then a valid block follows at that distance.
  if (blockAt(bytes, at + length, little, ended) === 1) return 'ok';
  return `a block says ${String(length)} bytes at its start and ${String(trailer)} at its end`;
}

/** Whether the last block was cut by the end of the file, and not damaged: then no complete block follows it. */
function cutOff(bytes: Uint8Array, at: number, little: boolean): boolean {
  return resyncBlock(bytes, at + 4, little, true) < 0;
}

/** Offset of the first valid block at or after `from`, in steps of 4 bytes; -1 if there is none. */
export function resyncBlock(bytes: Uint8Array, from: number, little: boolean, ended: boolean): number {
  for (let at = from; at + 12 <= bytes.length; at += 4) if (blockAt(bytes, at, little, ended) === 1) return at;
  return -1;
}

/** 1 if a block of a known type with equal lengths at both ends begins here, or if the file ends exactly here. */
function blockAt(bytes: Uint8Array, at: number, little: boolean, ended: boolean): number {
  if (at === bytes.length) return ended ? 1 : 0;
  if (at + 12 > bytes.length) return 0;
  const type = u32(bytes, at, little);
  let order = little;
  if (type === BLOCK.SECTION) {
    order = u32(bytes, at + 8, true) === BLOCK.BYTE_ORDER_MAGIC;
    if (!order && u32(bytes, at + 8, false) !== BLOCK.BYTE_ORDER_MAGIC) return 0;
  } else if (type === 0 || type > HIGHEST_PLAIN_TYPE) return 0;
  const length = u32(bytes, at + 4, order);
  if (length < 12 || length % 4 !== 0 || length > MOST_RECORD_BYTES || at + length > bytes.length) return 0;
  return u32(bytes, at + length - 4, order) === length ? 1 : 0;
}
