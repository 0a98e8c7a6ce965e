import { amount } from '../../../base/amount.ts';
import { cursorAt, offsetOf } from '../../contract/cursor.ts';
import { shorten, toolError } from '../../contract/errors.ts';
import type { Confined, Relation } from '../../../engine/engine.ts';
import type { NextCall, ToolError } from '../../contract/index.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { conversationColumns } from '../../../tables/conversation/index.ts';
import { besideTables, selectedBeside } from '../../../tables/conversation/selected.ts';
import type { SelectedRows, ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { needsText, rowsOf } from './cells.ts';
import type { Arguments, Page } from './schema.ts';
import { sqlFault } from './sql-fault.ts';

type Outcome = ToolOutcome<Page>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Runs a read-only statement over the selected rows and returns one page of its rows. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const { selection, captures, query, signal } = capabilities;
  const question = questionOf(args, selection);
  const offset = args.cursor === undefined ? args.offset : offsetOf(args.cursor, question);
  if (offset === undefined)
    return failed([wrongCursor('one of this statement, these columns and this selection', 'one of another question')]);
  if (args.cursor !== undefined && args.offset > 0) return failed([wrongCursor('a cursor or an offset', 'both')]);
  let confined: Confined | undefined;
  try {
    confined = await query.confine(args.sql, await relationsOf(selection, capabilities), { signal });
    const { statement, values } = statementOf(confined, selection);
    const ask = (what: string, page = '') =>
      query.answer(`${statement.before} SELECT ${what} FROM (\n${statement.sql}\n) AS answer${page}`, values, { signal, sequential: true });
    const head = await ask('*', ' LIMIT 0');
    const known = head.columns.map(({ name, type }) => ({ name, type }));
    const unknown = (args.columns ?? []).flatMap((name, at) =>
      known.some((column) => column.name === name) ? [] : [unknownColumn(name, at, known)],
    );
    const [fault, ...more] = unknown;
    if (fault) return failed([fault, ...more], capturesRead(selection, confined.reads));
    const columns = args.columns?.map((name) => known.find((column) => column.name === name) ?? { name, type: '' }) ?? known;
    const list = columns.map(({ name, type }) => (needsText(type) ? `CAST(${quoted(name)} AS VARCHAR) AS ${quoted(name)}` : quoted(name)));
    const total = Number((await ask('count(*)::DOUBLE AS n')).column('n').values[0]);
    const page = await ask(list.join(', '), ` LIMIT ${String(args.limit)} OFFSET ${String(offset)}`);
    return answered(args, offset, {
      question,
      columns,
      rows: rowsOf({ ...page, columns: page.columns.map((column, at) => ({ ...column, type: columns[at]?.type ?? column.type })) }),
      total,
      reads: capturesRead(selection, confined.reads),
    });
  } catch (error) {
    const refused = sqlFault(error, args.sql, selection, captures, confined === undefined);
    if (refused === undefined) throw error;
    return failed([refused], capturesRead(selection, confined?.reads ?? []));
  }
}

/** Precedes a statement with definitions of the tables that it may name, and returns the values of its `?`. EXPLAIN gives rows of text. */
function statementOf(
  { sql, plan }: Confined,
  selection: SelectedRows,
): { readonly statement: { readonly before: string; readonly sql: string }; readonly values: SelectedRows['values'] } {
  if (plan === null) return { statement: { before: tables(selection), sql }, values: tableValues(selection) };
  return { statement: { before: '', sql: "SELECT 'logical_plan' AS explain_key, CAST(? AS VARCHAR) AS explain_value" }, values: [plan] };
}

/**
 * Defines each capture as a table that contains only its selected rows. The first table has a name that no capture can have; inside it, the
 * names of captures still mean the whole captures.
 */
function tables({ captures, sql }: SelectedRows): string {
  const beside = captures.flatMap(besideTables).map(({ name }) => `${quoted(`all of ${name}`)} AS (SELECT * FROM ${quoted(name)})`);
  const each = captures.flatMap((capture) => [
    `${quoted(capture.capture_id)} AS (SELECT ${ownColumns(capture)} FROM "selected rows" WHERE capture_id = CAST(? AS VARCHAR))`,
    ...besideTables(capture).map(
      (table) => `${quoted(table.name)} AS (${selectedBeside(table.what, quoted(`all of ${table.name}`), quoted(capture.capture_id))})`,
    ),
  ]);
  return `WITH ${['"selected rows" AS (' + sql + ')', ...beside, ...each].join(', ')}`;
}

/** The captures that a statement reads, including those of which it only reads a table other than the packets. */
const capturesRead = ({ captures }: SelectedRows, reads: readonly string[]): string[] =>
  captures
    .filter((capture) => reads.includes(capture.capture_id) || besideTables(capture).some(({ name }) => reads.includes(name)))
    .map(({ capture_id }) => capture_id);

