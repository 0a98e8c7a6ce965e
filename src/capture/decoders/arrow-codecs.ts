import type { ArrowCodecs } from '../../tables/arrow-file.ts';
import { decompressLz4Frame } from './lz4-frame.ts';
import { decompressZstdFrame } from './zstd-frame.ts';

/** Maximum size of one buffer of a record batch, bytes. */
const MAX_BUFFER_BYTES = 512 * 1024 * 1024;

type Codec = (input: Uint8Array, length: number) => Uint8Array;

const bounded =
  (codec: Codec): Codec =>
  (input, length) => {
    if (!(length >= 0 && length <= MAX_BUFFER_BYTES)) throw new RangeError(`a buffer says it holds ${length} bytes`);
    const output = codec(input, length);
    // Copy if needed, because typed views require aligned memory.
    return output.byteOffset % 8 === 0 ? output : output.slice();
  };

/** Decompressors for Arrow buffers; each refuses to write more bytes than its buffer declares. */
export const ARROW_CODECS: ArrowCodecs = { lz4: bounded(decompressLz4Frame), zstd: bounded(decompressZstdFrame) };
