import type { FactoredBlock, Regression, RegressionDesign } from '../../../kernels/contract.ts';
import type { Block } from '../../model-rows/blocks.ts';
import type { Seen } from '../../model-rows/cutter.ts';
import { exactByRows, type Precision } from './fit.ts';

/** A column may exceed the largest value of its first block by 2 to this power: squared sums of products still fit in a double. */
const ROOM = 200;

/**
 * The first pass of a regression, which runs while rows are still being read. Columns are scaled by their first block: a power of two
 * changes no bit of a result unless a value leaves the range of a double, which `design` checks.
 */
export class EarlyFactors {
  readonly #kernels: Regression;
  readonly #precision: Precision;
  readonly #designOf: (seen: Seen) => RegressionDesign;
  readonly #signal: AbortSignal;
  readonly #triangles: FactoredBlock['triangle'][] = [];
  #design: RegressionDesign | undefined;
  #begun = false;

  constructor(kernels: Regression, precision: Precision, designOf: (seen: Seen) => RegressionDesign, signal: AbortSignal) {
    this.#kernels = kernels;
    this.#precision = precision;
    this.#designOf = designOf;
    this.#signal = signal;
  }

  /** Whether the decision for or against double-double is made. Must be called with every block, because the first one sets the scales. */
  decided(seen: Seen, rows: number): boolean {
    this.#design ??= this.#designOf(seen);
    this.#begun ||= this.#precision !== 'auto' || !exactByRows(rows, this.#design);
    return this.#begun;
  }

  /** Factors a block and returns its array, which was transferred to a worker and back. */
  async factor(block: Block, number: number): Promise<Float64Array> {
    const exact = this.#precision === 'exact';
    const { triangle, data } = await this.#kernels.factorBlock({ ...block, design: this.#design!, exact }, { signal: this.#signal });
    this.#triangles[number] = triangle;
    return data;
  }

  /** The design for all rows, with the triangles of all blocks if they are valid for that design. */
  result(all: Seen): { readonly design: RegressionDesign; readonly triangles: readonly Float64Array[] | undefined } {
    const whole = this.#designOf(all);
    if (!this.#begun || this.#design === undefined) return { design: whole, triangles: undefined };
    const { exponents } = this.#design;
    const degree = Math.max(1, ...whole.columns.map(degreeOf));
    const grown = whole.exponents.some((exponent, at) => Math.abs(exponent - (exponents[at] ?? 0)) * degree > ROOM);
    return grown ? { design: whole, triangles: undefined } : { design: this.#design, triangles: this.#triangles };
  }
}

const degreeOf = (column: RegressionDesign['columns'][number]): number =>
  column.kind === 'level' ? 1 : column.factors.reduce((sum, { power }) => sum + power, 0);
