import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { inferMarginals } from '../../../src/kernels/link.ts';
import { instantiate } from '../../../src/kernels/memory.ts';

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly llr: number;
}

/** Probability of each edge by enumeration of every one-to-one set of links. */
function exact(edges: readonly Edge[]): number[] {
  const sums = edges.map(() => 0);
  let total = 0;
  const walk = (at: number, weight: number, chosen: readonly number[]): void => {
    const edge = edges[at];
    if (edge === undefined) {
      total += weight;
      for (const each of chosen) sums[each]! += weight;
      return;
    }
    walk(at + 1, weight, chosen);
    if (chosen.every((other) => edges[other]!.from !== edge.from && edges[other]!.to !== edge.to))
      walk(at + 1, weight * Math.exp(edge.llr), [...chosen, at]);
  };
  walk(0, 1, []);
  return sums.map((sum) => sum / total);
}

async function inferred(edges: readonly Edge[], addresses: number): Promise<number[]> {
  const graph = {
    addresses,
    from: Uint32Array.from(edges, (edge) => edge.from),
    to: Uint32Array.from(edges, (edge) => edge.to),
    llr: Float64Array.from(edges, (edge) => edge.llr),
  };
  return [...inferMarginals(await instantiate(), graph, { rounds: 200, still: 1e-7 }).probability];
}

const square = (a: number, b: number, c: number, d: number): Edge[] => [
  { from: 0, to: 2, llr: a },
  { from: 0, to: 3, llr: b },
  { from: 1, to: 2, llr: c },
  { from: 1, to: 3, llr: d },
];

describe('posteriors of model 1.2', () => {
  it('keep the odds of a pair without competitors', async () => {
    for (const llr of [-4, -1, 0, 2, 6]) {
      const [probability] = await inferred([{ from: 0, to: 1, llr }], 2);
      expect(probability).toBeCloseTo(1 / (1 + Math.exp(-llr)), 3);
    }
  });

  it('share the probability between two ways of pairing two that end and two that begin', async () => {
    for (const probability of await inferred(square(15, 15, 15, 15), 4)) expect(probability).toBeCloseTo(0.5, 3);
    const edges = square(15.5, 15, 15, 15.5);
    const truth = exact(edges);
    (await inferred(edges, 4)).forEach((probability, at) => {
      expect(probability).toBeCloseTo(truth[at]!, 2);
    });
  });

  it('lie near the exact ones on small graphs, and no address has more than one successor', async () => {
    const graphs = fc.uniqueArray(
      fc.record({ from: fc.nat(2), to: fc.integer({ min: 3, max: 5 }), llr: fc.double({ min: -5, max: 8, noNaN: true }) }),
      { selector: ({ from, to }) => from * 10 + to, minLength: 1, maxLength: 9 },
    );
    await fc.assert(
      fc.asyncProperty(graphs, async (given) => {
        const edges = [...given].sort((a, b) => a.from - b.from || a.to - b.to);
        const truth = exact(edges);
        const probabilities = await inferred(edges, 6);
        probabilities.forEach((probability, at) => {
          expect(Math.abs(probability - truth[at]!)).toBeLessThan(0.2);
        });
        for (let from = 0; from < 3; from++) {
          const sum = probabilities.reduce((total, probability, at) => total + (edges[at]!.from === from ? probability : 0), 0);
          expect(sum).toBeLessThan(1.001);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('a neighbourhood has the same bits whatever else is undecided elsewhere', async () => {
    const pair = fc.record({ from: fc.nat(4), to: fc.integer({ min: 5, max: 9 }), llr: fc.double({ min: -7, max: 20, noNaN: true }) });
    const graph = fc
      .uniqueArray(pair, { selector: ({ from, to }) => from * 10 + to, minLength: 1, maxLength: 20 })
      .map((edges) => edges.sort((a, b) => a.from - b.from || a.to - b.to));
    await fc.assert(
      fc.asyncProperty(graph, graph, async (one, other) => {
        const moved = other.map(({ from, to, llr }) => ({ from: from + 10, to: to + 10, llr }));
        expect(await inferred([...one, ...moved], 20)).toEqual([...(await inferred(one, 10)), ...(await inferred(other, 10))]);
      }),
      { numRuns: 40 },
    );
  });
});
