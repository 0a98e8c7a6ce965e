import { decompress } from 'fzstd';

const MAGIC = 0xfd2fb528;

/**
 * One Zstandard frame of known length (RFC 8878). The library would allocate the size that the frame states, so
 * the frame must say its size and it must be the one expected; every one-shot writer says it.
 */
export function decompressZstdFrame(input: Uint8Array, length: number): Uint8Array {
  const size = contentSize(input);
  if (size !== length) throw new Error(`a Zstandard frame says ${size === null ? 'no size' : `${size} bytes`}, expected ${length}`);
  const output = decompress(input);
  if (output.length !== length) throw new Error(`a Zstandard frame holds ${output.length} bytes, expected ${length}`);
  return output;
}

/** The content size of the frame header (section 3.1.1.1), null where it is left out. */
function contentSize(input: Uint8Array): number | null {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 6) throw new Error('a Zstandard frame is cut');
  if (view.getUint32(0, true) !== MAGIC) throw new Error('expected a Zstandard frame');
  const descriptor = input[4]!;
  const single = (descriptor & 0x20) !== 0;
  const at = 5 + (single ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const width = [single ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  if (at + width > input.length) throw new Error('a Zstandard frame is cut');
  switch (width) {
    case 1:
      return input[at]!;
    case 2:
      return view.getUint16(at, true) + 256;
    case 4:
      return view.getUint32(at, true);
    case 8:
      return Number(view.getBigUint64(at, true));
    default:
      return null;
  }
}
