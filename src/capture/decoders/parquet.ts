/**
 * Parquet files. The parquet crate, compiled to WebAssembly, checks what it reads and cannot reach outside its
 * own memory, which matters with files from anywhere (docs/decisions/0006-parquet.md). It hands on Arrow record
 * batches, a window of rows at a time. Its module is loaded when the first Parquet file is opened.
 */
import { readParquet, type ReaderOptions, readSchema, wasmMemory } from 'parquet-wasm/esm/parquet_wasm.js';
import { displayName } from '../../ble/ad/display-name.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { type ArrowFile, openArrow } from '../../tables/arrow-file.ts';
import { openArrowMemory } from '../../tables/arrow-memory.ts';
import type { ByteSource, DecodeEnd, DecodeOptions, DecodeOutput, Decoder, Probe, ProbeHead } from '../decoder.ts';
import { ARROW_CODECS } from './arrow-codecs.ts';
import { ArrowRows, messageOf } from './arrow-rows.ts';
import { loadParquet } from '../parquet-module.ts';
import { footerBytes, rowsOfFooter } from './parquet-footer.ts';
import { packetColumns } from './packet-table.ts';
import { batchCapacity, MAX_COLUMNS } from './table-summary.ts';

/** The module keeps the file in its own memory, 4 GiB at most with everything read from it. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** Cells per window: each window copies the file into the module, so windows should be large, but their cells take memory. */
const WINDOW_CELLS = 6_000_000;
const MOST_WINDOW_ROWS = 524_288;
/** After this many unreadable windows, the rest of the file is given up. */
const MOST_FAILURES = 4;

export const parquetDecoder: Decoder = {
  name: 'parquet',
  kind: 'table',
  whole: true,
  probe,
  settle: async (source, options) => ((await holdsPackets(source, options)) ? packetDecoder : parquetDecoder),
  decode: (source, output, options) => decode(source, output, options, 'begin'),
};

/** As `parquetDecoder`, for files of packets. */
const packetDecoder: Decoder = {
  name: 'parquet',
  kind: 'ble',
  whole: true,
  probe,
  decode: (source, output, options) => decode(source, output, options, 'beginPackets'),
};

/** Whether the columns are those of packets, by the metadata at the end. A file that cannot be read fails where it is decoded. */
async function holdsPackets(source: ByteSource, options: DecodeOptions): Promise<boolean> {
  const [size] = await Promise.all([source.length(), loadParquet(options.assets)]);
  try {
    const footer = await footerBytes((start, end) => source.bytes(start, end), size);
    return footer !== null && packetColumns(openArrow(readSchema(footer).intoIPCStream(), ARROW_CODECS).fields) !== null;
  } catch {
    return false;
  }
}

const magicOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes.subarray(0, 4));

function probe({ bytes }: ProbeHead): Probe | null {
  const magic = magicOf(bytes);
  return magic === 'PAR1' || magic === 'PARE' ? { confidence: 1, format: 'parquet' } : null;
}

async function decode(
  source: ByteSource,
  output: DecodeOutput,
  options: DecodeOptions,
  begin: 'begin' | 'beginPackets',
): Promise<DecodeEnd> {
  const module = loadParquet(options.assets);
  const [bytes] = await Promise.all([readFile(source), module]);
  const rows = await sendRows(bytes, source.file_name, options, (file) => ArrowRows[begin]('parquet', file, output, options));
  return rows.end();
}

/**
 * Sends the rows of a file. Call `loadParquet` first.
 *
 * @param begin makes the receiver of the rows, or gives that of earlier files; called once, before the first row
 */
