import type { Column, ColumnSpec } from './column.ts';

/** The time column of a table, and how to read it. */
export interface RowClock {
  readonly index: number;
  /** Unit of times that are numbers; null for TIMESTAMP and DATE. */
  readonly unit: 's' | 'ms' | 'us' | 'ns' | null;
  /** Returns a function that reads the time of a row in µs; NaN if the row has none. */
  read(column: Column): (row: number) => number;
}

const MICROS = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 } as const;

/** Finds the column `ts_us` of a BLE capture, or the column of role `time` of a table; null if there is none. */
export function rowClock(specs: readonly ColumnSpec[]): RowClock | null {
  const marked = specs.findIndex(({ role }) => role === 'time');
  const index = marked >= 0 ? marked : specs.findIndex(({ name, unit }) => name === 'ts_us' && unit === 'µs');
  const spec = specs[index];
  if (spec === undefined) return null;
  const { unit } = spec;
  const known = unit === 's' || unit === 'ms' || unit === 'us' || unit === 'ns' ? unit : spec.name === 'ts_us' ? 'us' : null;
  const scale = known === null ? (spec.type === 'DATE' ? 86_400e6 : 1) : MICROS[known];
  return { index, unit: known, read: (column) => reader(column, scale) };
}

/** Returns a function that reads 64-bit values without creating a bigint for each row. */
function reader(column: Column, scale: number): (row: number) => number {
  if (column.kind !== 'fixed') return () => NaN;
  const { values } = column;
  if (values instanceof BigInt64Array) {
    const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    return (row) => (column.isValid(row) ? (halves[2 * row + 1]! * 4_294_967_296 + (halves[2 * row]! >>> 0)) * scale : NaN);
  }
  return (row) => (column.isValid(row) ? Number(values[row]) * scale : NaN);
}
