import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Notice } from '../../tables/captures.ts';
import type { Decoder } from '../decoder.ts';
import { DECODERS } from '../decoders/index.ts';
import { claimBy } from '../probe.ts';
import { fileSource } from '../source.ts';
import { checkContent } from './content-limit.ts';
import { STORED, isZip, memberSource, surveyZip } from './archive.ts';
import type { Skipped } from './archive.ts';
import { zipDataOffset } from './zip.ts';
import { uncompress } from './unwrap.ts';

/** A file out of an archive, to be opened like any other. */
export interface Member {
  /** `archive.zip/inner.pcap` */
  readonly file_name: string;
  /** Its bytes; of a file that is stored as it is, their place in the archive: a part of a file on disk cannot cross threads in Node. */
  readonly content: Blob | { readonly start: number; readonly end: number };
  readonly warnings: readonly Notice[];
}

export interface Unpacked {
  readonly members: readonly Member[];
  /** Files of the archive that are not opened: the first of them, and how many there are. */
  readonly skipped: readonly Skipped[];
  readonly skipped_count: number;
}

/** Limit on the content of all files of an archive together. */
const MOST_BYTES = 8 * 1024 * 1024 * 1024;

/**
 * The captures of a zip file that holds several; null for any other file, which opens as it is. Rejects with
 * `WorkbenchError` (`UNREADABLE_FILE`, `TOO_LARGE`) for an archive that is damaged or holds too much.
 */
export async function unpackCaptures(
  blob: Blob,
  file_name: string,
  options: WorkOptions = {},
  decoders: readonly Decoder[] = DECODERS,
): Promise<Unpacked | null> {
  const check = (): void => throwIfAborted(options.signal, `opening ${file_name}`);
  const file = fileSource(blob, file_name, { check, timings: { read: 0, hash: 0 } });
  const source = await uncompress(file, () => undefined);
  if (!(await isZip(source))) return null;
  const { captures, ...others } = await surveyZip(source, claimBy(decoders));
  if (captures.length < 2) return null;
  const total = captures.reduce((sum, { compressed }) => sum + compressed, 0);
  const members: Member[] = [];
  let taken = 0;
  let given = 0;
  for (const entry of captures) {
    const inner = `${file_name}/${entry.name}`;
    // What is stored as it is needs no copy.
    if (source === file && entry.method === STORED) {
      const start = await zipDataOffset(source, entry);
      members.push({ file_name: inner, content: { start, end: start + entry.compressed }, warnings: [] });
      continue;
    }
    const warnings: Notice[] = [];
    const content = await memberSource(source, entry, (_, message) => warnings.push({ code: 'ARCHIVE_DAMAGED', message }));
    const parts: Blob[] = [];
    for await (const window of content.windows()) {
      check();
      given += window.length;
      // Entries that share their compressed bytes would each pass alone.
      checkContent('the zip file', given, Math.min(taken + entry.compressed, blob.size), MOST_BYTES);
      // A copy of its own: the browser may put it on disk.
      parts.push(new Blob([window.slice()]));
    }
    taken += entry.compressed;
    options.onProgress?.({ phase: 'unpacking', done: taken, total, unit: 'bytes' });
    members.push({ file_name: inner, content: new Blob(parts), warnings });
  }
  return { members, ...others };
}
