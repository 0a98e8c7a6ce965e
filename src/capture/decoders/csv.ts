/**
 * Text tables (CSV, TSV and their relatives): dialect, names and types from a sample, then one pass over the
 * bytes in blocks of rows, column by column. A row that cannot be read, and a cell that does not fit its
 * column, become problems with line and offset.
 */
import { WorkbenchError } from '../../base/failure.ts';
import { Batch } from '../../tables/batch.ts';
import type { TableReading } from '../../tables/reading.ts';
import type { Decoder, DecodeEnd, DecodeOptions, DecodeOutput, ByteSource, Probe, ProbeHead } from '../decoder.ts';
import { WINDOW_BYTES } from '../decoder.ts';
import { TextKernel } from '../../kernels/text.ts';
import { displayName } from '../../ble/ad/display-name.ts';
import { safeColumnNames } from './column-names.ts';
import { type Layout, sniffLayout } from './csv/dialect.ts';
import { addBlock, ColumnSample } from './csv/infer.ts';
import { createReader } from './csv/readers.ts';

import { RowScanner } from './csv/scanner.ts';
import { type SampledColumn, settleTable } from './table-reading.ts';
import { batchCapacity, MAX_COLUMNS, TableSummary } from './table-summary.ts';
import { TextBuffer } from './text-buffer.ts';
import { binaryShare, guessEncoding, Transcoder } from './text-encoding.ts';

const DIALECT_BYTES = 256 * 1024;
/** Column types come from all rows of a file of up to one window; from the start and some places of a larger one. */
const TYPE_BYTES = 1024 * 1024;
const PLACES = 8;
const PLACE_BYTES = 64 * 1024;
/** Smaller tables are read without the kernel, because they are finished before it is ready. */
const KERNEL_BYTES = 256 * 1024;

export const csvDecoder: Decoder = { name: 'csv', kind: 'table', probe, decode };

function probe(head: ProbeHead): Probe | null {
  const named = /\.(?:csv|tsv|tab)$/i.test(head.file_name);
  const guess = guessEncoding(head.bytes, head.complete);
  const text = new Transcoder(guess).next(head.bytes, head.complete);
  if (text.length === 0 || binaryShare(text) > (named ? 0.3 : 0.02)) return null;
  const layout = sniffLayout(new TextDecoder().decode(text), head.complete);
  if (layout === null) return named ? { confidence: 0.3, format: 'csv' } : null;
  const format = layout.dialect.delimiter === 9 ? 'tsv' : 'csv';
  if (named) return { confidence: layout.columns > 1 ? 0.7 : 0.4, format };
  const regular = layout.columns > 1 && layout.data_rows > 0 && layout.consistency >= 0.8;
  return regular ? { confidence: 0.5, format } : null;
}

