import type { RowOrder } from './order.ts';
import { quoteName } from './print.ts';
import type { Sql } from './types.ts';
import { timeColumn } from '../tables/capture-time.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import { conversationTable } from '../tables/conversation/names.ts';
import { wordsSql } from '../tables/conversation/words-sql.ts';
import { NUMBERED_SCHEMA } from '../tables/schemas.ts';

/** A request for rows of a capture: which rows, in which order, with which columns. */
export interface Question {
  readonly capture: CaptureInfo;
  /** Names of columns that the capture has. */
  readonly columns: readonly string[];
  /** Null for all rows. */
  readonly condition: Sql | null;
  /** Null for the order of the file. */
  readonly sort: RowOrder | null;
}

/** Additional column of a request, for captures with connections: the packet's messages on its connection, in words. */
export const CONNECTION_WORDS = 'messages on the connection';

/** Whether two questions select the same rows in the same order; columns and current row counts do not matter. */
export function sameRows(one: Question, other: Question): boolean {
  const key = ({ capture, condition, sort }: Question): string =>
    JSON.stringify([capture.capture_id, condition?.sql, condition?.values.map(String), sort?.column, sort?.descending]);
  return key(one) === key(other);
}

/** Whether rows can be found by `rowid`. Merged views are joins without one, and a column named `rowid` hides it. */
export const isNumbered = ({ format, columns }: CaptureInfo): boolean =>
  format !== 'merged' && !columns.some(({ name }) => name.toLowerCase() === 'rowid');

/** Types that lose precision or their dictionary in transfer; the engine casts them to text. */
const AS_TEXT = /^(?:UHUGEINT|BIT|DATE|TIME|INTERVAL|TIMESTAMP|ENUM)/;

/** Numbers of the selected rows, from 0, in order; at most `limit` if it is not null. */
export function orderSql({ capture, condition, sort }: Question, limit: number | null): Sql {
  const from = `FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)}`;
  // A single thread scans a table in its own order, so without a sort there is no ORDER BY to pay for.
  const sql = `SELECT CAST(rowid AS UINTEGER) AS n ${from}${whereSql(condition)}${sortSql(sort, ', rowid')}${limit === null ? '' : ` LIMIT ${String(limit)}`}`;
  return { sql, values: condition?.values ?? [] };
}

/** Cells of rows by their numbers, in any order; the row number is the first cell. */
export function cellsSql({ capture, columns }: Question, numbers: readonly number[]): Sql {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const list = high - low + 1 === numbers.length ? '' : ` AND rows.rowid IN (${numbers.map(() => '?').join(', ')})`;
  const messages = columns.includes(CONNECTION_WORDS) ? ` LEFT JOIN (${messagesSql(capture, low, high)}) AS m USING (packet_no)` : '';
  return {
    sql: `SELECT rows.rowid, ${listSql(capture, columns)} FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)} AS rows${messages} WHERE rows.rowid BETWEEN ? AND ?${list}`,
    values: [low, high, ...(list === '' ? [] : numbers)].map(BigInt),
  };
}

/** Only for the packets in a range of rows, because the tables of messages may be long. */
function messagesSql({ capture_id }: CaptureInfo, low: number, high: number): string {
  const span = `SELECT packet_no FROM ${NUMBERED_SCHEMA}.${quoteName(capture_id)} WHERE rowid BETWEEN ${String(low)} AND ${String(high)}`;
  const table = (what: string): string => `(SELECT * FROM ${quoteName(conversationTable(capture_id, what))} WHERE packet_no IN (${span}))`;
  return `SELECT packet_no, string_agg(words, '; ' ORDER BY layer) AS ${quoteName(CONNECTION_WORDS)} FROM (${wordsSql(table)}) AS messages GROUP BY packet_no`;
}

/** The number of the first row with this `packet_no` (one HCI event can hold several reports). */
export const packetSql = ({ capture_id }: CaptureInfo, packet: number): Sql => ({
  sql: `SELECT min(rowid) AS n FROM ${NUMBERED_SCHEMA}.${quoteName(capture_id)} WHERE packet_no = ?`,
  values: [packet],
});

/** Cells of `count` rows from the nth on, for rows without numbers; the first cell is 0. */
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

/** The request as an SQL statement for people, with literal values. */
export function statementOf({ capture, columns, sort }: Question, conditions: readonly string[]): string {
  return [
    `SELECT ${columns
      .filter((name) => name !== CONNECTION_WORDS)
      .map(quoteName)
      .join(', ')}`,
    `FROM ${quoteName(capture.capture_id)}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    ...(sort ? [sortSql(sort, '').trim()] : []),
  ].join('\n');
}

const whereSql = (condition: Sql | null): string => (condition === null ? '' : ` WHERE ${condition.sql}`);

const sortSql = (sort: RowOrder | null, then: string): string =>
  sort === null ? '' : ` ORDER BY ${quoteName(sort.column)} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST${then}`;

function listSql(capture: CaptureInfo, columns: readonly string[]): string {
  const types = new Map(capture.columns.map(({ name, type }) => [name, type]));
  return columns
    .map((name) => (AS_TEXT.test(types.get(name) ?? '') ? `CAST(${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}` : quoteName(name)))
    .join(', ');
}
