/**
 * JSON documents that hold an array of objects, and NDJSON (one object per line). Records are cut out of the
 * bytes, parsed by the platform in groups, and their members become columns; members of nested objects get
 * dotted names, lists stay JSON text.
 */
import { displayName } from '../../ble/ad/display-name.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { Batch } from '../../tables/batch.ts';
import type { ByteSource, DecodeEnd, DecodeOptions, DecodeOutput, Decoder, Probe, ProbeHead } from '../decoder.ts';
import { WINDOW_BYTES } from '../decoder.ts';
import { RecordTally } from '../record-count.ts';
import { safeColumnNames } from './column-names.ts';
import { parseGroup, type ParsedRecord } from './json/parse-group.ts';
import { ArraySplitter, isBlank, LineSplitter, MAX_RECORD_BYTES, type RecordSplitter, type Slice } from './json/record-splitter.ts';
import { flatten, RecordShape } from './json/shape.ts';
import { settleTable } from './table-reading.ts';
import { batchCapacity, MAX_COLUMNS, TableSummary } from './table-summary.ts';
import { TextBuffer } from './text-buffer.ts';
import { guessEncoding, Transcoder } from './text-encoding.ts';
import { createWriter, textOf } from './value-columns.ts';

/** Column types come from all records of a file of up to one window; from this many bytes at the start of a larger one. */
const TYPE_BYTES = 2 * 1024 * 1024;
const GROUP = 512;

export const jsonDecoder: Decoder = { name: 'json', kind: 'table', probe, decode };

function probe(head: ProbeHead): Probe | null {
  const text = new Transcoder(guessEncoding(head.bytes, head.complete)).next(head.bytes, head.complete);
  const start = new TextDecoder().decode(text.subarray(0, 4096));
  if (!/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\d\]ntf-]|$))/.test(start)) return null;
  return { confidence: 0.8, format: layoutOf(text, head.complete) === 'lines' ? 'ndjson' : 'json' };
}

