/** What each Parquet file of a converted capture says about itself, in its metadata (docs/decisions/0028-conversion.md). */
import { isRecord } from '../../base/record.ts';
import type { Batch } from '../../tables/batch.ts';
import { sha256Of } from '../file-hash.ts';

/** Key of the file's metadata that holds the label as JSON. */
export const PART_KEY = 'capture_workbench.part';

/** The capture that was converted. Its digest is not known before its last file is written, so its beginning identifies it. */
export interface PartSource {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the first MiB. */
  readonly head_sha256: string;
}

export interface PartLabel {
  readonly source: PartSource;
  /** 1-based number among the files of the capture, in the order of their rows. */
  readonly part: number;
  /** Files of one batch are of several hours: where their packets interleave, they are read as one. */
  readonly batch: number;
  readonly rows: number;
  /** Rows of the capture in earlier files. */
  readonly first_row: number;
  /** First and last `packet_no`. */
  readonly packets: readonly [number, number];
  /** Earliest and latest `ts_us`, as decimal digits; null if no row has a time. */
  readonly times: readonly [string, string] | null;
  /** Link types of the packets so far, ascending. */
  readonly link_types: readonly number[];
}

const HEAD_BYTES = 2 ** 20;

export async function sourceOf(file: Blob, name: string): Promise<PartSource> {
  return { name, bytes: file.size, head_sha256: await sha256Of(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())) };
}

/** The part of a label that its rows give. */
export function rangesOf(batch: Batch): Pick<PartLabel, 'rows' | 'packets' | 'times'> {
  const numbers = batch.fixed('packet_no', 'INTEGER').values;
  const times = batch.fixed('ts_us', 'BIGINT');
  let [first, last] = [numbers[0]!, numbers[0]!];
  let [start, end]: [bigint | null, bigint | null] = [null, null];
  for (let row = 0; row < batch.rows; row++) {
    const number = numbers[row]!;
    if (number < first) first = number;
    if (number > last) last = number;
    if (!times.isValid(row)) continue;
    const time = times.values[row]!;
    if (start === null || time < start) start = time;
    if (end === null || time > end) end = time;
  }
  return { rows: batch.rows, packets: [first, last], times: start === null || end === null ? null : [String(start), String(end)] };
}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Packets are numbered in 32 bits, so no count of parts, batches, rows or packets is larger. */
const MOST_COUNTED = 2 ** 31;
export const isNumberOf = (value: unknown): value is number => isCount(value) && value <= MOST_COUNTED;
export const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value);
const MOST_LINK_TYPES = 256;
export const areLinkTypes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= MOST_LINK_TYPES && value.every(isCount);
const isMicros = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,18}$/.test(value);
const isPair = <T>(value: unknown, of: (item: unknown) => item is T): value is [T, T] =>
  Array.isArray(value) && value.length === 2 && value.every(of);

/** A value from text of anyone; undefined if it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No file system has longer names. */
const MOST_NAME = 1_024;

/** A source from a file of anyone; null if it is none. */
export function readSource(value: unknown): PartSource | null {
  if (!isRecord(value)) return null;
  const { name, bytes, head_sha256 } = value;
  const named = typeof name === 'string' && name !== '' && name.length <= MOST_NAME;
  return named && isCount(bytes) && isDigest(head_sha256) ? { name, bytes, head_sha256 } : null;
}

/** A label from a file of anyone; null if it is none, or contradicts itself. */
export function readLabel(value: unknown): PartLabel | null {
  const source = isRecord(value) ? readSource(value['source']) : null;
  if (!isRecord(value) || source === null) return null;
  const { part, batch, rows, first_row, packets, times, link_types } = value;
  if (!isNumberOf(part) || part === 0 || !isNumberOf(batch) || !isNumberOf(rows) || rows === 0 || !isNumberOf(first_row)) return null;
  if (!isPair(packets, isNumberOf) || packets[0] > packets[1] || !areLinkTypes(link_types)) return null;
  if (times !== null && (!isPair(times, isMicros) || BigInt(times[0]) > BigInt(times[1]))) return null;
  return { source, part, batch, rows, first_row, packets, times, link_types };
}
