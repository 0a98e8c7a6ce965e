import { expect, it } from 'vitest';
import { canonicalResult } from '../../../../src/tools/contract/result-hash.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { compareCalls, compareResults, MOST_CHANGES, notCounted, resultDiff } from '../../../../src/answers/history/compare.ts';
import { diffLines, moveOf, subjectOf } from '../../../../src/answers/history/diff-lines.ts';
import { changedWords, duplicated, selectionWords } from '../../../../src/ui/features/history/history-words.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

const hashed = (result: ToolResult, hash: string): ToolResult => ({
  ...result,
  metadata: { ...result.metadata, result_hash: hash.repeat(64) },
});
const withOutput = (result: ToolResult, output: object): ToolResult => ({
  ...result,
  structured_output: { ...result.structured_output, ...output },
});

it('the comparison leaves out exactly what the result hash excludes', () => {
  const before = analyzerResult();
  const later = { timestamp: '2030-01-01T00:00:00Z', executionTime: 99, requestId: 'other', entry: 'plan', cached: true };
  const after = { ...before, tool_call_id: 'other', metadata: { ...before.metadata, ...later } };
  expect(canonicalResult(after)).toBe(canonicalResult(before));
  expect(resultDiff(before, after).changes).toEqual([]);
  expect(notCounted(['metadata', 'captures', 3, 'capture_id'])).toBe(true);
  expect(notCounted(['metadata', 'captures', 3, 'sha256'])).toBe(false);
  expect(resultDiff(before, { ...before, summary: 'Another answer.' }).changed).toBe(1);
});

it('the hashes determine whether two answers are equal', () => {
  const result = analyzerResult();
  const { result_hash: _, ...metadata } = result.metadata;
  expect(compareResults(hashed(result, 'a'), hashed(result, 'a')).equal).toBe(true);
  expect(compareResults(hashed(result, 'a'), hashed(result, 'b')).equal).toBe(false);
  expect(compareResults({ ...result, metadata }, hashed(result, 'b')).equal).toBeNull();
});

it('changed links are listed, largest change first, and those that only one answer has', () => {
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
  const links = moved.find(({ columns }) => columns[0]?.title === 'Link');
  expect(links?.title).toBe('4 of 5 probabilities moved');
  expect(links?.rows).toEqual([
    ['A → E', '0.20', '–', 'only earlier'],
    ['A → F', '–', '0.30', 'only later'],
    ['A → C', '0.40', '0.80', '+0.4'],
    ['A → D', '0.70', '0.60', '−0.1'],
  ]);
});

it('addresses with another type are listed, in words', () => {
  const classified = (types: Record<string, string>): ToolResult =>
    withOutput(analyzerResult(), {
      address_classification: Object.entries(types).map(([address, type]) => ({ address, type, confidence: 0.9, evidence: [] })),
    });
  const { moved } = compareResults(classified({ A: 'unknown', B: 'public', C: 'rpa' }), classified({ A: 'rpa', B: 'public', D: 'nrpa' }));
  const types = moved.find(({ columns }) => columns[0]?.title === 'Address');
  expect(types?.title).toBe('3 of 4 addresses changed type');
  expect(types?.rows).toEqual([
    ['A', 'unknown', 'resolvable private'],
    ['C', 'resolvable private', 'not in it'],
    ['D', 'not in it', 'non-resolvable private'],
  ]);
});

it('changed coefficients are listed, and the number of listed differences is limited', () => {
  const regression = (slope: number, rows: number): ToolResult => ({
    ...analyzerResult(),
    metadata: { ...analyzerResult().metadata, toolName: 'statistical_regression_tool' },
    structured_output: {
      coefficients: { intercept: 1, rssi: slope },
      r_squared: slope / 10,
      sample_count: rows,
      points: Array.from({ length: rows }, (_, at) => ({ fitted: at * slope })),
    },
  });
  const units = (column: string): string => (column === 'level' ? 'dBm' : '');
  const { moved } = compareResults(regression(2, 900), regression(2.5, 950), { units, target: 'level' });
  expect(moved.map(({ title }) => title)).toEqual(['2 of 2 figures of the answer moved', '1 of 2 coefficients moved']);
  expect(moved.flatMap(({ rows }) => rows)).toEqual([
    ['rows used', '900', '950', '+50'],
    ['R²', '0.2', '0.25', '+0.05'],
    ['rssi', '2', '2.5', '+0.5'],
  ]);
  expect(moved[1]?.columns[1]?.detail).toBe('coefficient, dBm per unit of the term');
  const diff = resultDiff(regression(2, 900), regression(2.5, 900));
  // One row each for the slope and R².
  expect([diff.changes.length, diff.changed]).toEqual([MOST_CHANGES, 901]);
});

