import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { LinkInput } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { inferMatching } from '../../../src/kernels/link.ts';
import { instantiate } from '../../../src/kernels/memory.ts';

const kernels = kernelInstance();

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly llr: number;
}

const edgesArbitrary = (size: number) =>
  fc.uniqueArray(fc.record({ from: fc.nat(size - 1), to: fc.nat(size - 1), llr: fc.double({ min: -5, max: 8, noNaN: true }) }), {
    selector: ({ from, to }) => from * size + to,
    maxLength: 9,
  });

const graphOf = (edges: readonly Edge[], addresses: number) => {
  const sorted = [...edges].sort((a, b) => a.from - b.from || a.to - b.to);
  return {
    sorted,
    graph: {
      addresses,
      from: Uint32Array.from(sorted, (edge) => edge.from),
      to: Uint32Array.from(sorted, (edge) => edge.to),
      llr: Float64Array.from(sorted, (edge) => edge.llr),
    },
  };
};

/** Every set of links with at most one successor and predecessor each, with its weight. */
function* matchings(edges: readonly Edge[], at = 0, chosen: readonly number[] = []): Generator<readonly number[]> {
  if (at === edges.length) {
    yield chosen;
    return;
  }
  yield* matchings(edges, at + 1, chosen);
  const edge = edges[at]!;
  if (chosen.every((other) => edges[other]!.from !== edge.from && edges[other]!.to !== edge.to)) {
    yield* matchings(edges, at + 1, [...chosen, at]);
  }
}

const sum = (edges: readonly Edge[], chosen: readonly number[]): number => chosen.reduce((total, at) => total + edges[at]!.llr, 0);

