import { WorkbenchError } from '../base/failure.ts';
import type { ByteSource, Decoder } from './decoder.ts';
import { u32le } from '../base/octets.ts';

/** Formats without order are read whole for a preview up to this size. */
export const LONGEST_WHOLE = 64 * 1024 * 1024;
const MAGIC = 4;
/** Length of the metadata, and the magic again. */
const TAIL = 8;

/**
 * Of a Parquet file too large for a look: its beginning and its metadata, which its columns follow from, as a file without
 * its rows. https://parquet.apache.org/docs/file-format/
 */
export async function footerSource(file: ByteSource & { readonly size: number }, decoder: Decoder): Promise<ByteSource> {
  const refuse = (found: string): WorkbenchError =>
    new WorkbenchError('PREVIEW_TOO_LARGE', `expected at most ${String(LONGEST_WHOLE)} bytes for a look into a file that is read as a whole, found ${found}`); // prettier-ignore
  if (decoder.name !== 'parquet') throw refuse(String(file.size));
  const tail = await file.bytes(file.size - TAIL, file.size);
  const footer = u32le(tail, 0) + TAIL;
  if (footer > Math.min(LONGEST_WHOLE, file.size - MAGIC)) throw refuse(`metadata of ${String(footer)}`);
  const bytes = new Uint8Array(MAGIC + footer);
  bytes.set(await file.bytes(0, MAGIC));
  bytes.set(await file.bytes(file.size - footer, file.size), MAGIC);
  return {
    file_name: file.file_name,
    size: bytes.length,
    async *windows() {
      yield await Promise.resolve(bytes);
    },
    bytes: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    length: () => Promise.resolve(bytes.length),
  };
}
