import { WorkbenchError } from '../base/failure.ts';
import { hasValue } from '../tables/arrow.ts';
import type { Batch } from '../tables/batch.ts';
import type { CaptureKind } from '../tables/captures.ts';
import type { Column, ColumnSpec } from '../tables/column.ts';
import { Footprint } from '../tables/footprint.ts';
import { PackedFootprint } from '../tables/packed-footprint.ts';
import type { RowsKept, TableReading } from '../tables/reading.ts';
import { type RowClock, rowClock } from '../tables/row-clock.ts';
import type { DecodeOutput, Span } from './decoder.ts';
import { timeWindows } from './time-windows.ts';

/** A part of a file that would fit into memory although the whole file does not. */
export interface Offer {
  /** Description for people of what would be loaded. */
  readonly label: string;
  readonly keep: RowsKept;
}

/** Statistics of the rows so far: their size in the engine, their time range, and the share without a wrong CRC. */
export class RowsSeen {
  specs: readonly ColumnSpec[] = [];
  first_us = Infinity;
  last_us = -Infinity;
  private unsound = 0;
  private clock: RowClock | null = null;

  constructor(readonly size = new Footprint()) {}

  begin(columns: readonly ColumnSpec[]): void {
    this.specs = columns;
    this.clock = rowClock(columns);
  }

  add(batch: Batch): void {
    this.size.add(batch);
    const { clock } = this;
    if (clock !== null) {
      const micros = clock.read(batch.columns[clock.index]!);
      for (let row = 0; row < batch.rows; row++) {
        const us = micros(row);
        if (us < this.first_us) this.first_us = us;
        if (us > this.last_us) this.last_us = us;
      }
    }
    const crc = batch.columns.find(({ spec }) => spec.name === 'crc_ok');
    if (crc?.kind === 'bool') this.unsound += countFalse(crc, batch.rows);
  }

  /** Share of the rows without a wrong CRC. */
  get sound(): number {
    return this.size.rows === 0 ? 1 : 1 - this.unsound / this.size.rows;
  }
}

function countFalse(column: Extract<Column, { kind: 'bool' }>, rows: number): number {
  let count = 0;
  for (let row = 0; row < rows; row++) if (column.isValid(row) && (column.values[row >> 3]! & (1 << (row & 7))) === 0) count++;
  return count;
}

/** Counts rows and drops them: for reading the start of a file before it is loaded. */
export class CountingOutput implements DecodeOutput {
  constructor(readonly seen: RowsSeen) {}

  begin(_format: string, columns: readonly ColumnSpec[]): Promise<void> {
    this.seen.begin(columns);
    return Promise.resolve();
  }

  batch(batch: Batch): Promise<void> {
    this.seen.add(batch);
    return Promise.resolve();
  }

  problem(): void {
    // Ignored: the file is read again later, and problems are reported then.
  }

  warning(): void {
    // As above.
  }
}

/**
 * Passes rows on as long as they fit, even if the estimate was wrong. Rows count uncompressed until the engine is measured; it is
 * measured when they might not fit, and then compressed rows count as what they take.
 */
export class BoundedOutput implements DecodeOutput {
  private readonly seen = new RowsSeen();
  /** Bytes of the rows in tables other than that of packets. */
  private besides = 0;
  /** Bytes that the engine used when it was last measured, and the uncompressed bytes of all rows up to then. */
  private measured = { taken: 0, uncompressed: 0 };

  constructor(
    private readonly output: DecodeOutput,
    private readonly kind: CaptureKind,
    private readonly memory_bytes: number,
    private readonly keep: RowsKept,
    /** Returns the bytes that the engine uses for the rows so far, compressed if possible; if absent, rows count uncompressed. */
    private readonly taken?: () => Promise<number>,
    /** All rows by time, if the file states that. */
    private readonly spans?: readonly Span[],
  ) {}

  begin(format: string, columns: readonly ColumnSpec[], reading?: TableReading): Promise<void> {
    this.seen.begin(columns);
    return this.output.begin(format, columns, reading);
  }

  async batch(batch: Batch): Promise<void> {
    const before = this.uncompressed;
    this.seen.add(batch);
    await this.refuseUnlessItFits(before, batch);
    await this.output.batch(batch);
  }

  async tableRows(name: string, batch: Batch): Promise<void> {
    const before = this.uncompressed;
    this.besides += storedBytes(batch);
    await this.refuseUnlessItFits(before, null);
    await this.output.tableRows?.(name, batch);
  }

  /** @param before uncompressed bytes of all rows that were passed on */
  private async refuseUnlessItFits(before: number, batch: Batch | null): Promise<void> {
    if (this.bytes > this.memory_bytes && this.taken) this.measured = { taken: await this.taken(), uncompressed: before };
    if (this.bytes > this.memory_bytes) throw this.refusal(batch);
  }

  private get uncompressed(): number {
    return this.seen.size.row_bytes * this.seen.size.rows + this.besides;
  }

  /** Upper limit of the memory that the engine uses once it has all rows. */
  private get bytes(): number {
    return this.measured.taken + Math.max(0, this.uncompressed - this.measured.uncompressed);
  }

  /** The error for rows that do not fit; the rows so far show how well columns compress that could be left out. */
  private refusal(batch: Batch | null): WorkbenchError {
    const { seen, bytes, memory_bytes, kind, keep, spans } = this;
    const { rows } = seen.size;
    const packed = new PackedFootprint();
    if (batch) packed.add(batch);
    const size = this.taken && batch ? packed : seen.size;
    return tooLarge({ seen, size, rows, bytes, about: 'more than', ...(spans && { spans }) }, memory_bytes, kind, keep);
  }

  problem(offset: number, record: number, code: string, message: string): void {
    this.output.problem(offset, record, code, message);
  }

