import { throwIfAborted, WorkbenchError } from '../base/failure.ts';
import { toAnswer } from './answer.ts';
import type { Confined, Relation } from './engine.ts';
import { withQuotingAdvice } from './errors.ts';
import type { Lane } from './lane.ts';
import { foreignSource, readRelations, statementOf, type ForeignSource, type PlanNode } from './plan.ts';
import { readOnly } from './run.ts';
import { quoteName } from './schema.ts';
import { asSource, vet } from './statement.ts';

/**
 * Checks a statement of a tool call (see `Statements.confine`) on a connection that sees no capture. The relations that it may name are
 * defined as subqueries with typed columns and no rows, so every other name that DuckDB resolves belongs to the statement itself or to
 * DuckDB.
 */
export async function confine(
  lane: Lane,
  text: string,
  relations: readonly Relation[],
  refused: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Confined> {
  throwIfAborted(signal, 'query');
  const { bindings, connection } = lane;
  const columns = new Set(relations.flatMap((relation) => relation.columns.map(({ name }) => name.toLowerCase())));
  const before = `WITH ${relations.map(emptyTable).join(', ')} `;
  const { kind, sql } = await vet(bindings, connection, text, { refused, columns, before }).catch((error: unknown) => {
    throw withQuotingAdvice(withoutRefused(error, refused), (name) => relations.some((relation) => relation.name === name));
  });
  const plan = await planOf(lane, `${before}SELECT * FROM ${asSource(sql)} AS answer`, signal);
  const { statement, indexes } = statementOf(plan, relations.length);
  const foreign = foreignSource(statement);
  if (foreign) throw outside(foreign, relations);
  const read = readRelations(statement, indexes);
  return {
    sql,
    reads: relations.filter((_, at) => read.has(at)).map(({ name }) => name),
    plan: kind === 'explain' ? JSON.stringify(statement, null, 2) : null,
  };
}

function outside({ kind, name }: ForeignSource, relations: readonly Relation[]): WorkbenchError {
  const found = { table: `the table ${name}`, function: `the table function ${name}`, description: 'DESCRIBE or SHOW', sample: 'a sample' }[
    kind
  ];
  const all = relations.map((relation) => relation.name).join(', ');
  return new WorkbenchError('SQL_ERROR', `expected a statement that reads ${all} and nothing else, found ${found}`, {
    source: name,
    found,
  });
}

function emptyTable({ name, columns }: Relation): string {
  const list = columns.map((column) => `CAST(NULL AS ${column.type}) AS ${quoteName(column.name)}`);
  return `${quoteName(name)} AS MATERIALIZED (SELECT ${list.join(', ')} WHERE false)`;
}

/** Returns the plan of a statement before optimisation, without running the statement. */
function planOf(lane: Lane, sql: string, signal: AbortSignal | undefined): Promise<PlanNode> {
  return readOnly(lane, async () => {
    const answer = toAnswer(await lane.collect(`EXPLAIN (FORMAT JSON) ${sql}`, 'query', signal));
    const at = Array.from(answer.column('explain_key').values, String).indexOf('logical_plan');
    const [root] = JSON.parse(String(answer.column('explain_value').values[at])) as readonly PlanNode[];
    if (root === undefined) throw new Error('broken invariant: DuckDB explained a statement without a plan');
    return root;
  });
}

/** Removes suggestions from an error message if they name functions that the statement may not call. */
function withoutRefused(error: unknown, refused: ReadonlySet<string>): unknown {
  if (!(error instanceof WorkbenchError) || !/^Catalog error: .*Function with name/.test(error.message)) return error;
  const { hint, ...details } = error.details;
  const names = [...(typeof hint === 'string' ? hint : '').matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '');
  const callable = hint !== undefined && names.every((name) => !name.includes('.') && !refused.has(name.toLowerCase()));
  return new WorkbenchError(error.code, error.message, { ...details, ...(callable && { hint }) });
}
