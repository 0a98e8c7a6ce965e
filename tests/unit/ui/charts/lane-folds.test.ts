import { describe, expect, it } from 'vitest';
import { LaneCursor, rowWords } from '../../../../src/ui/charts/lane-cursor.svelte.ts';
import { LaneFolds, foldedAtFirst } from '../../../../src/ui/charts/lane-folds.svelte.ts';
import { type TimelineGroup, layoutTimeline } from '../../../../src/ui/charts/timeline-layout.ts';

const group = (title: string, series: number, lanes: number): TimelineGroup => ({
  title,
  series,
  lanes: Array.from({ length: lanes }, (_, at) => ({
    label: `${title}${String(at)}`,
    spans: [{ start: at * 10, end: at * 10 + 5, weight: 1 }],
  })),
});
const few = () => [group('a', 1, 3), group('b', 2, 2), group('alone', 3, 1), group('rest', 0, 60)];

describe('clusters of a timeline', () => {
  it('start as lanes where those are few, and as a band each where they are many', () => {
    expect(foldedAtFirst(few()).size).toBe(0);
    const many = [...Array.from({ length: 21 }, (_, at) => group(String(at), 1 + (at % 8), 2)), group('rest', 0, 5)];
    expect([...foldedAtFirst(many)]).toEqual(many.slice(0, 21));
  });

  it('fold one by one and all at once; what is no cluster does not', () => {
    const groups = few();
    const folds = new LaneFolds(() => groups);
    const [a, b, alone, rest] = groups as [TimelineGroup, TimelineGroup, TimelineGroup, TimelineGroup];
    expect([folds.clusters, folds.all]).toEqual([2, false]);
    expect([folds.toggle(a), folds.toggle(alone), folds.toggle(rest)]).toEqual([true, false, false]);
    expect([...folds.folded]).toEqual([a]);
    folds.toggleAll();
    expect([...folds.folded]).toEqual([a, b]);
    expect(folds.all).toBe(true);
    folds.toggle(b);
    expect([...folds.folded]).toEqual([a]);
    // Another view of the same groups finds them as they were left.
    expect([...new LaneFolds(() => groups).folded]).toEqual([a]);
    folds.toggleAll();
    folds.toggleAll();
    expect(folds.folded.size).toBe(0);
    expect(new LaneFolds(few).folded.size).toBe(0);
  });
});

describe('the keyboard in a timeline', () => {
  it('stays on its lane while others fold, and on the heading of one that is folded away', () => {
    const groups = few();
    const folds = new LaneFolds(() => groups);
    const cursor = new LaneCursor(() => layoutTimeline(groups, folds.folded).rows);
    const at = (): string | undefined => (cursor.row?.kind === 'lane' ? cursor.row.lane.label : cursor.row?.group.title);
    expect([cursor.row, cursor.step('x')]).toEqual([null, false]);
    for (let step = 0; step < 6; step++) cursor.step('ArrowDown');
    expect(at()).toBe('b0');
    if (groups[0]) folds.toggle(groups[0]);
    expect(at()).toBe('b0');
    if (groups[1]) folds.toggle(groups[1]);
    expect(at()).toBe('b');
    cursor.step('ArrowUp');
    expect(at()).toBe('a');
    cursor.step('End');
    expect(at()).toBe('rest59');
  });

  it('says of a cluster when it was active, how much of it is selected and whether it is folded', () => {
    const groups = few();
    const [heading] = layoutTimeline(groups, new Set(groups.slice(0, 1))).rows;
    const ms = (at: number): string => `${String(at)} ms`;
    expect(heading && rowWords(heading, new Set(['a1']), ms)).toBe('a, 0 ms to 25 ms, 3 in all, 1 selected, folded');
    const rows = layoutTimeline(groups).rows;
    expect(rows[0] && rowWords(rows[0], new Set(), ms)).toMatch(/0 selected, unfolded$/);
    expect(rows[1] && rowWords(rows[1], new Set(['a0']), ms)).toBe('a0, 0 ms to 5 ms, selected');
    const rest = rows.find((row) => row.group.title === 'rest');
    expect(rest && rowWords(rest, new Set(), ms)).toBe('rest, 60 in all, 0 selected');
  });
});