it('terms and likelihood of two logistic regressions are compared', () => {
  const fit = (estimate: number | undefined, aic: number): ToolResult => ({
    ...analyzerResult(),
    metadata: { ...analyzerResult().metadata, toolName: 'generalized_linear_tool' },
    structured_output: {
      sample_count: 900,
      aic,
      coefficients: [
        { term: 'intercept', estimate: 1 },
        { term: 'rssi', ...(estimate !== undefined && { estimate }) },
      ],
    },
  });
  const { moved } = compareResults(fit(0.5, 80), fit(0.75, 78));
  expect(moved.flatMap(({ rows }) => rows)).toEqual([
    ['AIC', '80', '78', '−2'],
    ['rssi', '0.5', '0.75', '+0.25'],
  ]);
  // A separated term has no estimate.
  expect(compareResults(fit(0.5, 80), fit(undefined, 80)).moved.flatMap(({ rows }) => rows.map(([term]) => term))).toEqual(['rssi']);
});

it('rows of queries are compared regardless of order, and those not listed are counted', () => {
  const answer = (rows: readonly unknown[][], columns = ['packet_no', 'rssi']): ToolResult => ({
    ...analyzerResult(),
    metadata: { ...analyzerResult().metadata, toolName: 'capture_query' },
    structured_output: { columns: columns.map((name) => ({ name })), rows, row_count: rows.length, total_count: rows.length },
  });
  const row = (at: number) => [at, -40];
  const rowsOf = (before: ToolResult, after: ToolResult) =>
    compareResults(before, after).moved.find(({ columns }) => columns[0]?.title === 'Where');
  const few = rowsOf(answer([row(1), row(1), row(2), row(3)]), answer([row(3), row(1), row(4)]));
  expect(few?.title).toBe('2 rows only earlier, 1 only later, 2 in both');
  expect(few?.rows).toEqual([
    ['− only earlier', '1', '-40'],
    ['− only earlier', '2', '-40'],
    ['+ only later', '4', '-40'],
  ]);
  const many = Array.from({ length: 20_000 }, (_, at) => row(at));
  const some = rowsOf(answer(many), answer(many.slice(5000).reverse()));
  expect(some?.title).toBe('5,000 rows only earlier, 0 only later, 15,000 in both; the first 200 that differ are listed');
  expect(some?.rows).toHaveLength(200);
  expect(rowsOf(answer(many), answer([...many].reverse()))?.title).toBe('The same 20,000 rows');
  expect(rowsOf(answer([row(1)]), answer([row(1)], ['packet_no', 'length']))).toBeUndefined();
});

