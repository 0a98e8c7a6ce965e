import type { RowOrder } from './order.ts';
import { quoteName } from './print.ts';
import type { Sql } from './types.ts';
import { timeColumn } from '../tables/capture-time.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import { conversationTable } from '../tables/conversation/names.ts';
import { wordsSql } from '../tables/conversation/words-sql.ts';
import { NUMBERED_SCHEMA } from '../tables/schemas.ts';

/** A request for rows of a capture: which rows, in which order, and with which columns. */
export interface Question {
  readonly capture: CaptureInfo;
  /** Names of the columns that the capture has. */
  readonly columns: readonly string[];
  /** SQL condition that rows must meet; null for all rows. */
  readonly condition: Sql | null;
  /** Column by which rows are sorted; null for the order of the file. */
  readonly sort: RowOrder | null;
}

/** Name of an additional column for captures with connections: the messages that the packet carries on its connection, in words. */
export const CONNECTION_WORDS = 'messages on the connection';

/** Whether two requests are for the same rows in the same order, regardless of their columns and current row counts. */
export function sameRows(one: Question, other: Question): boolean {
  const key = ({ capture, condition, sort }: Question): string =>
    JSON.stringify([capture.capture_id, condition?.sql, condition?.values.map(String), sort?.column, sort?.descending]);
  return key(one) === key(other);
}

/** Whether rows can be found by `rowid`. Merged views are joins, which have none, and a column named `rowid` hides it. */
export const isNumbered = ({ format, columns }: CaptureInfo): boolean =>
  format !== 'merged' && !columns.some(({ name }) => name.toLowerCase() === 'rowid');

/** Matches types that lose precision or their dictionary when rows are transferred; the engine casts them to text. */
const AS_TEXT = /^(?:UHUGEINT|BIT|DATE|TIME|INTERVAL|TIMESTAMP|ENUM)/;

/** SQL for the numbers of the selected rows, counted from 0, in the requested order; at most `limit` unless it is null. */
export function orderSql({ capture, condition, sort }: Question, limit: number | null): Sql {
  const from = `FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)}`;
  // Use no ORDER BY without a sort: one thread reads a table in its own order, so sorting is not needed.
  const sql = `SELECT CAST(rowid AS UINTEGER) AS n ${from}${whereSql(condition)}${sortSql(sort, ', rowid')}${limit === null ? '' : ` LIMIT ${String(limit)}`}`;
  return { sql, values: condition?.values ?? [] };
}

/** SQL for the cells of the rows with these numbers, in any order. The first cell of each is the row number. */
export function cellsSql({ capture, columns }: Question, numbers: readonly number[]): Sql {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const list = high - low + 1 === numbers.length ? '' : ` AND rows.rowid IN (${numbers.map(() => '?').join(', ')})`;
  const messages = columns.includes(CONNECTION_WORDS) ? ` LEFT JOIN (${messagesSql(capture, low, high)}) AS m USING (packet_no)` : '';
  return {
    sql: `SELECT rows.rowid, ${listSql(capture, columns)} FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)} AS rows${messages} WHERE rows.rowid BETWEEN ? AND ?${list}`,
    values: [low, high, ...(list === '' ? [] : numbers)].map(BigInt),
  };
}

/** SQL for the messages of packets in a range of rows only, because the tables of messages may be long. */
function messagesSql({ capture_id }: CaptureInfo, low: number, high: number): string {
  const span = `SELECT packet_no FROM ${NUMBERED_SCHEMA}.${quoteName(capture_id)} WHERE rowid BETWEEN ${String(low)} AND ${String(high)}`;
  const table = (what: string): string => `(SELECT * FROM ${quoteName(conversationTable(capture_id, what))} WHERE packet_no IN (${span}))`;
  return `SELECT packet_no, string_agg(words, '; ' ORDER BY layer) AS ${quoteName(CONNECTION_WORDS)} FROM (${wordsSql(table)}) AS messages GROUP BY packet_no`;
}

/** SQL for the number of the first row with this `packet_no`. There may be several, because an HCI event can have several reports. */
export const packetSql = ({ capture_id }: CaptureInfo, packet: number): Sql => ({
  sql: `SELECT min(rowid) AS n FROM ${NUMBERED_SCHEMA}.${quoteName(capture_id)} WHERE packet_no = ?`,
  values: [packet],
});

/** SQL for the cells of `count` rows from row `from` on, if rows have no numbers. The first cell of each is 0. */
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

/** Writes a request as an SQL statement that people can read, with values as literals. */
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
