import type { SqlValue } from '../../../engine/engine.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { keyOrder } from '../../numeric-columns.ts';
import { BLOCK_ROWS, heldBlocks, type Block, type BlockSource } from './fit.ts';
import type { Model } from './terms.ts';

/** Rows of the selection as blocks of complete rows, straight from the engine's columns. */

/** Bytes of blocks that stay in memory; a longer selection is read again for each pass. */
const HELD_BYTES = 256 * 1024 * 1024;

export interface Rows {
  readonly source: BlockSource;
  readonly selected: number;
  readonly dropped: { readonly missing: number; readonly infinite: number; readonly unweighted: number };
  /** A weight below 0. */
  readonly negative: boolean;
  /** Largest magnitude of each data column, and its value in the first complete row. */
  readonly largest: readonly number[];
  readonly first: readonly number[];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly columns: number;
  readonly weight: number | null;
}

/** Numbers as doubles, NaN where missing; factors as the position of their level. */
export function rowsQuery(
  { selection }: Pick<ToolCapabilities, 'selection'>,
  model: Model,
  levels: readonly (readonly string[])[],
  limit: number | undefined,
): Query {
  const numbers = [...model.numeric, ...(model.weight === null ? [] : [model.weight])];
  const values: SqlValue[] = [];
  const list = [
    ...numbers.map((name, at) => `coalesce(CAST(${quoted(name)} AS DOUBLE), 'nan'::DOUBLE) AS c${String(at)}`),
    ...model.factors.map(({ name }, at) => {
      const own = levels[at] ?? [];
      values.push(...own);
      const position = `list_position(list_value(${own.map(() => 'CAST(? AS VARCHAR)').join(', ')}), CAST(${quoted(name)} AS VARCHAR))`;
      return `coalesce(CAST(${position} AS DOUBLE) - 1, 'nan'::DOUBLE) AS c${String(numbers.length + at)}`;
    }),
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

/** Doubles without NaN and infinities: x − x is 0 for finite values only, and NaN stays in a sum. */
function allFinite(values: ArrayLike<number>): values is Float64Array {
  if (!(values instanceof Float64Array)) return false;
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row]! - values[row]!;
  return sum === 0;
}

/** Cuts the engine's parts into blocks. */
class Cutter {
  readonly dropped = { missing: 0, infinite: 0, unweighted: 0 };
  selected = 0;
  complete = 0;
  negative = false;
  #block: Float64Array;
  #filled = 0;
  readonly #columns: number;
  readonly #weight: number | null;

  constructor({ columns, weight }: Query) {
    this.#columns = columns;
    this.#weight = weight;
    this.#block = new Float64Array(columns * BLOCK_ROWS);
  }

  async take(columns: readonly ArrayLike<number>[], rows: number, give: (block: Block) => Promise<void>): Promise<void> {
    const plain = this.#weight === null ? columns.filter((values): values is Float64Array => allFinite(values)) : [];
    if (plain.length === columns.length) return this.#takeWhole(plain, rows, give);
    const usable = this.#usable(columns, rows);
    for (let from = 0; from < rows;) {
      let held = this.#filled;
      let to = from;
      for (; to < rows && held < BLOCK_ROWS; to++) held += usable[to]!;
      columns.forEach((values, at) => {
        let into = at * BLOCK_ROWS + this.#filled;
        for (let row = from; row < to; row++) {
          this.#block[into] = values[row]!;
          into += usable[row]!;
        }
      });
      this.#filled = held;
      from = to;
      if (held === BLOCK_ROWS) await this.#give(give);
    }
    this.selected += rows;
  }

  /** Rows that are all complete are copied a stretch at a time. */
  async #takeWhole(columns: readonly Float64Array[], rows: number, give: (block: Block) => Promise<void>): Promise<void> {
    for (let from = 0; from < rows;) {
      const to = Math.min(rows, from + BLOCK_ROWS - this.#filled);
      columns.forEach((values, at) => this.#block.set(values.subarray(from, to), at * BLOCK_ROWS + this.#filled));
      this.#filled += to - from;
      from = to;
      if (this.#filled === BLOCK_ROWS) await this.#give(give);
    }
    this.selected += rows;
  }

  async end(give: (block: Block) => Promise<void>): Promise<void> {
    if (this.#filled > 0) await this.#give(give);
  }

  async #give(give: (block: Block) => Promise<void>): Promise<void> {
    const rows = this.#filled;
    const whole = this.#block;
    this.#filled = 0;
    this.complete += rows;
    this.#block = new Float64Array(this.#columns * BLOCK_ROWS);
    if (rows === BLOCK_ROWS) return give({ rows, data: whole });
    const data = new Float64Array(this.#columns * rows);
    for (let at = 0; at < this.#columns; at++) data.set(whole.subarray(at * BLOCK_ROWS, at * BLOCK_ROWS + rows), at * rows);
    await give({ rows, data });
  }

  /** 1 for rows with a finite value in every column and a weight above 0; the others are counted by reason. */
  #usable(columns: readonly ArrayLike<number>[], rows: number): Uint8Array {
    const usable = new Uint8Array(rows).fill(1);
    // x − x is 0 for finite values only.
    for (const values of columns) for (let row = 0; row < rows; row++) if (values[row]! - values[row]! !== 0) usable[row] = 0;
    const weights = this.#weight === null ? undefined : columns[this.#weight];
    for (let row = 0; row < rows; row++) {
      if (usable[row] === 0) {
        if (columns.some((values) => Number.isNaN(values[row]))) this.dropped.missing++;
        else this.dropped.infinite++;
      } else if (weights !== undefined && !(weights[row]! > 0)) {
        usable[row] = 0;
        if (weights[row]! < 0) this.negative = true;
        else this.dropped.unweighted++;
      }
    }
    return usable;
  }
}

/** Reads the rows once for what the fit has to know first, and keeps them where they fit into memory. */
export async function readRows(capabilities: ToolCapabilities, query: Query, limit: number | undefined): Promise<Rows> {
  const { signal, progress } = capabilities;
  const held: Block[] = [];
  let bytes = 0;
  const largest = new Array<number>(query.columns).fill(0);
  let first: number[] | undefined;
  const cutter = new Cutter(query);
  const see = (block: Block): Promise<void> => {
    const column = (at: number): Float64Array => block.data.subarray(at * block.rows, (at + 1) * block.rows);
    first ??= largest.map((_, at) => column(at)[0] ?? 0);
    for (let at = 0; at < query.columns; at++) {
      let most = largest[at] ?? 0;
      for (const value of column(at)) most = Math.max(most, Math.abs(value));
      largest[at] = most;
    }
    bytes += block.data.byteLength;
    if (bytes <= HELD_BYTES) held.push(block);
    else held.length = 0;
    progress({ phase: 'reading rows', done: cutter.complete, total: limit ?? null, unit: 'rows' });
    return Promise.resolve();
  };
  await pour(capabilities, query, cutter, see);
  const again: BlockSource = {
    rows: cutter.complete,
    async each(lanes, take) {
      // The engine waits for one block while up to `lanes` are being worked on.
      const running = new Set<Promise<unknown>>();
      let number = 0;
      await pour(capabilities, query, new Cutter(query), async (block) => {
        const own = take(block, number++).finally(() => running.delete(own));
        // Told below, where it is waited for.
        own.catch(() => undefined);
        running.add(own);
        if (running.size >= lanes) await Promise.race(running);
      });
      await Promise.all(running);
      signal.throwIfAborted();
    },
  };
  return {
    source: bytes <= HELD_BYTES ? heldBlocks(held) : again,
    selected: cutter.selected,
    dropped: cutter.dropped,
    negative: cutter.negative,
    largest,
    first: first ?? largest,
  };
}

async function pour(
  { query: engine, signal }: ToolCapabilities,
  { sql, values, columns }: Query,
  cutter: Cutter,
  give: (block: Block) => Promise<void>,
): Promise<void> {
  await engine.stream(
    sql,
    values,
    async (part) => {
      const answer = await part.answer();
      const own = Array.from({ length: columns }, (_, at) => answer.column(`c${String(at)}`).values as ArrayLike<number>);
      await cutter.take(own, answer.rows, give);
    },
    { signal },
  );
  await cutter.end(give);
}
