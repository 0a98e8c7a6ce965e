/**
 * LZ4 frames (github.com/lz4/lz4, doc/lz4_Frame_format.md 1.6.3), as Arrow compresses its buffers. The caller
 * knows the length of the result, so nothing can grow beyond it. Checksums are skipped, not checked.
 */
const MAGIC = 0x184d2204;

export function decompressLz4Frame(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 7 || view.getUint32(0, true) !== MAGIC) throw new Error('expected an LZ4 frame');
  const flags = input[4]!;
  // Version and block mode are the upper bits; then optional content size and dictionary id, and a header checksum.
  let at = 6 + ((flags & 0x08) !== 0 ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0) + 1;
  const blockChecksum = (flags & 0x10) !== 0 ? 4 : 0;
  const output = new Uint8Array(length);
  let written = 0;
  while (at + 4 <= input.length) {
    const head = view.getUint32(at, true);
    at += 4;
    if (head === 0) break;
    const size = head & 0x7fffffff;
    const block = input.subarray(at, at + size);
    if (block.length < size) throw new Error('an LZ4 block is cut');
    if (head >>> 31 === 1) {
      if (written + size > length) throw new Error('an LZ4 frame holds more than it says');
      output.set(block, written);
      written += size;
    } else written = decompressBlock(block, output, written);
    at += size + blockChecksum;
  }
  if (written !== length) throw new Error(`an LZ4 frame holds ${written} bytes, expected ${length}`);
  return output;
}

/** Sequences of literals and matches; a match may reach into earlier blocks of the frame. */
function decompressBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let to = start;
  let at = 0;
  const more = (count: number): number => {
    let total = count;
    if (count === 15) {
      let byte: number;
      do {
        if (at >= block.length) throw new Error('an LZ4 block is cut');
        byte = block[at++]!;
        total += byte;
      } while (byte === 255);
    }
    return total;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = more(token >> 4);
    if (at + literals > block.length || to + literals > output.length) throw new Error('an LZ4 block holds more than it says');
    output.set(block.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at >= block.length) break;
    const offset = block[at]! | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const match = more(token & 15) + 4;
    if (offset === 0 || offset > to || to + match > output.length) throw new Error('an LZ4 match lies outside its data');
    // Source and target may overlap, which is how repeated bytes are encoded, so copy byte by byte.
    for (let i = 0; i < match; i++) output[to + i] = output[to + i - offset]!;
    to += match;
  }
  return to;
}