describe('the assignment', () => {
  it('is the one-to-one set of links with the largest sum', async () => {
    const memory = await instantiate();
    fc.assert(
      fc.property(edgesArbitrary(4), (edges) => {
        const { sorted, graph } = graphOf(edges, 4);
        const { chosen } = inferMatching(memory, graph);
        const picked = [...chosen.keys()].filter((at) => chosen[at] === 1);
        expect([...matchings(sorted)].some((set) => set.length === picked.length && set.every((at) => picked.includes(at)))).toBe(true);
        const best = Math.max(...[...matchings(sorted)].map((set) => sum(sorted, set)));
        expect(sum(sorted, picked)).toBeCloseTo(best, 9);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the posterior', () => {
  it('is exact where the candidates form a tree, and close to exact otherwise', async () => {
    const memory = await instantiate();
    fc.assert(
      fc.property(edgesArbitrary(3), (edges) => {
        const { sorted, graph } = graphOf(edges, 3);
        const { probability } = inferMatching(memory, graph);
        const weights = [...matchings(sorted)].map((set) => ({ set, weight: Math.exp(sum(sorted, set)) }));
        const total = weights.reduce((all, { weight }) => all + weight, 0);
        sorted.forEach((_, at) => {
          const exact = weights.filter(({ set }) => set.includes(at)).reduce((all, { weight }) => all + weight, 0) / total;
          expect(Math.abs(probability[at]! - exact)).toBeLessThan(0.15);
        });
      }),
      { numRuns: 300 },
    );
    const { graph } = graphOf(
      [
        { from: 0, to: 1, llr: 2 },
        { from: 0, to: 2, llr: 1 },
      ],
      3,
    );
    const [a, b] = inferMatching(memory, graph).probability;
    const z = 1 + Math.exp(2) + Math.exp(1);
    expect(a).toBeCloseTo(Math.exp(2) / z, 9);
    expect(b).toBeCloseTo(Math.exp(1) / z, 9);
  });

  it('shares the probability of two pairs that nothing tells apart', async () => {
    const memory = await instantiate();
    const twins = [0, 1].flatMap((from) => [2, 3].map((to) => ({ from, to, llr: 12 })));
    for (const probability of inferMatching(memory, graphOf(twins, 4).graph).probability) expect(probability).toBeCloseTo(0.5, 2);
  });
});

/** Two addresses, one after the other, with everything but the gap alike. */
function pair(gap: number, changes: Partial<Record<keyof LinkInput['columns'], readonly [number, number]>> = {}): LinkInput {
  const column = (first: number, second: number): Float64Array => Float64Array.of(first, second);
  const values = {
    First: [0, 900 + gap],
    Last: [900, 1800],
    RateFirst: [2, 2],
    RateLast: [2, 2],
    RssiFirst: [-60, -60],
    RssiLast: [-60, -60],
    Interval: [0.28, 0.28],
    BornBefore: [0, 0],
    Content: [0, 0],
    Layout: [0, 0],
    Family: [0, 0],
    Name: [-1, -1],
    ContentShare: [0.5, 0.5],
    LayoutShare: [0.5, 0.5],
    FamilyShare: [0.5, 0.5],
    NameShare: [1, 1],
    ...changes,
  } as const;
  return {
    columns: Object.fromEntries(Object.entries(values).map(([name, [a, b]]) => [name, column(a, b)])) as unknown as LinkInput['columns'],
    parameters: {
      Window: 300,
      Slack: 0.02,
      ArrivalRate: 0.001,
      DepartureShare: 0.3,
      DepartureMean: 1800,
      TailWeight: 0.08,
      RssiSigma: 6,
      RssiDrift: 0.15,
      RssiOutlier: 0.15,
      RssiPopulationMean: -70,
      RssiPopulationSigma: 12,
      IntervalSigma: 0.012,
      IntervalOutlier: 0.12,
      ContentKept: 0.5,
      LayoutKept: 0.33,
      FamilyKept: 0.13,
      NameKept: 0.97,
      Prune: -50,
    },
    lifetimes: [
      { kind: 'laplace', weight: 0.9, centre: 900, scale: 6 },
      { kind: 'uniform', weight: 0.1, from: 0, to: 3600 },
    ],
    holes: new Float64Array(0),
  };
}

const llrOf = async (input: LinkInput): Promise<number> => (await kernels.link(input)).llr[0]!;

describe('the score of a pair', () => {
  it('falls with the gap, and a gap that nothing was heard in costs less than one that was listened to', async () => {
    const scores = await Promise.all([0.3, 3, 30, 250].map((gap) => llrOf(pair(gap))));
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    const listened = await llrOf(pair(100));
    const hole = await llrOf({ ...pair(100), holes: Float64Array.of(900.2, 999.8) });
    expect(hole).toBeGreaterThan(listened);
    expect(hole).toBeLessThan(scores[0]!);
  });

  it('is the sum of its terms, each pulling the expected way', async () => {
    const table = await kernels.link(pair(0.3));
    const total = Object.values(table.terms).reduce((all, values) => all + values[0]!, 0);
    expect(total).toBeCloseTo(table.llr[0]!, 9);
    const base = await llrOf(pair(0.3));
    expect(await llrOf(pair(0.3, { Interval: [0.28, 0.5] }))).toBeLessThan(base);
    expect(await llrOf(pair(0.3, { Content: [0, 1], Layout: [0, 1] }))).toBeLessThan(base);
    expect(await llrOf(pair(0.3, { Content: [0, 1], Layout: [0, 1], Family: [0, 1] }))).toBeLessThan(
      await llrOf(pair(0.3, { Content: [0, 1], Layout: [0, 1] })),
    );
    expect(await llrOf(pair(0.3, { RssiFirst: [-60, -90] }))).toBeLessThan(base);
    expect(await llrOf(pair(0.3, { Name: [0, 0], NameShare: [0.1, 0.1] }))).toBeGreaterThan(base);
    expect(await llrOf(pair(0.3, { Name: [0, 1] }))).toBeLessThan(base);
    expect(await llrOf(pair(0.3, { First: [700, 900.3] }))).toBeLessThan(base);
  });

  it('leaves out what is unknown', async () => {
    const table = await kernels.link(pair(0.3, { Interval: [NaN, 0.28], RssiFirst: [NaN, NaN] }));
    expect([table.terms.Interval[0], table.terms.Rssi[0]]).toEqual([0, 0]);
  });

  it('never links addresses that overlap, nor beyond the window', async () => {
    expect((await kernels.link(pair(-5))).considered).toBe(0);
    expect((await kernels.link(pair(301))).considered).toBe(0);
    expect((await kernels.link(pair(300))).considered).toBe(1);
  });
});
