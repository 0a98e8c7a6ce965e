/** Converts Arrow record batches to batches of the engine, for Arrow and Parquet files. */
import { displayName } from '../../ble/ad/display-name.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { ArrowFile, ArrowRun } from '../../tables/arrow-file.ts';
import { Batch } from '../../tables/batch.ts';
import type { Column, ColumnSpec } from '../../tables/column.ts';
import type { DecodeEnd, DecodeOptions, DecodeOutput } from '../decoder.ts';
import { RecordTally } from '../record-count.ts';
import { copyRun } from './arrow-copy.ts';
import { safeColumnNames } from './column-names.ts';
import { packetColumns, packetFault, packetPlan } from './packet-table.ts';
import { type SampledColumn, settleTable } from './table-reading.ts';
import { batchCapacity, type TablePlan, TableSummary } from './table-summary.ts';
import { timeReader, type TimeReader } from './time-sample.ts';
import type { ToUtc } from './time-zone.ts';
import { type ColumnWriter, createWriter, ValueSample } from './value-columns.ts';

/** Number of rows from which the roles of columns are guessed. */
const SAMPLE_ROWS = 2_000;

export class ArrowRows {
  readonly tally = new RecordTally();
  private readonly batch: Batch;
  private readonly writers: readonly ColumnWriter[];
  private readonly summary: TableSummary;

  private constructor(
    plan: TablePlan,
    times: readonly TimeReader[],
    /** The zone given by the caller for times without a zone. */
    private readonly toUtc: readonly (ToUtc | null)[],
    private readonly output: DecodeOutput,
    private readonly options: DecodeOptions,
    specs: readonly ColumnSpec[] = plan.specs,
    /** Returns the fault of a batch in words; null if there is none. */
    private readonly fault: (batch: Batch) => string | null = () => null,
  ) {
    this.batch = new Batch(specs, batchCapacity(options, specs.length));
    this.writers = this.batch.columns.map((column, i) => createWriter(column, times[i]!));
    this.summary = new TableSummary(plan);
  }

  /** Plans names, roles and warnings from the fields and the first record batch, if there is one. */
  static async begin(format: string, file: ArrowFile, output: DecodeOutput, options: DecodeOptions): Promise<ArrowRows> {
    const settled = settleTable(sampleColumns(file), options.reading ?? {}, output);
    const toUtc = file.fields.map(({ local }) => (local ? settled.toUtc : null));
    await output.begin(format, settled.plan.specs, settled.reading);
    return new ArrowRows(settled.plan, settled.times, toUtc, output, options);
  }

  /** As `begin`, for a packet table, whose columns are known. */
  static async beginPackets(format: string, file: ArrowFile, output: DecodeOutput, options: DecodeOptions): Promise<ArrowRows> {
    const columns = packetColumns(file.fields) ?? ADVERT_COLUMNS;
    const plan = packetPlan(file, columns);
    await output.begin(format, columns);
    const times = plan.specs.map(() => timeReader('iso', null));
    return new ArrowRows(plan, times, plan.specs.map(() => null), output, options, columns, packetFault); // prettier-ignore
  }

  /** Sends one record batch; its rows are either all sent or, where a value cannot be read, reported from there on. */
  async send(file: ArrowFile, index: number): Promise<void> {
    const { batch, output } = this;
    const rows = file.batches[index]!;
    this.tally.read += rows;
    for (let from = 0; from < rows; from += batch.capacity) {
      this.options.check();
      batch.rows = Math.min(batch.capacity, rows - from);
      const failure = this.fill(file, index, from);
      if (failure === null) {
        this.summary.add(batch);
        this.tally.tableRows(batch.rows);
        await output.batch(batch);
      } else this.lost(rows - from, 'BAD_RECORD_BATCH', `${rows - from} rows after row ${this.seen} cannot be read: ${failure}`);
      batch.clear();
      for (const writer of this.writers) writer.clear();
      if (failure !== null) return;
    }
  }

  /** Number of rows sent or reported so far. */
  get seen(): number {
    return this.tally.rows + this.tally.reported;
  }

  /** Reports rows after the last row that was read. */
  lost(rows: number, code: string, message: string): void {
    this.output.problem(0, this.seen + 1, code, message);
    this.tally.reported += rows;
  }

  end(): DecodeEnd {
    if (this.tally.rows === 0) this.output.warning('NO_ROWS', 'the table has columns and no row');
    return this.summary.end(this.tally.end());
  }

  private fill(file: ArrowFile, index: number, from: number): string | null {
    try {
      this.batch.columns.forEach((column, i) => {
        copyRun(file.run(i, index), from, this.batch.rows, column, this.writers[i]!);
        shiftTimes(column, this.batch.rows, this.toUtc[i]!);
      });
      return this.fault(this.batch);
    } catch (error) {
      return messageOf(error);
    }
  }
}

export const messageOf = (error: unknown): string => displayName((error instanceof Error ? error.message : String(error)).slice(0, 200));

function sampleColumns(file: ArrowFile): SampledColumn[] {
  const names = safeColumnNames(file.fields.map(({ name }) => name));
  return file.fields.map(({ type, local }, i) => {
    const sample = sampleColumn(file, i, type);
    const name = names[i]!;
    return {
      name,
      type,
      // Text without a dictionary is inserted as fast without one, and can be copied as a whole.
      storage: type === 'VARCHAR' && hasSpans(file, i) ? 'plain' : type === 'VARCHAR' ? sample.storage() : undefined,
      local,
      civil: null,
      free: type === 'VARCHAR',
      evidence: (settled) => ({ ...sample.evidence(name, settled), zoned: !local }),
    };
  });
}

function shiftTimes(column: Column, rows: number, toUtc: ToUtc | null): void {
  if (toUtc === null || !(column.kind === 'fixed' && column.values instanceof BigInt64Array)) return;
  const { values } = column;
  for (let row = 0; row < rows; row++) if (column.isValid(row)) values[row] = BigInt(toUtc(Number(values[row])));
}

function sampleColumn(file: ArrowFile, field: number, type: string): ValueSample {
  const sample = new ValueSample();
  const rows = Math.min(SAMPLE_ROWS, file.batches[0] ?? 0);
  if (type === 'BLOB' || rows === 0) return sample;
  try {
    const run = file.run(field, 0);
    for (let row = 0; row < rows; row++) if (run.isValid(row)) sample.add(sampleValue(run, row));
  } catch {
    // A batch that cannot be read is reported when it is loaded to be sent.
  }
  return sample;
}

function hasSpans(file: ArrowFile, field: number): boolean {
  try {
    return file.batches.length > 0 && file.run(field, 0).spans !== undefined;
  } catch {
    return false;
  }
}

function sampleValue(run: ArrowRun, row: number): unknown {
  const value = run.typed === undefined ? run.at(row) : run.typed[row];
  return value instanceof Uint8Array ? decoder.decode(value) : value;
}

const decoder = new TextDecoder();