  warning(code: string, message: string): void {
    this.output.warning(code, message);
  }
}

/** About what the columns with values take in the engine; nearly all are numbers and references to texts. */
function storedBytes({ columns, rows }: Batch): number {
  const stored = columns.filter((column) => hasValue(column, rows));
  return stored.reduce((sum, column) => sum + rows * 8 + (column.kind === 'bytes' ? column.data.length : 0), 0);
}

/** Facts about rows that do not fit into memory. */
export interface Excess {
  readonly seen: RowsSeen;
  /** Memory per row and column, estimated from the rows so far. */
  readonly size: Footprint;
  readonly rows: number;
  readonly bytes: number;
  readonly about: 'about' | 'more than';
  /** All rows by time, where the file says so. */
  readonly spans?: readonly Span[];
}

/** What reads captures of any size. A converted capture, whose times are known, needs no conversion. */
const BEYOND = '; to read all of it, type: capture-workbench convert FILE --to parquet -o FOLDER (more in docs/how-to/scale.md)';

/** The error for a file that does not fit, with what would fit instead. */
export function tooLarge(excess: Excess, memory_bytes: number, kind: CaptureKind, keep: RowsKept): WorkbenchError {
  const { size, rows, about } = excess;
  const bytes = Math.round(excess.bytes);
  const windows = excess.spans
    ? timeWindows(excess.spans, memory_bytes * CAUTION, rowBytes(excess), keep)
    : [startOfFile(excess, memory_bytes, keep)];
  const offers = [soundRows(excess, memory_bytes, keep), fewerColumns(excess, memory_bytes, kind, keep), ...windows].filter((offer) => offer !== null); // prettier-ignore
  const compressed = size instanceof PackedFootprint ? ' when compressed' : '';
  const found = `${about} ${rows.toLocaleString('en')} rows of ${String(Math.ceil(bytes / rows))} bytes${compressed}, ${megabytes(bytes)} MB`;
  const message = `expected a file whose rows fit into the ${megabytes(memory_bytes)} MB that the query engine has left, found ${found}`;
  return new WorkbenchError('TOO_LARGE_FOR_MEMORY', message + (kind === 'ble' && !excess.spans ? BEYOND : ''), {
    kind,
    rows,
    bytes,
    memory_bytes,
    converted: excess.spans !== undefined,
    offers,
  });
}

/** Bytes per row with all columns: the estimate, or what the engine used so far if that is more. */
const rowBytes = ({ size, rows, bytes }: Excess): number => Math.max(size.row_bytes, bytes / rows);

const megabytes = (bytes: number): string => (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 });

/** Share of the memory that offers may use, because later rows may be larger or denser than those seen. */
const CAUTION = 0.8;

function soundRows({ seen, size, rows }: Excess, memory_bytes: number, keep: RowsKept): Offer | null {
  const share = seen.sound;
  if (keep.crc_ok_only === true || share === 1 || share * rows * size.row_bytes > memory_bytes * CAUTION) return null;
  return { label: `only rows without a wrong CRC (about ${percent(share)} of them)`, keep: { ...keep, crc_ok_only: true } };
}

const percent = (share: number): string => `${String(Math.round(share * 100))} %`;

/** Columns that the address tools read come first; all of these must fit. */
const BLE_NEEDED = ['packet_no', 'ts_us', 'channel', 'rssi', 'adv_type', 'advertiser_addr', 'scanner_addr', 'initiator_addr', 'target_addr', 'advertiser_random', 'peer_random', 'crc_ok', 'receiver']; // prettier-ignore
const BLE_WANTED = ['radio_ts_us', 'report_no', 'adv_data', 'company_id', 'local_name'];

function fewerColumns({ seen, size, rows }: Excess, memory_bytes: number, kind: CaptureKind, keep: RowsKept): Offer | null {
  const { names: all } = size;
  const cost = (name: string): number => size.columnRowBytes(name) * rows;
  const present = (names: readonly string[]): string[] => names.filter((name) => all.includes(name));
  const needed = kind === 'ble' ? present(BLE_NEEDED) : seen.specs.flatMap(({ name, role }) => (role === undefined ? [] : [name]));
  const others = all.filter((name) => !needed.includes(name));
  const wanted = kind === 'ble' ? present(BLE_WANTED) : others.sort((a, b) => cost(a) - cost(b));
  let room = memory_bytes * CAUTION - needed.reduce((sum, name) => sum + cost(name), 0);
  if (room < 0) return null;
  const chosen = new Set(needed);
  for (const name of wanted) {
    if (cost(name) > room) continue;
    room -= cost(name);
    chosen.add(name);
  }
  if (chosen.size === 0 || chosen.size === all.length) return null;
  const names = seen.specs.map(({ name }) => name).filter((name) => chosen.has(name));
  return { label: `${String(names.length)} of ${String(all.length)} columns: ${names.join(', ')}`, keep: { ...keep, columns: names } };
}

/** Offers the start of the file, assuming that the density of rows over time stays the same. */
function startOfFile(excess: Excess, memory_bytes: number, keep: RowsKept): Offer | null {
  const { seen, rows } = excess;
  const { first_us, last_us } = seen;
  if (!(last_us > first_us)) return null;
  const fitting = (memory_bytes * CAUTION) / rowBytes(excess);
  const span = ((last_us - first_us) / seen.size.rows) * Math.min(rows, fitting);
  const start_ms = Math.floor(first_us / 1000);
  const end_ms = Math.floor((first_us + span) / 1000);
  if (end_ms <= start_ms) return null;
  return { label: `only the first ${duration(end_ms - start_ms)}`, keep: { ...keep, time_window: { start_ms, end_ms } } };
}

function duration(ms: number): string {
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${(ms / 60_000).toFixed(0)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
