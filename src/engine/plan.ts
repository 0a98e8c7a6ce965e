/** An operator in the plan of a statement, from `EXPLAIN (FORMAT JSON)` before optimisation. */
export interface PlanNode {
  /** Name of the operator; for a table function, the function's name in upper case. */
  readonly name: string;
  readonly children: readonly PlanNode[];
  readonly extra_info: Readonly<Record<string, unknown>>;
}

/** Operators of a plan that read no table of the database, or only subqueries of the statement. */
const INNER: ReadonlySet<string> = new Set([
  ...['PROJECTION', 'FILTER', 'AGGREGATE', 'WINDOW', 'UNNEST', 'PIVOT', 'DISTINCT', 'ORDER_BY', 'TOP_N', 'LIMIT', 'LIMIT_PERCENT'],
  ...['JOIN', 'COMPARISON_JOIN', 'ANY_JOIN', 'ASOF_JOIN', 'DELIM_JOIN', 'DEPENDENT_JOIN', 'CROSS_PRODUCT', 'POSITIONAL_JOIN'],
  ...['UNION', 'EXCEPT', 'INTERSECT', 'CTE', 'REC_CTE', 'CTE_SCAN', 'REC_CTE_SCAN', 'REC_REC_CTE_SCAN', 'DELIM_GET', 'DELIM_SCAN'],
  ...['DUMMY_SCAN', 'EMPTY_RESULT', 'EXPRESSION_GET', 'EXPRESSION_SCAN'],
]);
/** Table functions whose rows depend only on their arguments, so that a statement may use them. */
const FUNCTIONS: ReadonlySet<string> = new Set(['RANGE', 'GENERATE_SERIES', 'UNNEST', 'REPEAT', 'REPEAT_ROW']);

export interface ForeignSource {
  readonly kind: 'table' | 'function' | 'description' | 'sample';
  /** Name of the table, view or function that is read; empty for the kinds `description` and `sample`. */
  readonly name: string;
}

/** Returns the statement without the subqueries that precede it, and the index of each of these subqueries. */
export function statementOf(plan: PlanNode, subqueries: number): { readonly statement: PlanNode; readonly indexes: readonly string[] } {
  const indexes: string[] = [];
  let statement = plan;
  while (indexes.length < subqueries) {
    const [, rest] = statement.children;
    if (nameOf(statement) !== 'CTE' || rest === undefined)
      throw new Error(`broken invariant: expected a subquery of the call, found ${statement.name}`);
    indexes.push(String(statement.extra_info['Table Index']));
    statement = rest;
  }
  return { statement, indexes };
}

/** Returns the first source that a statement reads other than its subqueries, as DuckDB resolved it; undefined if there is none. */
export function foreignSource(node: PlanNode): ForeignSource | undefined {
  const name = nameOf(node);
  const table = node.extra_info['Table'];
  if (typeof table === 'string') return { kind: 'table', name: table };
  if (name === 'SAMPLE') return { kind: 'sample', name: '' };
  // Skip these operators: their rows were computed while names were resolved, such as the description of a table.
  if (name === 'CHUNK_GET' || name === 'COLUMN_DATA_SCAN') return { kind: 'description', name: '' };
  if (!INNER.has(name) && !FUNCTIONS.has(name)) return { kind: 'function', name: name.toLowerCase() };
  for (const child of node.children) {
    const found = foreignSource(child);
    if (found) return found;
  }
  return undefined;
}

/** Finds which of the subqueries before a statement it reads, as their positions in `indexes`. */
export function readRelations(node: PlanNode, indexes: readonly string[], read = new Set<number>()): ReadonlySet<number> {
  const at = nameOf(node) === 'CTE_SCAN' ? indexes.indexOf(String(node.extra_info['CTE Index'])) : -1;
  if (at >= 0) read.add(at);
  for (const child of node.children) readRelations(child, indexes, read);
  return read;
}

const nameOf = ({ name }: PlanNode): string => name.trim();
