import { WorkbenchError } from '../base/failure.ts';
import { formatCount } from '../base/format.ts';
import { Batch } from '../tables/batch.ts';
import type { CaptureKind, ColumnRole, Notice } from '../tables/captures.ts';
import type { Column, ColumnSpec } from '../tables/column.ts';
import { copyRows } from '../tables/copy-rows.ts';
import type { RowsKept, TableReading } from '../tables/reading.ts';
import { type RowClock, rowClock } from '../tables/row-clock.ts';
import type { DecodeEnd, DecodeOutput } from './decoder.ts';
import { TableSummary } from './decoders/table-summary.ts';

/**
 * Lets a part of the rows and columns through, as chosen, while the file is read. The columns that say which packet a
 * row is and when it happened always stay.
 */
export class KeptRows implements DecodeOutput {
  private seen = 0;
  private kept = 0;
  private columns: readonly number[] = [];
  private target: Batch | null = null;
  private clock: RowClock | null = null;
  private crc = -1;
  private summary: TableSummary | null = null;
  private specs: readonly ColumnSpec[] = [];

  constructor(
    private readonly output: DecodeOutput,
    private readonly kind: CaptureKind,
    private readonly keep: RowsKept,
  ) {}

  async begin(format: string, columns: readonly ColumnSpec[], reading?: TableReading): Promise<void> {
    const { keep } = this;
    const unknown = keep.columns?.find((name) => columns.every((column) => column.name !== name));
    if (unknown !== undefined)
      throw refuse(`the name of a column (${columns.map(({ name }) => name).join(', ')})`, JSON.stringify(unknown));
    this.clock = rowClock(columns);
    if (keep.time_window !== undefined && this.clock === null)
      throw refuse('a column that says the time of a row, for a time window', 'none');
    this.crc = columns.findIndex(({ name, type }) => name === 'crc_ok' && type === 'BOOLEAN');
    if (keep.crc_ok_only === true && this.crc < 0) throw refuse('a column crc_ok, for rows with a right CRC', 'none');
    const stays = ({ name }: ColumnSpec, i: number): boolean =>
      keep.columns === undefined || keep.columns.includes(name) || i === this.clock?.index || (this.kind === 'ble' && name === 'packet_no');
    this.columns = columns.flatMap((column, i) => (stays(column, i) ? [i] : []));
    this.specs = this.columns.map((index) => columns[index]!);
    this.summary = this.summaryOf();
    await this.output.begin(format, this.specs, reading);
  }

  async batch(batch: Batch): Promise<void> {
    const chosen = new Int32Array(batch.rows);
    let count = 0;
    const fits = this.test(batch);
    for (let row = 0; row < batch.rows; row++) if (fits(row)) chosen[count++] = row;
    this.seen += batch.rows;
    this.kept += count;
    if (count === 0) return;
    if (this.target === null || this.target.capacity < count) this.target = new Batch(this.specs, batch.capacity);
    copyRows(batch, this.columns, chosen, count, this.target);
    this.summary?.add(this.target);
    await this.output.batch(this.target);
    this.target.clear();
  }

  /** Filters the tables next to the packets, by time only. Connections are always kept. */
  async tableRows(name: string, batch: Batch): Promise<void> {
    const { time_window } = this.keep;
    const clock = name === 'connections' ? null : rowClock(batch.specs);
    if (time_window === undefined || clock === null) return this.output.tableRows?.(name, batch);
    const within = inWindow(time_window, clock.read(batch.columns[clock.index]!));
    const chosen = new Int32Array(batch.rows);
    let count = 0;
    for (let row = 0; row < batch.rows; row++) if (within(row)) chosen[count++] = row;
    if (count === 0) return;
    const target = new Batch(batch.specs, count);
    const all = batch.specs.map((_, i) => i);
    copyRows(batch, all, chosen, count, target);
    await this.output.tableRows?.(name, target);
  }

  problem(offset: number, record: number, code: string, message: string): void {
    this.output.problem(offset, record, code, message);
  }

  warning(code: string, message: string): void {
    this.output.warning(code, message);
  }

  /** Adapts the facts about the file to the rows that are kept. */
  end(end: DecodeEnd): DecodeEnd {
    const { code, message } = this.notice();
    this.output.warning(code, message);
    const kept = this.summary?.found();
    if (kept === undefined) return end;
    const has = (name: string): boolean => this.specs.some((spec) => spec.name === name || spec.role === name);
    return {
      ...end,
      channels: has('channel') ? kept.channels : end.channels,
      sensors: has('receiver') ? kept.sensors : end.sensors,
      time_range_us: this.clock === null ? end.time_range_us : kept.time_range_us,
    };
  }

  private notice(): Notice {
    const { time_window, columns, crc_ok_only } = this.keep;
    const parts = [
      time_window === undefined ? null : 'a time window',
      columns === undefined ? null : `${String(this.specs.length)} columns`,
      crc_ok_only === true ? 'no rows with a wrong CRC' : null,
    ].filter((part) => part !== null);
    const what = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
    return { code: 'PARTLY_LOADED', message: `${formatCount(this.kept)} of ${formatCount(this.seen)} rows were loaded, as chosen${what}` };
  }

  /** Returns a function that tells whether a row of the batch is kept. */
  private test(batch: Batch): (row: number) => boolean {
    const { time_window, crc_ok_only } = this.keep;
    const crc = crc_ok_only === true ? batch.columns[this.crc]! : null;
    const sound = (row: number): boolean => crc?.kind !== 'bool' || !crc.isValid(row) || bit(crc, row);
    if (time_window === undefined || this.clock === null) return sound;
    const micros = this.clock.read(batch.columns[this.clock.index]!);
    const within = inWindow(time_window, micros);
    return (row) => within(row) && sound(row);
  }

  private summaryOf(): TableSummary {
    const { clock } = this;
    const specs = this.specs.map((spec): ColumnSpec => {
      const role: ColumnRole | undefined =
        spec.role ?? (spec.name === 'channel' ? 'channel' : spec.name === 'receiver' ? 'receiver' : undefined);
      return role === undefined ? spec : { ...spec, role };
    });
    const index = clock === null ? -1 : this.columns.indexOf(clock.index);
    return new TableSummary({ specs, time: clock === null ? null : { index, base: 'epoch', unit: clock.unit, zone_assumed: false } });
  }
}

function inWindow({ start_ms, end_ms }: NonNullable<RowsKept['time_window']>, micros: (row: number) => number): (row: number) => boolean {
  const from = start_ms * 1000;
  const to = end_ms * 1000 + 999;
  return (row) => {
    const us = micros(row);
    return us >= from && us <= to;
  };
}

const bit = (column: Extract<Column, { kind: 'bool' }>, row: number): boolean => (column.values[row >> 3]! & (1 << (row & 7))) !== 0;

const refuse = (expected: string, found: string): WorkbenchError =>
  new WorkbenchError('BAD_READING', `expected ${expected}, found ${found}`);
