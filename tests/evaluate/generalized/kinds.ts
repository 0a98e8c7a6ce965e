/** Made data of logistic and Poisson regressions by kind, with and without an effect of the first column. */
import type { RandomSource } from '../../support/random.ts';
import type { Made } from './judge.ts';

export interface Kind {
  readonly make: (random: RandomSource, effect: number) => Made;
  /** Effect of the first column, on the logarithm, of draws that have one; large enough to be found. */
  readonly effect: number;
}

const list = (count: number, of: (at: number) => number): number[] => Array.from({ length: count }, (_, at) => of(at));
const binary = (random: RandomSource, predictor: number): number => Number(random.between(0, 1) < 1 / (1 + Math.exp(-predictor)));

function count(random: RandomSource, mean: number): number {
  let [found, left] = [0, mean + Math.log(random.between(1e-12, 1))];
  for (; left > 0; found++) left += Math.log(random.between(1e-12, 1));
  return found;
}

const logistic = (n: number, level: number, effect: number, columns = 1, penalty?: Made['penalty']): Kind => ({
  effect,
  make: (random, own) => {
    const x = list(columns, () => 0).map(() => list(n, () => random.normal(1)));
    return { family: 'binomial', x, y: list(n, (at) => binary(random, level + own * x[0]![at]!)), ...(penalty && { penalty }) };
  },
});

const poisson = (n: number, mean: number, effect: number, spread: number): Kind => ({
  effect,
  make: (random, own) => {
    const x = list(n, () => random.normal(1));
    return {
      family: 'poisson',
      x: [x],
      y: x.map((value) => count(random, mean * Math.exp(own * value + random.normal(spread) - spread ** 2 / 2))),
    };
  },
});

/** Rows of devices that have a level of their own; the column is of the device or of the row. */
const devices = (family: Made['family'], ofDevice: boolean, effect: number): Kind => ({
  effect,
  make: (random, own) => {
    const [y, x, clusters]: [number[], number[], number[]] = [[], [], []];
    for (let device = 0; device < 24 + random.below(24); device++) {
      const [level, value] = [random.normal(0.9), random.normal(1)];
      for (let row = 0; row < 6 + random.below(20); row++) {
        const at = ofDevice ? value : random.normal(1);
        x.push(at);
        clusters.push(device + 1);
        y.push(family === 'binomial' ? binary(random, level + own * at) : count(random, 2 * Math.exp(level + own * at)));
      }
    }
    const order = list(y.length, (at) => at);
    for (let at = order.length - 1; at > 0; at--) {
      const other = random.below(at + 1);
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    const by = (values: readonly number[]): number[] => order.map((at) => values[at]!);
    return { family, y: by(y), x: [by(x)], clusters: by(clusters) };
  },
});

/** Series whose values depend on the ones before, in the column and in what it leaves of the target. */
const series = (family: Made['family'], kept: number, effect: number): Kind => ({
  effect,
  make: (random, own) => {
    let [a, b] = [random.normal(1), random.normal(1)];
    const next = (value: number): number => kept * value + random.normal(Math.sqrt(1 - kept * kept));
    const rows = list(600, () => 0).map(() => [(a = next(a)), (b = next(b))] as const);
    const predictor = rows.map(([x, level]) => 1.2 * level + own * x);
    return {
      family,
      x: [rows.map(([x]) => x)],
      y: predictor.map((each) => (family === 'binomial' ? binary(random, each) : count(random, Math.exp(each)))),
    };
  },
});

export const KINDS: Readonly<Record<string, Kind>> = {
  'logistic, 60 rows': logistic(60, 0, 1.6),
  'logistic, 400 rows': logistic(400, 0.5, 0.7),
  'logistic, 400 rows, six columns': logistic(400, 0.5, 0.8, 6),
  'logistic, a rare value': logistic(600, -2.8, 1),
  'logistic, few rows, Firth': logistic(24, 0, 3, 1, 'firth'),
  'Poisson, small means': poisson(200, 0.5, 0.7, 0),
  'Poisson, large means': poisson(60, 40, 0.3, 0),
  'counts that spread more': poisson(200, 5, 0.7, 0.8),
  'logistic, columns of devices': devices('binomial', true, 1.4),
  'logistic, columns of rows': devices('binomial', false, 0.8),
  'counts, columns of devices': devices('poisson', true, 1.2),
  'logistic series': series('binomial', 0.9, 1.6),
  'Poisson series': series('poisson', 0.9, 1.4),
};
