import { amount } from '../../../base/amount.ts';
import { classOf, knownColumns, mixedColumns } from '../../../selection/columns.ts';
import { quoteName } from '../../../selection/print.ts';
import { isTimeColumn } from '../../../tables/capture-time.ts';
import type { CaptureInfo, ColumnInfo } from '../../../tables/captures.ts';
import { shorten } from '../../contract/errors.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { columnFaults } from '../../numeric-columns.ts';
import { afterDescription } from './next.ts';
import { LONGEST_VALUE, MOST_COLUMNS, type Arguments, type Description } from './schema.ts';

type Column = Description['columns'][number];

/** Describes every column of the selected rows, or those that the call names. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Description>> {
  const { selection, progress } = capabilities;
  const named = (args.columns ?? []).map((name, at) => ({ name, path: ['arguments', 'columns', at], kind: 'any' as const }));
  const [fault, ...more] = columnFaults(named, selection);
  if (fault !== undefined) return { status: 'error', errors: [fault, ...more] };
  const all = columnsOf(selection.captures);
  const wanted = args.columns === undefined ? all : args.columns.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const listed = wanted.slice(0, MOST_COLUMNS);
  const rows = await countRows(capabilities);
  const columns: Column[] = [];
  for (const column of listed) {
    columns.push(await describe(column, args.examples, capabilities));
    progress({ phase: 'describing columns', done: columns.length, total: listed.length, unit: 'steps' });
  }
  return {
    status: 'ok',
    summary: `${amount(columns.length, 'column')} of ${amount(rows, 'selected row')}.`,
    structured_output: {
      row_count: rows,
      time_base: selection.time_base,
      ...selection.time_range,
      columns,
      has_more: wanted.length > listed.length,
    },
    warnings: rows === 0 ? [{ code: 'EMPTY_SELECTION', message: 'the selection holds no row', field: 'capture_selection' }] : [],
    confidence_inputs: { rows },
    hints: {
      assumptions: ['values count in the rows as they were recorded, those with a bad CRC too'],
      reasoning: 'Counted over the selected rows; nothing is estimated.',
      next: afterDescription(columns, rows, selection.captures),
      noNext: rows === 0 ? 'the captures hold no row' : 'no column holds what another tool reads',
    },
    measures: { rows, columns: columns.length },
  };
}

/** A column. `mixed`: captures hold different types of values in it, so that it is read as text. */
type Listed = ColumnInfo & { readonly mixed: boolean };

/** Columns of all captures, spelled as in the first one that has them, without `capture_id`, which every relation has. */
function columnsOf(captures: readonly CaptureInfo[]): Listed[] {
  const found = new Map<string, Listed>();
  const mixed = mixedColumns(captures);
  for (const capture of captures) {
    const own = new Map(capture.columns.map((column) => [column.name.toLowerCase(), column]));
    for (const [key, { name, type }] of knownColumns(capture)) {
      if (key === 'capture_id' || found.has(key)) continue;
      const added = { name, type, unit: 'µs', description: 'time of the row, made of the time column', role: 'time' as const };
      found.set(key, { ...(own.get(key) ?? added), mixed: mixed.has(key) });
    }
  }
  return [...found.values()];
}

async function countRows({ query, selection, signal }: ToolCapabilities): Promise<number> {
  const answer = await query.answer(`SELECT count(*)::DOUBLE AS n FROM (${selection.sql}) AS selected`, selection.values, { signal });
  return Number(answer.column('n').values[0]);
}

/** Describes a column by one statement: its most frequent values, the number of values, minimum and maximum. */
async function describe(column: Listed, examples: number, { query, selection, signal }: ToolCapabilities): Promise<Column> {
  const { name, type, unit, description } = column;
  const kind = kindOf(column);
  const own = quoteName(name);
  const ends =
    kind === 'number' || kind === 'time'
      ? `CAST(min(v) OVER () AS VARCHAR) AS lo, CAST(max(v) OVER () AS VARCHAR) AS hi`
      : 'NULL AS lo, NULL AS hi';
  const value = kind === 'bytes' ? `lower(hex(${own}))` : kind === 'list' ? `CAST(${own} AS VARCHAR)` : own;
  const answer = await query.answer(
    `SELECT CAST(${type === 'FLOAT' ? 'CAST(v AS DOUBLE)' : 'v'} AS VARCHAR) AS value, count(*) OVER ()::DOUBLE AS kinds, sum(n) OVER ()::DOUBLE AS filled, ${ends}
     FROM (SELECT ${value} AS v, count(*) AS n FROM (${selection.sql}) AS selected WHERE ${own} IS NOT NULL GROUP BY 1) AS counted
     ORDER BY n DESC, value LIMIT ${String(Math.max(1, examples))}`,
    selection.values,
    { signal },
  );
  const texts = (label: string): string[] =>
    Array.from({ length: answer.rows }, (_, row) => shorten(String(answer.column(label).values[row]), LONGEST_VALUE));
  const number = (label: string): number => (answer.rows === 0 ? 0 : Number(answer.column(label).values[0]));
  const bounded = answer.rows > 0 && (kind === 'number' || kind === 'time');
  return {
    name: shorten(name, 256),
    kind,
    type: shorten(type, 128),
    ...(unit !== undefined && unit !== '' && { unit }),
    ...(description !== undefined && description !== '' && { meaning: shorten(description, 300) }),
    filled: number('filled'),
    distinct: number('kinds'),
    ...(bounded && { min: texts('lo')[0]!, max: texts('hi')[0]! }),
    examples: texts('value').slice(0, examples),
  };
}

function kindOf({ name, type, role, mixed }: Listed): Column['kind'] {
  if (mixed) return 'text';
  if (role === 'time' || isTimeColumn(name) || name === 'radio_ts_us') return 'time';
  if (role === 'address' || /^(?:advertiser|scanner|initiator|target)_addr$/.test(name)) return 'address';
  const holds = classOf(type);
  return holds === 'other' ? (type === 'BLOB' ? 'bytes' : 'list') : holds;
}