it('caveats for comparing the numbers are stated', () => {
  const result = analyzerResult();
  const of = (change: Partial<ToolResult['metadata']>, rest: Partial<ToolResult> = {}): ToolResult => ({
    ...result,
    ...rest,
    metadata: { ...result.metadata, ...change },
  });
  const files = (...names: string[]) => ({ captures: names.map((capture_id) => ({ capture_id, sha256: capture_id.repeat(64) })) });
  expect(compareResults(of(files('a')), of(files('a'))).notes).toEqual([]);
  expect(compareResults(of(files('a', 'c')), of(files('b', 'c'))).notes).toEqual([
    'They read different captures: only earlier a; only later b. Differences may come from the captures.',
  ]);
  expect(compareResults(of({ measures: { selected: 1000 } }), of({ measures: { selected: 20 } })).notes).toEqual([
    'The same files, but different numbers of selected rows: 1,000 earlier, 20 later.',
  ]);
  const failed = of({}, { status: 'error', errors: [{ code: 'SQL_ERROR', message: 'no table x' }] });
  const one = compareResults(failed, result);
  expect(one.notes).toEqual([
    'The earlier call failed with SQL_ERROR: no table x',
    'Only one of them has an answer, so there is nothing to compare.',
  ]);
  expect(one.moved).toEqual([]);
  expect(compareResults(failed, failed).notes.at(-1)).toBe('Neither has an answer.');
  const other = compareResults(result, of({ toolName: 'anova_tool' }));
  expect(other.notes).toEqual(['The tools differ, so only the calls are compared.']);
  expect(other.moved).toEqual([]);
  expect(compareResults(result, of({ toolVersion: '0.9.0' })).notes[0]).toContain('of the tool: differences may come from the version');
});

it('the item of a list around a path is named if both values have the same one there', () => {
  const value = (address: string) => ({
    list: [{ address: 'A' }, { address, types: [{ confidence: 1 }] }],
    links: [{ from_address: 'A', to_address: 'B' }],
  });
  const path = ['list', 1, 'types', 0, 'confidence'];
  expect(subjectOf(path, value('B'), value('B'))).toBe('B');
  expect(subjectOf(path, value('B'), value('C'))).toBe('');
  expect(subjectOf(['list', 1], value('B'), { list: [] })).toBe('B');
  expect(subjectOf(['links', 0, 'x'], value('B'), value('B'))).toBe('A → B');
  expect(subjectOf(['summary'], value('B'), value('B'))).toBe('');
  expect([moveOf(1, 3), moveOf(3, 1), moveOf('1', 3), moveOf(null, 1)]).toEqual([2, -2, null, null]);
});

it('the difference between two calls is described in one line', () => {
  const call = (args: object) => ({ tool_name: 'x', request_id: String(Math.random()), arguments: args });
  expect(changedWords(call({ window: 180, terms: ['a'] }), call({ window: 30, robust: 'HC3' }))).toBe(
    'window 180 → 30 · terms left out (["a"]) · robust HC3 added',
  );
  expect(changedWords(call({ a: 1 }), call({ a: 1 }))).toBe('');
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${String(at)}`, at]));
  expect(changedWords(call({}), call(many))).toMatch(/k5 5 added · 3 more$/);
  expect(changedWords('text', call({}))).toContain('the call text → ');
  // For long statements, the differing part is shown.
  const sql = 'SELECT packet_no, rssi, channel, advertiser_addr FROM chamber_four_phones';
  expect(changedWords(call({ sql }), call({ sql: `${sql} WHERE rssi > -80` }))).toBe(
    'sql …chamber_four_phones → …chamber_four_phones WHERE rssi > -80',
  );
});

it('calls are compared by their members, including unknown ones, but not by request id', () => {
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

it('the rows of a call are described in both spellings, and become a new call', () => {
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

it('differences are listed in words, with long sides truncated, and whether a patch holds all of them', () => {
  const [before, after] = [
    { links: [{ address: 'A', p: 0.5 }], gone: true },
    { links: [{ address: 'A', p: 0.75 }], text: 'x'.repeat(5000) },
  ];
  const { lines, complete } = diffLines(compareCalls(before, after), before, after);
  expect(lines.map(({ op, pointer, subject, move }) => [op, pointer, subject, move])).toEqual([
    ['replace', '/links/0/p', 'A', 0.25],
    ['remove', '/gone', '', null],
    ['add', '/text', '', null],
  ]);
  expect([lines[1]?.before, lines[1]?.after, lines[2]?.after?.length]).toEqual(['true', null, 1001]);
  expect(complete).toBe(true);
  const many = Array.from({ length: 400 }, (_, at) => at);
  expect(diffLines(compareCalls({}, Object.fromEntries(many.map((at) => [at, at]))), {}, {})).toMatchObject({
    added: 400,
    complete: false,
  });
});
