/** Collects facts about a table while it is read: roles of columns, time range, channels, receivers. */
import type { Batch } from '../../tables/batch.ts';
import { type ColumnEvidence, findRole, type TimeColumn } from '../../tables/column-roles.ts';
import type { ColumnRole } from '../../tables/captures.ts';
import type { TableReading } from '../../tables/reading.ts';
import type { Column, ColumnSpec } from '../../tables/column.ts';
import type { DecodeEnd, DecodeOptions } from '../decoder.ts';
import type { RecordCount } from '../record-count.ts';
import { Interner } from './interner.ts';

export interface TablePlan {
  readonly specs: readonly ColumnSpec[];
  readonly time: TimeColumn | null;
}

/** Marks the columns with their roles: those that were said, else what their names and values suggest. */
export function planTable(
  specs: readonly ColumnSpec[],
  evidence: readonly ColumnEvidence[],
  time: TimeColumn | null,
  said: Pick<TableReading, 'address_columns' | 'rssi_column'> = {},
): TablePlan {
  const marked = specs.map((spec, i): ColumnSpec => {
    if (i === time?.index) return { ...spec, role: 'time', ...(time.unit !== null && { unit: time.unit }) };
    const role = roleOf(evidence[i]!, said);
    return role === null ? spec : { ...spec, role, ...(role === 'rssi' && { unit: 'dBm' }) };
  });
  return { specs: marked, time };
}

function roleOf(evidence: ColumnEvidence, said: Pick<TableReading, 'address_columns' | 'rssi_column'>): ColumnRole | null {
  if (said.address_columns?.includes(evidence.name) === true) return 'address';
  if (said.rssi_column === evidence.name) return 'rssi';
  const found = findRole(evidence);
  if (found === 'address' && said.address_columns !== undefined) return null;
  return found === 'rssi' && said.rssi_column !== undefined ? null : found;
}

/** Most columns of a table that opens: enough for any measurement, few enough for the engine's memory. */
export const MAX_COLUMNS = 4096;

/** Number of rows per batch, reduced for tables with many columns so that the number of cells stays limited. */
export const batchCapacity = (options: DecodeOptions, columns: number): number =>
  Math.min(options.batch_rows, Math.max(1024, Math.floor(4e6 / Math.max(1, columns))));

/** A column with more distinct values than this is not a channel or a receiver. */
const MOST_NAMES = 256;
const TO_MICROS = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 } as const;

export class TableSummary {
  private min = Infinity;
  private max = -Infinity;
  private readonly channels = new Set<string>();
  private readonly sensors = new Set<string>();

  constructor(private readonly plan: TablePlan) {}

  /** Collects facts from a batch that is about to be sent. */
  add(batch: Batch): void {
    const { time, specs } = this.plan;
    if (time !== null) this.addTimes(batch.columns[time.index]!, batch.rows);
    specs.forEach(({ role }, i) => {
      if (role === 'channel') addNames(this.channels, batch.columns[i]!, batch.rows);
      if (role === 'receiver') addNames(this.sensors, batch.columns[i]!, batch.rows);
    });
  }

  /** The facts about the complete table. */
  end(records: RecordCount): DecodeEnd {
    return { ...this.found(), records };
  }

  /** The facts about the rows so far. */
  found(): Omit<DecodeEnd, 'records'> {
    const { time } = this.plan;
    const unit = time?.unit ?? null;
    const scale = unit === null ? 1 : TO_MICROS[unit];
    const known = time !== null && Number.isFinite(this.min) && Number.isFinite(this.max);
    return {
      link_types: [],
      channels: sortedNames(this.channels),
      sensors: sortedNames(this.sensors),
      time_base: time?.base ?? 'none',
      time_range_us: known ? { start: BigInt(Math.floor(this.min * scale)), end: BigInt(Math.ceil(this.max * scale)) } : null,
    };
  }

  private addTimes(column: Column, rows: number): void {
    const read = numberReader(column);
    for (let row = 0; row < rows; row++) {
      if (!column.isValid(row)) continue;
      const value = read(row);
      if (value < this.min) this.min = value;
      if (value > this.max) this.max = value;
    }
  }
}

/** Numbers in the column's unit; TIMESTAMP and DATE in µs; without a bigint per row. */
function numberReader(column: Column): (row: number) => number {
  if (column.kind !== 'fixed') return () => NaN;
  const { values } = column;
  if (column.spec.type === 'DATE') return (row) => Number(values[row]) * 86_400e6;
  if (values instanceof BigInt64Array) {
    const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    return (row) => halves[2 * row + 1]! * 4_294_967_296 + (halves[2 * row]! >>> 0);
  }
  return (row) => Number(values[row]);
}

function addNames(names: Set<string>, column: Column, rows: number): void {
  if (column.kind === 'dictionary') {
    const { offsets, bytes } = column.dictionary();
    for (let i = 0; i < column.entries && names.size <= MOST_NAMES; i++)
      names.add(decoder.decode(bytes.subarray(offsets[i], offsets[i + 1])));
    return;
  }
  if (column.kind === 'bytes') {
    const { data, offsets } = column;
    const known = new Interner();
    for (let row = 0; row < rows && names.size <= MOST_NAMES; row++) {
      if (!column.isValid(row) || known.find(data.bytes, offsets[row]!, offsets[row + 1]!) >= 0) continue;
      known.add(data.bytes, offsets[row]!, offsets[row + 1]!);
      names.add(decoder.decode(data.bytes.subarray(offsets[row], offsets[row + 1])));
    }
    return;
  }
  if (column.kind !== 'fixed') return;
  const read = numberReader(column);
  const numbers = new Set<number>();
  // What was seen last in its place: most columns of this kind hold a few numbers, which need not be looked up row by row.
  const seen = new Float64Array(64).fill(NaN);
  for (let row = 0; row < rows && numbers.size <= MOST_NAMES; row++) {
    if (!column.isValid(row)) continue;
    const number = read(row);
    const place = number & 63;
    if (seen[place] === number) continue;
    seen[place] = number;
    numbers.add(number);
  }
  for (const number of numbers) names.add(String(number));
}

function sortedNames(names: ReadonlySet<string>): string[] {
  if (names.size > MOST_NAMES) return [];
  return [...names].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
}

const decoder = new TextDecoder();
