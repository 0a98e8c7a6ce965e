import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { inferMarginals } from '../../../src/kernels/link.ts';
import { instantiate } from '../../../src/kernels/memory.ts';

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
        const chosen = inferMarginals(memory, graph, { rounds: 200, still: 1e-7 }).chosen();
        const picked = [...chosen.keys()].filter((at) => chosen[at] === 1);
        expect([...matchings(sorted)].some((set) => set.length === picked.length && set.every((at) => picked.includes(at)))).toBe(true);
        const best = Math.max(...[...matchings(sorted)].map((set) => sum(sorted, set)));
        expect(sum(sorted, picked)).toBeCloseTo(best, 9);
      }),
      { numRuns: 500 },
    );
  });
});
