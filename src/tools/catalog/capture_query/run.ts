import { cursorAt, offsetOf } from '../../contract/cursor.ts';
import { shorten, toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { SelectedRows, ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { needsText, rowsOf } from './cells.ts';
import type { Arguments, Page } from './schema.ts';
import { scopeFaults } from './scope.ts';
import { sqlFault } from './sql-fault.ts';

type Outcome = ToolOutcome<Page>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** One page of a read-only statement over the selected rows. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const { selection, captures, query, signal } = capabilities;
  const [first, ...others] = scopeFaults(args.sql, selection, captures);
  if (first) return failed([first, ...others]);
  const question = questionOf(args, selection);
  const offset = args.cursor === undefined ? args.offset : offsetOf(args.cursor, question);
  if (offset === undefined)
    return failed([wrongCursor('one of this statement, these columns and this selection', 'one of another question')]);
  if (args.cursor !== undefined && args.offset > 0) return failed([wrongCursor('a cursor or an offset', 'both')]);
  let before: number | undefined = EXPLAIN.length;
  try {
    // The engine's verdict on the person's own text, with places in it; EXPLAIN runs nothing.
    await query.query(`${EXPLAIN}${args.sql}`, { signal });
    before = undefined;
    const source = `${tables(selection)} SELECT * FROM (\n${args.sql}\n) AS answer`;
    const values = [...selection.values, ...selection.captures.map((capture) => capture.capture_id)];
    const ask = (sql: string) => query.answer(sql, values, { signal });
    const head = await ask(`${source} LIMIT 0`);
    const known = head.columns.map(({ name, type }) => ({ name, type }));
    const unknown = (args.columns ?? []).flatMap((name, at) =>
      known.some((column) => column.name === name) ? [] : [unknownColumn(name, at, known)],
    );
    const [fault, ...more] = unknown;
    if (fault) return failed([fault, ...more]);
    const columns = args.columns?.map((name) => known.find((column) => column.name === name) ?? { name, type: '' }) ?? known;
    const list = columns.map(({ name, type }) => (needsText(type) ? `CAST(${quoted(name)} AS VARCHAR) AS ${quoted(name)}` : quoted(name)));
    const total = Number(
      (await ask(`${tables(selection)} SELECT count(*)::DOUBLE AS n FROM (\n${args.sql}\n) AS answer`)).column('n').values[0],
    );
    const page = await ask(
      `${tables(selection)} SELECT ${list.join(', ')} FROM (\n${args.sql}\n) AS answer LIMIT ${String(args.limit)} OFFSET ${String(offset)}`,
    );
    return answered(args.limit, offset, {
      question,
      columns,
      rows: rowsOf({ ...page, columns: page.columns.map((column, at) => ({ ...column, type: columns[at]?.type ?? column.type })) }),
      total,
    });
  } catch (error) {
    const refused = sqlFault(error, args.sql, selection, before);
    if (refused === undefined) throw error;
    return failed([refused]);
  }
}

const EXPLAIN = 'EXPLAIN ';

/**
 * Each capture as a table that holds its selected rows only. The first table has a name no capture can have;
 * inside it, the names still mean the captures themselves.
 */
function tables({ captures, sql }: SelectedRows): string {
  const each = captures.map((capture) => {
    const own = capture.columns.filter((column) => column.name !== 'capture_id').map((column) => quoted(column.name));
    return `${quoted(capture.capture_id)} AS (SELECT ${own.join(', ')} FROM "selected rows" WHERE capture_id = CAST(? AS VARCHAR))`;
  });
  return `WITH "selected rows" AS (${sql}), ${each.join(', ')}`;
}

/** What the rows and their order follow from: text, columns, selection, and the captures by their bytes. */
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
  limit: number,
  offset: number,
  { question, columns, rows, total }: { question: unknown; columns: Page['columns']; rows: Page['rows']; total: number },
): Outcome {
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
      assumptions: ['rows without ORDER BY stand in the order of the file'],
      contextNeeded: total === 0 ? ['a statement that finds rows'] : [],
    },
    measures: { total_count: total },
  };
}

function unknownColumn(name: string, at: number, known: readonly { readonly name: string }[]): ToolError {
  const names = known.map((column) => column.name);
  const message = `arguments.columns[${String(at)}]: expected one of ${shorten(names.join(', '), 400)}, got ${JSON.stringify(name)}`;
  return toolError('INVALID_VALUE', message, ['arguments', 'columns', at], { allowed: names.slice(0, 64), got: name });
}

const failed = (errors: readonly [ToolError, ...ToolError[]]): Outcome => ({ status: 'error', errors });
