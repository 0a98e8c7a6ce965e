import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODE_HEIGHT, NODE_WIDTH, layoutGraph, linkedAt } from '../../../../src/answers/analyzer/graph-layout.ts';
import type { AnalyzerOutput } from '../../../../src/answers/analyzer/model.ts';

/** Devices that change their address: each probability is a step from one address to the next, which is active for `length` ms. */
function crowd(emitters: readonly (readonly number[])[], length = 1000): AnalyzerOutput {
  const chains = emitters.map((steps, at) => [...steps, 1].map((_, index) => `${String(at)}-${String(index)}`));
  return {
    addresses: [],
    clusters: chains.map((addresses) => ({ letter: 'A', addresses, matrix: [], rationale: [] })),
    segments: chains.flatMap((chain) =>
      chain.map((address, at) => ({ address, start_ms: at * length, end_ms: (at + 1) * length, activity: 1 })),
    ),
    candidates: emitters.flatMap((steps, at) =>
      steps.map((probability, index) => ({
        from: chains[at]?.[index] ?? '',
        to: chains[at]?.[index + 1] ?? '',
        probability,
        shown: probability >= 0.5,
        gap_s: 1,
        evidence: [],
      })),
    ),
    ambiguous: [],
    relative: false,
  };
}

describe('graph of links', () => {
  it('draws pairs below 0.5 only on request, and not as links', () => {
    const output = crowd([[0.9, 0.3], [0.2]]);
    const own = layoutGraph(linkedAt(output, 0.5), 600);
    expect(own.edges.map(({ probability, weak }) => [probability, weak])).toEqual([[0.9, false]]);
    expect(own.nodes.map(({ address }) => address)).toEqual(['0-0', '0-1']);
    const lower = layoutGraph(linkedAt(output, 0.25), 600);
    expect(lower.edges.map(({ probability, weak }) => [probability, weak])).toEqual([
      [0.9, false],
      [0.3, true],
    ]);
  });

  it('has wider lines for more likely links, and boxes in time order within the chart', () => {
    const { nodes, edges } = layoutGraph(linkedAt(crowd([[0.6, 0.99]]), 0.5), 600);
    expect(edges[1]?.width ?? 0).toBeGreaterThan(edges[0]?.width ?? 0);
    expect(nodes.map(({ x }) => x)).toEqual([...nodes.map(({ x }) => x)].sort((a, b) => a - b));
    expect(Math.max(...nodes.map(({ x }) => x + NODE_WIDTH))).toBeLessThanOrEqual(600);
  });

  it('has no overlapping boxes, at any width and number', () => {
    const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 20 }), fc.integer({ min: 320, max: 2000 }), (emitters, width) => {
        const { nodes, height } = layoutGraph(linkedAt(crowd(emitters), 0.4), width);
        const clear = nodes.every((one, at) =>
          nodes.slice(at + 1).every((other) => Math.abs(one.y - other.y) >= NODE_HEIGHT || Math.abs(one.x - other.x) >= NODE_WIDTH),
        );
        return clear && nodes.every(({ y }) => y + NODE_HEIGHT / 2 <= height);
      }),
      { numRuns: 60 },
    );
  });

  it('states how many addresses are omitted', () => {
    const { nodes, left } = layoutGraph(linkedAt(crowd(Array.from({ length: 400 }, () => [0.9])), 0.5), 600);
    expect([nodes.length, left]).toEqual([600, { addresses: 200, pairs: 0 }]);
  });
});
