import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateLink } from '../../../../src/answers/analyzer/model.ts';
import { linksAt, thresholdChange } from '../../../../src/answers/analyzer/threshold.ts';

const pair = (from: string, to: string, probability: number, shown = probability >= 0.5): CandidateLink => ({
  from,
  to,
  probability,
  shown,
  gap_s: 1,
  evidence: [],
});

describe('another threshold', () => {
  const chain = [pair('a', 'b', 0.95), pair('b', 'c', 0.6), pair('d', 'e', 0.3)];

  it('gives the tool’s links at the tool’s threshold, including decided pairs of ambiguous groups', () => {
    expect(thresholdChange([...chain, pair('x', 'y', 0.48, true)], 0.5)).toMatchObject({
      links: 3,
      gained: [],
      lost: [],
      clustersGained: [],
      clustersLost: [],
    });
  });

  it('lists the links and clusters that are lost above it', () => {
    const change = thresholdChange(chain, 0.8);
    expect(change.lost.map(({ to }) => to)).toEqual(['c']);
    expect(change.clusters).toEqual([['a', 'b']]);
    expect(change.clustersLost).toEqual([['a', 'b', 'c']]);
    expect(change.clustersGained).toEqual([['a', 'b']]);
  });

  it('lists those that are gained below it', () => {
    const change = thresholdChange(chain, 0.25);
    expect(change.gained.map(({ to }) => to)).toEqual(['e']);
    expect(change.clustersGained).toEqual([['d', 'e']]);
    expect(change.clustersLost).toEqual([]);
  });

  it('never gives more links if it is higher, and puts both addresses of a link into one cluster', () => {
    const name = fc.constantFrom(...'abcdefgh');
    const link = fc
      .tuple(name, name, fc.double({ min: 0.02, max: 1, noNaN: true }))
      .filter(([from, to]) => from !== to)
      .map(([from, to, probability]) => pair(from, to, probability));
    const level = fc.integer({ min: 2, max: 99 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(fc.array(link, { maxLength: 20 }), level, level, (links, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const below = new Set(linksAt(links, low));
        for (const kept of linksAt(links, high)) expect(below.has(kept)).toBe(true);
        const { clusters } = thresholdChange(links, low);
        const members = clusters.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const { from, to } of below)
          expect(clusters.filter((cluster) => cluster.includes(from))).toEqual(clusters.filter((cluster) => cluster.includes(to)));
      }),
    );
  });
});
