import { expect, it } from 'vitest';
import type { QueryResult } from '../../../../src/tables/result-set.ts';
import { firstChoice, sqlPlot } from '../../../../src/answers/charts/query-plot.ts';

const answer = (columns: readonly (readonly [string, string])[], rows: unknown[][]): QueryResult => ({
  columns: columns.map(([name, type]) => ({ name, type })),
  rows,
  row_count: rows.length,
  truncated: false,
  elapsed_ms: 1,
});

it('a number over time is drawn with one line for each of a few senders, and omissions are stated', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    `2026-01-01T00:00:${String(at).padStart(2, '0')}Z`,
    `sender ${String(at % 10)}`,
    -at,
  ]);
  const result = answer(
    [
      ['at', 'TIMESTAMP'],
      ['who', 'VARCHAR'],
      ['rssi', 'SMALLINT'],
    ],
    rows,
  );
  expect(firstChoice(result)).toEqual({ x: 'at', y: 'rssi', series: 'who' });
  const plot = sqlPlot(result, firstChoice(result));
  expect(plot).toMatchObject({ kind: 'traces', relative: false, text: expect.stringContaining('2 more are in the table') as string });
  if (typeof plot !== 'string' && plot.kind === 'traces') expect(plot.traces.map(({ points }) => points[0]?.[0])).toHaveLength(8);
});

it('microseconds can be text, and small ones are relative to the first packet', () => {
  const epoch = answer(
    [
      ['ts_us', 'BIGINT'],
      ['n', 'DOUBLE'],
    ],
    [
      ['1588358916352000', 1],
      [1588358916353000, 2],
    ],
  );
  expect(sqlPlot(epoch, firstChoice(epoch))).toMatchObject({
    relative: false,
    traces: [
      {
        points: [
          [1588358916352, 1],
          [1588358916353, 2],
        ],
      },
    ],
  });
  const relative = answer(
    [
      ['ts_us', 'BIGINT'],
      ['n', 'DOUBLE'],
    ],
    [
      [0, 1],
      [1000, 2],
    ],
  );
  expect(sqlPlot(relative, firstChoice(relative))).toMatchObject({ relative: true, traces: [{ names: ['row 1', 'row 2'] }] });
});

it('texts and few numbers are levels with means for shared ones, and many numbers are points', () => {
  const words = answer(
    [
      ['type', 'VARCHAR'],
      ['n', 'BIGINT'],
    ],
    [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['c', null],
    ],
  );
  expect(sqlPlot(words, firstChoice(words))).toMatchObject({
    kind: 'lines',
    title: 'Mean n by type',
    levels: ['a', 'b'],
    lines: [{ means: [{ value: 2 }, { value: 2 }] }],
  });
  // Texts have no values between them, so one number for each is a bar; there are no bars for negative numbers.
  const once = answer(
    words.columns.map(({ name, type }) => [name, type] as const),
    [
      ['a', 4],
      ['b', 2],
      [null, 1],
    ],
  );
  expect(sqlPlot(once, firstChoice(once))).toMatchObject({
    kind: 'amounts',
    title: 'n by type',
    bars: [
      { label: 'a', value: 4 },
      { label: 'b', value: 2 },
      { label: 'NULL', value: 1 },
    ],
    rows: [
      ['a', 4],
      ['b', 2],
      [null, 1],
    ],
  });
  const below = answer(
    words.columns.map(({ name, type }) => [name, type] as const),
    [
      ['a', -60],
      ['b', -70],
    ],
  );
  expect(sqlPlot(below, firstChoice(below))).toMatchObject({ kind: 'lines' });
  const few = answer(
    [
      ['channel', 'UTINYINT'],
      ['n', 'BIGINT'],
    ],
    [
      [39, 1],
      [4, 2],
    ],
  );
  expect(sqlPlot(few, { x: 'channel', y: 'n', series: '' })).toMatchObject({ kind: 'lines', levels: ['4', '39'] });
  const many = answer(
    [
      ['x', 'DOUBLE'],
      ['y', 'DOUBLE'],
    ],
    Array.from({ length: 9000 }, (_, at) => [at, at % 7]),
  );
  const plot = sqlPlot(many, firstChoice(many));
  expect(plot).toMatchObject({ kind: 'points', line: 'none', text: '1,800 of 9,000 rows.' });
  // Every fifth row is drawn, and identified by its number in the answer.
  if (typeof plot === 'string' || plot.kind !== 'points') throw new Error('expected points');
  expect([plot.names?.[0], plot.names?.[1], plot.names?.at(-1)]).toEqual(['row 1', 'row 6', 'row 8,996']);
  expect(plot.points[1]).toEqual([5, 5]);
});

it('a single column of numbers is counted in bins without loss', () => {
  const values = answer([['x', 'DOUBLE']], [...Array.from({ length: 100 }, (_, at) => [at / 7]), [null], ['nonsense']]);
  const plot = sqlPlot(values, { x: 'x', y: '', series: '' });
  if (typeof plot === 'string' || plot.kind !== 'bars') throw new Error('expected bars');
  expect(plot.counts.reduce((sum, count) => sum + count, 0)).toBe(100);
  expect(plot.edges).toHaveLength(plot.counts.length + 1);
  const one = sqlPlot(answer([['x', 'DOUBLE']], [[5], [5]]), { x: 'x', y: '', series: '' });
  expect(one).toMatchObject({ counts: [2], edges: [5, 5] });
});

it('the reason is stated if nothing can be drawn', () => {
  const words = answer(
    [
      ['a', 'VARCHAR'],
      ['b', 'VARCHAR'],
    ],
    [['x', 'y']],
  );
  expect(sqlPlot(words, firstChoice(words))).toMatchObject({ kind: 'amounts' });
  expect(sqlPlot(words, { x: 'gone', y: '', series: '' })).toContain('Choose a column');
  expect(sqlPlot(answer([['x', 'DOUBLE']], [[null]]), { x: 'x', y: '', series: '' })).toContain('no number');
});

it('texts are counted as bars if no number is chosen', () => {
  const rows = ['b', 'a', 'b'].map((word) => [word]);
  const plot = sqlPlot(answer([['word', 'VARCHAR']], rows), { x: 'word', y: '', series: '' });
  expect(plot).toMatchObject({
    kind: 'amounts',
    bars: [
      { label: 'b', value: 2 },
      { label: 'a', value: 1 },
    ],
    rows: [
      ['b', 2],
      ['a', 1],
    ],
  });
});
