import type { WorkOptions } from '../../../base/progress.ts';
import type {
  ConcludeInput,
  FactoredBlock,
  Regression,
  RegressionDesign,
  RegressionFigures,
  RegressionModel,
  ResidualBlock,
  RobustKind,
} from '../../../kernels/contract.ts';

/** Rows of every block but the last: a fixed cut, so that results do not depend on how rows arrive. */
export const BLOCK_ROWS = 32_768;

/** One block of complete rows: one data column behind the other. */
export interface Block {
  readonly rows: number;
  readonly data: Float64Array;
}

/** Complete rows in blocks, as often as they are asked for, in the same order every time. */
export interface BlockSource {
  readonly rows: number;
  /**
   * Gives every block to `take`, the next ones before it is done with the last; what `take` answers is the same data, which
   * may have changed hands on the way.
   */
  each(lanes: number, take: (block: Block, number: number) => Promise<Float64Array>): Promise<void>;
}

export type Precision = 'auto' | 'double' | 'exact';

export interface FitAsks {
  readonly precision: Precision;
  readonly alpha: number;
  readonly robust: RobustKind | null;
  readonly normalize: boolean;
  readonly predict_at: readonly Float64Array[];
}

export interface Fitted {
  readonly model: RegressionModel;
  /** Null when there is nothing to go on with: no term is left, or the target does not vary. */
  readonly figures: RegressionFigures | null;
  /** Exact because the condition number asked for it. */
  readonly raised: boolean;
}

/** Rows × squared terms up to which double-double costs less than a person notices. */
const EXACT_WORK = 5e6;
/** Beyond this condition number doubles may keep fewer than nine digits. */
export const ILL_CONDITIONED = 1e7;
/** Points kept for plots, at most. */
const POINTS = 1000;

/** Whether so many rows are few enough for double-double. */
export const exactByRows = (rows: number, { columns }: RegressionDesign): boolean => rows * columns.length ** 2 <= EXACT_WORK;

/**
 * Least squares over blocks: the triangle in one pass over the rows, the diagnostics in a second.
 *
 * @param triangles of all blocks, where the first pass has been made
 */
export async function fitBlocks(
  kernels: Regression,
  design: RegressionDesign,
  source: BlockSource,
  asks: FitAsks,
  options: WorkOptions = {},
  triangles?: readonly Float64Array[],
): Promise<Fitted> {
  const exact = asks.precision === 'exact' || (asks.precision === 'auto' && exactByRows(source.rows, design));
  let model = triangles
    ? await kernels.mergeFactors({ design, exact, rows: source.rows, triangles }, { signal: options.signal })
    : await factored(kernels, design, source, exact, options);
  const raised = !exact && asks.precision === 'auto' && (model.condition > ILL_CONDITIONED || model.dropped.length > 0);
  if (raised) model = await factored(kernels, design, source, true, options);
  const terms = model.kept.length - 1;
  if (terms === 0 || model.total_squares === 0 || source.rows <= terms) return { model, figures: null, raised };
  const every = Math.max(1, Math.ceil(source.rows / POINTS));
  const blocks = await residuals(kernels, source, { design, model, every, robust: asks.robust }, options);
  const { alpha, robust, normalize, predict_at } = asks;
  const input: ConcludeInput = { design, model, blocks, alpha, robust, normalize, predict_at };
  return { model, figures: await kernels.conclude(input, { signal: options.signal }), raised };
}

async function factored(
  kernels: Regression,
  design: RegressionDesign,
  source: BlockSource,
  exact: boolean,
  { signal, onProgress }: WorkOptions,
): Promise<RegressionModel> {
  const triangles: FactoredBlock['triangle'][] = [];
  let done = 0;
  await source.each(kernels.lanes, async (block, number) => {
    const { triangle, data } = await kernels.factorBlock({ ...block, design, exact }, { signal });
    triangles[number] = triangle;
    onProgress?.({ phase: exact ? 'fitting in double-double' : 'fitting', done: (done += block.rows), total: source.rows, unit: 'rows' });
    return data;
  });
  return kernels.mergeFactors({ design, exact, rows: source.rows, triangles }, { signal });
}

async function residuals(
  kernels: Regression,
  source: BlockSource,
  asks: { design: RegressionDesign; model: RegressionModel; every: number; robust: RobustKind | null },
  { signal, onProgress }: WorkOptions,
): Promise<Pick<ResidualBlock, 'sums' | 'log_weights'>[]> {
  const blocks: Pick<ResidualBlock, 'sums' | 'log_weights'>[] = [];
  let done = 0;
  await source.each(kernels.lanes, async (block, number) => {
    const { sums, log_weights, data } = await kernels.residualBlock({ ...block, ...asks, first: number * BLOCK_ROWS }, { signal });
    blocks[number] = { sums, log_weights };
    onProgress?.({ phase: 'residuals', done: (done += block.rows), total: source.rows, unit: 'rows' });
    return data;
  });
  return blocks;
}

/** Limits how many pieces of work run at once. */
export class ConcurrencyLimit {
  readonly #lanes: number;
  readonly #running = new Set<Promise<void>>();

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  /** Waits until more work may start. */
  async start(work: Promise<unknown>): Promise<void> {
    const own = work.then(() => void this.#running.delete(own));
    // The error is reported to the caller of `start` or `finish`.
    own.catch(() => undefined);
    this.#running.add(own);
    if (this.#running.size >= this.#lanes) await Promise.race(this.#running);
  }

  /** Waits for all work. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Blocks that stay in memory. */
export function heldBlocks(blocks: Block[]): BlockSource {
  return {
    rows: blocks.reduce((sum, { rows }) => sum + rows, 0),
    async each(lanes, take) {
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let number = next++; number < blocks.length; number = next++) {
          const block = blocks[number]!;
          blocks[number] = { rows: block.rows, data: await take(block, number) };
        }
      };
      await Promise.all(Array.from({ length: Math.min(lanes, blocks.length) }, lane));
    },
  };
}

/** The power of two that brings a magnitude into [1/2, 1): of the column's largest. 0 for a column of zeros. */
export function exponentFor(largest: number): number {
  if (largest === 0) return 0;
  let exponent = 0;
  for (let value = largest; value >= 1; value /= 2) exponent--;
  for (let value = largest; value < 0.5 && exponent < 1022; value *= 2) exponent++;
  return exponent;
}