async function decode(source: ByteSource, output: DecodeOutput, options: DecodeOptions): Promise<DecodeEnd> {
  const said = options.reading ?? {};
  const places = await readPlaces(source);
  const buffer = new TextBuffer(source, said.encoding);
  const whole = source.size !== null && source.size <= WINDOW_BYTES;
  while (!buffer.last && (whole || buffer.length < TYPE_BYTES)) {
    options.check();
    await buffer.refill();
  }
  const blank = await skipBlankLines(buffer, options);
  const layout = readLayout(buffer, source.file_name, said, blank);
  const names = safeColumnNames(layout.header ?? Array.from({ length: layout.columns }, () => ''));
  const samples = sampleColumns(layout, buffer, places);
  warn(layout, buffer, names, said, output);
  const settled = settleTable(
    samples.map((sample, i) => sampled(sample, names[i]!)),
    said,
    output,
  );
  const { plan } = settled;
  const format = layout.dialect.delimiter === 9 ? 'tsv' : 'csv';
  await output.begin(format, plan.specs, { ...layoutReading(layout, buffer, blank), ...settled.reading });

  const batch = new Batch(plan.specs, batchCapacity(options, layout.columns));
  const bad = (code: string, message: string, start: number, line: number) =>
    output.problem(buffer.offsetOf(start), line, code, `line ${line}: ${message}`);
  const rows = blockRows(layout.columns, batch.capacity);
  const kernel = buffer.length < KERNEL_BYTES || options.kernel === false ? null : await openKernel(layout, rows, options);
  const scanner = new RowScanner(layout.dialect, layout.columns, rows, bad, blank + layout.data_line, kernel);
  const { decimal } = layout.dialect;
  const readers = batch.columns.map((column, i) =>
    createReader(column, { decimal, time: settled.times[i]!, kernel }, (row, start, end) => {
      const text = displayName(new TextDecoder().decode(buffer.bytes.subarray(start, Math.min(end, start + 60))));
      const textual = column.spec.type === 'VARCHAR';
      const message = textual
        ? `column ${column.spec.name}: expected UTF-8, found ${JSON.stringify(text)}; it was read as windows-1252`
        : `column ${column.spec.name}: expected ${column.spec.type}, found ${JSON.stringify(text)}; the cell is NULL`;
      const line = scanner.row_lines[row]!;
      output.problem(buffer.offsetOf(scanner.row_starts[row]!), line, textual ? 'BAD_ENCODING' : 'BAD_VALUE', `line ${line}: ${message}`);
    }),
  );
  const summary = new TableSummary(plan);
  let total = 0;
  const flush = async () => {
    if (batch.rows === 0) return;
    summary.add(batch);
    await output.batch(batch);
    batch.clear();
    for (const reader of readers) reader.clear();
  };

  for (;;) {
    buffer.from = scanner.scan(buffer.bytes, buffer.from, buffer.end, buffer.last);
    if (scanner.rows > 0) {
      readers.forEach((reader, i) => reader.read(buffer.bytes, scanner, i, batch.rows));
      batch.rows += scanner.rows;
      total += scanner.rows;
      scanner.rows = 0;
      if (batch.capacity - batch.rows < scanner.capacity) await flush();
    }
    if (scanner.more) continue;
    if (buffer.last) break;
    options.check();
    await buffer.refill();
  }
  await flush();
  if (total === 0) output.warning('NO_ROWS', 'the table has a header and no row below it');
  const { tally } = scanner;
  tally.tableRows(total);
  tally.other('blank', blank);
  tally.other('above', layout.preamble.length);
  return summary.end(tally.end());
}

/** Opens the kernel; null if it does not support the dialect. */
async function openKernel({ dialect, columns }: Layout, rows: number, { memory }: DecodeOptions): Promise<TextKernel | null> {
  if (dialect.skip_blanks || dialect.delimiter > 255 || dialect.escape !== dialect.quote) return null;
  const kernel = await TextKernel.open(columns, rows, dialect);
  memory?.set('module', kernel.bytes);
  return kernel;
}

const blockRows = (columns: number, capacity: number): number =>
  Math.min(capacity, Math.max(16, Math.min(2048, Math.floor(65_536 / columns))));

/** Samples between start and end of a large file of known size; the types of their cells count too. */
async function readPlaces(source: ByteSource): Promise<{ start: number; bytes: Uint8Array }[]> {
  if (source.size === null || source.size <= WINDOW_BYTES) return [];
  const places = [];
  for (let i = 1; i <= PLACES; i++) {
    // Start at even offsets, so that UTF-16 characters stay whole.
    const start = Math.floor(((source.size - PLACE_BYTES) * i) / PLACES / 2) * 2;
    places.push({ start, bytes: (await source.bytes(start, start + PLACE_BYTES)).slice() });
  }
  return places;
}

function sampled(sample: ColumnSample, name: string): SampledColumn {
  return {
    name,
    type: sample.type(),
    storage: sample.distinct ? 'plain' : undefined,
    local: sample.local,
    civil: sample.civil,
    free: true,
    evidence: (type) => sample.evidence(name, type),
  };
}

function layoutReading({ dialect, header, first_line }: Layout, buffer: TextBuffer, blank: number): TableReading {
  const quote = dialect.quote < 0 ? 'none' : dialect.quote === 39 ? "'" : '"';
  return {
    encoding: buffer.encoding?.encoding,
    delimiter: String.fromCharCode(dialect.delimiter),
    quote,
    decimal: dialect.decimal === 44 ? ',' : '.',
    skip_lines: blank + first_line - 1,
    header: header !== null,
  };
}

/** Skips blank lines while they fill the whole sample, and returns their number. */
async function skipBlankLines(buffer: TextBuffer, options: DecodeOptions): Promise<number> {
  let lines = 0;
  for (;;) {
    const { bytes, from } = buffer;
    const sample = bytes.subarray(from, Math.min(buffer.end, from + DIALECT_BYTES));
    const newline = sample.includes(10) ? 10 : 13;
    if (sample.length < DIALECT_BYTES || sample.some((byte) => byte !== 10 && byte !== 13)) return lines;
    // CR LF may be cut by the end of the sample.
    const end = sample.lastIndexOf(newline) + 1;
    for (let at = 0; at < end; at++) if (sample[at] === newline) lines++;
    buffer.from += end;
    options.check();
    if (buffer.length < DIALECT_BYTES && !buffer.last) await buffer.refill();
  }
}

