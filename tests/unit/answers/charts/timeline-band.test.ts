import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, hullOf, isCluster, unionOf } from '../../../../src/answers/charts/timeline-band.ts';

const span = (start: number, end: number, weight = 0.25) => ({ start, end, weight });
const lane = (label: string, ...spans: ReturnType<typeof span>[]) => ({ label, spans });

describe('the band of a cluster', () => {
  it('covers the time of any of its addresses, with the sum of their weights', () => {
    expect(unionOf([span(20, 40), span(0, 10), span(30, 50, 0.5)])).toEqual([
      span(0, 10),
      span(20, 30),
      span(30, 40, 0.75),
      span(40, 50, 0.5),
    ]);
    expect(unionOf([span(0, 10, 0.8), span(0, 10, 0.9)])).toEqual([span(0, 10, 1)]);
  });

  it('joins touching spans of equal weight, keeps instants, and omits spans that end before they begin', () => {
    expect(unionOf([span(0, 10), span(10, 20)])).toEqual([span(0, 20)]);
    expect(unionOf([span(5, 5), span(30, 40)])).toEqual([span(5, 5), span(30, 40)]);
    expect(unionOf([span(9, 3), span(NaN, 4)])).toEqual([]);
  });

  it('covers exactly the times of its spans, in order and without overlaps', () => {
    const spans = fc.array(
      fc.tuple(fc.nat(60), fc.nat(12), fc.constantFrom(0.1, 0.2, 0.4)).map(([at, length, weight]) => span(at, at + length, weight)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(spans, (list) => {
        const union = unionOf(list);
        for (const [at, piece] of union.entries()) expect(piece.start).toBeGreaterThanOrEqual(union[at - 1]?.end ?? 0);
        // At whole milliseconds and between them.
        for (let at = 0; at <= 72; at += 0.5) {
          const active = list.filter(({ start, end }) => start <= at && at <= end);
          const here = union.filter(({ start, end }) => start <= at && at <= end);
          expect(here.length > 0).toBe(active.length > 0);
          const sum = active.reduce((total, { weight }) => total + weight, 0);
          if (at % 1 !== 0 && active.length > 0) expect(here[0]?.weight).toBeCloseTo(Math.min(1, sum));
        }
      }),
    );
  });

  it('exists for several lanes of one series, and is computed once', () => {
    const group = { title: 'one', series: 1, lanes: [lane('a', span(0, 10)), lane('b', span(20, 30))] };
    expect(isCluster(group)).toBe(true);
    expect(bandOf(group)).toEqual([span(0, 10), span(20, 30)]);
    expect(bandOf(group)).toBe(bandOf(group));
    expect(isCluster({ ...group, series: 0 })).toBe(false);
    expect(isCluster({ ...group, lanes: group.lanes.slice(1) })).toBe(false);
  });
});

it('can be reduced to a range from its start to its end, without a weight', () => {
  const spans = [
    { start: 0, end: 100, weight: 0.3 },
    { start: 40, end: 160, weight: 0.2 },
  ];
  expect(hullOf(spans)).toEqual({ start: 0, end: 160, weight: Number.NaN });
  expect(hullOf([])).toBeUndefined();
});
