import { kernelInstance } from '../../src/kernels/instance.ts';
import type { Distribution } from '../../src/kernels/statistics/memory.ts';
import { statisticsMemory } from '../../src/kernels/statistics/memory.ts';
import { noDifference } from './anova/nothing.ts';
import { nothingFound } from './comparison/nothing.ts';
import { independentSeries, ratesOf } from './false-positives.ts';
import { generalizedLines } from './generalized/conclusions.ts';
import { certifiedRegression } from './regression.ts';
import { fewClusters } from './regression-clusters.ts';
import { anovaSets, digits, points, univariateSets } from '../support/statistics-sets.ts';

/** Correct digits of one certified set beside what exact arithmetic on doubles and R reach. */
export interface Certified {
  readonly set: string;
  readonly figures: readonly string[];
  readonly ours: readonly number[];
  readonly ceiling: readonly number[];
  /** R 4.2.2, measured once on another machine; rounded to one decimal. */
  readonly r: readonly number[];
}

/** R `mean`, `sd`, `acf`. */
const R_UNIVARIATE: Readonly<Record<string, readonly number[]>> = {
  PiDigits: [15, 15, 13],
  Lottery: [15, 15, 15],
  Lew: [15, 15, 15],
  Mavro: [15, 13.1, 13.8],
  Michelso: [15, 13.8, 13.4],
  NumAcc1: [15, 15, 15],
  NumAcc2: [15, 15, 14.4],
  NumAcc3: [15, 9.5, 14.3],
  NumAcc4: [15, 8.3, 14.5],
};
/** R `aov`: F and R². */
const R_ANOVA: Readonly<Record<string, readonly number[]>> = {
  SiRstv: [13.3, 13.4],
  SmLs01: [15, 15],
  SmLs02: [14.2, 14.5],
  SmLs03: [13.3, 13.6],
  AtmWtAg: [9.7, 9.8],
  SmLs04: [10.4, 10.7],
  SmLs05: [10.2, 10.5],
  SmLs06: [10.2, 10.5],
  SmLs07: [4.6, 4.9],
  SmLs08: [2.7, 3],
  SmLs09: [0.2, 0.3],
};

const kernels = kernelInstance();

export async function certifiedUnivariate(): Promise<Certified[]> {
  const out: Certified[] = [];
  for (const { name, y, certified, ceiling } of univariateSets()) {
    const { whole } = await kernels.describe({
      columns: [Float64Array.from(y)],
      groups: null,
      quantiles: [],
      quantile_type: 7,
      correlation: [],
    });
    const { mean, sd, autocorrelation_lag1 } = whole[0]!;
    out.push({
      set: name,
      figures: ['mean', 'sd', 'autocorrelation_lag1'],
      ours: [digits(mean, certified.mean), digits(sd, certified.sd), digits(autocorrelation_lag1, certified.lag1_autocorrelation)],
      ceiling: [ceiling.mean, ceiling.sd, ceiling.r1].map((value) => Math.min(15, value)),
      r: R_UNIVARIATE[name] ?? [],
    });
  }
  return out;
}

/** @param scaled the variants whose response is whole numbers, where nothing is lost by reading them */
export async function certifiedAnova(scaled: boolean): Promise<Certified[]> {
  const out: Certified[] = [];
  for (const { name, groups, certified, ceiling, multiply } of anovaSets()) {
    if (scaled && multiply === 0) continue;
    const response = Float64Array.from(groups.flat(), (value) => (scaled ? Math.round(value * multiply) : value));
    const ids = Uint32Array.from(groups.flatMap((own, group) => own.map(() => group)));
    const answer = await kernels.oneWay({ response, groups: ids, count: groups.length, alpha: 0.05, post_hoc: [] });
    const { between, residual, classic } = answer;
    out.push({
      set: scaled ? `${name} × ${String(multiply)}` : name,
      figures: ['f', 'eta_sq'],
      ours: [
        digits(classic.statistic, certified.between.F),
        digits(between.sum_sq / (between.sum_sq + residual.sum_sq), certified.r_squared),
      ],
      ceiling: scaled ? [15, 15] : [ceiling.F, ceiling.r2].map((value) => Math.min(15, value)),
      r: scaled ? [] : (R_ANOVA[name] ?? []),
    });
  }
  return out;
}

