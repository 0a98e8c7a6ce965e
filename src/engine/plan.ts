/** An operator of a plan from `EXPLAIN (FORMAT JSON)`, before optimisation. */
export interface PlanNode {
  /** For a table function, its name in upper case. */
  readonly name: string;
  readonly children: readonly PlanNode[];
  readonly extra_info: Readonly<Record<string, unknown>>;
}

/** Operators that read no table of the database, and subqueries of the statement. */
const INNER: ReadonlySet<string> = new Set([
  ...['PROJECTION', 'FILTER', 'AGGREGATE', 'WINDOW', 'UNNEST', 'PIVOT', 'DISTINCT', 'ORDER_BY', 'TOP_N', 'LIMIT', 'LIMIT_PERCENT'],
  ...['JOIN', 'COMPARISON_JOIN', 'ANY_JOIN', 'ASOF_JOIN', 'DELIM_JOIN', 'DEPENDENT_JOIN', 'CROSS_PRODUCT', 'POSITIONAL_JOIN'],
  ...['UNION', 'EXCEPT', 'INTERSECT', 'CTE', 'REC_CTE', 'CTE_SCAN', 'REC_CTE_SCAN', 'REC_REC_CTE_SCAN', 'DELIM_GET', 'DELIM_SCAN'],
  ...['DUMMY_SCAN', 'EMPTY_RESULT', 'EXPRESSION_GET', 'EXPRESSION_SCAN'],
]);
/** Table functions whose rows depend only on their arguments. */
const FUNCTIONS: ReadonlySet<string> = new Set(['RANGE', 'GENERATE_SERIES', 'UNNEST', 'REPEAT', 'REPEAT_ROW']);

export interface ForeignSource {
  readonly kind: 'table' | 'function' | 'description' | 'sample';
  /** Empty for the kinds `description` and `sample`. */
  readonly name: string;
}

/** The statement without the subqueries that precede it, and the index of each of these. */
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

/** The first source that a statement reads besides its subqueries, as DuckDB resolved it; undefined if there is none. */
export function foreignSource(node: PlanNode): ForeignSource | undefined {
  const name = nameOf(node);
  const table = node.extra_info['Table'];
  if (typeof table === 'string') return { kind: 'table', name: table };
  if (name === 'SAMPLE') return { kind: 'sample', name: '' };
  // Rows that DuckDB computed during resolution, such as the description of a table.
  if (name === 'CHUNK_GET' || name === 'COLUMN_DATA_SCAN') return { kind: 'description', name: '' };
  if (!INNER.has(name) && !FUNCTIONS.has(name)) return { kind: 'function', name: name.toLowerCase() };
  for (const child of node.children) {
    const found = foreignSource(child);
    if (found) return found;
  }
  return undefined;
}

/** Indices, within `indexes`, of the subqueries that a statement reads. */
export function readRelations(node: PlanNode, indexes: readonly string[], read = new Set<number>()): ReadonlySet<number> {
  const at = nameOf(node) === 'CTE_SCAN' ? indexes.indexOf(String(node.extra_info['CTE Index'])) : -1;
  if (at >= 0) read.add(at);
  for (const child of node.children) readRelations(child, indexes, read);
  return read;
}

const nameOf = ({ name }: PlanNode): string => name.trim();
