import { checkFilter } from './check.ts';
import { addressKeys, knownColumns } from './columns.ts';
import { compileFilter } from './compile.ts';
import { parseFilter } from './parse.ts';
import { type CallSelection, toCall } from './call.ts';
import { quoteName } from './print.ts';
import { listTerm } from './terms.ts';
import { isTimed, windowSql } from './time.ts';
import type { FilterFault } from './ast.ts';
import type { BoundValue, Narrowing, Sql } from './types.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { CaptureInfo } from '../tables/captures.ts';

/** Converts a filter on a capture to a condition with bound values; null if the filter is empty. */
export function filterSql(capture: CaptureInfo, text: string): Result<Sql | null, FilterFault> {
  if (text.trim() === '') return ok(null);
  const parsed = parseFilter(text);
  if (!parsed.ok) return parsed;
  const [fault] = checkFilter(parsed.value, [capture]).faults;
  if (fault) return err(fault);
  const known = knownColumns(capture);
  // Every column is found, because the filter was checked.
  return ok(compileFilter(parsed.value, (name) => known.get(name.toLowerCase())!));
}

/**
 * Combines the page's selection (time range, addresses) and a filter to one condition on the rows of a capture; null if all rows match. A
 * time range is ignored if the capture has no times, and addresses if it has no column of addresses.
 */
export function conditionSql(capture: CaptureInfo, selection: Narrowing, filter: string): Result<Sql | null, FilterFault> {
  const filtered = filterSql(capture, filter);
  if (!filtered.ok) return filtered;
  const parts = [timeSql(capture, selection), addressSql(capture, selection), filtered.value].filter((part) => part !== null);
  if (parts.length === 0) return ok(null);
  return ok({ sql: parts.map(({ sql }) => `(${sql})`).join(' AND '), values: parts.flatMap(({ values }) => values) });
}

const timeSql = (capture: CaptureInfo, { time_range }: Narrowing): Sql | null =>
  time_range === null || !isTimed(capture) ? null : windowSql(capture, time_range);

function addressSql(capture: CaptureInfo, { addresses }: Narrowing): Sql | null {
  const columns = addressKeys(capture);
  if (addresses.length === 0 || columns.length === 0) return null;
  const placeholders = addresses.map(() => 'CAST(? AS VARCHAR)').join(', ');
  return {
    sql: columns.map((column) => `CAST(${quoteName(column)} AS VARCHAR) IN (${placeholders})`).join(' OR '),
    values: columns.flatMap(() => addresses),
  };
}

/** The filter and the selected addresses, as terms of the filter grammar. The time range is not among them. */
function filterTexts(capture: CaptureInfo, { addresses }: Narrowing, filter: string): readonly string[] {
  const columns = addresses.length === 0 ? [] : addressKeys(capture);
  const named = columns.map((name) => listTerm(name, addresses));
  return [...(filter.trim() === '' ? [] : [filter.trim()]), ...(named.length > 0 ? [named.join(' OR ')] : [])];
}

/** Writes the rows of a capture that match selection and filter in the form of a call's `capture_selection`. */
export function callSelection(capture: CaptureInfo, selection: Narrowing, filter: string): CallSelection {
  const { time_range } = selection;
  const { capture_id, time_base } = capture;
  return toCall({
    capture_ids: [capture_id],
    time_range,
    time_base,
    windowed: isTimed(capture),
    channels: [],
    filters: filterTexts(capture, selection, filter),
  });
}

/** Writes the conditions as a person would, for the SQL editor. */
export function writtenConditions(capture: CaptureInfo, selection: Narrowing, filter: string): readonly string[] {
  const time = timeSql(capture, selection);
  // A table has no column `capture_id` and no added `ts_us`; only the relation of a call has them.
  const named = new Set(capture.columns.map(({ name }) => name.toLowerCase()));
  const compiled = filterSql(capture, filter);
  const foreign =
    compiled.ok &&
    compiled.value !== null &&
    ['capture_id', 'ts_us'].some((name) => !named.has(name) && filter.toLowerCase().includes(name));
  const texts = foreign ? [writtenOut(compiled.value), ...filterTexts(capture, selection, '')] : filterTexts(capture, selection, filter);
  const all = [...(time ? [writtenOut(time)] : []), ...texts];
  return all.length > 1 ? all.map((text) => `(${text})`) : all;
}

/** Writes the values of a condition into its text, only for a person's editor. */
function writtenOut({ sql, values }: Sql): string {
  let next = 0;
  // Skip quoted names, in which a question mark stands for no value.
  return sql.replaceAll(/"(?:[^"]|"")*"|\?/g, (found) => (found === '?' ? literal(values[next++] ?? null) : found));
}

function literal(value: BoundValue): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return value === null ? 'NULL' : String(value);
}
