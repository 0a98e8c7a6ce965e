import { describe, expect, it } from 'vitest';
import type { AnalyzerOutput } from '../../../../src/answers/analyzer/model.ts';
import { leftWords, narrowed } from '../../../../src/answers/analyzer/narrowed.ts';

const segment = (address: string, start_ms: number, end_ms: number) => ({ address, start_ms, end_ms, activity: 1 });
const output: AnalyzerOutput = {
  addresses: [],
  clusters: [],
  // b reappears; d has too few packets for a segment.
  segments: [segment('a', 0, 100), segment('b', 50, 60), segment('b', 500, 600), segment('c', 200, 300)],
  candidates: [],
  ambiguous: [],
  relative: true,
};
const ALL = ['a', 'b', 'c', 'd'];
const left = (start_ms: number, end_ms: number, addresses: readonly string[] = []) =>
  ALL.filter(narrowed(output, { time_range: { start_ms, end_ms }, addresses }).has);

describe('the part of an answer within the selection', () => {
  it('has the addresses that were active in the selected time, ends included', () => {
    expect(left(100, 200)).toEqual(['a', 'c']);
    expect(left(61, 499)).toEqual(['a', 'c']);
    expect(left(600, 900)).toEqual(['b']);
    expect(left(601, 900)).toEqual([]);
  });

  it('has the selected addresses and, with a selected time, only those that were active', () => {
    expect(ALL.filter(narrowed(output, { time_range: null, addresses: ['d', 'b'] }).has)).toEqual(['b', 'd']);
    expect(left(0, 60, ['b', 'c'])).toEqual(['b']);
  });

  it('is everything if nothing is selected, without a remark', () => {
    const nothing = { time_range: null, addresses: [] };
    const all = narrowed(output, nothing);
    expect([all.narrows, ALL.filter(all.has)]).toEqual([false, ALL]);
    expect(leftWords(4, 4, nothing, 'pair')).toBe('');
    expect(leftWords(0, 0, { ...nothing, addresses: ['AA:BB:CC:DD:EE:FF'] }, 'pair')).toBe('');
  });

  it('is described by its number, the total and the selection', () => {
    const both = { time_range: { start_ms: 0, end_ms: 1 }, addresses: ['a'] };
    expect(narrowed(output, both).narrows).toBe(true);
    expect(leftWords(1, 2000, both, 'pair')).toBe('1 of 2,000 pairs with a selected address active in the selected time.');
  });
});
