import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { TimelineGroup } from '../../../../src/answers/charts/timeline-layout.ts';
import {
  foldTimeline,
  labelsOf,
  nearSpans,
  timelineSlice,
  type TimelineRequest,
  withWords,
} from '../../../../src/answers/charts/timeline-slice.ts';

const lane = (label: string, start: number, end: number) => ({ label, spans: [{ start, end, weight: 1 }] });
const groups: readonly TimelineGroup[] = [
  { title: 'one · 2', short: 'one', series: 1, lanes: [lane('a', 0, 20), lane('b', 60, 80)] },
  { title: 'rest', series: 0, lanes: Array.from({ length: 500 }, (_, at) => lane(`c${String(at)}`, at, at + 1)) },
];
const UNFOLDED = { start: 'none', toggled: [] } as const;
const slice = (request: Partial<TimelineRequest> = {}) =>
  timelineSlice(foldTimeline(groups, request.folds ?? UNFOLDED), {
    folds: UNFOLDED,
    top: 0,
    height: 100,
    view: null,
    picked: [],
    cursor: null,
    ...request,
  });

describe('visible rows of a timeline', () => {
  it('are those of the requested range, with their index and position', () => {
    const { rows, count, height, start, end, clusters, folded } = slice({ top: 30, height: 40 });
    expect(rows.map(({ at, kind, label, top }) => [at, kind, label, top])).toEqual([
      [1, 'lane', 'a', 24],
      [2, 'lane', 'b', 42],
      [3, 'heading', '', 60],
    ]);
    expect({ count, height, start, end, clusters, folded }).toEqual({
      count: 504,
      height: 2 * 24 + 502 * 18,
      start: 0,
      end: 500,
      clusters: 1,
      folded: 0,
    });
    expect(slice({ height: 1e9 }).rows.length).toBeLessThanOrEqual(200);
    expect(slice({ top: 1e9 }).rows.at(-1)?.at).toBe(503);
  });

  it('have a band if they are the heading of a cluster, and the number of selected lanes', () => {
    const [heading] = slice({ picked: ['b', 'c1'] }).rows;
    expect(heading).toMatchObject({
      spans: [
        { start: 0, end: 20 },
        { start: 60, end: 80 },
      ],
      hull: { start: 0, end: 80 },
    });
    expect(heading?.group).toEqual({
      index: 0,
      title: 'one · 2',
      short: 'one',
      series: 1,
      cluster: true,
      first: ['a', 'b'],
      lanes: 2,
      chosen: 1,
    });
    const rest = slice().rows.find(({ group, kind }) => kind === 'heading' && group.index === 1);
    expect(rest).toMatchObject({ spans: [], hull: null });
  });

  it('are accompanied by the row with the keyboard focus, wherever that is', () => {
    expect(slice({ cursor: 503 }).cursor?.label).toBe('c499');
    expect(slice({ cursor: { group: 1, label: 'c7' } }).cursor?.at).toBe(11);
    expect(slice({ folds: { start: 'all', toggled: [] }, cursor: { group: 0, label: 'b' } }).cursor?.kind).toBe('heading');
  });

  it('have few spans, which cover the same times', () => {
    const spans = fc.array(fc.tuple(fc.nat(50), fc.nat(5)), { minLength: 1, maxLength: 300 }).map((steps) => {
      let at = 0;
      return steps.map(([gap, length]) => {
        const start = at + gap + 1;
        at = start + length;
        return { start, end: at, weight: 0.5 };
      });
    });
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 60 }), (list, most) => {
        const view = { start: 0, end: list.at(-1)?.end ?? 1 };
        const near = nearSpans(list, view, most);
        expect(near.length).toBeLessThanOrEqual(most);
        for (const span of list) expect(near.some(({ start, end }) => start <= span.start && end >= span.end)).toBe(true);
        expect([near[0]?.start, near.at(-1)?.end]).toEqual([list[0]?.start, list.at(-1)?.end]);
      }),
    );
  });
});

test('lanes, and a cluster by its first lane that has any, get the words of their devices', () => {
  const { rows } = timelineSlice(foldTimeline(groups, UNFOLDED), {
    folds: UNFOLDED,
    top: 0,
    height: 200,
    view: null,
    picked: [],
    cursor: null,
  });
  expect(labelsOf(rows).slice(0, 3)).toEqual(['a', 'b', 'c0']);
  const known = new Map([
    ['b', 'Watch'],
    ['c0', 'Tag'],
  ]);
  expect(rows.slice(0, 6).map((row) => [row.kind, row.label, withWords(row, known).words])).toEqual([
    ['heading', '', 'Watch'],
    ['lane', 'a', undefined],
    ['lane', 'b', 'Watch'],
    ['heading', '', undefined],
    ['lane', 'c0', 'Tag'],
    ['lane', 'c1', undefined],
  ]);
});
