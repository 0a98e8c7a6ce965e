/** How often the headline of a regression finds a relation between two series that know nothing of each other. */
import { kernelInstance } from '../../src/kernels/instance.ts';
import type { RegressionDesign } from '../../src/kernels/contract.ts';
import { fitBlocks, heldBlocks } from '../../src/tools/catalog/statistical_regression_tool/fit.ts';
import { verdictOf, type Verdict } from '../../src/tools/catalog/statistical_regression_tool/verdict.ts';
import { randomSource } from '../support/random.ts';

/** One pair of independent autoregressions of order 1, and what the verdict says of it. */
export interface Pair {
  /** The autoregressive coefficients. */
  readonly x: number;
  readonly y: number;
  readonly rows: number;
  readonly conclusion: Verdict['conclusion'];
  readonly test: Verdict['test'];
}

const kernels = kernelInstance();
const ALPHA = 0.05;
/** Steps before the first row, so that the series are stationary. */
const BURN_IN = 1000;

const DESIGN: RegressionDesign = {
  columns: [
    { kind: 'product', factors: [] },
    { kind: 'product', factors: [{ column: 0, power: 1 }] },
    { kind: 'product', factors: [{ column: 1, power: 1 }] },
  ],
  intercept: true,
  exponents: [-6, -6],
  weight: null,
  pivots: [0, 0, 0],
};

export interface Drawn {
  /** Coefficients are uniform in [lowest, highest]. */
  readonly lowest?: number;
  readonly highest?: number;
  /** Standard deviation of white noise through which both series are read, over their own. */
  readonly noise?: number;
}

/**
 * @param pairs  how many; lengths are uniform in [500, 1000]
 */
export async function independentSeries(
  seed: number,
  pairs: number,
  { lowest = 0, highest = 0.99, noise = 0 }: Drawn = {},
): Promise<Pair[]> {
  const random = randomSource(seed);
  const series = (coefficient: number, rows: number): Float64Array => {
    const read = noise / Math.sqrt(1 - coefficient * coefficient);
    const out = new Float64Array(rows);
    let value = random.normal(1 / Math.sqrt(1 - coefficient * coefficient));
    for (let step = -BURN_IN; step < rows; step++) {
      value = coefficient * value + random.normal(1);
      if (step >= 0) out[step] = noise > 0 ? value + random.normal(read) : value;
    }
    return out;
  };
  const out: Pair[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const [x, y] = [random.between(lowest, highest), random.between(lowest, highest)];
    const rows = 500 + random.below(501);
    out.push({ x, y, rows, ...(await judged(series(x, rows), series(y, rows))) });
  }
  return out;
}

async function judged(x: Float64Array, y: Float64Array): Promise<Pick<Pair, 'conclusion' | 'test'>> {
  const data = new Float64Array(2 * x.length);
  data.set(x);
  data.set(y, x.length);
  const pivots = [0, x[0]! / 64, y[0]! / 64];
  const asks = { precision: 'auto', alpha: ALPHA, robust: null, normalize: false, predict_at: [], dependence: { cluster: null } } as const;
  const { figures, unequal } = await fitBlocks(kernels, { ...DESIGN, pivots }, heldBlocks([{ rows: x.length, data }]), asks);
  const evidence = { figures: figures!, unequal, rows: x.length, names: ['intercept', 'x'], cluster: null };
  const { conclusion, test } = verdictOf({ target: 'y', alpha: ALPHA, comparisons: 1, robust_se: undefined }, evidence);
  return { conclusion, test };
}

export interface Rate {
  readonly range: string;
  readonly pairs: number;
  readonly found: number;
  readonly undecided: number;
}

/** Ranges of the larger coefficient of a pair. */
const RANGES = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1] as const;

export function ratesOf(pairs: readonly Pair[]): Rate[] {
  const rate = (range: string, own: readonly Pair[]): Rate => ({
    range,
    pairs: own.length,
    found: own.filter(({ conclusion }) => conclusion === 'related').length,
    undecided: own.filter(({ conclusion }) => conclusion === 'undecided').length,
  });
  const byRange = RANGES.slice(1).map((to, at) => {
    const from = RANGES[at]!;
    return rate(
      `${String(from)} to ${String(to === 1 ? 0.99 : to)}`,
      pairs.filter(({ x, y }) => Math.max(x, y) >= from && Math.max(x, y) < to),
    );
  });
  return [rate('all', pairs), ...byRange];
}
