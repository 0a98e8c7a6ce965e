/** Tests one sample against a value, or two against each other: runs every test that the data allow, although the verdict uses only one. */
import type { Tick } from '../../chunks.ts';
import type { TestFigures } from '../contract.ts';
import { partition } from '../one-way.ts';
import { finite, log10, scaleOf, type Moments, type StatisticsMemory } from '../memory.ts';
import { quantileOf } from '../order.ts';
import { judged } from '../one-way.ts';
import type { JudgedTest, NumbersCompared, NumbersInput, NumberTest, SampleFigures, Tailed } from './contract.ts';
import { dependentErrors, type DependentErrors } from './dependent.ts';
import { carefulSum, meansTest, meanVariance, welchDf, type MeansContext } from './means.ts';
import { shapiroWilk } from './normality.ts';
import { permuteDivided, permuteSigns } from './permutation.ts';
import { atPlace, averages, differences, medianOf } from './places.ts';
import { atMost, binomial, tailsAt } from './lattice.ts';
import { boundOfDivided, boundOfSigned, brunnerMunzel, mannWhitney, wilcoxon } from './ranks.ts';

type Test = JudgedTest<NumberTest>;

interface Sample {
  readonly values: Float64Array;
  readonly sorted: Float64Array;
  readonly moments: Moments;
}

export function compareNumbers(memory: StatisticsMemory, input: NumbersInput, tick: Tick): NumbersCompared {
  const { values, groups, alpha } = input;
  const scale = scaleOf(values);
  const sample = (row: number): number => groups?.[row] ?? 0;
  const samples = (groups === null ? [0] : [0, 1]).map((at) =>
    sampleOf(
      memory,
      values.filter((_, row) => sample(row) === at),
      scale,
    ),
  );
  tick({ phase: 'samples', done: 0, total: 3, unit: 'steps' });
  const residuals = Float64Array.from(values, (value, row) => {
    const [high, low] = samples[sample(row)]!.moments.mean;
    return value * scale - high - low;
  });
  const sizes = samples.map(({ values: own }) => own.length);
  const context = contextOf(memory, input, samples, scale);
  const dependent = dependentErrors(memory, { residuals, sample, sizes, off: context.off, clusters: input.clusters });
  tick({ phase: 'tests', done: 1, total: 3, unit: 'steps' });
  const [first, second] = samples;
  return {
    samples: samples.map((own) => figuresOf(memory, own, alpha)),
    spreads: second ? spreadTest(memory, samples) : null,
    tests: [
      ...(second ? twoMeans(context, first!, second) : [oneMean(context, first!)]),
      ...dependentTests(context, dependent),
      ...(second ? twoByRanks(memory, input, first!, second) : oneByRanks(memory, input, first!)),
      ...(input.permute ? permuted(context, input, first!, second ?? null) : []),
    ],
    dependence: dependent?.figures ?? null,
  };
}

function sampleOf(memory: StatisticsMemory, values: Float64Array, scale: number): Sample {
  memory.clear();
  const moments = memory.moments(memory.put(values), values.length, scale);
  return { values, sorted: values.slice().sort(), moments };
}

function figuresOf(memory: StatisticsMemory, { sorted, moments }: Sample, alpha: number): SampleFigures {
  const { rows, squares, scale, mean, cubes } = moments;
  const own = (mean[0] + mean[1]) / scale;
  const many = rows > 1;
  const reach = many ? (memory.quantile('t', alpha / 2, rows - 1) * Math.sqrt(meanVariance(moments))) / scale : NaN;
  const farthest = Math.max(...[sorted[0]!, sorted[rows - 1]!].map((value) => (value * scale - mean[0] - mean[1]) ** 2));
  return {
    count: rows,
    mean: own,
    sd: many ? finite(Math.sqrt(squares / (rows - 1)) / scale) : null,
    median: quantileOf(sorted, 0.5, 7),
    interval: Number.isFinite(own - reach) && Number.isFinite(own + reach) ? [own - reach, own + reach] : null,
    normality: shapiroWilk(memory, sorted),
    largest_share: squares > 0 ? Math.min(1, farthest / squares) : 0,
    skewness: squares > 0 ? finite(cubes / rows / (squares / rows) ** 1.5) : null,
  };
}

