/** Rows of the selection as blocks of complete rows, straight from the engine's columns. */
import type { SqlValue } from '../../../engine/engine.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { keyOrder } from '../../numeric-columns.ts';
import { Cutter, type Seen } from './cutter.ts';
import type { EarlyFactors } from './early.ts';
import { heldBlocks, ConcurrencyLimit, type Block, type BlockSource } from './fit.ts';
import type { Model } from './terms.ts';

/** Bytes of blocks that stay in memory; a longer selection is read again for each pass. */
const HELD_BYTES = 256 * 1024 * 1024;

export interface Rows extends Seen, Pick<Cutter, 'selected' | 'dropped' | 'negative'> {
  readonly source: BlockSource;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly columns: number;
  readonly weight: number | null;
}

/** Numbers as doubles; factors as the position of their level; clusters as 52 bits of a hash. NULL where missing, but no cluster is. */
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

/** Levels of each factor over the rows that have every number, in order; one more than `most` tells that there are too many. */
export async function levelsOf(
  { selection, query, signal }: Pick<ToolCapabilities, 'selection' | 'query' | 'signal'>,
  model: Model,
  most: number,
): Promise<string[][]> {
  const whole = model.numeric.map((name) => `isfinite(CAST(${quoted(name)} AS DOUBLE))`).join(' AND ');
  const found: string[][] = [];
  for (const { name } of model.factors) {
    const text = `CAST(${quoted(name)} AS VARCHAR)`;
    const sql = `SELECT DISTINCT ${text} AS level FROM (${selection.sql}) AS selected WHERE ${quoted(name)} IS NOT NULL AND ${whole} LIMIT ${String(most + 1)}`;
    const answer = await query.answer(sql, selection.values, { signal });
    const keys = Array.from(answer.column('level').values as ArrayLike<string>, (level) => [level]);
    found.push(keyOrder(keys).map((at) => keys[at]![0]!));
  }
  return found;
}

/**
 * Reads the rows once for what the fit has to know first, and keeps them where they fit into memory.
 *
 * @param early works on the rows while the engine makes the next ones
 */
export async function readRows(
  capabilities: ToolCapabilities,
  query: Query,
  limit: number | undefined,
  early: EarlyFactors,
): Promise<Rows> {
  const { signal, progress, kernels } = capabilities;
  const held: Block[] = [];
  const waiting: { readonly block: Block; readonly number: number }[] = [];
  const running = new ConcurrencyLimit(kernels.lanes);
  let bytes = 0;
  let count = 0;
  const fits = (): boolean => bytes <= HELD_BYTES;
  const cutter = new Cutter(query, async (block) => {
    const number = count++;
    bytes += block.data.byteLength;
    if (fits()) held[number] = block;
    else held.length = 0;
    progress({ phase: 'reading rows', done: cutter.complete, total: limit ?? null, unit: 'rows' });
    waiting.push({ block, number });
    if (!early.decided(cutter.seen, cutter.complete)) return;
    for (const next of waiting.splice(0))
      await running.start(
        early.factor(next.block, next.number).then((data) => {
          if (fits()) held[next.number] = { rows: next.block.rows, data };
        }),
      );
  });
  await pour(capabilities, query, cutter);
  await running.finish();
  const again: BlockSource = {
    rows: cutter.complete,
    async each(lanes, take) {
      const running = new ConcurrencyLimit(lanes);
      let number = 0;
      await pour(capabilities, query, new Cutter(query, (block) => running.start(take(block, number++))));
      await running.finish();
      signal.throwIfAborted();
    },
  };
  const { selected, dropped, negative, seen } = cutter;
  return { ...seen, selected, dropped, negative, source: fits() ? heldBlocks(held) : again };
}

async function pour({ query: engine, signal }: ToolCapabilities, { sql, values }: Query, cutter: Cutter): Promise<void> {
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