/** Lines: the first line is a whole value and something follows it, or it is a lone object without a list of objects. */
function layoutOf(sample: Uint8Array, complete: boolean): 'lines' | 'array' | 'document' {
  const text = new TextDecoder().decode(sample).trimStart();
  const lineEnd = text.indexOf('\n');
  const first = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const more = lineEnd >= 0 && /^\s*[[{]/.test(text.slice(lineEnd + 1));
  const whole = isJson(first);
  if (whole && more) return 'lines';
  if (text.startsWith('[')) return 'array';
  const alone = whole && complete && (lineEnd < 0 || text.slice(lineEnd).trim() === '');
  return alone && !/\[\s*\{/.test(first) ? 'lines' : 'document';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function decode(source: ByteSource, output: DecodeOutput, options: DecodeOptions): Promise<DecodeEnd> {
  const buffer = new TextBuffer(source);
  const whole = source.size !== null && source.size <= WINDOW_BYTES;
  while (!buffer.last && (whole || buffer.length < TYPE_BYTES)) {
    options.check();
    await buffer.refill();
  }
  const layout = layoutOf(buffer.bytes.subarray(buffer.from, Math.min(buffer.end, buffer.from + TYPE_BYTES)), buffer.last);
  const splitter = layout === 'lines' ? new LineSplitter() : new ArraySplitter(layout === 'array');
  const reader = new RecordReader(buffer, splitter, output, options);

  const shape = new RecordShape();
  const held: ParsedRecord[] = [];
  while (reader.read < (whole ? Infinity : TYPE_BYTES) && !reader.ended) {
    for (const record of await reader.next()) {
      shape.add(record.value);
      held.push(record);
    }
    if (shape.size > MAX_COLUMNS) {
      throw new WorkbenchError(
        'UNREADABLE_FILE',
        `expected records of at most ${MAX_COLUMNS} members together, found more in ${displayName(source.file_name)}`,
      );
    }
  }
  if (held.length === 0) refuse(source, splitter, buffer, reader);
  const names = safeColumnNames(shape.paths());
  const settled = settleTable(shape.columns(names), options.reading ?? {}, output);
  const { plan } = settled;
  await output.begin(layout === 'lines' ? 'ndjson' : 'json', plan.specs, settled.reading);

  const batch = new Batch(plan.specs, batchCapacity(options, names.length));
  const summary = new TableSummary(plan);
  const writers = new Map(
    shape.paths().map((path, i) => [path, { column: createWriter(batch.columns[i]!, settled.times[i]!), spec: plan.specs[i]! }]),
  );
  const put = (record: ParsedRecord) => {
    flatten(record.value, (path, value) => {
      const writer = writers.get(path);
      if (value === null) return;
      if (writer === undefined) {
        output.problem(
          record.offset,
          record.record,
          'NEW_MEMBER',
          `record ${record.record}: ${JSON.stringify(displayName(path))} was not among the members of the first records; it was not loaded`,
        );
      } else if (!writer.column.write(batch.rows, value)) {
        const { name, type } = writer.spec;
        output.problem(
          record.offset,
          record.record,
          'BAD_VALUE',
          `record ${record.record}: column ${name}: expected ${type}, found ${JSON.stringify(displayName(textOf(value)?.slice(0, 60) ?? 'a value nested too deeply'))}; the cell is NULL`,
        );
      }
    });
    batch.rows++;
  };
  const flush = async () => {
    if (batch.rows === 0) return;
    summary.add(batch);
    await output.batch(batch);
    batch.clear();
    for (const { column } of writers.values()) column.clear();
  };
  for (let records = held.splice(0); records.length > 0 || !reader.ended; records = await reader.next()) {
    for (const record of records) {
      if (batch.full) await flush();
      put(record);
      reader.tally.tableRows(1);
    }
  }
  await flush();
  if (splitter instanceof ArraySplitter) {
    if (splitter.finished) await reportRest(buffer, layout === 'array', output, options);
    else output.problem(buffer.offsetOf(buffer.end), 0, 'TRUNCATED', 'expected "]" after the last record, found the end of the file');
  }
  return summary.end(reader.tally.end());
}

/** Reports content after the list of records: only one list of a document is read, and nothing may follow a list that is the document. */
async function reportRest(buffer: TextBuffer, top: boolean, output: DecodeOutput, options: DecodeOptions): Promise<void> {
  const another = new ArraySplitter(false);
  for (;;) {
    const text = buffer.bytes.subarray(buffer.from, buffer.end);
    const at = text.findIndex((byte) => !isBlank(byte));
    if (top && at >= 0) {
      output.problem(
        buffer.offsetOf(buffer.from + at),
        0,
        'TEXT_AFTER_END',
        'expected nothing after the list of records; what follows it was not loaded',
      );
      return;
    }
    another.split(buffer.bytes, buffer.from, buffer.end, buffer.last, [], 1);
    if (another.found) {
      output.warning('OTHER_LISTS', 'the document holds more than one list of objects; the first was loaded');
      return;
    }
    if (buffer.last) return;
    buffer.from = buffer.end;
    options.check();
    await buffer.refill();
  }
}

function refuse(source: ByteSource, splitter: RecordSplitter, buffer: TextBuffer, reader: RecordReader): never {
  const found =
    splitter instanceof ArraySplitter && !splitter.found
      ? 'a JSON document without an array of objects'
      : reader.tally.reported > 0
        ? `${reader.tally.reported} records that are no JSON`
        : splitter.finished
          ? 'an empty array'
          : `text that ends before its first record (${buffer.offsetOf(buffer.end)} bytes)`;
  throw new WorkbenchError(
    'UNREADABLE_FILE',
    `expected an array of objects or one object per line in ${displayName(source.file_name)}, found ${found}`,
  );
}

/** Reads the records of a file in groups; a record that is not valid JSON becomes a problem. */
class RecordReader {
  ended = false;
  /** Number of bytes of text examined so far. */
  read = 0;
  readonly tally = new RecordTally();
  private readonly slices: Slice[] = [];

  constructor(
    private readonly buffer: TextBuffer,
    private readonly splitter: RecordSplitter,
    private readonly output: DecodeOutput,
    private readonly options: DecodeOptions,
  ) {}

  async next(): Promise<ParsedRecord[]> {
    const { buffer, splitter, slices } = this;
    slices.length = 0;
    const from = buffer.from;
    buffer.from = splitter.split(buffer.bytes, from, buffer.end, buffer.last, slices, GROUP);
    this.read += buffer.from - from;
    this.tally.read += slices.length;
    const parsed = parseGroup(
      buffer.bytes,
      slices,
      (position) => buffer.offsetOf(position),
      (slice, reason) => this.report(slice, reason),
    );
    if (splitter.finished) this.ended = true;
    else if (slices.length < GROUP) {
      if (buffer.last) this.ended = true;
      else {
        this.options.check();
        await buffer.refill();
      }
    }
    return parsed;
  }

  private report(slice: Slice, reason: string): void {
    this.tally.reported++;
    const { record } = slice;
    const offset = this.buffer.offsetOf(Math.max(slice.start, 0));
    if (slice.start >= 0)
      this.output.problem(offset, record, 'BAD_RECORD', `record ${record}: expected JSON, found ${reason}; it was not loaded`);
    else {
      const limit = MAX_RECORD_BYTES / 1024 / 1024;
      this.output.problem(
        offset,
        record,
        'RECORD_TOO_LONG',
        `record ${record}: expected at most ${limit} MiB, found more; it was not loaded`,
      );
    }
  }
}
