/** How often the verdict finds a difference where there is none, by kind of data; α = .05. */
import { randomSource, type RandomSource } from '../../support/random.ts';
import { judge, type Made } from './judge.ts';

type Maker = (random: RandomSource) => Made;
const list = (count: number, of: (at: number) => number): number[] => Array.from({ length: count }, (_, at) => of(at));

/** Two samples by their makers. */
const two = (n: number, m: number, first: () => number, second: () => number): Made => ({
  args: { design: 'two_sample' },
  values: [...list(n, first), ...list(m, second)],
  group: [...list(n, () => 0), ...list(m, () => 1)],
});

const lognormal = (random: RandomSource): number => Math.exp(random.normal(1));

/** Values of addresses, each with a level of its own; `crossed`: every address in both groups. */
function byAddress(random: RandomSource, crossed: boolean, share: number): Made {
  const [spread, noise] = [Math.sqrt(share), Math.sqrt(1 - share)];
  const addresses = crossed ? 8 + random.below(20) : 16 + random.below(24);
  const [values, group, cluster]: [number[], number[], number[]] = [[], [], []];
  for (let address = 0; address < addresses; address++) {
    const level = random.normal(spread);
    const own = [random.normal(spread / 2), random.normal(spread / 2)];
    const rows = 2 + random.below(30);
    for (let row = 0; row < rows; row++) {
      const at = crossed ? random.below(2) : address % 2;
      values.push(level + (crossed ? own[at]! : 0) + random.normal(noise));
      group.push(at);
      cluster.push(address);
    }
  }
  const order = shuffled(random, values.length);
  const by = (list_: readonly number[]): number[] => order.map((at) => list_[at]!);
  return { args: { design: 'two_sample' }, values: by(values), group: by(group), cluster: by(cluster) };
}

function shuffled(random: RandomSource, count: number): number[] {
  const order = list(count, (at) => at);
  for (let at = count - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** One autoregression, whose first half is compared with its second one. */
function halves(random: RandomSource): Made {
  const [rows, coefficient] = [200 + random.below(800), random.between(0, 0.95)];
  let value = random.normal(1 / Math.sqrt(1 - coefficient ** 2));
  const values = list(rows, () => (value = coefficient * value + random.normal(1)));
  return { args: { design: 'two_sample' }, values, group: values.map((_, row) => (row < rows / 2 ? 0 : 1)) };
}

/** An autoregression that is read through as much noise, in ten blocks of alternating groups. */
function noisyBlocks(random: RandomSource): Made {
  const [rows, coefficient] = [500 + random.below(501), 0.9];
  let value = random.normal(1);
  const values = list(rows, () => {
    value = coefficient * value + random.normal(Math.sqrt(1 - coefficient ** 2));
    return value + random.normal(1);
  });
  return { args: { design: 'two_sample' }, values, group: values.map((_, row) => Math.floor((10 * row) / rows) % 2) };
}

function sharesOf(random: RandomSource, clustered: boolean): Made {
  const [values, group, cluster]: [number[], number[], number[]] = [[], [], []];
  const base = random.between(0.2, 0.8);
  const addresses = clustered ? 20 + random.below(30) : 40 + random.below(300);
  for (let address = 0; address < addresses; address++) {
    const share = clustered ? Math.min(0.98, Math.max(0.02, base + random.normal(0.2))) : base;
    for (let row = 0; row < (clustered ? 1 + random.below(20) : 1); row++) {
      values.push(random.next() < share ? 0 : 1);
      group.push(clustered ? address % 2 : random.below(2));
      cluster.push(address);
    }
  }
  const order = shuffled(random, values.length);
  const by = (own: readonly number[]): number[] => order.map((at) => own[at]!);
  return {
    args: { design: 'two_proportions' },
    values: by(values),
    group: by(group),
    counted: true,
    ...(clustered && { cluster: by(cluster) }),
  };
}

/** One address in the first group and nineteen in the second, each with a level of its own. */
function oneAddress(random: RandomSource): Made {
  const levels = list(20, () => random.normal(1));
  const cluster = shuffled(random, 400).map((at) => at % 20);
  const values = cluster.map((address) => levels[address]! + random.normal(1));
  return { args: { design: 'two_sample' }, values, group: cluster.map((address) => (address === 0 ? 0 : 1)), cluster };
}

export const NOTHING: Readonly<Record<string, Maker>> = {
  'normal, equal spreads': (random) => {
    const [n, m] = [4 + random.below(60), 4 + random.below(60)];
    return two(
      n,
      m,
      () => random.normal(1),
      () => random.normal(1),
    );
  },
  'normal, spreads 1 to 4': (random) => {
    const [n, m, ratio] = [6 + random.below(60), 6 + random.below(60), random.between(1, 4)];
    return two(
      n,
      m,
      () => random.normal(1),
      () => random.normal(ratio),
    );
  },
  lognormal: (random) =>
    two(
      5 + random.below(60),
      5 + random.below(60),
      () => lognormal(random),
      () => lognormal(random),
    ),
  'heavy tails': (random) => {
    const t = (): number => random.normal(1) / Math.sqrt(random.exponential(1));
    return two(5 + random.below(60), 5 + random.below(60), t, t);
  },
  'five values with ties': (random) =>
    two(
      8 + random.below(40),
      8 + random.below(40),
      () => random.below(5),
      () => random.below(5),
    ),
  pairs: (random) => ({ args: { design: 'paired' }, values: list(5 + random.below(60), () => random.normal(3)) }),
  'one sample of exponentials': (random) => ({
    args: { design: 'one_sample', value: 1 },
    values: list(40 + random.below(200), () => random.exponential(1)),
  }),
  'addresses in one group each': (random) => byAddress(random, false, random.between(0.02, 0.9)),
  'addresses in both groups': (random) => byAddress(random, true, random.between(0.02, 0.9)),
  'halves of an autoregression': halves,
  shares: (random) => sharesOf(random, false),
  'shares by address': (random) => sharesOf(random, true),
  'blocks of an autoregression read through noise': noisyBlocks,
  'one address against many': oneAddress,
};

export interface NothingRate {
  readonly kind: string;
  readonly sets: number;
  readonly found: number;
  readonly undecided: number;
}

export async function nothingFound(seed: number, sets: number, only = Object.keys(NOTHING)): Promise<NothingRate[]> {
  const rates: NothingRate[] = [];
  for (const kind of only) {
    const random = randomSource(seed * 1000 + Object.keys(NOTHING).indexOf(kind));
    let [found, undecided] = [0, 0];
    for (let set = 0; set < sets; set++) {
      const { conclusion } = await judge(NOTHING[kind]!(random));
      if (conclusion === 'differs') found++;
      if (conclusion === 'undecided') undecided++;
    }
    rates.push({ kind, sets, found, undecided });
  }
  return rates;
}