const tableValues = ({ values, captures }: SelectedRows): SelectedRows['values'] => [
  ...values,
  ...captures.map(({ capture_id }) => capture_id),
];

const ownNames = ({ columns }: CaptureInfo): string[] => columns.flatMap(({ name }) => (name === 'capture_id' ? [] : [name]));
const ownColumns = (capture: CaptureInfo): string => ownNames(capture).map(quoted).join(', ');

/** The relations that a statement may name. Several captures share one relation, in which a column's type may differ from its own. */
async function relationsOf(selection: SelectedRows, { query, signal }: ToolCapabilities): Promise<Relation[]> {
  const { captures, sql, values } = selection;
  const [only, ...others] = captures;
  const beside = captures.flatMap(besideTables).map(({ name, what }) => ({ name, columns: conversationColumns(what) }));
  if (only !== undefined && others.length === 0)
    return [{ name: only.capture_id, columns: only.columns.filter(({ name }) => name !== 'capture_id') }, ...beside];
  const described = await query.answer(
    `SELECT typeof(COLUMNS(*)) FROM (SELECT 1 AS "one row") LEFT JOIN (SELECT * FROM (${sql}) AS rows LIMIT 0) ON true`,
    values,
    { signal },
  );
  const types = new Map(described.columns.map(({ name, values }) => [name.toLowerCase(), String(values[0])]));
  const own = captures.map((capture) => ({
    name: capture.capture_id,
    columns: ownNames(capture).map((name) => ({ name, type: types.get(name.toLowerCase()) ?? 'VARCHAR' })),
  }));
  return [...own, ...beside];
}

/** All on which the rows and their order depend, as text: SQL, columns, selection, digests of captures. Cursors contain its checksum. */
const questionOf = ({ sql, columns }: Arguments, { captures, sql: rows, values }: SelectedRows): unknown => [
  sql,
  columns ?? null,
  captures.map(({ capture_id, sha256 }) => [capture_id, sha256]),
  rows,
  values.map(String),
];

const wrongCursor = (expected: string, got: string): ToolError =>
  toolError('INVALID_VALUE', `arguments.cursor: expected ${expected}, got ${got}; leave it out to begin at the first page`, [
    'arguments',
    'cursor',
  ]);

function answered(
  args: Arguments,
  offset: number,
  {
    question,
    columns,
    rows,
    total,
    reads,
  }: { question: unknown; columns: Page['columns']; rows: Page['rows']; total: number; reads: readonly string[] },
): Outcome {
  const { limit } = args;
  const has_more = offset + rows.length < total;
  return {
    status: 'ok',
    summary: `Rows ${String(offset)} to ${String(offset + rows.length)} of ${String(total)}, ${String(columns.length)} columns.`,
    structured_output: {
      columns,
      rows,
      row_count: rows.length,
      total_count: total,
      offset,
      limit,
      has_more,
      ...(has_more && { next_cursor: cursorAt(offset + rows.length, question) }),
    },
    warnings: has_more
      ? [
          {
            code: 'TRUNCATED',
            message: `${String(total - offset - rows.length)} rows follow; ask with offset ${String(offset + rows.length)}`,
          },
        ]
      : [],
    confidence_inputs: { shown: rows.length, total },
    hints: {
      reasoning: 'An exact answer of the engine over the selected rows.',
      assumptions: ['rows without ORDER BY have the order of the file'],
      contextNeeded: total === 0 ? ['a statement that finds rows'] : [],
      next: nextPage(args, offset + rows.length, total),
      noNext: total === 0 ? 'the statement finds no row' : 'every row of the answer was given',
    },
    measures: { total_count: total },
    reads,
  };
}

/** Suggests the next page. The offset grows with each page, so suggestions end. */
function nextPage({ cursor: _, ...args }: Arguments, offset: number, total: number): NextCall[] {
  const rows = Math.min(args.limit, total - offset);
  if (rows <= 0) return [];
  return [
    {
      tool: 'capture_query',
      arguments: { ...args, offset },
      why: 'Read the next page of the same statement.',
      expectedOutcome: `${amount(rows, 'row')} more of ${String(total)}.`,
      benefit: { measure: 'rows_read', share: rows / total },
    },
  ];
}

function unknownColumn(name: string, at: number, known: readonly { readonly name: string }[]): ToolError {
  const names = known.map((column) => column.name);
  const message = `arguments.columns[${String(at)}]: expected one of ${shorten(names.join(', '), 400)}, got ${JSON.stringify(name)}`;
  return toolError('INVALID_VALUE', message, ['arguments', 'columns', at], { allowed: names.slice(0, 64), got: name });
}

const failed = (errors: readonly [ToolError, ...ToolError[]], reads: readonly string[] = []): Outcome => ({
  status: 'error',
  errors,
  reads,
});