export async function sendRows(
  bytes: Uint8Array,
  file_name: string,
  options: DecodeOptions,
  begin: (first: ArrowFile) => Promise<ArrowRows>,
): Promise<ArrowRows> {
  const schema = readColumns(bytes, displayName(file_name));
  const announced = rowsAnnounced(bytes);
  const { batch, window } = windowRows(schema.fields.length, options);
  const reader = { bytes, names: schema.fields.map(({ name }) => name), streamed: false };
  let rows: ArrowRows | null = null;
  let before = 0;
  const begun = async (first: ArrowFile): Promise<ArrowRows> => {
    if (rows === null) before = (rows = await begin(first)).seen;
    return rows;
  };
  let failures = 0;
  let most = window;
  // The first window has one batch, so that the engine starts early, the second has two; later ones are full.
  for (let offset = 0, limit = batch; failures < MOST_FAILURES; offset += limit, limit = Math.min(most, 2 * limit)) {
    options.check();
    let part = readWindow(reader, { offset, limit, batchSize: batch });
    if (typeof part === 'string' && limit > batch) {
      limit = most = batch;
      part = readWindow(reader, { offset, limit, batchSize: batch });
    }
    options.memory?.set('module', wasmMemory().buffer.byteLength);
    if (typeof part === 'string') {
      failures++;
      const last = Math.min(offset + limit, announced ?? Infinity);
      const rest = announced === null ? ' (as far as there are so many)' : '';
      const sent = await begun(schema);
      sent.tally.read += Math.max(0, last - offset);
      sent.lost(Math.max(0, last - offset), 'BAD_ROWS', `rows ${offset + 1} to ${last}${rest} cannot be read: ${part}`);
      if (last < offset + limit) break;
      continue;
    }
    const { file, free } = part;
    try {
      const sent = await begun(file.batches.length > 0 ? file : schema);
      for (const index of file.batches.keys()) await sent.send(file, index);
    } finally {
      free();
    }
    if (file.batches.reduce((sum, count) => sum + count, 0) < limit) break;
  }
  const sent = await begun(schema);
  // Number of rows that were read or reported; the missing ones were not tried, or do not exist.
  const found = sent.seen - before;
  const missing = (announced ?? 0) - found;
  if (missing > 0) {
    sent.tally.read += missing;
    sent.lost(missing, 'MISSING_ROWS', `the file says that it has ${announced ?? 0} rows; those after row ${found} were not found`);
  }
  return sent;
}

/** The number of rows that a file says it has; null if it says none that is possible. */
export const rowsAnnounced = (bytes: Uint8Array): number | null => rowsOfFooter(footerOf(bytes).subarray(0, -8));

/** Rows of a batch and of a window: whole batches, so that none is cut short. */
function windowRows(columns: number, options: DecodeOptions): { readonly batch: number; readonly window: number } {
  const batch = batchCapacity(options, columns);
  const most = Math.max(batch, Math.min(MOST_WINDOW_ROWS, Math.floor(WINDOW_CELLS / columns)));
  return { batch, window: most - (most % batch) };
}

async function readFile(source: ByteSource): Promise<Uint8Array> {
  const name = displayName(source.file_name);
  const refuse = (expected: string, found: string) =>
    new WorkbenchError('UNREADABLE_FILE', `expected a Parquet file ${expected}, found ${name} ${found}`);
  if (magicOf(await source.bytes(0, 4)) === 'PARE') throw refuse('without encryption', 'encrypted (PARE)');
  const size = await source.length();
  if (size > MAX_BYTES) throw refuse(`of at most ${MAX_BYTES} bytes`, `with ${size}; write it in parts`);
  return source.bytes(0, size);
}

function readColumns(bytes: Uint8Array, name: string): ArrowFile {
  const refuse = (found: string) =>
    new WorkbenchError('UNREADABLE_FILE', `expected a readable Parquet file of 1 to ${MAX_COLUMNS} columns, found ${name}: ${found}`);
  let schema: ArrowFile;
  try {
    schema = openArrow(readSchema(footerOf(bytes)).intoIPCStream(), ARROW_CODECS);
  } catch (error) {
    throw refuse(messageOf(error));
  }
  const { length } = schema.fields;
  if (length === 0 || length > MAX_COLUMNS) throw refuse(`${length} columns`);
  return schema;
}

/** The metadata at the end, which is all that the columns follow from; the whole file where the footer's length is none. */
function footerOf(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length < 8) return bytes;
  const footer = new DataView(bytes.buffer, bytes.byteOffset + length - 8).getUint32(0, true) + 8;
  return footer <= length ? bytes.subarray(length - footer) : bytes;
}

interface Window {
  readonly file: ArrowFile;
  /** Frees the result of `file`, which may lie in the module's memory. */
  readonly free: () => void;
}

interface Reader {
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  /** Whether rows are read as a stream, as nested and rare types require. */
  streamed: boolean;
}

/** Rows [offset, offset + limit), or the error; after the last row, none. */
function readWindow(reader: Reader, options: ReaderOptions & { readonly limit: number }): Window | string {
  try {
    if (!reader.streamed) {
      const exported = readParquet(reader.bytes, options).intoFFI();
      const free = (): void => exported.free();
      const place = { memory: wasmMemory(), schema: exported.schemaAddr(), arrays: [...exported.arrayAddrs()] };
      const file = openArrowMemory(reader.names, place);
      if (file !== null) return { file, free };
      free();
      reader.streamed = true;
    }
    // Read as one batch, whose rows are sent until one cannot be read.
    const stream = readParquet(reader.bytes, { ...options, batchSize: options.limit }).intoIPCStream();
    return { file: openArrow(stream, ARROW_CODECS), free: () => undefined };
  } catch (error) {
    return error instanceof WebAssembly.RuntimeError ? 'the reader gave up on damaged data' : messageOf(error);
  }
}
