import { WorkbenchError, throwIfAborted } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { QueryResult } from '../tables/result-set.ts';
import { toAnswer, toDoubles } from './answer.ts';
import { jsonRows, needsText } from './cells.ts';
import type { Answer, AnswerOptions, AnswerPart, SqlValue } from './engine.ts';
import { sqlError } from './errors.ts';
import type { Lane } from './lane.ts';
import { literal } from './literal.ts';
import { decodeArrow, sqlTypeName } from './rows.ts';
import { quoteName } from './schema.ts';
import { asSource, oneStatement, vet } from './statement.ts';

/** Maximum number of rows that a query returns if its caller states none. */
export const DEFAULT_LIMIT = 10_000;

/** Runs a statement of a person in a read-only transaction, after checking it. Returns at most `limit` rows, with cells as JSON. */
export async function runQuery(
  lane: Lane,
  text: string,
  refused: ReadonlySet<string>,
  options: WorkOptions & { limit?: number },
): Promise<QueryResult> {
  const limit = options.limit ?? DEFAULT_LIMIT;
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new WorkbenchError('SQL_ERROR', `expected a limit of 0 or more rows, found ${limit}`);
  const start = performance.now();
  const { bindings, connection } = lane;
  const { kind, sql } = await vet(bindings, connection, text, { refused });
  const answering = async (): Promise<QueryResult> => {
    const types = kind === 'rows' ? await describe(lane, sql) : [];
    const texts = new Map(types.flatMap(({ type }, index) => (needsText(type) ? [[index, type] as const] : [])));
    const before = `SELECT * ${replacements(types)}FROM `;
    const run = kind === 'rows' ? `${before}${asSource(sql)} LIMIT ${limit + 1}` : sql;
    const origin = { sql: text, byteOffset: kind === 'rows' ? new TextEncoder().encode(before).length + 2 : 0 };
    try {
      const rows = await lane.collect(run, 'query', options.signal);
      const cells = jsonRows(rows, limit, texts);
      const columns = rows.columns.map(({ name, type }, index) => ({ name, type: types[index]?.type ?? sqlTypeName(type) }));
      return { columns, rows: cells, row_count: cells.length, truncated: rows.rows > limit, elapsed_ms: performance.now() - start };
    } catch (error) {
      throw error instanceof DOMException ? error : sqlError(error, origin);
    }
  };
  return sequentially(lane, () => readOnly(lane, answering));
}

/** Runs SQL of the product. The statement is prepared first and then executed with the values, so that no value is parsed as SQL. */
export async function runAnswer(
  lane: Lane,
  sql: string,
  values: readonly SqlValue[],
  { signal, sequential = false }: AnswerOptions,
): Promise<Answer> {
  const job = () => prepared(lane, sql, values, signal, async (run) => toAnswer(await lane.collect(run, 'query', signal)));
  return sequential ? sequentially(lane, job) : job();
}

const sequentially = <T>({ bindings }: Lane, job: () => Promise<T>): Promise<T> =>
  bindings.sequentially === undefined ? job() : bindings.sequentially(job);

/** Like `runAnswer`, but with cells in the form that the page and scripts use. */
export async function runRows(lane: Lane, sql: string, values: readonly SqlValue[], signal: AbortSignal | undefined): Promise<QueryResult> {
  const start = performance.now();
  return prepared(lane, sql, values, signal, async (run) => {
    const found = await lane.collect(run, 'query', signal);
    const rows = jsonRows(found, found.rows);
    const columns = found.columns.map(({ name, type }) => ({ name, type: sqlTypeName(type) }));
    return { columns, rows, row_count: rows.length, truncated: false, elapsed_ms: performance.now() - start };
  });
}

/** Like `runRows`, but for a result with one column of UINTEGER without NULL. */
export async function runNumbers(
  lane: Lane,
  sql: string,
  values: readonly SqlValue[],
  signal: AbortSignal | undefined,
): Promise<Uint32Array> {
  const [column] = (await runAnswer(lane, sql, values, { signal })).columns;
  if (!(column?.values instanceof Uint32Array) || column.valid !== undefined)
    throw new WorkbenchError('SQL_ERROR', `expected one column of UINTEGER without NULL, found ${column?.type ?? 'no column'}`);
  return column.values;
}

/** Like `runAnswer`, but passes the answer on part by part. */
export async function runStream(
  lane: Lane,
  sql: string,
  values: readonly SqlValue[],
  take: (part: AnswerPart) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return prepared(lane, sql, values, signal, (run) =>
    lane.parts(run, 'query', signal, (rows, ipc) =>
      take({ rows: rows.rows, answer: () => toAnswer(rows), doubles: () => toDoubles(rows), ipc }),
    ),
  );
}

async function prepared<T>(
  lane: Lane,
  sql: string,
  values: readonly SqlValue[],
  signal: AbortSignal | undefined,
  job: (run: string) => Promise<T>,
): Promise<T> {
  const { bindings, connection } = lane;
  throwIfAborted(signal, 'query');
  // Check that the text is one statement, because PREPARE in SQL would execute further ones. Preparing it through the API instead would
  // plan it twice, which takes seconds over fifty captures.
  const statement = await oneStatement(bindings, sql);
  return readOnly(lane, async () => {
    await bindings.runQuery(connection, `PREPARE answer AS ${statement}`);
    return job(values.length === 0 ? 'EXECUTE answer' : `EXECUTE answer(${values.map(literal).join(', ')})`);
  });
}

/** Runs a job in a read-only transaction, in case the check missed something: DuckDB then refuses writes, and session changes end. */
export async function readOnly<T>({ bindings, connection }: Lane, job: () => Promise<T>): Promise<T> {
  await bindings.runQuery(connection, 'BEGIN TRANSACTION READ ONLY');
  try {
    return await job();
  } finally {
    await bindings.runQuery(connection, 'ROLLBACK');
  }
}

async function describe({ bindings, connection }: Lane, sql: string): Promise<{ name: string; type: string }[]> {
  const answer = toAnswer(decodeArrow(await bindings.runQuery(connection, `DESCRIBE SELECT * FROM ${asSource(sql)}`)));
  const types = answer.column('column_type').values;
  return Array.from(answer.column('column_name').values, (name, index) => ({ name: String(name), type: String(types[index]) }));
}

function replacements(types: readonly { name: string; type: string }[]): string {
  const casts = types.filter(({ type }) => needsText(type)).map(({ name }) => `CAST(${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}`);
  return casts.length === 0 ? '' : `REPLACE (${casts.join(', ')}) `;
}
