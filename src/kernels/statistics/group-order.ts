/**
 * Handles groups that are blocks of consecutive rows. Subtracting the means of short groups hides dependence on earlier rows: residuals
 * look independent or negatively correlated. So the remaining correlation is compared with what an autoregression of order 1 would leave.
 */
import type { StatisticsMemory } from './memory.ts';

export interface OrderedGroups {
  /** Tests whether residuals depend on earlier ones more than the subtraction of group means explains. */
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** Effective number of independent rows of each group, for the autoregression that would leave the observed correlation. */
  readonly own: readonly number[];
  /** Factor of at least 1 by which the strongest dependence that fits the rows raises the ratio of mean squares between and in groups. */
  readonly ratio: number;
}

/** No correction is made if subtracting means shifts the correlation of neighbours by fewer standard deviations than this. */
const MOVED = 0.25;
/** The strongest dependence that fits the rows would leave a correlation that is this many standard deviations above the observed one. */
const REACH = 2;
/** Number of bisection steps in the search for the autoregressive coefficient, and its largest allowed value. */
const [STEPS, LARGEST] = [14, 0.9999];

/** Expected sums over the rows of an autoregression of order 1 with variance 1 after each group's mean was subtracted. */
interface Left {
  /** Expected sum of squares of all rows; `products` is that of the products of neighbouring rows in one group. */
  readonly squares: number;
  readonly products: number;
  /** Variance of the sum of each group. */
  readonly sums: Float64Array;
}

/**
 * Estimates the dependence of grouped rows. Returns null if subtracting group means hardly changes the correlation of residuals.
 * @param standard  residuals in units of the spread of their group
 */
export function orderedGroups(
  memory: StatisticsMemory,
  standard: Float64Array,
  groups: Uint32Array,
  sizes: readonly number[],
): OrderedGroups | null {
  const rows = standard.length;
  const df = rows - sizes.length;
  let [squares, all, within, expected] = [0, 0, 0, 0];
  for (let row = 0; row < rows; row++) {
    squares += standard[row]! ** 2;
    if (row === 0) continue;
    const product = standard[row]! * standard[row - 1]!;
    all += product;
    if (groups[row] !== groups[row - 1]) continue;
    within += product;
    expected -= 1 / sizes[groups[row]!]!;
  }
  const spread = Math.sqrt(rows - 1);
  if (!(Math.abs(expected) > MOVED * spread)) return null;
  const first = (all / squares) * (df / rows) - expected / rows;
  const { upper } = memory.tails('t', (Math.abs(first) * rows) / spread, df);
  const seen = within / squares;
  const coefficient = coefficientOf(groups, sizes, seen);
  const largest = coefficientOf(groups, sizes, seen + (REACH * spread) / df);
  return {
    serial: { p: Math.min(1, 2 * upper), lags: 1, first: Math.max(-1, Math.min(1, first)) },
    own: ownRows(groups, sizes, coefficient),
    ratio: Math.max(1, ratioOf(groups, sizes, largest)),
  };
}

/** Finds the autoregressive coefficient of at least 0 that would leave this correlation of neighbouring rows in one group. */
function coefficientOf(groups: Uint32Array, sizes: readonly number[], seen: number): number {
  let [low, high] = [0, LARGEST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const { squares, products } = leftOf(groups, sizes, middle);
    if (products < seen * squares) low = middle;
    else high = middle;
  }
  return high;
}

function leftOf(groups: Uint32Array, sizes: readonly number[], coefficient: number): Left {
  const rows = groups.length;
  const powers = powersOf(coefficient, rows);
  const sums = new Float64Array(sizes.length);
  // For each row, sum its correlations with all other rows of its group, and with itself.
  const own = new Float64Array(rows).fill(-1);
  for (const forward of [true, false]) {
    const [last, sum] = [new Int32Array(sizes.length), new Float64Array(sizes.length)];
    for (let at = 0; at < rows; at++) {
      const row = forward ? at : rows - 1 - at;
      const group = groups[row]!;
      sum[group] = sum[group]! * powers[at - last[group]!]! + 1;
      last[group] = at;
      own[row]! += sum[group];
    }
  }
  for (let row = 0; row < rows; row++) sums[groups[row]!]! += own[row]!;
  let [squares, products] = [rows, 0];
  sizes.forEach((size, group) => (squares -= sums[group]! / size));
  for (let row = 1; row < rows; row++) {
    const group = groups[row]!;
    const size = sizes[group]!;
    if (group === groups[row - 1]) products += coefficient - (own[row]! + own[row - 1]!) / size + sums[group]! / size / size;
  }
  return { squares, products, sums };
}

function powersOf(coefficient: number, most: number): Float64Array {
  const powers = new Float64Array(most + 1);
  powers[0] = 1;
  for (let at = 1; at <= most; at++) powers[at] = powers[at - 1]! * coefficient;
  return powers;
}

/** Variance of the sum of all rows of an autoregression of order 1: n + 2 Σ (n − k) ρᵏ. */
const wholeOf = (powers: Float64Array, rows: number): number => {
  let whole = rows;
  for (let lag = 1; lag < rows; lag++) whole += 2 * (rows - lag) * powers[lag]!;
  return whole;
};

/** Expected ratio of the mean squares between and within groups if rows are an autoregression with this coefficient. */
function ratioOf(groups: Uint32Array, sizes: readonly number[], coefficient: number): number {
  const rows = groups.length;
  const { squares, sums } = leftOf(groups, sizes, coefficient);
  const between = sizes.reduce((sum, size, group) => sum + sums[group]! / size, -wholeOf(powersOf(coefficient, rows), rows) / rows);
  return between / (sizes.length - 1) / (squares / (rows - sizes.length));
}

/** Effective number of independent rows of each group, or of its difference from all other rows. */
function ownRows(groups: Uint32Array, sizes: readonly number[], coefficient: number): number[] {
  const rows = groups.length;
  const powers = powersOf(coefficient, rows);
  const { sums } = leftOf(groups, sizes, coefficient);
  const across = new Float64Array(sizes.length);
  for (let row = 0; row < rows; row++)
    across[groups[row]!]! += (1 + coefficient - powers[row + 1]! - powers[rows - row]!) / (1 - coefficient);
  const whole = wholeOf(powers, rows);
  return sizes.map((size, at) => {
    const other = 1 / (rows - size);
    const weight = 1 / size + other;
    const variance = weight * weight * sums[at]! - 2 * weight * other * across[at]! + other * other * whole;
    return Math.min(size, Math.max((size * size) / sums[at]!, variance > 0 ? 1 / variance : 0));
  });
}