/** Brown and Forsythe's test of equal spreads: an F test of the distances of the values from the median of their sample. */
function spreadTest(memory: StatisticsMemory, samples: readonly Sample[]): TestFigures {
  const sizes = samples.map(({ values }) => values.length);
  const distances = Float64Array.from(
    samples.flatMap(({ values, sorted, moments: { scale } }) => {
      const median = quantileOf(sorted, 0.5, 7);
      return Array.from(values, (value) => Math.abs((value - median) * scale));
    }),
  );
  const rows = [0, sizes[0]!].map((from, at) => Uint32Array.from({ length: sizes[at]! }, (_, row) => from + row));
  const { between, within, df } = partition(memory, distances, rows);
  const ratio = between / df[0] / (within / df[1]);
  return judged(ratio, df, () => memory.tails('f', ratio, df[0], df[1]));
}

function contextOf(
  memory: StatisticsMemory,
  { alpha, null_value, margin, effects }: NumbersInput,
  samples: readonly Sample[],
  scale: number,
): MeansContext {
  const terms = samples.flatMap(({ moments: { mean } }, at) => (at === 0 ? mean : mean.map((part) => -part)));
  const squares = samples.reduce((sum, { moments }) => sum + moments.squares, 0);
  const df = samples.reduce((sum, { moments }) => sum + moments.rows - 1, 0);
  const off = carefulSum([...terms, -null_value * scale]);
  return { memory, scale, alpha, null_value, margin, effects, off, spread: { sd: Math.sqrt(squares / df), df } };
}

const oneMean = (context: MeansContext, { moments }: Sample): Test =>
  meansTest(context, 'student', Math.sqrt(meanVariance(moments)), moments.rows - 1);

function twoMeans(context: MeansContext, { moments: a }: Sample, { moments: b }: Sample): Test[] {
  const pooled = (context.spread.sd ** 2 * (a.rows + b.rows)) / a.rows / b.rows;
  const [first, second] = [meanVariance(a), meanVariance(b)];
  return [
    meansTest(context, 'student', Math.sqrt(pooled), context.spread.df),
    meansTest(context, 'welch', Math.sqrt(first + second), welchDf(first, second, a.rows, b.rows)),
  ];
}

function dependentTests(context: MeansContext, errors: DependentErrors | null): Test[] {
  if (errors === null) return [];
  const { serial, clustered } = errors;
  return [
    meansTest(context, 'hac', Math.sqrt(serial.variance), serial.df),
    ...(clustered ? [meansTest(context, 'cluster', Math.sqrt(clustered.variance), clustered.df)] : []),
  ];
}

const larger = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b));

/** The p-value of the equivalence test: the larger p of the one-sided tests at both ends of the range that counts as equal. */
function equivalent({ null_value, margin }: NumbersInput, at: (value: number) => Pick<Tailed, 'below' | 'above'> | null): number | null {
  if (margin === null) return null;
  return larger(at(null_value - margin)?.above ?? null, at(null_value + margin)?.below ?? null);
}

const less = (values: Float64Array, value: number): Float64Array => (value === 0 ? values : values.map((own) => own - value));

