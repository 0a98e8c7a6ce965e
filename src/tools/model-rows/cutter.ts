import type { DoubleBatch } from '../../engine/engine.ts';
import { BLOCK_ROWS, type Block } from './blocks.ts';

/** Facts about the rows that a fit needs before it starts. */
export interface Seen {
  /** Largest magnitude of each data column over the complete rows. */
  readonly largest: readonly number[];
  /** Value of each data column in the first complete row. */
  readonly first: readonly number[];
}

/** Cuts batches of columns into blocks of complete rows: those with a finite value in every column and a weight above 0. */
export class Cutter {
  readonly dropped = { missing: 0, infinite: 0, unweighted: 0 };
  readonly seen: { readonly largest: number[]; first: readonly number[] };
  selected = 0;
  complete = 0;
  /** True if a weight was below 0. */
  negative = false;
  #block: Float64Array;
  #filled = 0;
  readonly #columns: number;
  readonly #weight: number | null;
  readonly #give: (block: Block) => Promise<void>;

  /**
   * Creates a cutter.
   * @param weight index of the column of weights
   * @param give   takes each block, in order; `seen` covers exactly the rows up to the end of the block
   */
  constructor({ columns, weight }: { readonly columns: number; readonly weight: number | null }, give: (block: Block) => Promise<void>) {
    this.#columns = columns;
    this.#weight = weight;
    this.#give = give;
    const none = new Array<number>(columns).fill(0);
    this.seen = { largest: none.slice(), first: none };
    this.#block = new Float64Array(columns * BLOCK_ROWS);
  }

  async take({ columns, rows }: DoubleBatch): Promise<void> {
    this.selected += rows;
    let from = 0;
    while (from < rows && this.#weight === null) {
      const to = Math.min(rows, from + BLOCK_ROWS - this.#filled);
      if (!this.#copyWhole(columns, from, to)) break;
      from = to;
      if (this.#filled === BLOCK_ROWS) await this.#full();
    }
    if (from < rows) await this.#takeUsable(columns, from, rows);
  }

  async end(): Promise<void> {
    if (this.#filled > 0) await this.#full();
  }

  /** Fast path for batches in which every row is complete; returns false and copies nothing if one is not. */
  #copyWhole(columns: readonly Float64Array[], from: number, to: number): boolean {
    const most = new Float64Array(this.#columns);
    for (let at = 0; at < this.#columns; at++) {
      const values = columns[at]!;
      const shift = at * BLOCK_ROWS + this.#filled - from;
      const block = this.#block;
      // x − x is 0 for finite values and NaN for others. NaN stays NaN in the sum, so one test covers all columns.
      let odd = 0;
      let largest = 0;
      for (let row = from; row < to; row++) {
        const value = values[row]!;
        block[row + shift] = value;
        odd += value - value;
        const magnitude = Math.abs(value);
        if (magnitude > largest) largest = magnitude;
      }
      if (odd !== 0) return false;
      most[at] = largest;
    }
    this.#took(to - from, most);
    return true;
  }

  async #takeUsable(columns: readonly Float64Array[], start: number, rows: number): Promise<void> {
    const usable = this.#usable(columns, start, rows);
    for (let from = start; from < rows;) {
      let room = BLOCK_ROWS - this.#filled;
      let to = from;
      for (; to < rows && room > 0; to++) room -= usable[to]!;
      const most = columns.map((values, at) => {
        let into = at * BLOCK_ROWS + this.#filled;
        let largest = 0;
        for (let row = from; row < to; row++) {
          if (usable[row] === 0) continue;
          const value = values[row]!;
          this.#block[into++] = value;
          largest = Math.max(largest, Math.abs(value));
        }
        return largest;
      });
      this.#took(BLOCK_ROWS - this.#filled - room, most);
      from = to;
      if (this.#filled === BLOCK_ROWS) await this.#full();
    }
  }

  #took(rows: number, most: ArrayLike<number>): void {
    this.#filled += rows;
    const { largest } = this.seen;
    for (let at = 0; at < this.#columns; at++) largest[at] = Math.max(largest[at] ?? 0, most[at] ?? 0);
  }

  async #full(): Promise<void> {
    const rows = this.#filled;
    const whole = this.#block;
    const { complete } = this;
    if (complete === 0) this.seen.first = this.seen.largest.map((_, at) => whole[at * BLOCK_ROWS] ?? 0);
    this.#filled = 0;
    this.complete += rows;
    if (rows === BLOCK_ROWS) {
      this.#block = new Float64Array(this.#columns * BLOCK_ROWS);
      return this.#give({ rows, data: whole });
    }
    const data = new Float64Array(this.#columns * rows);
    for (let at = 0; at < this.#columns; at++) data.set(whole.subarray(at * BLOCK_ROWS, at * BLOCK_ROWS + rows), at * rows);
    return this.#give({ rows, data });
  }

  /** Returns an array with 1 for each usable row from `start` on, and counts the unusable rows by reason. */
  #usable(columns: readonly Float64Array[], start: number, rows: number): Uint8Array {
    const usable = new Uint8Array(rows).fill(1);
    for (const values of columns) for (let row = start; row < rows; row++) if (values[row]! - values[row]! !== 0) usable[row] = 0;
    const weights = this.#weight === null ? undefined : columns[this.#weight];
    for (let row = start; row < rows; row++) {
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
