import { describe, expect, it } from 'vitest';
import { LaneCursor, placeOf, rowWords } from '../../../../src/ui/charts/lane-cursor.svelte.ts';
import { INITIAL_FOLDS, foldAll, toggleFold } from '../../../../src/ui/charts/lane-folds.ts';
import type { TimelineGroup } from '../../../../src/answers/charts/timeline-layout.ts';
import { type TimelineFolds, foldTimeline, timelineSlice } from '../../../../src/answers/charts/timeline-slice.ts';
import { timelineRows } from '../../../support/timeline-rows.ts';

const group = (title: string, series: number, lanes: number): TimelineGroup => ({
  title,
  series,
  lanes: Array.from({ length: lanes }, (_, at) => ({
    label: `${title}${String(at)}`,
    spans: [{ start: at * 10, end: at * 10 + 5, weight: 1 }],
  })),
});
const few = [group('a', 1, 3), group('b', 2, 2), group('alone', 3, 1), group('rest', 0, 60)];
const foldedTitles = (folds: TimelineFolds, groups = few): string[] => [...foldTimeline(groups, folds).folded].map(({ title }) => title);

describe('clusters of a timeline', () => {
  it('start as lanes where those are few, and as a band each where they are many', () => {
    expect(foldedTitles(INITIAL_FOLDS)).toEqual([]);
    const many = [...Array.from({ length: 21 }, (_, at) => group(String(at), 1 + (at % 8), 2)), group('rest', 0, 5)];
    expect(foldedTitles(INITIAL_FOLDS, many)).toEqual(Array.from({ length: 21 }, (_, at) => String(at)));
  });

  it('fold one by one and all at once; what is no cluster does not', () => {
    const heads = timelineRows(few).rows.flatMap(({ kind, group }) => (kind === 'heading' ? [group] : []));
    const [a, b, alone, rest] = heads as [(typeof heads)[0], (typeof heads)[0], (typeof heads)[0], (typeof heads)[0]];
    const one = toggleFold(INITIAL_FOLDS, a);
    expect(foldedTitles(one)).toEqual(['a']);
    expect([toggleFold(one, alone), toggleFold(one, rest)]).toEqual([one, one]);
    expect(foldedTitles(foldAll(true))).toEqual(['a', 'b']);
    expect(foldedTitles(toggleFold(foldAll(true), b))).toEqual(['a']);
    expect(foldedTitles(toggleFold(toggleFold(one, b), b))).toEqual(['a']);
    expect(foldedTitles(foldAll(false))).toEqual([]);
  });
});

describe('the keyboard in a timeline', () => {
  it('stays on its lane while others fold, and on the heading of one that is folded away', () => {
    const cursor = new LaneCursor();
    let folds = INITIAL_FOLDS;
    const row = () => {
      const request = { folds, top: 0, height: 0, view: null, picked: [], cursor: cursor.wanted };
      const found = timelineSlice(foldTimeline(few, folds), request).cursor;
      cursor.arrived(found);
      return found;
    };
    const step = (key: string): boolean => cursor.step(key, row(), foldTimeline(few, folds).layout.rows.length);
    const at = (): string | undefined => (row()?.kind === 'lane' ? row()?.label : row()?.group.title);
    const fold = (index: number): void => {
      folds = { ...folds, toggled: [...folds.toggled, index] };
    };
    expect([row(), step('x')]).toEqual([null, false]);
    for (let count = 0; count < 6; count++) step('ArrowDown');
    expect(at()).toBe('b0');
    fold(0);
    expect(at()).toBe('b0');
    fold(1);
    expect(at()).toBe('b');
    step('ArrowUp');
    expect(at()).toBe('a');
    step('End');
    expect(at()).toBe('rest59');
    const [last] = timelineRows(few).rows.slice(-1);
    expect(last && placeOf(last)).toEqual({ group: 3, label: 'rest59' });
  });

  it('moves on from a row that was requested and has not arrived', () => {
    const cursor = new LaneCursor();
    for (let count = 0; count < 3; count++) cursor.step('ArrowDown', null, 10);
    expect(cursor.wanted).toBe(2);
    cursor.step('PageDown', null, 10);
    expect(cursor.wanted).toBe(9);
  });

  it('says of a cluster when it was active, how much of it is selected and whether it is folded', () => {
    const ms = (at: number): string => `${String(at)} ms`;
    const [heading] = timelineRows(few, [0], ['a1']).rows;
    expect(heading && rowWords(heading, new Set(['a1']), ms)).toBe('a, 0 ms to 25 ms, 3 in all, 1 selected, folded');
    const { rows } = timelineRows(few);
    expect(rows[0] && rowWords(rows[0], new Set(), ms)).toMatch(/0 selected, unfolded$/);
    expect(rows[1] && rowWords(rows[1], new Set(['a0']), ms)).toBe('a0, 0 ms to 5 ms, selected');
    const rest = rows.find(({ group }) => group.title === 'rest');
    expect(rest && rowWords(rest, new Set(), ms)).toBe('rest, 60 in all, 0 selected');
  });
});
