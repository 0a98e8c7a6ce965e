import { expect, it } from 'vitest';
import { canonicalResult } from '../../../../../src/tools/contract/result-hash.ts';
import type { ToolResult } from '../../../../../src/tools/contract/index.ts';
import { compareCalls, compareResults, MOST_CHANGES, notCounted } from '../../../../../src/ui/views/history/compare.ts';
import { duplicated, selectionWords } from '../../../../../src/ui/views/history/history-words.ts';
import { analyzerResult } from '../../../../support/fake-data.ts';

const hashed = (result: ToolResult, hash: string): ToolResult => ({
  ...result,
  metadata: { ...result.metadata, result_hash: hash.repeat(64) },
});
const withOutput = (result: ToolResult, output: object): ToolResult => ({
  ...result,
  structured_output: { ...result.structured_output, ...output },
});

it('leaves out exactly what does not count for the result hash', () => {
  const before = analyzerResult();
  const later = { timestamp: '2030-01-01T00:00:00Z', executionTime: 99, requestId: 'other', entry: 'plan', cached: true };
  const after = { ...before, tool_call_id: 'other', metadata: { ...before.metadata, ...later } };
  expect(canonicalResult(after)).toBe(canonicalResult(before));
  expect(compareResults(before, after).diff.changes).toEqual([]);
  expect(notCounted(['metadata', 'captures', 3, 'capture_id'])).toBe(true);
  expect(notCounted(['metadata', 'captures', 3, 'sha256'])).toBe(false);
  expect(compareResults(before, { ...before, summary: 'Another answer.' }).diff.changed).toBe(1);
});

it('says by the hash whether two answers are one', () => {
  const result = analyzerResult();
  const { result_hash: _, ...metadata } = result.metadata;
  expect(compareResults(hashed(result, 'a'), hashed(result, 'a')).equal).toBe(true);
  expect(compareResults(hashed(result, 'a'), hashed(result, 'b')).equal).toBe(false);
  expect(compareResults({ ...result, metadata }, hashed(result, 'b')).equal).toBeNull();
});

it('tells the links that moved, largest first, and those that only one answer has', () => {
  const link = (to: string, probability: number) => ({
    from_address: 'A',
    to_address: to,
    probability,
    shown: probability > 0.5,
    gap_s: 1,
    evidence: [],
  });
  const before = withOutput(analyzerResult(), { candidate_links: [link('B', 0.9), link('C', 0.4), link('D', 0.7), link('E', 0.2)] });
  const after = withOutput(analyzerResult(), { candidate_links: [link('B', 0.9), link('C', 0.8), link('D', 0.6), link('F', 0.3)] });
  const { moved } = compareResults(before, after);
  expect(moved?.title).toBe('4 of 5 probabilities moved');
  expect(moved?.rows).toEqual([
    ['A → E', '0.20', null, 'only earlier'],
    ['A → F', null, '0.30', 'only later'],
    ['A → C', '0.40', '0.80', '0.4'],
    ['A → D', '0.70', '0.60', '−0.1'],
  ]);
});

it('tells coefficients that moved, and lists a bounded number of differences', () => {
  const regression = (slope: number, rows: number): ToolResult => ({
    ...analyzerResult(),
    metadata: { ...analyzerResult().metadata, toolName: 'statistical_regression_tool' },
    structured_output: {
      coefficients: { intercept: 1, rssi: slope },
      points: Array.from({ length: rows }, (_, at) => ({ fitted: at * slope })),
    },
  });
  const { moved, diff } = compareResults(regression(2, 900), regression(2.5, 900));
  expect(moved?.rows).toEqual([['rssi', '2', '2.5', '0.5']]);
  expect([diff.changes.length, diff.changed]).toEqual([MOST_CHANGES, 900]);
});

it('compares calls by their members, unknown ones too, and not by their request id', () => {
  const diff = compareCalls(
    { tool_name: 'x', request_id: 'a', arguments: { alpha: 0.05 }, extra: 1 },
    { tool_name: 'x', request_id: 'b', arguments: { alpha: 0.01 }, other: 2 },
  );
  expect(diff.changes).toEqual([
    { op: 'replace', path: ['arguments', 'alpha'], before: 0.05, value: 0.01 },
    { op: 'remove', path: ['extra'], before: 1 },
    { op: 'add', path: ['other'], value: 2 },
  ]);
});

it('says what a call read, in both spellings, and makes a new call of it', () => {
  expect(selectionWords({ capture_selection: { capture_ids: ['a', 'b', 'c', 'd', 'e'], filter_expression: 'rssi > -60' } })).toBe(
    'a, b, c and 2 more · rssi > -60',
  );
  expect(
    selectionWords({
      capture_selection: { capture_id: 'a', selectors: { time_range: { start_ms: 0, end_ms: 1500 }, filters: ['x = 1'] } },
    }),
  ).toBe('a · 0 – 1.5 s from the start · x = 1');
  expect([selectionWords(undefined), selectionWords([]), selectionWords({ capture_selection: 4 })]).toEqual(['', '', '']);
  expect(duplicated({ request_id: 'old', unknown: { kept: true } }, 'new')).toEqual({ request_id: 'new', unknown: { kept: true } });
  expect(duplicated('text', 'new')).toBe('text');
});
