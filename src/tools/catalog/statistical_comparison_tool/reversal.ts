/**
 * Detects Simpson's reversal: within the values of another column, the difference between two groups has on average the opposite sign.
 * Groups with different proportions of those values can differ overall for that reason alone.
 */
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { Rows } from './data.ts';
import type { Arguments, Comparison } from './schema.ts';

const MOST_COLUMNS = 24;
const MOST_VALUES = 50;
/** Minimum distance from 0, in standard errors, of the difference within the values of the other column. */
const CLEARLY = 3;
const LEVELS = /^(?:VARCHAR|BOOLEAN|ENUM.*|U?TINYINT)$/;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Looks for a column that reverses a difference. @param difference mean of the first group less that of the second, over all rows */
export async function reversalOf(
  args: Arguments,
  { groups, categories, cluster }: Pick<Rows, 'groups' | 'categories' | 'cluster'>,
  difference: number,
  { selection, query, signal }: ToolCapabilities,
): Promise<Comparison['reversal']> {
  const { factor, response, outcome } = args;
  if (factor === undefined || !(Math.abs(difference) > 0)) return undefined;
  const value =
    response === undefined
      ? `CASE WHEN CAST(${quoted(outcome!)} AS VARCHAR) = ${literal(categories[0]!)} THEN 1.0 ELSE 0.0 END`
      : `CAST(${quoted(response)} AS DOUBLE)`;
  const from = `(SELECT *, ${value} AS compared_value, CAST(${quoted(factor)} AS VARCHAR) AS compared_group FROM (${selection.sql}) AS selected) AS rows_compared`;
  const used = `compared_group IN (${groups.map(literal).join(', ')}) AND isfinite(compared_value)${outcome === undefined ? '' : ` AND ${quoted(outcome)} IS NOT NULL`}`;
  const columns = candidates(selection.captures, [factor, response, outcome], cluster?.column);
  if (columns.length === 0) return undefined;
  const distinct = columns.map((name, at) => `CAST(approx_count_distinct(${quoted(name)}) AS DOUBLE) AS n${String(at)}`);
  const counts = await query.answer(`SELECT ${distinct.join(', ')} FROM ${from} WHERE ${used}`, selection.values, { signal });
  const few = columns.filter((_, at) => {
    const count = Number(counts.column(`n${String(at)}`).values[0]);
    return count > 1 && count <= MOST_VALUES;
  });
  for (const column of few) {
    const sql = `SELECT CAST(${quoted(column)} AS VARCHAR) AS s, compared_group AS g, CAST(count(*) AS DOUBLE) AS n, avg(compared_value) AS m, coalesce(var_samp(compared_value), 0) AS v FROM ${from} WHERE ${used} AND ${quoted(column)} IS NOT NULL GROUP BY ALL ORDER BY ALL`;
    const answer = await query.answer(sql, selection.values, { signal });
    const cell = (name: string): readonly unknown[] => Array.from(answer.column(name).values).slice(0, answer.rows);
    const [s, g, n, m, v] = ['s', 'g', 'n', 'm', 'v'].map(cell) as [unknown[], unknown[], number[], number[], number[]];
    const found = withinValues(
      s.map((name, at) => ({ value: String(name), group: groups.indexOf(String(g[at])), rows: n[at]!, mean: m[at]!, variance: v[at]! })),
    );
    if (found && Math.sign(found.within) === -Math.sign(difference) && Math.abs(found.within) > CLEARLY * found.error)
      return { column, values: found.values, within: found.within };
  }
  return undefined;
}

function candidates(captures: readonly CaptureInfo[], taken: readonly (string | undefined)[], cluster: string | undefined): string[] {
  const [first, ...others] = captures;
  const shared = (first?.columns ?? []).filter(
    ({ name, type }) =>
      (LEVELS.test(type) || name === cluster) &&
      others.every(({ columns }) => columns.some((own) => own.name === name && own.type === type)),
  );
  return shared
    .map(({ name }) => name)
    .filter((name) => !taken.includes(name))
    .slice(0, MOST_COLUMNS);
}

interface Cell {
  readonly value: string;
  readonly group: number;
  readonly rows: number;
  readonly mean: number;
  readonly variance: number;
}

/** Mean difference within values, with Mantel and Haenszel's weights by number of rows. */
export function withinValues(
  cells: readonly Cell[],
): { readonly within: number; readonly error: number; readonly values: number } | undefined {
  const byValue = new Map<string, Cell[]>();
  for (const cell of cells) byValue.set(cell.value, [...(byValue.get(cell.value) ?? []), cell]);
  let [weights, sum, variance, values] = [0, 0, 0, 0];
  for (const own of byValue.values()) {
    const [a, b] = [0, 1].map((group) => own.find((cell) => cell.group === group));
    if (a === undefined || b === undefined) continue;
    const weight = (a.rows * b.rows) / (a.rows + b.rows);
    weights += weight;
    sum += weight * (a.mean - b.mean);
    variance += weight * weight * (a.variance / a.rows + b.variance / b.rows);
    values++;
  }
  if (values < 2) return undefined;
  return { within: sum / weights, error: Math.sqrt(variance) / weights, values };
}
