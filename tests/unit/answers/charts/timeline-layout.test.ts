import { describe, expect, it } from 'vitest';
import { HEADING_HEIGHT, LANE_HEIGHT, layoutTimeline, rowIndexAt, spanAt } from '../../../../src/answers/charts/timeline-layout.ts';

const lane = (label: string, ...spans: [number, number][]) => ({ label, spans: spans.map(([start, end]) => ({ start, end, weight: 1 })) });
const groups = [
  { title: 'one', series: 1, lanes: [lane('a', [10, 20]), lane('b', [25, 30])] },
  { title: 'rest', series: 0, lanes: [lane('c', [5, 6], [40, 50])] },
];

describe('timeline layout', () => {
  const layout = layoutTimeline(groups);

  it('stacks headings and lanes and spans everything', () => {
    expect(layout.rows.map((row) => (row.kind === 'lane' ? row.lane.label : row.group.title))).toEqual(['one', 'a', 'b', 'rest', 'c']);
    expect(layout.height).toBe(2 * HEADING_HEIGHT + 3 * LANE_HEIGHT);
    expect([layout.start, layout.end]).toEqual([5, 50]);
  });

  it('omits the lanes of a folded group, but not their time range', () => {
    const folded = layoutTimeline(groups, new Set(groups.slice(1)));
    expect(folded.rows.map((row) => (row.kind === 'lane' ? row.lane.label : [row.group.title, row.folded]))).toEqual([
      ['one', false],
      'a',
      'b',
      ['rest', true],
    ]);
    expect(folded.height).toBe(2 * HEADING_HEIGHT + 2 * LANE_HEIGHT);
    expect([folded.start, folded.end]).toEqual([layout.start, layout.end]);
  });

  it('finds the row at every height', () => {
    for (const [at, row] of layout.rows.entries()) {
      expect(rowIndexAt(layout.rows, row.top)).toBe(at);
      expect(rowIndexAt(layout.rows, row.top + row.height - 1)).toBe(at);
    }
    expect(rowIndexAt(layout.rows, -1)).toBe(-1);
    expect(rowIndexAt(layout.rows, layout.height)).toBe(-1);
  });

  it('finds the nearest span within a tolerance', () => {
    const { spans } = lane('c', [5, 6], [40, 50]);
    expect(spanAt(spans, 45, 0)?.start).toBe(40);
    expect(spanAt(spans, 8, 3)?.start).toBe(5);
    expect(spanAt(spans, 20, 3)).toBeUndefined();
  });

  it('is empty but valid without segments', () => {
    expect(layoutTimeline([])).toEqual({ rows: [], height: 0, start: 0, end: 0 });
  });
});
