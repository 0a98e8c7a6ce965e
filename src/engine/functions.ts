import { toAnswer } from './answer.ts';
import type { Bindings, Tokens } from './bindings.ts';
import type { Lane } from './lane.ts';
import { decodeArrow } from './rows.ts';

/** Decides which functions a statement may call: the names, in lower case, of those that it may not. All others of DuckDB are allowed. */
export interface FunctionRules {
  /** Functions forbidden in statements of tool calls, whose answers must be the same on every run. */
  readonly repeatable: ReadonlySet<string>;
  /** Functions forbidden in statements of people, which must not change anything. */
  readonly reading: ReadonlySet<string>;
}

/** Functions that DuckDB marks as constant although their result depends on settings, the version or chance. */
const DEPENDENT = ['current_setting', 'getvariable', 'version', 'reservoir_quantile'];
/** Functions that DuckDB marks as volatile only so that it does not evaluate them early; they may be called. */
const REPEATABLE = ['error'];
/** DuckDB macros that only call functions of their arguments, so that their results are reproducible. */
const MACROS =
  /^(?:array_\w+|list_\w+|generate_subscripts|date_add|fdiv|fmod|geomean|geometric_mean|map_contains_(?:entry|value)|md5_number_(?:lower|upper)|nullif|pg_size_pretty|pg_typeof|regexp_split_to_table|round_even|roundbankers|split_part|wavg|weighted_avg|histogram|histogram_values)$/;
/** Table functions whose rows depend only on their arguments. */
const ARGUMENT_TABLES = ['range', 'generate_series', 'unnest', 'repeat', 'repeat_row'];
/** Table functions that people may call in addition: catalogs, names of tables, and files, to which the engine has no access. */
const READING_TABLES =
  /^(?:(?:duckdb|pragma)_\w+|summary|query_table|sniff_csv|read_(?:csv|csv_auto|text|blob)|glob|test_all_types|test_vector_types|which_secret|histogram|histogram_values)$/;
/** Scalar functions that return another value on each call but change nothing. */
const CHANGING =
  /^(?:random|uuid|uuidv4|uuidv7|gen_random_uuid|error|stats|currval|current_(?:connection_id|query|query_id|transaction_id))$/;
/** Names that DuckDB calls as functions even without parentheses, unless a column has that name. */
const VALUES: ReadonlySet<string> = new Set([
  ...['current_date', 'current_time', 'current_timestamp', 'localtime', 'localtimestamp'],
  ...['current_catalog', 'current_schema', 'current_role', 'current_user', 'session_user', 'user'],
]);

/**
 * Computes both lists of forbidden functions from DuckDB's own list of functions.
 * @param other a second database that runs the statements; functions that only that one has are forbidden
 */
export async function functionRules(bindings: Bindings, connection: number, other?: Lane): Promise<FunctionRules> {
  const sql = `SELECT DISTINCT lower(function_name) AS name, function_type AS kind, coalesce(stability, '') AS stability FROM duckdb_functions()`;
  const answer = toAnswer(decodeArrow(await bindings.runQuery(connection, sql)));
  const [names, kinds, stabilities] = ['name', 'kind', 'stability'].map((column) => Array.from(answer.column(column).values, String));
  const refused = (allowed: (name: string, kind: string, stability: string) => boolean): string[] =>
    names!.filter((name, at) => !allowed(name, kinds![at]!, stabilities![at]!));
  const known = new Set(names);
  const foreign = other === undefined ? [] : (await namesOf(other)).filter((name) => !known.has(name));
  return { repeatable: new Set([...refused(isRepeatable), ...VALUES]), reading: new Set([...refused(isReading), ...foreign]) };
}

async function namesOf({ bindings, connection }: Lane): Promise<string[]> {
  const sql = 'SELECT DISTINCT lower(function_name) AS name FROM duckdb_functions()';
  return Array.from(toAnswer(decodeArrow(await bindings.runQuery(connection, sql))).column('name').values, String);
}

function isRepeatable(name: string, kind: string, stability: string): boolean {
  if (kind === 'pragma') return true; // For table functions, only the list decides. A pragma cannot occur in a SELECT.
  if (kind === 'table') return ARGUMENT_TABLES.includes(name);
  if (kind.includes('macro')) return MACROS.test(name);
  return REPEATABLE.includes(name) || (stability === 'CONSISTENT' && !DEPENDENT.includes(name));
}

function isReading(name: string, kind: string, stability: string): boolean {
  if (kind === 'table') return ARGUMENT_TABLES.includes(name) || READING_TABLES.test(name);
  return stability !== 'VOLATILE' || CHANGING.test(name);
}

const TEXT = 2;
const OPEN = 0x28;

/**
 * Finds the first function in a text that the statement may not call.
 * @param tokens the tokens of the text from DuckDB's lexer
 * @param columns names in lower case that refer to columns, not functions
 */
export function refusedCall(
  bytes: Uint8Array,
  tokens: Tokens,
  refused: ReadonlySet<string>,
  columns: ReadonlySet<string>,
): { readonly name: string; readonly byte: number } | undefined {
  let before = '';
  let name = '';
  let byte = 0;
  for (let at = 0; at <= tokens.offsets.length; at++) {
    const start = tokens.offsets[at] ?? bytes.length;
    const next = tokens.types[at] === TEXT ? [] : namesIn(new TextDecoder().decode(bytes.subarray(start, tokens.offsets[at + 1])));
    if (next.length === 0 && start < bytes.length && bytes[start]! >= 0x80) continue; // Skip a token that is a Unicode space.
    const isCall = bytes[start] === OPEN;
    const isValue = VALUES.has(name) && !columns.has(name) && before !== '.' && before !== 'as';
    if (refused.has(name) && (isCall || isValue)) return { name, byte };
    before = name === '' ? String.fromCharCode(bytes[byte] ?? 0) : name;
    name = next.at(-1) ?? '';
    byte = start;
  }
  return undefined;
}

/** Returns the names in one token, in lower case; there may be several, because to DuckDB's lexer Unicode spaces are letters. */
function namesIn(token: string): string[] {
  const quoted = /^"((?:[^"]|"")*)"/.exec(token);
  if (quoted) return [quoted[1]!.replaceAll('""', '"').toLowerCase()];
  const bare = /^[\w$\u0080-\u{10ffff}]+/u.exec(token)?.[0] ?? '';
  return bare
    .split(/[^\p{L}\p{N}\p{M}_$]+/u)
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase());
}
