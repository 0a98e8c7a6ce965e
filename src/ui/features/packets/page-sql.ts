import { quoteName } from '../../../selection/print.ts';
import type { Sql } from '../../../selection/types.ts';
import { timeColumn } from '../../../tables/capture-time.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { NUMBERED_SCHEMA } from '../../../tables/schemas.ts';
import type { TrafficSort } from '../../state/traffic.svelte.ts';

/** Which rows of a capture, in which order, with which cells. */
export interface Question {
  readonly capture: CaptureInfo;
  /** Names of columns that the capture has. */
  readonly columns: readonly string[];
  /** Null for all rows. */
  readonly condition: Sql | null;
  /** Null for the order of the file. */
  readonly sort: TrafficSort | null;
}

/** Whether two questions are of the same rows in the same order, whatever their cells, and however many there are by now. */
export function sameRows(one: Question, other: Question): boolean {
  const key = ({ capture, condition, sort }: Question): string =>
    JSON.stringify([capture.capture_id, condition?.sql, condition?.values.map(String), sort?.column, sort?.descending]);
  return key(one) === key(other);
}

/** Whether rows are found by their number. A merged view is a join, and a column of that name hides the number. */
export const isNumbered = ({ format, columns }: CaptureInfo): boolean =>
  format !== 'merged' && !columns.some(({ name }) => name.toLowerCase() === 'rowid');

/** Types that lose something on the way, or arrive without their dictionary: the engine writes them as text. */
const AS_TEXT = /^(?:UHUGEINT|BIT|DATE|TIME|INTERVAL|TIMESTAMP|ENUM)/;

/** Numbers of the rows that count, from 0, in order; the first `limit` of them where one is given. */
export function orderSql({ capture, condition, sort }: Question, limit: number | null): Sql {
  const from = `FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)}`;
  // One thread scans a table in its own order: sorting by number would cost as much as any other sorting.
  const sql = `SELECT CAST(rowid AS UINTEGER) AS n ${from}${whereSql(condition)}${sortSql(sort, ', rowid')}${limit === null ? '' : ` LIMIT ${String(limit)}`}`;
  return { sql, values: condition?.values ?? [] };
}

/** Cells of rows by their numbers, which stand in front; in any order. */
export function cellsSql({ capture, columns }: Question, numbers: readonly number[]): Sql {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const list = high - low + 1 === numbers.length ? '' : ` AND rowid IN (${numbers.map(() => '?').join(', ')})`;
  return {
    sql: `SELECT rowid, ${listSql(capture, columns)} FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)} WHERE rowid BETWEEN ? AND ?${list}`,
    values: [low, high, ...(list === '' ? [] : numbers)].map(BigInt),
  };
}

/** The number of the row that holds a packet of this `packet_no`: the first, where one event holds several reports. */
export const packetSql = ({ capture_id }: CaptureInfo, packet: number): Sql => ({
  sql: `SELECT min(rowid) AS n FROM ${NUMBERED_SCHEMA}.${quoteName(capture_id)} WHERE packet_no = ?`,
  values: [packet],
});

/** Cells of the rows from the nth on, where rows have no numbers; 0 stands in front. */
export function offsetSql({ capture, columns, condition, sort }: Question, from: number, count: number): Sql {
  const order =
    sort === null && capture.columns.some(({ name }) => name === 'ts_us') ? ` ORDER BY ${timeColumn(capture)}` : sortSql(sort, '');
  return {
    sql: `SELECT 0, ${listSql(capture, columns)} FROM ${quoteName(capture.capture_id)}${whereSql(condition)}${order} LIMIT ${String(count)} OFFSET ${String(from)}`,
    values: condition?.values ?? [],
  };
}

export const countSql = ({ capture, condition }: Question): Sql => ({
  sql: `SELECT count(*) AS n FROM ${quoteName(capture.capture_id)}${whereSql(condition)}`,
  values: condition?.values ?? [],
});

/** The same question as a statement for a person, values written out. */
export function statementOf({ capture, columns, sort }: Question, conditions: readonly string[]): string {
  return [
    `SELECT ${columns.map(quoteName).join(', ')}`,
    `FROM ${quoteName(capture.capture_id)}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    ...(sort ? [sortSql(sort, '').trim()] : []),
  ].join('\n');
}

const whereSql = (condition: Sql | null): string => (condition === null ? '' : ` WHERE ${condition.sql}`);

const sortSql = (sort: TrafficSort | null, then: string): string =>
  sort === null ? '' : ` ORDER BY ${quoteName(sort.column)} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST${then}`;

function listSql(capture: CaptureInfo, columns: readonly string[]): string {
  const types = new Map(capture.columns.map(({ name, type }) => [name, type]));
  return columns
    .map((name) => (AS_TEXT.test(types.get(name) ?? '') ? `CAST(${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}` : quoteName(name)))
    .join(', ');
}
