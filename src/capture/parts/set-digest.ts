/** What identifies the files of a conversion: their content, and what the manifest states. Names of files and their order do not count. */
import { sha256Of } from '../file-hash.ts';
import { type PartsIndex, readIndex } from './parts-file.ts';

/**
 * Labels are in the bytes of their files, but are listed too: who changes them in the index only would choose other files of a window.
 *
 * @param digests SHA-256 of the parts, in the order of the index
 * @returns 64 lower-case hex digits
 */
export function digestOfSet({ source, parts, conversion }: PartsIndex, digests: readonly string[]): Promise<string> {
  const content = parts.map(({ part, batch, rows, first_row, packets, times, link_types }, at) => [
    ...[digests[at], part, batch, rows, first_row, packets, times, link_types],
  ]);
  const stated = conversion && [
    ...[conversion.parts, conversion.rows, conversion.problems, conversion.link_types, conversion.sensors, conversion.time_base],
    conversion.losses.map(({ receiver, after_us, frames }) => [receiver, after_us, frames]),
    conversion.warnings.map(({ code, message }) => [code, message]),
  ];
  const identity = ['capture_workbench.set', [source.name, source.bytes, source.head_sha256], content, stated];
  return sha256Of(new TextEncoder().encode(JSON.stringify(identity)));
}

/**
 * The digest of a file of parts, as reading all of it gives; null if it is none.
 * @param read before each part
 */
export async function setDigestOf(file: Blob, read: () => void = () => undefined): Promise<string | null> {
  const bytes = async (start: number, end: number): Promise<Uint8Array> => new Uint8Array(await file.slice(start, end).arrayBuffer());
  const index = await readIndex(bytes);
  if (index === null) return null;
  const digests: string[] = [];
  for (const [at, part] of index.parts.entries()) {
    read();
    digests.push(await sha256Of(await bytes(index.offsets[at]!, index.offsets[at]! + part.bytes)));
  }
  return digestOfSet(index, digests);
}
