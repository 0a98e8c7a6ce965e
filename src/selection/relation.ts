import { assert } from '../base/assert.ts';
import { WorkbenchError } from '../base/failure.ts';
import type { CaptureInfo, TimeBase } from '../tables/captures.ts';
import type { Filter } from './ast.ts';
import { channelSql } from './channels.ts';
import { addedTime, hasColumn, type KnownColumn, type KnownColumns, knownColumns, mixedColumns } from './columns.ts';
import { compileFilter } from './compile.ts';
import { parseFilter } from './parse.ts';
import { quoteName } from './print.ts';
import { ownWindow, windowSql } from './time.ts';
import type { Captures, NormalSelection, Sql, TimeRange } from './types.ts';

/** SQL and facts about the selected rows, for a tool; it implements the runner's type `SelectedRows`. */
export interface SelectedRelation extends Sql {
  readonly captures: readonly CaptureInfo[];
  readonly time_range: TimeRange | null;
  readonly time_base: TimeBase;
}

/**
 * SQL for the selected rows as one relation: `SELECT … FROM "a" WHERE … UNION ALL BY NAME SELECT …`, with a `?` for every value. Its first
 * column is `capture_id` VARCHAR. Tables with a time column but without `ts_us` get that one in µs. The captures' own columns follow, cast
 * to text if their class differs between captures. Throws a `WorkbenchError` `INVALID_CAPTURE_SELECTION` if a capture was closed meanwhile.
 */
export function toRelation(selection: NormalSelection, captures: Captures): Sql {
  const chosen = chosenCaptures(selection, captures);
  const filters = selection.filters.map(parsed);
  const known = chosen.map(knownColumns);
  const mixed = mixedColumns(chosen);
  const parts = chosen.map((capture, index): Sql => {
    const conditions = conditionsOf(capture, selection, chosen, filters, finder(known[index]!, known));
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
    return {
      sql: `SELECT ${columnsSql(capture, mixed)} FROM ${quoteName(capture.capture_id)}${where}`,
      values: [capture.capture_id, ...conditions.flatMap(({ values }) => values)],
    };
  });
  return { sql: parts.map(({ sql }) => sql).join('\nUNION ALL BY NAME\n'), values: parts.flatMap(({ values }) => values) };
}

/** The relation of the selected rows, with everything else that a tool needs to know about them. */
export function selectRows(selection: NormalSelection, captures: Captures): SelectedRelation {
  const { time_range, time_base } = selection;
  return { captures: chosenCaptures(selection, captures), ...toRelation(selection, captures), time_range, time_base };
}

function chosenCaptures(selection: NormalSelection, captures: Captures): CaptureInfo[] {
  return selection.capture_ids.map((id) => {
    const capture = captures.get(id);
    if (capture === undefined)
      throw new WorkbenchError('INVALID_CAPTURE_SELECTION', `expected an open capture, found that ${id} was closed`);
    return capture;
  });
}

function parsed(text: string): Filter {
  const filter = parseFilter(text);
  assert(filter.ok, `a normal selection holds a filter that cannot be read: ${text}`);
  return filter.value;
}

/** Returns a function that finds a column of a capture. A column that only other captures have is NULL, with the type that it has there. */
function finder(own: KnownColumns, all: readonly KnownColumns[]): (name: string) => KnownColumn {
  return (name) => {
    const key = name.toLowerCase();
    const found = own.get(key);
    if (found !== undefined) return found;
    const elsewhere = all.map((columns) => columns.get(key)).find((column) => column !== undefined);
    assert(elsewhere !== undefined, `a normal selection names the unknown column ${name}`);
    return { ...elsewhere, sql: `CAST(NULL AS ${elsewhere.holds === 'text' ? 'VARCHAR' : elsewhere.type})`, values: [] };
  };
}

function conditionsOf(
  capture: CaptureInfo,
  selection: NormalSelection,
  chosen: readonly CaptureInfo[],
  filters: readonly Filter[],
  find: (name: string) => KnownColumn,
): Sql[] {
  const conditions: Sql[] = [];
  if (selection.windowed) {
    const window = ownWindow(capture, selection, chosen);
    conditions.push(window === null ? { sql: 'FALSE', values: [] } : windowSql(capture, window));
  }
  if (selection.channels.length > 0) conditions.push(channelSql(capture, selection.channels));
  return [...conditions, ...filters.map((filter) => compileFilter(filter, find))];
}

/** SQL for the capture's own columns, which follow the added ones. A column whose class differs between captures is cast to text. */
function columnsSql(capture: CaptureInfo, mixed: ReadonlySet<string>): string {
  const asText = (sql: string, name: string): string => (mixed.has(name.toLowerCase()) ? `CAST(${sql} AS VARCHAR)` : sql);
  const time = addedTime(capture);
  const replaced = capture.columns
    .filter(({ name }) => mixed.has(name.toLowerCase()))
    .map(({ name }) => `${asText(quoteName(name), name)} AS ${quoteName(name)}`);
  return [
    'CAST(? AS VARCHAR) AS capture_id',
    ...(time === null ? [] : [`${asText(time, 'ts_us')} AS ts_us`]),
    `*${hasColumn(capture, 'capture_id') ? ' EXCLUDE (capture_id)' : ''}${replaced.length > 0 ? ` REPLACE (${replaced.join(', ')})` : ''}`,
  ].join(', ');
}
