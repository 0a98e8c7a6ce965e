/** SQL for the profile of a column. Each statement reads the rows that match a condition, whose values are bound. */
import { classOf, type ValueClass } from '../../selection/columns.ts';
import { quoteName } from '../../selection/print.ts';
import type { Sql } from '../../selection/types.ts';
import type { CaptureInfo, ColumnInfo } from '../../tables/captures.ts';
import { roundStep } from '../charts/time-axis.ts';

/** Number of rows above which the number of distinct values is only estimated (HyperLogLog, about 2 % off). */
export const EXACT_DISTINCT_ROWS = 200_000;
/** Number of rows above which quartiles are only estimated (t-digest). */
export const EXACT_QUARTILE_ROWS = 2_000_000;
export const TOP_VALUES = 6;
const BINS = 24;

export interface ColumnQuestion {
  readonly capture: CaptureInfo;
  readonly column: ColumnInfo;
  /** Condition for the rows to read; null for all rows. */
  readonly condition: Sql | null;
}

export const kindOf = ({ type }: ColumnInfo): ValueClass => classOf(type);
/** Whether the axis of a column is in whole µs since 1970-01-01 UTC. */
export const isDated = ({ type }: ColumnInfo): boolean => type === 'TIMESTAMP' || type === 'DATE';
export const isWhole = (column: ColumnInfo): boolean => /INT/.test(column.type) || isDated(column);
export const onAxis = (column: ColumnInfo): boolean => kindOf(column) === 'number' || isDated(column);
/** SQL that writes a DOUBLE as text with all its digits, so that a filter with that text matches the value. */
const textOf = ({ name, type }: ColumnInfo): string => {
  if (type === 'BLOB') return `lower(hex(${quoteName(name)}))`;
  return `CAST(${type === 'FLOAT' ? `CAST(${quoteName(name)} AS DOUBLE)` : quoteName(name)} AS VARCHAR)`;
};
/** Condition for values that have a place on an axis: neither NaN nor infinite. */
const finite = (column: ColumnInfo): string => {
  const name = quoteName(column.name);
  if (isDated(column)) {
    const time = `CAST(${name} AS TIMESTAMP)`;
    return `CASE WHEN isfinite(${time}) THEN CAST(epoch_us(${time}) AS DOUBLE) END`;
  }
  const value = `CAST(${name} AS DOUBLE)`;
  return `CASE WHEN isfinite(${value}) THEN ${value} END`;
};

const source = ({ capture, condition }: ColumnQuestion): string =>
  `FROM ${quoteName(capture.capture_id)}${condition ? ` WHERE ${condition.sql}` : ''}`;

/**
 * Returns one row: `total`, `present`, `different`, `least`, `most` (texts), and for values that have a place on an axis `quartiles` (three
 * DOUBLE), `low`, `high`.
 */
export function profileSql(question: ColumnQuestion): Sql {
  const { column, capture, condition } = question;
  const kind = kindOf(column);
  const text = textOf(column);
  const value = kind === 'other' ? text : quoteName(column.name);
  const different = capture.row_count > EXACT_DISTINCT_ROWS ? `approx_count_distinct(${value})` : `count(DISTINCT ${value})`;
  const ends =
    kind === 'other'
      ? []
      : [`CAST(min(${quoteName(column.name)}) AS VARCHAR) AS least`, `CAST(max(${quoteName(column.name)}) AS VARCHAR) AS most`];
  const quantile = capture.row_count > EXACT_QUARTILE_ROWS ? 'approx_quantile' : 'quantile_cont';
  const numbers = onAxis(column)
    ? [`${quantile}(${finite(column)}, [0.25, 0.5, 0.75]) AS quartiles`, `min(${finite(column)}) AS low`, `max(${finite(column)}) AS high`]
    : [];
  const parts = ['count(*) AS total', `count(${quoteName(column.name)}) AS present`, `${different} AS different`, ...ends, ...numbers];
  return { sql: `SELECT ${parts.join(', ')} ${source(question)}`, values: condition?.values ?? [] };
}

/** Returns the most frequent values, at most `TOP_VALUES` rows: `value` as text, and `rows`. */
export function topSql(question: ColumnQuestion): Sql {
  const name = quoteName(question.column.name);
  const where = `${question.condition ? ' AND' : ' WHERE'} ${name} IS NOT NULL`;
  return {
    sql: `SELECT ${textOf(question.column)} AS value, count(*) AS rows ${source(question)}${where} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${String(TOP_VALUES)}`,
    values: question.condition?.values ?? [],
  };
}

/** Edges of the bars from `low` to `high` in ascending order, one more than there are bars. For integer columns they are integers. */
export function binEdges(column: ColumnInfo, low: number, high: number): readonly number[] {
  if (isDated(column)) return timeEdges(column, low, high);
  if (!(high > low)) return [low, isWhole(column) ? low + 1 : low];
  if (!isWhole(column)) return evenEdges(low, high, BINS);
  const width = Math.max(1, Math.ceil((high - low + 1) / BINS));
  const count = Math.ceil((high - low + 1) / width);
  return Array.from({ length: count + 1 }, (_, at) => low + at * width);
}

/** Edges of bars of equal width, one more than there are bars. */
export const evenEdges = (low: number, high: number, bins: number): readonly number[] =>
  Array.from({ length: bins + 1 }, (_, at) => (at === bins ? high : low + ((high - low) * at) / bins));

export const DAY_US = 86_400e6;

/** Edges at round UTC times in µs; for dates, at whole days. */
function timeEdges(column: ColumnInfo, low: number, high: number): readonly number[] {
  const wanted = Math.max(high - low, 1) / BINS;
  const round = wanted < 1000 ? Math.ceil(wanted) : roundStep(wanted / 1000) * 1000;
  const width = column.type === 'DATE' ? Math.max(DAY_US, round) : round;
  const first = Math.floor(low / width) * width;
  return Array.from({ length: Math.floor((high - first) / width) + 2 }, (_, at) => first + at * width);
}

/** Returns the number of `rows` for each bar `bin`, counted from 0. Bars have equal width, so the index follows from the value. */
export function histogramSql(question: ColumnQuestion, edges: readonly number[]): Sql {
  const [low = 0] = edges;
  const bins = edges.length - 1;
  const width = ((edges.at(-1) ?? 0) - low) / bins || 1;
  const value = finite(question.column);
  return {
    sql: `SELECT CAST(least(CAST(? AS INTEGER), greatest(0, floor((v - CAST(? AS DOUBLE)) / CAST(? AS DOUBLE)))) AS INTEGER) AS bin, count(*) AS rows
FROM (SELECT ${value} AS v ${source(question)}) WHERE v IS NOT NULL GROUP BY 1`,
    values: [bins - 1, low, width, ...(question.condition?.values ?? [])],
  };
}
