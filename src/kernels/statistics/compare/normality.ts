/** Shapiro and Wilk's test of normality for 3 to 5000 values, by Royston's approximation (Appl. Stat. 44, 1995, algorithm AS R94). */
import type { TestFigures } from '../contract.ts';
import { finite, log10, type StatisticsMemory } from '../memory.ts';

const [LEAST, MOST] = [3, 5000];
const WEIGHT_LAST = [0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056];
const WEIGHT_BEFORE = [0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633];
const SMALL = { gamma: [-2.273, 0.459], mean: [0.544, -0.39978, 0.025054, -6.714e-4], sd: [1.3822, -0.77857, 0.062767, -0.0020322] };
const LARGE = { mean: [-1.5861, -0.31082, -0.083751, 0.0038915], sd: [-0.4803, -0.082676, 0.0030302] };

const polynomial = (coefficients: readonly number[], x: number): number => coefficients.reduceRight((sum, own) => sum * x + own, 0);

/** Tests whether a sample is normally distributed. @param sorted  the values, ascending; only their differences matter */
export function shapiroWilk(memory: StatisticsMemory, sorted: Float64Array): TestFigures | null {
  const n = sorted.length;
  const range = n === 0 ? 0 : sorted[n - 1]! - sorted[0]!;
  if (n < LEAST || n > MOST || !(range > 0) || !Number.isFinite(range)) return null;
  const unit = sorted.map((value) => (value - sorted[0]!) / range);
  const mean = unit.reduce((sum, value) => sum + value, 0) / n;
  const squares = unit.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const weights = weightsOf(memory, n);
  const along = weights.reduce((sum, weight, at) => sum + weight * (unit[n - 1 - at]! - unit[at]!), 0);
  const statistic = Math.min(1, (along * along) / squares);
  return { statistic, df: [], ...tailOf(memory, statistic, n) };
}

/**
 * Weights by which Shapiro and Wilk's statistic multiplies the ordered values, for the lower half only, smallest value first; those of the
 * upper half are the same with opposite sign.
 */
function weightsOf(memory: StatisticsMemory, n: number): number[] {
  if (n === 3) return [Math.SQRT1_2];
  const scores = Array.from({ length: Math.floor(n / 2) }, (_, at) => memory.quantile('normal', (at + 0.625) / (n + 0.25)));
  const all = 2 * scores.reduce((sum, score) => sum + score * score, 0);
  const root = 1 / Math.sqrt(n);
  const own = [WEIGHT_LAST, WEIGHT_BEFORE]
    .slice(0, n > 5 ? 2 : 1)
    .map((coefficients, at) => polynomial(coefficients, root) + scores[at]! / Math.sqrt(all));
  const left = own.reduce((sum, _, at) => sum - 2 * scores[at]! ** 2, all) / own.reduce((sum, weight) => sum - 2 * weight ** 2, 1);
  return scores.map((score, at) => own[at] ?? score / Math.sqrt(left));
}

function tailOf(memory: StatisticsMemory, w: number, n: number): Pick<TestFigures, 'p' | 'log10_p'> {
  if (n === 3) {
    // For three values, p is 6/π (asin √w − asin √¾). Use that the tail of Student's t with one degree of freedom is ½ − atan(t) / π.
    const p = w < 1 ? Math.max(0, 1 - 6 * memory.tails('t', Math.sqrt(w / (1 - w)), 1).upper) : 1;
    return { p, log10_p: p > 0 ? log10(memory.ln(p)) : null };
  }
  const y = memory.ln(1 - w);
  const ln = memory.ln(n);
  const bound = polynomial(SMALL.gamma, n);
  const small = n <= 11;
  if (small && y >= bound) return { p: 0, log10_p: null };
  const at = small ? -memory.ln(bound - y) : y;
  const mean = small ? polynomial(SMALL.mean, n) : polynomial(LARGE.mean, ln);
  const sd = memory.run.exponential(small ? polynomial(SMALL.sd, n) : polynomial(LARGE.sd, ln));
  const { upper, log_upper } = memory.tails('normal', (at - mean) / sd);
  return { p: finite(upper), log10_p: log10(log_upper) };
}
