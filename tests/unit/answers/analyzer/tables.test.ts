import { describe, expect, it } from 'vitest';
import { analyzerOutput } from '../../../../src/answers/analyzer/model.ts';
import { narrowed } from '../../../../src/answers/analyzer/narrowed.ts';
import { addressRows, clusterRows, linkRows, segmentRows } from '../../../../src/answers/analyzer/tables.ts';
import { timelineGroups } from '../../../../src/answers/analyzer/timeline.ts';
import type { AnswerRows } from '../../../../src/answers/answer-rows.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

const output = analyzerOutput(analyzerResult(2, 3, 4));
const everything = narrowed(output, { time_range: null, addresses: [] });
const rowsOf = (table: AnswerRows) => Array.from({ length: table.count }, (_, at) => table.row(at));

describe('tables of the analyzer', () => {
  it('lists every address with its type, cluster and evidence', () => {
    const table = addressRows(output, everything);
    expect([table.count, table.columns.map(({ title }) => title)]).toEqual([
      10,
      ['Address', 'Type', 'Confidence', 'Packets', 'Device', 'Evidence'],
    ]);
    const [first, ...others] = rowsOf(table);
    expect(first).toEqual([
      output.addresses[0]?.address,
      'resolvable private',
      0.99,
      1500,
      'A',
      'TxAdd = 1 · top bits 01: resolvable private',
    ]);
    expect(others.at(-1)?.[4]).toBeNull();
  });

  it('lists pairs with their verdict, narrowed by the selection', () => {
    const [pair] = output.candidates;
    const judged = [{ from: pair?.to ?? '', to: pair?.from ?? '', verdict: 'confirmed' as const }];
    const left = narrowed(output, { time_range: null, addresses: [pair?.from ?? ''] });
    const table = linkRows(output, left, 0.9, judged);
    expect([table.count, table.all]).toEqual([1, output.candidates.length]);
    expect(rowsOf(table)).toEqual([[pair?.from, pair?.to, 0.73, '–', null, 'A', 'confirmed']]);
    expect(linkRows(output, left, 0.5, []).row(0)).toEqual([pair?.from, pair?.to, 0.73, 'link', null, 'A', null]);
    const named = linkRows(output, left, 0.5, [], [{ address: pair?.from ?? '', name: 'Bench phone' }]);
    expect(named.row(0)[5]).toBe('A, Bench phone');
  });

  it('lists a row for each segment, in the order of the lanes', () => {
    const groups = timelineGroups(output);
    const table = segmentRows(groups, true);
    expect(table.count).toBe(output.segments.length);
    expect(rowsOf(table).map(([label]) => label)).toEqual(
      groups.flatMap(({ lanes }) => lanes.flatMap((lane) => lane.spans.map(() => lane.label))),
    );
  });

  it('lists each pair of a cluster once', () => {
    const matrix = [
      [1, 0.9, 0.2],
      [0.9, 1, 0.6],
      [0.2, 0.6, 1],
    ];
    expect(rowsOf(clusterRows({ letter: 'A', addresses: ['1', '2', '3'], matrix, rationale: [] }))).toEqual([
      ['1', '2', 0.9],
      ['1', '3', 0.2],
      ['2', '3', 0.6],
    ]);
  });
});
