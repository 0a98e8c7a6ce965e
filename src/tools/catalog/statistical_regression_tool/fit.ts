import type { WorkOptions } from '../../../base/progress.ts';
import type {
  ConcludeInput,
  FactoredBlock,
  Regression,
  RegressionDesign,
  RegressionFigures,
  RegressionModel,
  ResidualBlock,
  ResidualInput,
  RobustKind,
} from '../../../kernels/contract.ts';
import { BLOCK_ROWS, type Block } from '../../model-rows/blocks.ts';

/** A source of complete rows in blocks, which can be read several times in the same order. */
export interface BlockSource {
  readonly rows: number;
  /**
   * Passes every block to `take`, up to `lanes` at once. `take` returns the same data, possibly in another array, because the array is
   * transferred to a worker and back.
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
  /** Column of cluster names (null without clusters), if rows are to be tested for dependence; otherwise null. */
  readonly dependence: { readonly cluster: number | null } | null;
}

export interface Fitted {
  readonly model: RegressionModel;
  /** The fit; null if no term is left or the target does not vary. */
  readonly figures: RegressionFigures | null;
  /** Terms with errors that allow unequal variances; null if variances look equal. */
  readonly unequal: RegressionFigures['terms'] | null;
  /** Whether double-double was used because the condition number is large. */
  readonly raised: boolean;
}

/** Double-double is fast enough up to this value of rows × squared number of terms. */
const EXACT_WORK = 5e6;
/** If the condition number exceeds this, doubles may keep fewer than nine digits. */
export const ILL_CONDITIONED = 1e7;
/** Maximum number of points for plots. */
const POINTS = 1000;
/** Maximum number of points in the series for tests of dependent rows; with more rows, several are summed into a point. */
const SERIES = 16_384;

/** Number of rows per point of the series: a power of 2, so that no point spans two blocks. */
function rowsPerPoint(rows: number): number {
  let per = 1;
  while (rows > SERIES * per) per *= 2;
  return per;
}

/** Whether a fit of this many rows is small enough for double-double. */
export const exactByRows = (rows: number, { columns }: RegressionDesign): boolean => rows * columns.length ** 2 <= EXACT_WORK;

/**
 * Fits by least squares over blocks: computes the triangle in one pass over the rows and the diagnostics in a second.
 * @param triangles of all blocks, if the first pass was already made
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
  if (terms === 0 || model.total_squares === 0 || source.rows <= terms) return { model, figures: null, unequal: null, raised };
  const every = Math.max(1, Math.ceil(source.rows / POINTS));
  const per = rowsPerPoint(source.rows);
  const dependence = asks.dependence && { per, cluster: asks.dependence.cluster };
  const blocks = await residuals(kernels, source, { design, model, every, robust: asks.robust, dependence }, options);
  const { alpha, robust, normalize, predict_at } = asks;
  const input: ConcludeInput = { design, model, blocks, per, alpha, robust, normalize, predict_at };
  const figures = await kernels.conclude(input, { signal: options.signal });
  return { model, figures, unequal: await unequalSpreads(kernels, source, input, figures, every, options), raised };
}

/** If p of Breusch and Pagan's test is below this, variances count as unequal. */
export const UNEQUAL = 0.05;

/** Terms with HC3 errors if the residuals' variances are unequal and the caller requested no robust errors. */
async function unequalSpreads(
  kernels: Regression,
  source: BlockSource,
  input: ConcludeInput,
  { breusch_pagan: { p } }: RegressionFigures,
  every: number,
  options: WorkOptions,
): Promise<RegressionFigures['terms'] | null> {
  if (input.robust !== null || p === null || p >= UNEQUAL) return null;
  const { design, model } = input;
  const blocks = await residuals(kernels, source, { design, model, every, robust: 'HC3', dependence: null }, options);
  const { terms } = await kernels.conclude({ ...input, blocks, robust: 'HC3', predict_at: [] }, { signal: options.signal });
  return terms;
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
  asks: Pick<ResidualInput, 'design' | 'model' | 'every' | 'robust' | 'dependence'>,
  { signal, onProgress }: WorkOptions,
): Promise<Omit<ResidualBlock, 'data'>[]> {
  const blocks: Omit<ResidualBlock, 'data'>[] = [];
  let done = 0;
  await source.each(kernels.lanes, async (block, number) => {
    const { data, ...kept } = await kernels.residualBlock({ ...block, ...asks, first: number * BLOCK_ROWS }, { signal });
    blocks[number] = kept;
    onProgress?.({ phase: 'residuals', done: (done += block.rows), total: source.rows, unit: 'rows' });
    return data;
  });
  return blocks;
}

export class ConcurrencyLimit {
  readonly #lanes: number;
  readonly #running = new Set<Promise<void>>();

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  /** Waits until another piece of work may start. */
  async start(work: Promise<unknown>): Promise<void> {
    const own = work.then(() => void this.#running.delete(own));
    // The error is reported to the caller of `start` or `finish`.
    own.catch(() => undefined);
    this.#running.add(own);
    if (this.#running.size >= this.#lanes) await Promise.race(this.#running);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Creates a source of rows from blocks that all stay in memory. */
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