/** @param blank number of blank lines that were skipped */
function readLayout(buffer: TextBuffer, fileName: string, said: TableReading, blank: number): Layout {
  const sample = buffer.bytes.subarray(buffer.from, Math.min(buffer.end, buffer.from + DIALECT_BYTES));
  const complete = buffer.last && sample.length === buffer.length;
  const text = new TextDecoder().decode(sample, { stream: !complete });
  const { skip_lines: lines } = said;
  const layout = sniffLayout(text, complete, { ...said, skip_lines: lines === undefined ? undefined : Math.max(0, lines - blank) });
  const expected = `expected a table in text form in ${displayName(fileName)}`;
  if (layout === null) {
    const first = `in the first ${DIALECT_BYTES / 1024} KiB`;
    const found = isBlank(sample)
      ? 'nothing but blank lines'
      : complete
        ? 'no row'
        : sample.includes(10)
          ? `no row ${first}`
          : `no line end ${first}`;
    throw new WorkbenchError('UNREADABLE_FILE', `${expected}, found ${found}`);
  }
  if (layout.columns > MAX_COLUMNS) {
    throw new WorkbenchError('UNREADABLE_FILE', `${expected} of at most ${MAX_COLUMNS} columns, found ${layout.columns}`);
  }
  buffer.from += lineStart(sample, layout.dialect.newline, layout.data_line);
  return layout;
}

const isBlank = (text: Uint8Array): boolean => text.every((byte) => byte === 32 || (byte >= 9 && byte <= 13));

/** Where a line begins, 1-based; the end of the bytes where there are fewer lines. Bytes, because a decoded text may have other lengths. */
function lineStart(bytes: Uint8Array, newline: number, line: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = bytes.indexOf(newline, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return at;
}

function sampleColumns(layout: Layout, buffer: TextBuffer, places: readonly { bytes: Uint8Array }[]): ColumnSample[] {
  const samples = Array.from({ length: layout.columns }, () => new ColumnSample(layout.dialect.decimal));
  const head = buffer.last ? buffer.length : Math.min(buffer.length, TYPE_BYTES);
  sampleText(samples, layout, buffer.bytes.subarray(buffer.from, buffer.from + head), buffer.last);
  for (const place of places) {
    const text = new Transcoder({ ...buffer.encoding!, mark: 0 }).next(place.bytes, false);
    const lineEnd = text.indexOf(layout.dialect.newline);
    if (lineEnd >= 0) sampleText(samples, layout, text.subarray(lineEnd + 1), false);
  }
  return samples;
}

function sampleText(samples: readonly ColumnSample[], layout: Layout, text: Uint8Array, last: boolean): void {
  // The scanner removes escapes in place and needs one byte after the end.
  const copy = new Uint8Array(text.length + 1);
  copy.set(text);
  const block = new RowScanner(layout.dialect, layout.columns, blockRows(layout.columns, 1024), () => undefined, 1);
  let at = 0;
  do {
    block.rows = 0;
    at = block.scan(copy, at, text.length, last);
    addBlock(samples, copy, block);
  } while (block.rows === block.capacity);
}

function warn(layout: Layout, buffer: TextBuffer, names: readonly string[], said: TableReading, output: DecodeOutput): void {
  const { preamble, header } = layout;
  if (preamble.length > 0) {
    const shown = displayName(preamble.map(({ cells }) => cells.filter((cell) => cell !== '').join(' ')).join('; '));
    const text = shown.length > 600 ? `${shown.slice(0, 600)}…` : shown;
    output.warning('METADATA_ROWS', `${preamble.length} rows above the table were kept out of it: ${text}`);
  }
  if (header === null && said.header === undefined)
    output.warning('NO_HEADER', `the table names no columns; they are called ${names[0]!}, …`);
  if (buffer.encoding?.sure === false) {
    output.warning(
      'ENCODING_ASSUMED',
      `the file does not say how its text is encoded and is no UTF-8; it was read as ${buffer.encoding.encoding}`,
    );
  }
}
