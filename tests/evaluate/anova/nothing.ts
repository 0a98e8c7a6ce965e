/** How often the verdict of an analysis of variance finds a difference where there is none, by kind of rows; α = .05. */
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { described } from '../../../src/tools/catalog/anova_tool/one-way.ts';
import { Input } from '../../../src/tools/catalog/anova_tool/schema.ts';
import { verdictOf, type Verdict } from '../../../src/tools/catalog/anova_tool/verdict.ts';
import { isSorted } from '../../../src/tools/catalog/dependent-rows.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';
import type { NothingRate } from '../comparison/nothing.ts';

export interface Grouped {
  readonly values: readonly number[];
  /** Numbers from 0; every one has a row. */
  readonly group: readonly number[];
  readonly cluster?: readonly number[];
}

const kernels = kernelInstance();
const list = (count: number, of: (at: number) => number): number[] => Array.from({ length: count }, (_, at) => of(at));

export async function judge({ values, group, cluster }: Grouped): Promise<Verdict> {
  const args = Input.parse({ response: 'y', factors: ['g'] });
  const [response, groups] = [Float64Array.from(values), Uint32Array.from(group)];
  const count = Math.max(...group) + 1;
  const clusters = cluster ? Uint32Array.from(cluster) : null;
  const found = await kernels.oneWay({ response, groups, count, alpha: args.alpha, post_hoc: [], dependence: { clusters } });
  const evidence = found.dependence && {
    ...found.dependence,
    ...{ sorted: isSorted(response, groups), cluster: cluster && 'address' },
  };
  const names = list(count, (at) => at).map(String);
  return verdictOf(args, described(args, found, names, { missing: 0, infinite: 0 }, evidence), evidence);
}

export interface SeriesOf {
  /** Autoregressive coefficient, uniform between these. */
  readonly coefficient: readonly [number, number];
  /** Standard deviation of white noise through which the series is read, over its own. */
  readonly noise?: number;
  /** Number of values, uniform between these; 500 to 1,000 when absent. */
  readonly rows?: readonly [number, number];
}

/** Values of a stationary autoregression. */
export function seriesOf(
  random: RandomSource,
  { coefficient: [from, to], noise = 0, rows: [least, most] = [500, 1000] }: SeriesOf,
): number[] {
  const coefficient = random.between(from, to);
  const step = Math.sqrt(1 - coefficient ** 2);
  let value = random.normal(1);
  return list(least + random.below(most - least + 1), () => {
    value = coefficient * value + random.normal(step);
    return value + (noise > 0 ? random.normal(noise) : 0);
  });
}

/** Groups that follow each other in time; of a few rows more or less. */
const blocks = (values: readonly number[], count: number): number[] =>
  values.map((_, row) => Math.min(count - 1, Math.floor((count * row) / values.length)));

function shuffled(random: RandomSource, values: readonly number[]): number[] {
  const out = [...values];
  for (let at = out.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [out[at], out[other]] = [out[other]!, out[at]!];
  }
  return out;
}

type Maker = (random: RandomSource) => Grouped;
const inBlocks =
  (series: SeriesOf, count: number, cycles = 1): Maker =>
  (random) => {
    const values = seriesOf(random, series);
    return { values, group: blocks(values, count * cycles).map((block) => block % count) };
  };
/** One series of many rows in blocks. */
const long =
  (coefficient: number, count: number, rows: number): Maker =>
  (random) => {
    const values = seriesOf(random, { coefficient: [coefficient, coefficient], rows: [rows, rows] });
    return { values, group: blocks(values, count) };
  };
const any: SeriesOf['coefficient'] = [0, 0.99];

interface Addresses {
  /** Share of rows of an address in a group of its own, the others in any group; 1: every address is in one group, by turns. */
  readonly inOne: number;
  /** Rows of an address; 3 to 32 when absent. */
  readonly rowsOf?: (random: RandomSource) => number;
  /** Level of an address, of standard deviation 1; normal when absent. */
  readonly levelOf?: (random: RandomSource) => number;
}

/** Values of addresses, each with a level of its own, in three groups. */
function byAddress(
  random: RandomSource,
  { inOne, rowsOf = () => 3 + random.below(30), levelOf = () => random.normal(1) }: Addresses,
): Grouped {
  const share = random.between(0.02, 0.9);
  const rows: (readonly [number, number, number])[] = [];
  for (let address = 0, all = 24 + random.below(30); address < all; address++) {
    const level = levelOf(random) * Math.sqrt(share);
    const own = list(3, () => (inOne < 1 ? random.normal(Math.sqrt(share) / 2) : 0));
    for (let row = 0, count = rowsOf(random); row < count; row++) {
      const at = random.next() < inOne ? address % 3 : random.below(3);
      rows.push([level + own[at]! + random.normal(Math.sqrt(1 - share)), at, address]);
    }
  }
  const order = shuffled(
    random,
    rows.map((_, at) => at),
  );
  const column = (of: 0 | 1 | 2): number[] => order.map((at) => rows[at]![of]);
  return { values: column(0), group: column(1), cluster: column(2) };
}

