import { Inflate } from 'fflate';
import { WorkbenchError } from '../../base/failure.ts';
import { WINDOW_BYTES } from '../decoder.ts';
import type { ByteSource } from '../decoder.ts';
import { u32le } from '../../base/octets.ts';
import { InflatedSource } from './inflated-source.ts';
import type { CreateInflater } from './inflated-source.ts';
import { zipDataOffset, zipEntries } from './zip.ts';
import type { ZipEntry } from './zip.ts';

const ZIP_FILE = 0x04034b50;
const ZIP_EMPTY = 0x06054b50;
export const STORED = 0;
const DEFLATED = 8;
/** Maximum number of captures opened from one archive. */
export const MOST_CAPTURES = 200;
/** Maximum number of skipped files that are named. */
const MOST_NAMED = 20;

/** Says why the start of a file is no capture or table, null where it is one. */
export type Claim = (source: ByteSource) => Promise<string | null>;

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** What a zip file holds, judged by the start of each file in it. */
export interface ZipSurvey {
  /** At most `MOST_CAPTURES`. */
  readonly captures: readonly ZipEntry[];
  /** Files that are not opened, with the reason: the first of them, and how many there are. */
  readonly skipped: readonly Skipped[];
  readonly skipped_count: number;
}

export async function isZip(source: ByteSource): Promise<boolean> {
  const head = await source.bytes(0, 4);
  return head.length === 4 && (u32le(head, 0) === ZIP_FILE || u32le(head, 0) === ZIP_EMPTY);
}

/** Looks into each file of the archive. Holds the entries of captures and no others, however many there are. */
export async function surveyZip(source: ByteSource, claim: Claim): Promise<ZipSurvey> {
  const captures: ZipEntry[] = [];
  const skipped: Skipped[] = [];
  let skipped_count = 0;
  for await (const entry of zipEntries(source)) {
    if (isHousekeeping(entry.name)) continue;
    const reason = captures.length < MOST_CAPTURES ? await whyNot(source, entry, claim) : ENOUGH;
    if (reason === null) captures.push(entry);
    else if (++skipped_count <= MOST_NAMED) skipped.push({ name: entry.name, reason });
  }
  return { captures, skipped, skipped_count };
}

const ENOUGH = `was not looked into: the first ${String(MOST_CAPTURES)} captures of an archive are opened`;

/** Why a file is not opened; null if it can be. */
async function whyNot(source: ByteSource, entry: ZipEntry, claim: Claim): Promise<string | null> {
  return closed(entry) ?? (await claimed(source, entry, claim).catch(messageOf));
}

const claimed = async (source: ByteSource, entry: ZipEntry, claim: Claim): Promise<string | null> =>
  claim(await memberSource(source, entry, () => undefined));

/** One error for an archive of which nothing opens. */
export function nothingToOpen({ skipped: [first], skipped_count }: ZipSurvey): WorkbenchError {
  const more = skipped_count < 2 ? '' : `, and ${String(skipped_count - 1)} more such files`;
  const found = first === undefined ? 'no file in it' : `${JSON.stringify(first.name)}, which ${first.reason}${more}`;
  return new WorkbenchError('UNREADABLE_FILE', `expected a capture or table inside the zip file, found ${found}`);
}

/** The bytes of one file of the archive. */
export async function memberSource(
  source: ByteSource,
  entry: ZipEntry,
  onDamage: (offset: number, message: string) => void,
): Promise<InflatedSource> {
  const start = await zipDataOffset(source, entry);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const end = start + entry.compressed;
    for (let at = start; at < end; at += WINDOW_BYTES) {
      const chunk = await source.bytes(at, Math.min(end, at + WINDOW_BYTES));
      if (chunk.length === 0) return;
      yield chunk;
    }
  }
  const create = entry.method === STORED ? copyStream : inflateStream;
  const file_name = entry.name.split('/').pop() ?? entry.name;
  const wrapper = `${JSON.stringify(entry.name)} in the zip file`;
  return new InflatedSource({ file_name, chunks, create, content_bytes: entry.uncompressed, wrapper }, onDamage);
}

const inflateStream: CreateInflater = (onData) => new Inflate(onData);
const copyStream: CreateInflater = (onData) => ({ push: (chunk) => onData(chunk.slice()) });

/** Whether a file was added by an operating system and not chosen by a person. */
const isHousekeeping = (name: string): boolean => /(^|\/)(__MACOSX\/|\.[^/]+$|Thumbs\.db$)/i.test(name);

/** Why a file cannot be examined at all; null if it can. */
function closed(entry: ZipEntry): string | null {
  if (entry.encrypted) return 'is encrypted';
  if (entry.uncompressed === 0) return 'is empty';
  if (entry.method === STORED || entry.method === DEFLATED) return null;
  return `is compressed with method ${String(entry.method)}; 0 (stored) and 8 (deflate) are known`;
}

const messageOf = (error: unknown): string => {
  if (error instanceof DOMException) throw error;
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
};
