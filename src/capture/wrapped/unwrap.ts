import { Gunzip, Inflate } from 'fflate';
import { WorkbenchError } from '../../base/failure.ts';
import { WINDOW_BYTES } from '../decoder.ts';
import type { ByteSource } from '../decoder.ts';
import { u16le, u32le } from '../octets.ts';
import { InflatedSource } from './inflated-source.ts';
import type { CreateInflater } from './inflated-source.ts';
import { readZipDirectory, zipDataOffset } from './zip.ts';
import type { ZipEntry } from './zip.ts';

/** A capture sent as .pcapng.gz inside a .zip is two; nobody needs more. */
const MOST_LAYERS = 3;
const GZIP = 0x8b1f;
const ZIP_FILE = 0x04034b50;
const ZIP_EMPTY = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;

export interface UnwrapReport {
  problem(offset: number, record: number, code: string, message: string): void;
  warning(code: string, message: string): void;
}

/** Takes gzip and zip off, layer by layer, judging by content. What is no archive comes back as it is. */
export async function unwrap(outer: ByteSource, report: UnwrapReport): Promise<ByteSource> {
  let source = outer;
  for (let layer = 0; ; layer++) {
    const head = await source.bytes(0, 4);
    const gzip = head.length >= 2 && u16le(head, 0) === GZIP;
    const zip = head.length === 4 && (u32le(head, 0) === ZIP_FILE || u32le(head, 0) === ZIP_EMPTY);
    if (!gzip && !zip) return source;
    if (layer === MOST_LAYERS)
      throw new WorkbenchError('UNREADABLE_FILE', `expected at most ${String(MOST_LAYERS)} archives inside each other, found more`);
    source = gzip ? gunzip(source, report) : await unzip(source, report);
  }
}

const gunzipStream: CreateInflater = (onData) => new Gunzip(onData);
const inflateStream: CreateInflater = (onData) => new Inflate(onData);
const copyStream: CreateInflater = (onData) => ({ push: (chunk) => onData(chunk.slice()) });

const onDamage = (report: UnwrapReport) => (offset: number, message: string) => report.problem(offset, 0, 'ARCHIVE_DAMAGED', message);

function gunzip(source: ByteSource, report: UnwrapReport): ByteSource {
  const file_name = source.file_name.replace(/\.(gz|gzip)$/i, '');
  return new InflatedSource(
    { file_name, chunks: () => source.windows(), create: gunzipStream, wrapper: 'the gzip file' },
    onDamage(report),
  );
}

async function unzip(source: ByteSource, report: UnwrapReport): Promise<ByteSource> {
  const entries = (await readZipDirectory(source)).filter(({ name }) => !isHousekeeping(name));
  const entry = entries.find((it) => !it.encrypted && (it.method === STORED || it.method === DEFLATED) && it.uncompressed > 0);
  if (entry === undefined)
    throw new WorkbenchError('UNREADABLE_FILE', `expected a capture or table inside the zip file, found ${describe(entries)}`);
  if (entries.length > 1) {
    const others = entries.filter((it) => it !== entry).map(({ name }) => JSON.stringify(name));
    const listed = `${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}`;
    report.warning('ARCHIVE_SEVERAL', `opened ${JSON.stringify(entry.name)}; the zip file also holds ${listed}: unpack it to open those`);
  }
  const start = await zipDataOffset(source, entry);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const end = start + (entry?.compressed ?? 0);
    for (let at = start; at < end; at += WINDOW_BYTES) {
      const chunk = await source.bytes(at, Math.min(end, at + WINDOW_BYTES));
      if (chunk.length === 0) return;
      yield chunk;
    }
  }
  const create = entry.method === STORED ? copyStream : inflateStream;
  const file_name = entry.name.split('/').pop() ?? entry.name;
  return new InflatedSource({ file_name, chunks, create, wrapper: `${JSON.stringify(entry.name)} in the zip file` }, onDamage(report));
}

/** What operating systems add beside the files a person chose. */
const isHousekeeping = (name: string): boolean => /(^|\/)(__MACOSX\/|\.[^/]+$|Thumbs\.db$)/i.test(name);

function describe(entries: readonly ZipEntry[]): string {
  const [first] = entries;
  if (first === undefined) return 'no file in it';
  if (first.encrypted) return `${JSON.stringify(first.name)}, which is encrypted`;
  if (first.uncompressed === 0) return `${JSON.stringify(first.name)}, which is empty`;
  return `${JSON.stringify(first.name)} compressed with method ${String(first.method)}; 0 (stored) and 8 (deflate) are known`;
}
