/** Builds the SQL that reads the columns of a model. */
import type { SqlValue } from '../../engine/engine.ts';
import type { ToolCapabilities } from '../definition.ts';
import { keyOrder } from '../numeric-columns.ts';
import type { Cutter } from './cutter.ts';
import type { Model } from './terms.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly columns: number;
  readonly weight: number | null;
}

/** SQL for numbers as doubles, factors as index of their level, clusters as 52 bits of a hash. Missing: NULL, except for clusters. */
export function rowsQuery(
  { selection }: Pick<ToolCapabilities, 'selection'>,
  model: Model,
  levels: readonly (readonly string[])[],
  limit: number | undefined,
  cluster?: string,
): Query {
  const numbers = [...model.numeric, ...(model.weight === null ? [] : [model.weight])];
  const values: SqlValue[] = [];
  const list = [
    ...numbers.map((name, at) => `CAST(${quoted(name)} AS DOUBLE) AS c${String(at)}`),
    ...model.factors.map(({ name }, at) => {
      const own = levels[at] ?? [];
      values.push(...own);
      const position = `list_position(list_value(${own.map(() => 'CAST(? AS VARCHAR)').join(', ')}), CAST(${quoted(name)} AS VARCHAR))`;
      return `CAST(${position} AS DOUBLE) - 1 AS c${String(numbers.length + at)}`;
    }),
    ...(cluster === undefined
      ? []
      : [
          `CAST(hash(coalesce(CAST(${quoted(cluster)} AS VARCHAR), '')) >> 12 AS DOUBLE) AS c${String(numbers.length + model.factors.length)}`,
        ]),
  ];
  const sql = `SELECT ${list.join(', ')} FROM (${selection.sql}) AS selected${limit === undefined ? '' : ` LIMIT ${String(limit)}`}`;
  return {
    sql,
    values: [...values, ...selection.values],
    columns: list.length,
    weight: model.weight === null ? null : model.numeric.length,
  };
}

/**
 * Reads the sorted levels of each factor over the rows with all numbers; one more than `most` is read, to detect that there are too many.
 */
export async function levelsOf(
  { selection, query, signal }: Pick<ToolCapabilities, 'selection' | 'query' | 'signal'>,
  model: Model,
  most: number,
): Promise<string[][]> {
  const whole = model.numeric.map((name) => ` AND isfinite(CAST(${quoted(name)} AS DOUBLE))`).join('');
  const found: string[][] = [];
  for (const { name } of model.factors) {
    const text = `CAST(${quoted(name)} AS VARCHAR)`;
    const sql = `SELECT DISTINCT ${text} AS level FROM (${selection.sql}) AS selected WHERE ${quoted(name)} IS NOT NULL${whole} LIMIT ${String(most + 1)}`;
    const answer = await query.answer(sql, selection.values, { signal });
    const keys = Array.from(answer.column('level').values as ArrayLike<string>, (level) => [level]);
    found.push(keyOrder(keys).map((at) => keys[at]![0]!));
  }
  return found;
}

/** Reads all rows once and passes them to a cutter. */
export async function pour({ query: engine, signal }: ToolCapabilities, { sql, values }: Query, cutter: Cutter): Promise<void> {
  await engine.stream(
    sql,
    values,
    async (part) => {
      for (const batch of part.doubles()) await cutter.take(batch);
    },
    { signal },
  );
  await cutter.end();
}
