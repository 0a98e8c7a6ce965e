import { concat, u32 } from './packet-file.ts';

/** Zstandard frames of blocks that are not compressed, for tests that need shapes no program writes (RFC 8878). */
export const ZSTD_MAGIC = u32(0xfd2fb528);

/** A raw block (type 0), a run of one byte (1) or any other type. */
export function zstdBlock(body: ArrayLike<number>, last: boolean, type = 0, size = body.length): Uint8Array {
  const head = (size << 3) | (type << 1) | (last ? 1 : 0);
  return concat([[head & 255, (head >> 8) & 255, (head >> 16) & 255], body]);
}

/** A frame with a window of 128 KiB around blocks. */
export const zstdFrame = (blocks: readonly Uint8Array[], windowDescriptor = 7 << 3): Uint8Array =>
  concat([ZSTD_MAGIC, [0, windowDescriptor], ...blocks]);

/** Bytes as they are, in blocks of at most 1000. */
export function zstdStore(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 1000) blocks.push(zstdBlock(bytes.subarray(at, at + 1000), at + 1000 >= bytes.length));
  return zstdFrame(blocks);
}

export const skippableFrame = (body: ArrayLike<number>): Uint8Array => concat([u32(0x184d2a5a), u32(body.length), body]);