/** A few addresses have most rows: lognormal numbers, of median 15. */
const unequal = (random: RandomSource): number => 1 + Math.floor(Math.exp(2.7 + random.normal(1)));
const exponential = (random: RandomSource): number => random.exponential(1) - 1;

export const NO_DIFFERENCE: Readonly<Record<string, Maker>> = {
  'normal, 3 to 8 groups': (random) => {
    const count = 3 + random.below(6);
    const group = list(60 + random.below(200), (row) => (row < 2 * count ? row % count : random.below(count)));
    return { values: group.map(() => random.normal(1)), group };
  },
  'halves of an autoregression': inBlocks({ coefficient: any }, 2),
  'three blocks': inBlocks({ coefficient: any }, 3),
  'ten blocks': inBlocks({ coefficient: any }, 10),
  'three groups by turns in blocks': inBlocks({ coefficient: any }, 3, 4),
  'groups that alternate by row': (random) => {
    const values = seriesOf(random, { coefficient: any });
    return { values, group: values.map((_, row) => row % 3) };
  },
  'four groups by chance': (random) => {
    const values = seriesOf(random, { coefficient: any });
    return { values, group: values.map((_, row) => (row < 4 ? row : random.below(4))) };
  },
  'blocks of chance, as autocorrelated as the values': (random) => {
    const values = seriesOf(random, { coefficient: any });
    const change = 1 - random.between(0, 0.98);
    let own = 0;
    return { values, group: values.map((_, row) => (own = row < 4 ? row : random.next() < change ? random.below(4) : own)) };
  },
  'three blocks of a series read through as much noise': inBlocks({ coefficient: [0.9, 0.9], noise: 1 }, 3),
  'addresses in one group each': (random) => byAddress(random, { inOne: 1 }),
  'addresses in every group': (random) => byAddress(random, { inOne: 0 }),
  'twenty blocks of 50, autoregression of .98': long(0.98, 20, 1000),
  '40 blocks of 50, autoregression of .9': long(0.9, 40, 2000),
  '100 blocks of 40, autoregression of .5': long(0.5, 100, 4000),
  '100 blocks of 40, autoregression of .9': long(0.9, 100, 4000),
  '40 blocks of 250, autoregression of .95': long(0.95, 40, 10_000),
  'ten blocks of 2,000, autoregression of .9': long(0.9, 10, 20_000),
  'twenty blocks of 2,000, autoregression of .95': long(0.95, 20, 40_000),
  'three blocks of 7,000, autoregression of .99': long(0.99, 3, 21_000),
  'twelve blocks of five, autoregression of .9': long(0.9, 12, 60),
  'twelve blocks of five, autoregression of .5': long(0.5, 12, 60),
  'twelve blocks of five, independent': long(0, 12, 60),
  '30 blocks of five, autoregression of .9': long(0.9, 30, 150),
  '40 blocks of ten, autoregression of .99': long(0.99, 40, 400),
  'addresses of unequal rows in one group each': (random) => byAddress(random, { inOne: 1, rowsOf: unequal }),
  'addresses of unequal rows, unevenly in every group': (random) => byAddress(random, { inOne: 0.8, rowsOf: unequal }),
  'addresses with skewed levels in one group each': (random) => byAddress(random, { inOne: 1, levelOf: exponential }),
  'addresses with skewed levels and unequal rows, unevenly': (random) =>
    byAddress(random, { inOne: 0.6, rowsOf: unequal, levelOf: exponential }),
};

export async function noDifference(seed: number, sets: number, only = Object.keys(NO_DIFFERENCE)): Promise<NothingRate[]> {
  const rates: NothingRate[] = [];
  for (const kind of only) {
    const random = randomSource(seed * 1000 + Object.keys(NO_DIFFERENCE).indexOf(kind));
    let [found, undecided] = [0, 0];
    for (let set = 0; set < sets; set++) {
      const { conclusion } = await judge(NO_DIFFERENCE[kind]!(random));
      if (conclusion === 'differs') found++;
      if (conclusion === 'undecided') undecided++;
    }
    rates.push({ kind, sets, found, undecided });
  }
  return rates;
}
