import { WorkbenchError } from '../../../src/base/failure.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { run } from '../../../src/tools/catalog/capture_query/run.ts';
import type { Page } from '../../../src/tools/catalog/capture_query/schema.ts';
import type { ToolCapabilities, ToolOutcome } from '../../../src/tools/definition.ts';
import { selectRows } from '../../../src/tools/runner/select.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';
import { CANARY, FILTER, loadCaptures, lookup } from './captures.ts';
import { hostileStatement } from './hostile.ts';
import { nativeDatabase, type Native } from './native.ts';
import { GAP, OrdinaryStatements } from './ordinary.ts';

export interface StatementTally {
  /** Statements of allowed parts; all are answered. */
  ordinary: number;
  /** Other statements that were answered, from the selection alone. */
  answered: number;
  refused: number;
  /** Ended after two seconds, such as a recursion without an end. */
  abandoned: number;
  /** Also given to the engine as SQL of a person. */
  people: number;
  faults: string[];
}

/** White space and comments; DuckDB reads spaces of Unicode as spaces. */
const SPACES = [' ', ' ', '\n', '\t', '\r\n'];
const COMMENTS = [' /* private_b */ ', ' /* /* nested */ ; */ ', " -- it's\n", ' --x\r\n', ' /* " $$ */ '];
const WIDE = ['\u00a0', '\u3000', '\u2003'];
/** Statements between two looks at the state of the database. */
const STRIDE = 500;
const MOST_FAULTS = 20;

/** Checks statements `first` to `first + count - 1`. */
export async function judgeStatements(
  count: number,
  first: number,
  onProgress: (done: number, tally: StatementTally) => void = () => undefined,
): Promise<StatementTally> {
  const tally: StatementTally = { ordinary: 0, answered: 0, refused: 0, abandoned: 0, people: 0, faults: [] };
  const engine = await nodeEngine();
  const native = await nativeDatabase();
  try {
    await loadCaptures(engine);
    const before = await stateOf(engine);
    for (let seed = first; seed < first + count && tally.faults.length < MOST_FAULTS; seed++) {
      const { sql, captures, ordinary } = statementOf(seed);
      const fault = await judge(engine, native, sql, captures, ordinary, tally);
      if (fault !== undefined) tally.faults.push(`statement ${String(seed)} over ${captures.join(', ')}: ${fault}\n${JSON.stringify(sql)}`);
      if (!ordinary && seed % 4 === 0) await asPerson(engine, sql, tally);
      const done = seed - first + 1;
      if (done % STRIDE === 0 || done === count) {
        onProgress(done, tally);
        if ((await stateOf(engine)) !== before)
          throw new Error(`a statement from ${String(seed - STRIDE)} to ${String(seed)} changed the database`);
      }
    }
  } finally {
    native.close();
    await engine.close();
  }
  return tally;
}

export function statementOf(seed: number): { readonly sql: string; readonly captures: readonly string[]; readonly ordinary: boolean } {
  const random = randomSource(seed);
  const captures = random.below(3) === 0 ? ['public_a', 'public_c'] : ['public_a'];
  const ordinary = random.below(2) === 0;
  const sql = ordinary ? new OrdinaryStatements(random, captures).statement() : hostileStatement(random, captures);
  return { sql: filled(sql, random, ordinary), captures, ordinary };
}