/** Worst and median digits of each function over the reference points, ours and R's. */
export async function distributionDigits(): Promise<{ fn: string; count: number; ours: number[]; r: number[] }[]> {
  const memory = await statisticsMemory();
  const kinds: Readonly<Record<string, Distribution>> = { t: 't', f: 'f', chisq: 'chi_square', tukey: 'studentized_range' };
  const found = new Map<string, { ours: number[]; r: number[] }>();
  for (const { fn, args, lower_tail, mp_value, r_value } of points()) {
    const kind = kinds[fn.slice(1)] ?? 't';
    const [x = NaN, a = NaN, b = NaN] = Object.values(args).map(Number);
    const tails = fn.startsWith('p') ? memory.tails(kind, x, a, b) : undefined;
    const ours = tails === undefined ? memory.quantile(kind, x, a, b) : lower_tail ? tails.lower : tails.upper;
    const entry = found.get(fn) ?? { ours: [], r: [] };
    found.set(fn, entry);
    entry.ours.push(digits(ours, mp_value));
    entry.r.push(digits(Number(r_value), mp_value));
  }
  const summary = (values: number[]): number[] => {
    const sorted = values.sort((a, b) => a - b);
    return [sorted[0] ?? 0, sorted[sorted.length >> 1] ?? 0];
  };
  return [...found].map(([fn, { ours, r }]) => ({ fn, count: ours.length, ours: summary(ours), r: summary(r) }));
}

/** Not looked at while the test was built: its bounds were found on seeds 101 and 102. */
const SERIES_SEED = 290_029;
const SERIES_PAIRS = 10_000;

/** Not used in development. */
const NOISE_SEED = 902_903;
const NOISE_PAIRS = 1000;
const COMPARISON_SEED = 903;
const COMPARISON_SETS = 2000;

async function comparisons(): Promise<string[]> {
  const share = (part: number, of: number): string => (part / of).toFixed(3);
  return [
    '### False positives: verdict of a comparison without a difference',
    '',
    `${COMPARISON_SETS.toLocaleString('en-US')} sets of a kind, α = .05. Limit 0.04 to 0.065.`,
    '',
    '| rows | differs | undecided |',
    '| --- | --- | --- |',
    ...(await nothingFound(COMPARISON_SEED, COMPARISON_SETS)).map(
      ({ kind, sets, found, undecided }) => `| ${kind} | ${share(found, sets)} | ${share(undecided, sets)} |`,
    ),
    '',
  ];
}

/** A seed on which nothing was set. */
const VARIANCE_SEED = 5290;
const VARIANCE_SETS = 1000;

async function analysesOfVariance(): Promise<string[]> {
  const share = (part: number, of: number): string => (part / of).toFixed(3);
  return [
    '### False positives: verdict of an analysis of variance without a difference',
    '',
    `${VARIANCE_SETS.toLocaleString('en-US')} sets of a kind, α = .05. Autoregressions have coefficients from 0 to 0.99 and 500 to 1,000 rows.`,
    '',
    '| rows | differs | undecided |',
    '| --- | --- | --- |',
    ...(await noDifference(VARIANCE_SEED, VARIANCE_SETS)).map(
      ({ kind, sets, found, undecided }) => `| ${kind} | ${share(found, sets)} | ${share(undecided, sets)} |`,
    ),
    '',
  ];
}

