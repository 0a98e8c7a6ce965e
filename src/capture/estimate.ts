import type { RowsKept } from '../tables/reading.ts';
import type { ByteSource, DecodeOptions, Decoder, Span } from './decoder.ts';
import { PackedFootprint } from '../tables/packed-footprint.ts';
import { CountingOutput, RowsSeen, tooLarge } from './fit.ts';
import { HeadSource } from './head-source.ts';
import { KeptRows } from './keep-rows.ts';
import { InflatedSource } from './wrapped/inflated-source.ts';

/** Bytes read from the start of a file to estimate the size of its rows. */
const SAMPLE_BYTES = 4 * 1024 * 1024;
/** Upper limit of memory in the engine per byte of the file: for short records, or empty cells. */
const MOST_GROWTH = 16;
const MOST_PACKED_GROWTH = 40;

/**
 * Throws `TOO_LARGE_FOR_MEMORY` when the rows of a file will not fit into `memory_bytes` of the engine, judged by its start
 * (or, for formats without order, by all of it), before the first row is loaded. Files that are small enough for certain
 * are not looked at. Returns the rows by time, where the file says so. Rows count compressed if the engine compresses them: where later rows compress worse, `BoundedOutput` refuses them.
 */
export async function refuseUnlessItFits(
  content: ByteSource,
  file_bytes: number,
  decoder: Decoder,
  options: DecodeOptions,
  memory_bytes: number,
  keep: RowsKept,
  compresses: boolean,
): Promise<readonly Span[] | undefined> {
  const survey = await decoder.survey?.(content, options);
  // The position of a time window in the file is unknown before it is read, so rows are counted while they are read.
  if (keep.time_window !== undefined) return survey?.spans;
  if (survey !== undefined) {
    const seen = await countRows(survey.sample, decoder, options, keep, compresses);
    const { rows } = survey;
    const bytes = seen.size.row_bytes * rows;
    if (bytes <= memory_bytes) return survey.spans;
    throw tooLarge({ seen, size: seen.size, rows, bytes, about: 'about', spans: survey.spans }, memory_bytes, decoder.kind, keep);
  }
  const packed = content instanceof InflatedSource || decoder.whole === true;
  if (file_bytes * (packed ? MOST_PACKED_GROWTH : MOST_GROWTH) <= memory_bytes) return undefined;
  const head = new HeadSource(content, decoder.whole === true ? Infinity : SAMPLE_BYTES);
  const seen = await countRows(head, decoder, options, keep, compresses);
  if (seen.size.rows === 0) return undefined;
  const total = head.cut ? contentBytes(content, file_bytes) : head.read;
  const rows = Math.round((seen.size.rows / head.read) * Math.max(total, head.read));
  const exact = !head.cut || decoder.whole === true;
  const { size } = seen;
  const bytes = size.row_bytes * rows;
  if (bytes <= memory_bytes) return undefined;
  throw tooLarge({ seen, size, rows: exact ? size.rows : rows, bytes, about: 'about' }, memory_bytes, decoder.kind, keep);
}

async function countRows(
  head: ByteSource,
  decoder: Decoder,
  options: DecodeOptions,
  keep: RowsKept,
  compresses: boolean,
): Promise<RowsSeen> {
  const seen = new RowsSeen(compresses ? new PackedFootprint() : undefined);
  await decoder.decode(head, new KeptRows(new CountingOutput(seen), decoder.kind, keep), options);
  return seen;
}

/** Size of the content; for a compressed file, extrapolated from its start. */
function contentBytes(content: ByteSource, file_bytes: number): number {
  if (content.size !== null) return content.size;
  return content instanceof InflatedSource && content.taken > 0 ? (file_bytes / content.taken) * content.given : file_bytes;
}
