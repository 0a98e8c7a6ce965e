/** How often the headline of a regression finds a relation where rows of a few addresses are alike, by the number of addresses. */
import { kernelInstance } from '../../src/kernels/instance.ts';
import type { RegressionDesign } from '../../src/kernels/contract.ts';
import { fitBlocks, heldBlocks } from '../../src/tools/catalog/statistical_regression_tool/fit.ts';
import { verdictOf, type Verdict } from '../../src/tools/catalog/statistical_regression_tool/verdict.ts';
import { randomSource, type RandomSource } from '../support/random.ts';

interface Rows {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly cluster: readonly number[];
}

interface Kind {
  readonly clusters: readonly [number, number];
  /** Whether a few addresses have most rows. */
  readonly unequal: boolean;
  /** Share of the variance of x that is of its address; null: one of two labels. */
  readonly between: number | null;
}

const COUNTS: readonly (readonly [number, number])[] = [
  [5, 7],
  [8, 11],
  [12, 19],
  [20, 40],
];

const SHAPES: Readonly<Record<string, Omit<Kind, 'clusters'>>> = {
  'a value of the address, equal rows': { unequal: false, between: 1 },
  'a value of the address, unequal rows': { unequal: true, between: 1 },
  'a label of the address, unequal rows': { unequal: true, between: null },
  'half of the address, unequal rows': { unequal: true, between: 0.5 },
};

function rowsOf(random: RandomSource, { clusters: [least, most], unequal, between }: Kind): Rows {
  const out: { x: number[]; y: number[]; cluster: number[] } = { x: [], y: [], cluster: [] };
  const [count, share] = [least + random.below(most - least + 1), random.between(0.02, 0.9)];
  for (let cluster = 0; cluster < count; cluster++) {
    const [level, own] = [random.normal(Math.sqrt(share)), random.normal(1)];
    const rows = unequal ? 1 + Math.floor(Math.exp(2.7 + random.normal(1))) : 20;
    for (let row = 0; row < rows; row++) {
      out.x.push(between === null ? cluster % 2 : Math.sqrt(between) * own + random.normal(Math.sqrt(1 - between)));
      out.y.push(level + random.normal(Math.sqrt(1 - share)));
      out.cluster.push(cluster);
    }
  }
  return shuffled(random, out);
}

/** In an order that says nothing, so that only the clusters matter. */
function shuffled(random: RandomSource, { x, y, cluster }: Rows): Rows {
  const order = x.map((_, at) => at);
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  const by = (values: readonly number[]): number[] => order.map((at) => values[at]!);
  return { x: by(x), y: by(y), cluster: by(cluster) };
}

const kernels = kernelInstance();
const ALPHA = 0.05;

async function judged({ x, y, cluster }: Rows): Promise<Verdict['conclusion']> {
  const design: RegressionDesign = {
    columns: [[], [0], [1]].map((factors) => ({ kind: 'product', factors: factors.map((column) => ({ column, power: 1 })) })),
    intercept: true,
    exponents: [-6, -6, 0],
    weight: null,
    pivots: [0, x[0]! / 64, y[0]! / 64],
  };
  const data = Float64Array.from([...x, ...y, ...cluster]);
  const asks = { precision: 'auto', alpha: ALPHA, robust: null, normalize: false, predict_at: [], dependence: { cluster: 2 } } as const;
  const { figures, unequal } = await fitBlocks(kernels, design, heldBlocks([{ rows: x.length, data }]), asks);
  const evidence = { figures: figures!, unequal, rows: x.length, names: ['intercept', 'x'], cluster: { column: 'address', asked: true } };
  return verdictOf({ target: 'y', alpha: ALPHA, comparisons: 1, robust_se: undefined }, evidence).conclusion;
}

interface ClusterRate {
  readonly kind: string;
  readonly sets: number;
  readonly found: number;
  readonly undecided: number;
}

export async function fewClusters(seed: number, sets: number): Promise<ClusterRate[]> {
  const rates: ClusterRate[] = [];
  for (const [shape, own] of Object.entries(SHAPES))
    for (const clusters of COUNTS) {
      const random = randomSource(seed * 1000 + rates.length);
      let [found, undecided] = [0, 0];
      for (let set = 0; set < sets; set++) {
        const conclusion = await judged(rowsOf(random, { ...own, clusters }));
        if (conclusion === 'related') found++;
        if (conclusion === 'undecided') undecided++;
      }
      rates.push({ kind: `${clusters.join(' to ')} addresses, x is ${shape}`, sets, found, undecided });
    }
  return rates;
}
