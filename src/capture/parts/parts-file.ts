/** One file made of the Parquet files of a converted capture: magic, length of an index, the index as JSON, then the files. */
import { WorkbenchError } from '../../base/failure.ts';
import { formatAmount } from '../../base/format.ts';
import type { JoinFiles } from '../../base/join-files.ts';
import { u32le } from '../../base/octets.ts';
import { isRecord } from '../../base/record.ts';
import type { RowsKept } from '../../tables/reading.ts';
import type { Notice } from '../../tables/captures.ts';
import { moment } from '../time-windows.ts';
import { isCount, isDigest, parsed, type PartLabel, type PartSource, readLabel, readSource } from './label.ts';
import { type Conversion, isConversion, isListOf, isNotice } from './manifest.ts';

export interface IndexedPart extends Omit<PartLabel, 'source'> {
  readonly file_name: string;
  readonly bytes: number;
  /** Digest that the manifest states; null without a manifest. */
  readonly sha256: string | null;
}

export interface PartsIndex {
  readonly source: PartSource;
  /** In the order of their rows. */
  readonly parts: readonly IndexedPart[];
  /** What the manifest says; null without one. */
  readonly conversion: Conversion | null;
  readonly notices: readonly Notice[];
  /** The time window whose parts these are; null for all parts. */
  readonly within: TimeWindow | null;
  /** Why the files cannot be one capture; null if they can. */
  readonly fault: string | null;
}

type TimeWindow = NonNullable<RowsKept['time_window']>;

const MAGIC = new TextEncoder().encode('CWPARTS1');
const PREFIX = MAGIC.length + 4;
const MOST_INDEX = 64 * 1024 * 1024;

export const isPartsFile = (bytes: Uint8Array): boolean => MAGIC.every((octet, at) => bytes[at] === octet);

/** @param files of `index.parts`, in their order */
export function partsFile(index: PartsIndex, files: readonly Blob[], join: JoinFiles): File {
  const json = new TextEncoder().encode(JSON.stringify(index));
  const prefix = new Uint8Array(PREFIX);
  prefix.set(MAGIC);
  new DataView(prefix.buffer).setUint32(MAGIC.length, json.length, true);
  return join(index.source.name, [new Blob([prefix, json]), ...files]);
}

/** Where each part begins, and the index. Null if the file is cut, or none that `partsFile` made. */
export async function readIndex(
  bytes: (start: number, end: number) => Promise<Uint8Array>,
): Promise<(PartsIndex & { readonly offsets: readonly number[] }) | null> {
  const prefix = await bytes(0, PREFIX);
  if (prefix.length < PREFIX || !isPartsFile(prefix)) return null;
  const length = u32le(prefix, MAGIC.length);
  const json = length > MOST_INDEX ? new Uint8Array(0) : await bytes(PREFIX, PREFIX + length);
  if (json.length < length || length === 0) return null;
  const index = indexOf(new TextDecoder().decode(json));
  if (index === null) return null;
  let at = PREFIX + length;
  const offsets = index.parts.map((part) => (at += part.bytes) - part.bytes);
  return { ...index, offsets };
}

/** An index from a file of anyone. */
function indexOf(text: string): PartsIndex | null {
  const value = parsed(text);
  if (!isRecord(value)) return null;
  const { parts, conversion, notices, fault, within = null } = value;
  const source = readSource(value['source']);
  const isPart = (part: unknown): part is IndexedPart => isRecord(part) && isIndexed(part) && readLabel({ ...part, source }) !== null;
  if (source === null || !isListOf(parts, isPart) || parts.length === 0 || !isListOf(notices, isNotice)) return null;
  if (!(conversion === null || isConversion(conversion)) || !(fault === null || typeof fault === 'string')) return null;
  if (!(within === null || isWindow(within))) return null;
  return { source, parts, conversion, notices, within, fault };
}

const isWindow = (value: unknown): value is TimeWindow =>
  isRecord(value) && typeof value['start_ms'] === 'number' && typeof value['end_ms'] === 'number' && value['start_ms'] <= value['end_ms'];

const isIndexed = ({ file_name, bytes, sha256 }: Record<string, unknown>): boolean =>
  typeof file_name === 'string' && isCount(bytes) && (sha256 === null || isDigest(sha256));

/**
 * A file of only those parts that may have rows of a time window, so that nothing else is read; the file itself if it is no file of parts,
 * or all have. Rejects with `EMPTY_WINDOW` if none has, and with `PARTS_LEFT_OUT` if the file has only parts of another window, as one that
 * was stored or shared may.
 *
 * @param window null for all times
 */
export async function partsWithin(file: File, window: TimeWindow | null, join: JoinFiles): Promise<File> {
  const index = await readIndex(async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()));
  if (index === null) return file;
  const { within } = index;
  if (within !== null && (window === null || window.start_ms < within.start_ms || window.end_ms > within.end_ms))
    throw new WorkbenchError(
      'PARTS_LEFT_OUT',
      `expected all files of the conversion of ${index.source.name}, found those of ${moment(within.start_ms)} to ${moment(within.end_ms)}: open the files of the conversion for other times`,
    );
  if (window === null) return file;
  const [from, to] = [BigInt(Math.floor(window.start_ms)) * 1000n, BigInt(Math.ceil(window.end_ms)) * 1000n + 999n];
  const overlaps = ({ times }: IndexedPart): boolean => times !== null && BigInt(times[1]) >= from && BigInt(times[0]) <= to;
  const { offsets, ...whole } = index;
  const chosen = [...index.parts.keys()].filter((at) => overlaps(index.parts[at]!));
  if (chosen.length === 0) throw new WorkbenchError('EMPTY_WINDOW', emptyWords(index));
  if (chosen.length === index.parts.length) return file;
  const parts = chosen.map((at) => index.parts[at]!);
  const blobs = chosen.map((at) => file.slice(offsets[at], offsets[at]! + index.parts[at]!.bytes));
  const rows = (of: readonly IndexedPart[]): string => of.reduce((sum, part) => sum + part.rows, 0).toLocaleString('en-US');
  const message = `${String(parts.length)} of ${String(index.parts.length)} files were read, which have all rows of the time window: ${rows(parts)} of ${rows(index.parts)} rows`;
  return partsFile({ ...whole, parts, within: window, notices: [...whole.notices, { code: 'PARTS_CHOSEN', message }] }, blobs, join);
}

function emptyWords({ source, parts }: PartsIndex): string {
  const times = parts.flatMap((part) => part.times ?? []).map((us) => Number(us) / 1000);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const has = times.length === 0 ? 'has no times' : `has packets from ${moment(first)} to ${moment(last)}`;
  return `expected a time window with packets of ${source.name}, which ${has}; found none in this window`;
}

/** The one capture that gathered files are. */
export function onlyCapture(gathered: readonly File[]): File {
  const [file, ...others] = gathered;
  if (file !== undefined && others.length === 0) return file;
  throw new WorkbenchError('UNREADABLE_FILE', `expected the files of one capture, found ${formatAmount(gathered.length, 'capture')}`);
}
