import type { CaptureInfo, ColumnInfo, ColumnRole } from '../tables/captures.ts';
import { timeColumn } from '../tables/capture-time.ts';
import { timeMicrosSql } from '../tables/column-roles.ts';
import { quoteName } from './print.ts';
import type { Sql } from './types.ts';

export { isTimeColumn, timeColumn } from '../tables/capture-time.ts';

/** Classes of values for comparisons. Values of the class `other` (bytes, lists) can only be compared with NULL. */
export type ValueClass = 'number' | 'text' | 'boolean' | 'time' | 'other';

/** A column that filters can use. */
export interface KnownColumn extends Sql {
  readonly name: string;
  /** Name of the DuckDB type. */
  readonly type: string;
  readonly holds: ValueClass;
}

/** Columns by their name in lower case, because DuckDB ignores the case of names. */
export type KnownColumns = ReadonlyMap<string, KnownColumn>;

/** Cache of the columns of each capture. Every call needs them, and they never change for a `CaptureInfo`. */
const cache = new WeakMap<CaptureInfo, KnownColumns>();

/** The columns of a capture's selected rows: its own columns, `capture_id`, and `ts_us` if it has times. */
export function knownColumns(capture: CaptureInfo): KnownColumns {
  const known = cache.get(capture) ?? readColumns(capture);
  cache.set(capture, known);
  return known;
}

function readColumns(capture: CaptureInfo): KnownColumns {
  const known = new Map(capture.columns.map((column) => [column.name.toLowerCase(), ownColumn(column)]));
  const time = addedTime(capture);
  if (time !== null) known.set('ts_us', { name: 'ts_us', type: 'BIGINT', holds: 'number', sql: time, values: [] });
  known.set('capture_id', { name: 'capture_id', type: 'VARCHAR', holds: 'text', sql: 'CAST(? AS VARCHAR)', values: [capture.capture_id] });
  return known;
}

/**
 * Names, in lower case, of columns whose class differs between captures: for instance numbers in one, times in another. In the relation
 * over all captures these columns are text.
 */
export function mixedColumns(captures: readonly CaptureInfo[]): ReadonlySet<string> {
  if (captures.length < 2) return new Set();
  const kinds = new Map<string, string>();
  const mixed = new Set<string>();
  for (const [key, { type, holds }] of captures.flatMap((capture) => [...knownColumns(capture)])) {
    const kind = holds === 'other' || type === 'TIME' ? type : holds;
    if ((kinds.get(key) ?? kind) !== kind) mixed.add(key);
    kinds.set(key, kind);
  }
  return mixed;
}

/** SQL for the added column `ts_us` of a table, from its time column; null if it has one already or no times. Invalid times are NULL. */
export function addedTime(capture: CaptureInfo): string | null {
  if (capture.kind !== 'table' || hasColumn(capture, 'ts_us')) return null;
  const micros = timeMicrosSql(capture.columns);
  return micros === null ? null : `TRY(${micros})`;
}

export const hasColumn = (capture: CaptureInfo, name: string): boolean =>
  capture.columns.some((column) => column.name.toLowerCase() === name);

/** Finds the column of a capture with this role. BLE captures have fixed names, except that times are in the column of their clock. */
export function roleColumn(capture: CaptureInfo, role: Extract<ColumnRole, 'time' | 'channel' | 'receiver'>): ColumnInfo | undefined {
  const fixed = { time: timeColumn(capture), channel: 'channel', receiver: 'receiver' }[role];
  const byRole = capture.kind === 'table' ? capture.columns.find((column) => column.role === role) : undefined;
  const names = capture.kind === 'ble' ? [fixed] : role === 'channel' ? ['channel', 'ch'] : role === 'receiver' ? ['receiver'] : [];
  return byRole ?? capture.columns.find((column) => names.includes(column.name.toLowerCase()));
}

function ownColumn({ name, type }: ColumnInfo): KnownColumn {
  const holds = classOf(type);
  const quoted = quoteName(name);
  return { name, type, holds, sql: type === 'UUID' ? `CAST(${quoted} AS VARCHAR)` : quoted, values: [] };
}

export function classOf(type: string): ValueClass {
  if (/^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\([\d, ]+\))$/.test(type)) return 'number';
  if (type === 'VARCHAR' || type === 'UUID') return 'text';
  if (type === 'BOOLEAN') return 'boolean';
  return type === 'TIMESTAMP' || type === 'DATE' || type === 'TIME' ? 'time' : 'other';
}

/** Names of the columns of a capture to which a selection of addresses applies. */
export function addressKeys(capture: CaptureInfo): readonly string[] {
  if (capture.kind === 'ble') return ['advertiser_addr', 'device_id'].filter((name) => capture.columns.some((it) => it.name === name));
  return capture.columns.filter(({ role }) => role === 'address').map(({ name }) => name);
}
