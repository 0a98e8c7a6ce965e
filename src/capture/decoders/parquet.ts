/**
 * Parquet files. The parquet crate, compiled to WebAssembly, checks what it reads and cannot reach outside its
 * own memory, which matters with files from anywhere (docs/decisions/0006-parquet.md). It hands on Arrow record
 * batches, a window of rows at a time. Its module is loaded when the first Parquet file is opened.
 */
import { initSync, readParquet, readSchema, wasmMemory } from 'parquet-wasm/esm/parquet_wasm.js';
import { displayName } from '../../ble/ad/display-name.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { type ArrowFile, openArrow } from '../../tables/arrow-file.ts';
import type { ByteSource, DecodeEnd, DecodeOptions, DecodeOutput, Decoder, Probe, ProbeHead } from '../decoder.ts';
import { ARROW_CODECS } from './arrow-codecs.ts';
import { ArrowRows, messageOf } from './arrow-rows.ts';
import { MAX_COLUMNS } from './table-summary.ts';

/** The module keeps the file in its own memory, 4 GiB at most with everything read from it. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** A window costs a copy of the file into the module, so it should not be small; its cells bound the memory. */
const WINDOW_CELLS = 4_000_000;
const MOST_WINDOW_ROWS = 524_288;
/** After this many windows that cannot be read nothing more is expected. */
const MOST_FAILURES = 4;

export const parquetDecoder: Decoder = { name: 'parquet', kind: 'table', whole: true, probe, decode };

const magicOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes.subarray(0, 4));

function probe({ bytes }: ProbeHead): Probe | null {
  const magic = magicOf(bytes);
  return magic === 'PAR1' || magic === 'PARE' ? { confidence: 1, format: 'parquet' } : null;
}

let loading: Promise<void> | null = null;

/** Once per thread. */
function loadModule({ assets }: DecodeOptions): Promise<void> {
  if (assets === undefined) throw new Error('broken invariant: Parquet needs its module, and nobody says where it is');
  loading ??= assets.parquetModule().then(async (module) => {
    initSync({ module: await module.arrayBuffer() });
  });
  return loading;
}

async function decode(source: ByteSource, output: DecodeOutput, options: DecodeOptions): Promise<DecodeEnd> {
  const bytes = await readFile(source);
  await loadModule(options);
  const schema = readColumns(bytes, displayName(source.file_name));
  const columns = schema.fields.length;
  const most = Math.max(1024, Math.min(MOST_WINDOW_ROWS, Math.floor(WINDOW_CELLS / columns)));
  // Whole batches, so that none is cut short.
  const limit = most - (most > options.batch_rows ? most % options.batch_rows : 0);
  let rows: ArrowRows | null = null;
  let failures = 0;
  for (let offset = 0; failures < MOST_FAILURES; offset += limit) {
    options.check();
    const part = readWindow(bytes, offset, limit);
    options.memory?.set('module', wasmMemory().buffer.byteLength);
    if (typeof part === 'string') {
      failures++;
      output.problem(
        0,
        offset + 1,
        'BAD_ROWS',
        `rows ${offset + 1} to ${offset + limit} (as far as there are so many) cannot be read: ${part}`,
      );
      continue;
    }
    rows ??= await ArrowRows.begin('parquet', part.batches.length > 0 ? part : schema, output, options);
    for (const index of part.batches.keys()) await rows.send(part, index);
    if (part.batches.reduce((sum, count) => sum + count, 0) < limit) break;
  }
  rows ??= await ArrowRows.begin('parquet', schema, output, options);
  return rows.end();
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
    schema = openArrow(readSchema(bytes).intoIPCStream(), ARROW_CODECS);
  } catch (error) {
    throw refuse(messageOf(error));
  }
  const { length } = schema.fields;
  if (length === 0 || length > MAX_COLUMNS) throw refuse(`${length} columns`);
  return schema;
}

/** Rows [offset, offset + limit), or what went wrong; past the end there are none. */
function readWindow(bytes: Uint8Array, offset: number, limit: number): ArrowFile | string {
  try {
    return openArrow(readParquet(bytes, { offset, limit, batchSize: limit }).intoIPCStream(), ARROW_CODECS);
  } catch (error) {
    return error instanceof WebAssembly.RuntimeError ? 'the reader gave up on damaged data' : messageOf(error);
  }
}