/** A quote in a comment, behind a backslash or in dollar quotes keeps DuckDB from reading spaces of Unicode: an ordinary statement has one or the other. */
function filled(sql: string, random: RandomSource, ordinary: boolean): string {
  const own = [SPACES, ...(ordinary ? [random.below(2) === 0 || /\\'|\$/.test(sql) ? COMMENTS : WIDE] : [COMMENTS, WIDE])].flat();
  return sql.replaceAll(GAP, () => own[random.below(own.length)]!);
}

async function judge(
  engine: Engine,
  native: Native,
  sql: string,
  captures: readonly string[],
  ordinary: boolean,
  tally: StatementTally,
): Promise<string | undefined> {
  let outcome: ToolOutcome<Page>;
  try {
    outcome = await ask(engine, sql, captures);
  } catch (error) {
    if (!(error instanceof DOMException)) return `threw ${String(error)}`;
    tally.abandoned++;
    return undefined;
  }
  const said = JSON.stringify(outcome);
  const own = sql.toLowerCase();
  const canary = [...said.matchAll(new RegExp(`(?:${CANARY.source})\\w*`, 'gi'))].find(([text]) => !own.includes(text.toLowerCase()));
  if (canary) return `says ${canary[0]}: ${said}`;
  if (outcome.status === 'error') {
    tally.refused++;
    return ordinary ? refusedWrongly(await native.rows(sql, captures), said) : undefined;
  }
  if (ordinary) tally.ordinary++;
  else tally.answered++;
  if (/^\W*explain\b/i.test(sql)) return undefined;
  const reads = outcome.reads ?? captures;
  const expected = await native.rows(sql, reads);
  if (expected instanceof Error) return `reads more than ${reads.join(', ')}: ${expected.message}`;
  const { rows, has_more, row_count } = outcome.structured_output;
  // Of a long answer one page comes; which rows are on it is for DuckDB to choose.
  if (has_more ? row_count >= expected.length : multiset(rows) !== multiset(expected))
    return `rows differ: ${multiset(rows).slice(0, 300)} instead of ${multiset(expected).slice(0, 300)}`;
  for (const capture of reads) {
    const without = reads.filter((each) => each !== capture);
    if (!((await native.rows(sql, without)) instanceof Error)) return `does not read ${capture}`;
  }
  return undefined;
}

const refusedWrongly = (native: unknown, said: string): string =>
  native instanceof Error ? `no statement that DuckDB runs: ${native.message}` : `refused: ${said}`;

const selections = new Map<string, ToolCapabilities['selection']>();

function ask(engine: Engine, sql: string, captures: readonly string[]): Promise<ToolOutcome<Page>> {
  const key = captures.join();
  const selection = selections.get(key) ?? selectRows({ capture_ids: [...captures], filter_expression: FILTER }, lookup).rows;
  if (selection === undefined) throw new Error('the selection of the fuzzer is none');
  selections.set(key, selection);
  const capabilities = { selection, captures: lookup, query: engine, signal: AbortSignal.timeout(2000) };
  return run({ sql, offset: 0, limit: 10_000 }, capabilities as unknown as ToolCapabilities);
}

/** SQL of a person may read everything, and changes nothing: `stateOf` sees to that. */
async function asPerson(engine: Engine, sql: string, tally: StatementTally): Promise<void> {
  tally.people++;
  try {
    await engine.query(sql, { limit: 100, signal: AbortSignal.timeout(2000) });
  } catch (error) {
    if (!(error instanceof WorkbenchError || error instanceof DOMException)) throw error;
  }
}

/** Rows as a set with repetition; sums of doubles may differ in their last digits. */
const multiset = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) =>
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(9) : value)),
    )
    .sort()
    .join('\n');

const STATE = [
  'SELECT name, value FROM duckdb_settings() ORDER BY ALL',
  'SELECT database_name, schema_name, view_name, sql FROM duckdb_views() ORDER BY ALL',
  'SELECT database_name, schema_name, table_name, sql, estimated_size FROM duckdb_tables() ORDER BY ALL',
  'SELECT count(*), sum(hash(function_name)) FROM duckdb_functions()',
  'SELECT * FROM duckdb_sequences()',
  'SELECT * FROM duckdb_variables()',
  'SELECT name FROM duckdb_prepared_statements() ORDER BY ALL',
  'SELECT type_name FROM duckdb_types() ORDER BY ALL',
  'SELECT database_name, schema_name FROM duckdb_schemas() ORDER BY ALL',
  'SELECT database_name, path FROM duckdb_databases() ORDER BY ALL',
  'SELECT count(*) FROM duckdb_logs()',
  'SELECT sum(hash(a)) FROM public_a AS a',
  'SELECT sum(hash(c)) FROM public_c AS c',
  'SELECT sum(hash(b)) FROM private_b AS b',
];

async function stateOf(engine: Engine): Promise<string> {
  const answers = [];
  for (const sql of STATE) answers.push((await engine.query(sql)).rows);
  return JSON.stringify(answers);
}
