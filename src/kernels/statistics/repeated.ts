import type { Tick } from '../chunks.ts';
import { stepDown } from './comparisons.ts';
import type { Comparison, MeanSquare, Repeated, RepeatedInput, SphericityCorrection, TestFigures } from './contract.ts';
import type { StatisticsMemory } from './memory.ts';
import { log10, scaleOf } from './memory.ts';
import { groupFigures, judged, partition } from './one-way.ts';
import { ranksOf } from './ranks.ts';
import { BELOW_ROUNDING } from './two-way.ts';

/** A pivot that is below this share of the mean pivot is only a rounding error, so the matrix is singular. */
const SINGULAR = 1e-26;

/** The complete table of subjects by levels, in the scale of the sums: the mean of each cell as a double, and the low part of that mean. */
interface Table {
  readonly n: number;
  readonly k: number;
  readonly scale: number;
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** Computes an analysis of variance for repeated measures: one factor, whose levels were all measured in each subject. */
export function repeated(memory: StatisticsMemory, input: RepeatedInput, tick: Tick): Repeated {
  tick({ phase: 'cells', done: 0, total: 3, unit: 'steps' });
  const { table, sums } = partitioned(memory, input);
  const { n, k, scale } = table;
  tick({ phase: 'levels', done: 1, total: 3, unit: 'steps' });
  const [levels = NaN, subjects = NaN, rest = NaN, products = NaN, ...pivots] = sums;
  const residual = rest <= BELOW_ROUNDING * (levels + subjects) ? 0 : rest;
  const back = (squares: number, df: number): MeanSquare => {
    const sum = squares / scale / scale;
    return { df, sum_sq: sum, mean_sq: sum / df };
  };
  const df = [k - 1, (n - 1) * (k - 1)] as const;
  const ratio = residual > 0 ? levels / df[0] / (residual / df[1]) : NaN;
  const tested = (share: number): TestFigures => {
    const own = [share * df[0], share * df[1]] as const;
    return judged(ratio, own, () => memory.tails('f', ratio, own[0], own[1]));
  };
  const corrected = (epsilon: number): SphericityCorrection => ({ epsilon, test: tested(epsilon) });
  // Sphericity corrections by Box (Ann. Math. Statist. 25, 1954) and by Huynh and Feldt (J. Educ. Statist. 1, 1976).
  const box = residual > 0 ? Math.min(1, Math.max((residual * residual) / products / df[0], 1 / df[0])) : 1;
  const feldt = (n * df[0] * box - 2) / (df[0] * (n - 1 - df[0] * box));
  const spherical = k > 2 && residual > 0;
  tick({ phase: 'ranks', done: 2, total: 3, unit: 'steps' });
  return {
    groups: groupsOf(memory, table, input.alpha),
    levels: { ...back(levels, df[0]), test: tested(1) },
    subjects: back(subjects, n - 1),
    residual: back(residual, df[1]),
    mauchly: spherical ? mauchly(memory, residual, pivots, n, k) : null,
    greenhouse_geisser: spherical ? corrected(box) : null,
    // If its denominator is 0 or less, Huynh and Feldt's epsilon would exceed 1, so it is set to 1.
    huynh_feldt: spherical ? corrected(feldt > 0 && feldt < 1 ? Math.max(feldt, box) : 1) : null,
    friedman: friedman(memory, table),
    comparisons: input.post_hoc.flatMap((method) => paired(memory, table, method, input.alpha, tick)),
  };
}

function partitioned(memory: StatisticsMemory, { response, starts, subjects: n, levels: k }: RepeatedInput) {
  const scale = scaleOf(response);
  const count = n * k;
  memory.clear();
  const column = memory.put(response);
  const runs = memory.run.alloc(starts.byteLength);
  new Uint32Array(memory.run.memory.buffer, runs, starts.length).set(starts);
  const cells = memory.put(new Float64Array(2 * count));
  memory.run.runMeans(column, runs, count, scale, cells);
  const means = memory.take(cells, 2 * count);
  const out = memory.put(new Float64Array(4 + k - 1));
  memory.run.withinSubjects(cells, n, k, out);
  const table: Table = { n, k, scale, high: means.subarray(0, count), low: means.subarray(count) };
  return { table, sums: memory.take(out, 4 + k - 1) };
}

function groupsOf(memory: StatisticsMemory, { n, k, scale, high }: Table, alpha: number): Repeated['groups'] {
  const rows = Array.from({ length: k }, (_, level) => Uint32Array.from({ length: n }, (__, subject) => subject * k + level));
  const parts = partition(memory, high, rows);
  return parts.groups.map((group) => groupFigures(memory, group, parts.scale * scale, alpha));
}

/**
 * Mauchly's test of whether orthonormal contrasts of the levels have equal variances and no covariance (Ann. Math. Statist. 11, 1940). Its
 * chi-square has a second term like R's `mauchly.test`: with 3k where theory has 3(k − 1), which against the exact distribution is no worse
 * for small samples and the same for large ones. The determinant of the contrasts' products is that of the residuals without one level,
 * times the number of levels.
 */
function mauchly(memory: StatisticsMemory, residual: number, pivots: readonly number[], n: number, k: number): TestFigures {
  const p = k - 1;
  const df = [(p * (p + 1)) / 2 - 1];
  const mean = residual / p;
  if (n - 1 < p || pivots.some((pivot) => !(pivot > SINGULAR * mean))) return { statistic: 0, df, p: null, log10_p: null };
  const shares = pivots.map((pivot, at) => (at === 0 ? k : 1) * (pivot / mean));
  const ln = shares.reduce((sum, share) => sum + memory.ln(share), 0);
  const lack = 1 - (2 * p * p + p + 2) / (6 * p * (n - 1));
  const x = -(n - 1) * lack * ln;
  const second = ((p + 2) * (p - 1) * (p - 2) * (2 * p ** 3 + 6 * p * p + 3 * k + 2)) / (288 * ((n - 1) * p * lack) ** 2);
  const statistic = Math.min(
    1,
    shares.reduce((product, share) => product * share, 1),
  );
  if (!(lack > 0) || !Number.isFinite(x)) return { statistic, df, p: null, log10_p: null };
  const [first, more] = [memory.tails('chi_square', Math.max(0, x), df[0]), memory.tails('chi_square', Math.max(0, x), (df[0] ?? 0) + 4)];
  const upper = Math.min(1, Math.max(0, first.upper + second * (more.upper - first.upper)));
  return { statistic, df, p: upper, log10_p: upper > 0 ? log10(memory.ln(upper)) : null };
}

/** Friedman's test: ranks the levels within each subject, and corrects for ties (J. Amer. Statist. Assoc. 32, 1937). */
function friedman(memory: StatisticsMemory, { n, k, high }: Table): TestFigures {
  const sums = new Float64Array(k);
  let tied = 0;
  for (let subject = 0; subject < n; subject++) {
    const { ranks, ties } = ranksOf(high.subarray(subject * k, (subject + 1) * k));
    ranks.forEach((rank, level) => (sums[level]! += rank));
    for (const run of ties) tied += run ** 3 - run;
  }
  const spread = sums.reduce((sum, rank) => sum + (rank - (n * (k + 1)) / 2) ** 2, 0);
  const statistic = (12 * spread) / (n * k * (k + 1) - tied / (k - 1));
  return judged(statistic, [k - 1], () => memory.tails('chi_square', statistic, k - 1));
}

/** Compares each pair of levels by paired t-tests of the differences within subjects. */
function paired(
  memory: StatisticsMemory,
  { n, k, scale, high, low }: Table,
  method: 'holm' | 'bonferroni',
  alpha: number,
  tick: Tick,
): Comparison[] {
  const pairs = Array.from({ length: k }, (_, a) => Array.from({ length: k - a - 1 }, (__, at) => [a, a + 1 + at] as const)).flat();
  const made = pairs.map(([a, b], done): Comparison => {
    tick({ phase: method, done, total: pairs.length, unit: 'steps' });
    const differences = Float64Array.from({ length: n }, (_, subject) => {
      const [x, y] = [subject * k + a, subject * k + b];
      return high[x]! - high[y]! + (low[x]! - low[y]!);
    });
    memory.clear();
    const { mean, squares } = memory.moments(memory.put(differences), n, 1);
    const difference = mean[0] + mean[1];
    const error = Math.sqrt(squares / (n - 1) / n);
    const base = { method, a, b, difference: difference / scale, standard_error: error / scale };
    if (!(error > 0)) return { ...base, interval: null, p: null };
    const times = method === 'bonferroni' ? pairs.length : 1;
    const p = Math.min(1, 2 * times * memory.tails('t', Math.abs(difference) / error, n - 1).upper);
    const reach = memory.quantile('t', alpha / pairs.length / 2, n - 1) * error;
    const interval = method === 'bonferroni' ? ([(difference - reach) / scale, (difference + reach) / scale] as const) : null;
    return { ...base, interval, p };
  });
  return method === 'holm' ? stepDown(made) : made;
}