function twoByRanks(memory: StatisticsMemory, input: NumbersInput, first: Sample, second: Sample): Test[] {
  const { alpha, null_value } = input;
  const [x, y] = [first.values, second.values];
  const moved = less(x, null_value);
  const pairs = differences(first.sorted, second.sorted);
  const bound = boundOfDivided(memory, x.length, y.length, alpha);
  const superior = brunnerMunzel(memory, moved, y, alpha);
  const { probability, standard_error, interval, effect, ...tails } = superior;
  return [
    {
      test: 'mann_whitney',
      ...mannWhitney(memory, moved, y),
      estimate: medianOf(pairs),
      standard_error: null,
      interval: bound > 0 ? [atPlace(pairs, bound), atPlace(pairs, pairs.count + 1 - bound)] : null,
      equivalence: equivalent(input, (value) => mannWhitney(memory, less(x, value), y)),
      effect,
    },
    {
      ...{ test: 'brunner_munzel', ...tails, estimate: probability, standard_error, interval, effect },
      equivalence: equivalent(input, (value) => brunnerMunzel(memory, less(x, value), y, alpha)),
    },
  ];
}

function permuted({ memory, scale, off, null_value }: MeansContext, input: NumbersInput, first: Sample, second: Sample | null): Test[] {
  const [centre, low] = (second ?? first).moments.mean;
  const at = (value: number) => {
    const moved = (own: number): number => own * scale - centre - low - value * scale;
    if (second === null) return permuteSigns(first.values.map((own) => (own - value) * scale));
    const values = new Float64Array(first.values.length + second.values.length);
    values.set(first.values.map(moved));
    values.set(
      second.values.map((own) => own * scale - centre - low),
      first.values.length,
    );
    return permuteDivided(values, first.values.length);
  };
  const found = at(input.null_value);
  if (found === null) return [];
  return [
    {
      ...{ test: 'permutation', ...found, log10_p: found.p === null ? null : log10(memory.ln(found.p)) },
      ...{ estimate: finite(null_value + off / scale), standard_error: null, interval: null, effect: null },
      equivalence: equivalent(input, at),
    },
  ];
}

function oneByRanks(memory: StatisticsMemory, input: NumbersInput, sample: Sample): Test[] {
  const { alpha, null_value } = input;
  const signed = wilcoxon(memory, less(sample.values, null_value));
  const pairs = averages(sample.sorted);
  const bound = boundOfSigned(memory, sample.values.length, alpha);
  const signs = signTest(memory, less(sample.values, null_value));
  const n = sample.sorted.length;
  const place = placeOfMedian(memory, n, alpha);
  return [
    ...(signed === null
      ? []
      : [
          {
            ...{ test: 'wilcoxon' as const, ...signed, estimate: medianOf(pairs), standard_error: null },
            interval: bound > 0 ? ([atPlace(pairs, bound), atPlace(pairs, pairs.count + 1 - bound)] as const) : null,
            equivalence: equivalent(input, (value) => wilcoxon(memory, less(sample.values, value))),
          },
        ]),
    ...(signs === null
      ? []
      : [
          {
            ...{ test: 'sign' as const, ...signs, estimate: quantileOf(sample.sorted, 0.5, 7), standard_error: null, effect: null },
            interval: place > 0 ? ([sample.sorted[place - 1]!, sample.sorted[n - place]!] as const) : null,
            equivalence: equivalent(input, (value) => signTest(memory, less(sample.values, value))),
          },
        ]),
  ];
}

/** The sign test: counts how many of the values that are not 0 are above 0. */
function signTest(memory: StatisticsMemory, values: Float64Array): Tailed | null {
  let [above, used] = [0, 0];
  for (const value of values) {
    if (value > 0) above++;
    if (value !== 0) used++;
  }
  return used === 0 ? null : tailsAt(memory, binomial(used, 0.5), above);
}

/** The median's interval has two of the ordered values as bounds. Returns their rank from either end, or 0 if there are too few values. */
function placeOfMedian(memory: StatisticsMemory, n: number, alpha: number): number {
  const half = binomial(n, 0.5);
  let [low, high] = [0, Math.floor(n / 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (atMost(memory, half, middle - 1) <= alpha / 2) low = middle;
    else high = middle - 1;
  }
  return low;
}