async function falsePositives(): Promise<string[]> {
  const share = (part: number, of: number): string => (part / of).toFixed(3);
  return [
    '### False positives: verdict of a regression of independent autoregressions',
    '',
    `${SERIES_PAIRS.toLocaleString('en-US')} pairs of 500 to 1,000 rows with coefficients from 0 to 0.99, α = .05, by the larger coefficient of a pair.`,
    '',
    '| coefficient | pairs | called related | undecided |',
    '| --- | --- | --- | --- |',
    ...ratesOf(await independentSeries(SERIES_SEED, SERIES_PAIRS)).map(
      ({ range, pairs, found, undecided }) => `| ${range} | ${String(pairs)} | ${share(found, pairs)} | ${share(undecided, pairs)} |`,
    ),
    ...ratesOf(await independentSeries(NOISE_SEED, NOISE_PAIRS, { lowest: 0.9, highest: 0.9, noise: 1 }))
      .slice(0, 1)
      .map(
        ({ pairs, found, undecided }) =>
          `| 0.9, read through as much noise | ${String(pairs)} | ${share(found, pairs)} | ${share(undecided, pairs)} |`,
      ),
    '',
  ];
}

/** A seed on which nothing was set. */
const FEW_SEED = 6629;
const FEW_SETS = 600;

async function fewAddresses(): Promise<string[]> {
  const share = (part: number, of: number): string => (part / of).toFixed(3);
  return [
    '### False positives: verdict of a regression over rows of a few addresses',
    '',
    `${String(FEW_SETS)} sets of a kind, α = .05; rows of an address are alike, between hardly and nearly the same.`,
    '',
    '| rows | called related | undecided |',
    '| --- | --- | --- |',
    ...(await fewClusters(FEW_SEED, FEW_SETS)).map(
      ({ kind, sets, found, undecided }) => `| ${kind} | ${share(found, sets)} | ${share(undecided, sets)} |`,
    ),
    '',
  ];
}

/** A seed on which nothing was set. */
const GENERALIZED_SEED = 2029;
const GENERALIZED_DRAWS = 200;

async function generalizedConclusions(): Promise<string[]> {
  return [
    '### Logistic and Poisson regression: conclusions at α = .05',
    '',
    `${String(GENERALIZED_DRAWS)} draws of each kind without an effect, and as many with one.`,
    '',
    '| data | found without an effect | undecided without one | found with one |',
    '| --- | --- | --- | --- |',
    ...(await generalizedLines(GENERALIZED_DRAWS, GENERALIZED_SEED)).map((line) => `| ${line.join(' | ')} |`),
    '',
  ];
}

const cell = (values: readonly number[]): string => (values.length === 0 ? '–' : values.map((value) => value.toFixed(1)).join(' / '));

/** The tables as Markdown. */
export async function evaluateStatistics(): Promise<string> {
  const table = (title: string, rows: readonly Certified[]): string[] => [
    `### ${title}`,
    '',
    `Correct digits of ${rows[0]?.figures.join(' / ') ?? ''}, at most 15.`,
    '',
    '| set | ours | ceiling of binary64 input | R 4.2.2 |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ set, ours, ceiling, r }) => `| ${set} | ${cell(ours)} | ${cell(ceiling)} | ${cell(r)} |`),
    '',
  ];
  const lines = [
    ...table('NIST regression: `statistical_regression_tool`, precision `exact`', await certifiedRegression('exact')),
    ...table('The same, precision `double`', await certifiedRegression('double')),
    ...table('NIST univariate: `summary_stats_tool`', await certifiedUnivariate()),
    ...table('NIST one-way analysis of variance: `anova_tool`', await certifiedAnova(false)),
    ...table('The same, response as whole numbers', await certifiedAnova(true)),
    ...(await comparisons()),
    ...(await analysesOfVariance()),
    ...(await falsePositives()),
    ...(await fewAddresses()),
    ...(await generalizedConclusions()),
    '### Distributions, against multiprecision values',
    '',
    'Correct digits, worst / median; p: tails, q: quantiles.',
    '',
    '| function | points | ours | R 4.2.2 |',
    '| --- | --- | --- | --- |',
    ...(await distributionDigits()).map(({ fn, count, ours, r }) => `| ${fn} | ${String(count)} | ${cell(ours)} | ${cell(r)} |`),
    '',
  ];
  return lines.join('\n');
}
