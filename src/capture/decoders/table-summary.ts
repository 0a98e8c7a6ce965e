/** What every table decoder finds out on the way: roles of columns, time range, channels, receivers. */
import type { Batch } from '../../tables/batch.ts';
import { type ColumnEvidence, findRole, findTimeColumn, type TimeColumn } from '../../tables/column-roles.ts';
import type { Column, ColumnSpec } from '../../tables/column.ts';
import type { DecodeEnd } from '../decoder.ts';
import { Interner } from './csv/interner.ts';
import type { RowScanner } from './csv/scanner.ts';

export interface TablePlan {
  readonly specs: readonly ColumnSpec[];
  readonly time: TimeColumn | null;
}

/** Marks the columns with their roles. */
export function planTable(specs: readonly ColumnSpec[], evidence: readonly ColumnEvidence[]): TablePlan {
  const time = findTimeColumn(evidence);
  const marked = specs.map((spec, i): ColumnSpec => {
    if (i === time?.index) return { ...spec, role: 'time', ...(time.unit !== null && { unit: time.unit }) };
    const role = findRole(evidence[i]!);
    return role === null ? spec : { ...spec, role, ...(role === 'rssi' && { unit: 'dBm' }) };
  });
  return { specs: marked, time };
}

/** Distinct values beyond this say that the column is no channel or receiver. */
const MOST_NAMES = 256;
const TO_MICROS = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 } as const;

export class TableSummary {
  private min = Infinity;
  private max = -Infinity;
  private readonly channels: Names;
  private readonly sensors: Names;

  constructor(private readonly plan: TablePlan) {
    this.channels = new Names(plan.specs.findIndex(({ role }) => role === 'channel'));
    this.sensors = new Names(plan.specs.findIndex(({ role }) => role === 'receiver'));
  }

  /** Looks at rows [from, from + rows) of a batch. */
  addBlock(batch: Batch, from: number, rows: number): void {
    const { time } = this.plan;
    if (time === null) return;
    const column = batch.columns[time.index]!;
    const read = timeReader(column);
    const { valid } = column;
    for (let row = from; row < from + rows; row++) {
      if ((valid[row >> 3]! & (1 << (row & 7))) === 0) continue;
      const value = read(row);
      if (value < this.min) this.min = value;
      if (value > this.max) this.max = value;
    }
  }

  addCells(bytes: Uint8Array, block: RowScanner): void {
    this.channels.add(bytes, block);
    this.sensors.add(bytes, block);
  }

  end(): DecodeEnd {
    const { time } = this.plan;
    const unit = time?.unit ?? null;
    const scale = unit === null ? 1 : TO_MICROS[unit];
    const known = time !== null && Number.isFinite(this.min) && Number.isFinite(this.max);
    return {
      link_types: [],
      channels: this.channels.list(),
      sensors: this.sensors.list(),
      time_base: time?.base ?? 'none',
      time_range_us: known ? { start: BigInt(Math.floor(this.min * scale)), end: BigInt(Math.ceil(this.max * scale)) } : null,
    };
  }
}

/** Numbers in the column's unit; TIMESTAMP and DATE in µs. */
function timeReader(column: Column): (row: number) => number {
  if (column.kind !== 'fixed') return () => NaN;
  const { values } = column;
  const { type } = column.spec;
  if (type === 'DATE') return (row) => Number(values[row]) * 86_400e6;
  if (values instanceof BigInt64Array) {
    const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    return (row) => halves[2 * row + 1]! * 4_294_967_296 + (halves[2 * row]! >>> 0);
  }
  return (row) => Number(values[row]);
}

/** The distinct texts of one column. */
class Names {
  private readonly texts = new Interner();

  constructor(private readonly column: number) {}

  add(bytes: Uint8Array, block: RowScanner): void {
    if (this.column < 0) return;
    for (let row = 0, cell = this.column; row < block.rows; row++, cell += block.columns) {
      const start = block.starts[cell]!;
      if (start < 0 || this.texts.size > MOST_NAMES) continue;
      if (this.texts.find(bytes, start, block.ends[cell]!) < 0) this.texts.add(bytes, start, block.ends[cell]!);
    }
  }

  list(): string[] {
    if (this.texts.size > MOST_NAMES) return [];
    return this.texts.list().sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  }
}
