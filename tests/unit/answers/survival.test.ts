import { expect, test } from 'vitest';
import { drawPlot } from '../../../src/answers/charts/plot-drawing.ts';
import type { Mark } from '../../../src/answers/charts/marks.ts';
import { survivalPlots, survivalTables } from '../../../src/answers/statistics/survival.ts';

const OUTPUT = {
  verdict: { sentence: 'Lives last half an hour.' },
  time_unit: 'seconds',
  curves: ['rpa', 'public'].map((group) => ({
    ...{ group, rows: 10, events: 2, watched: 3600 },
    median: { value: 1800, low: 1200 },
    points: [
      { time: 1200, survival: 0.75, low: 0.5, high: 0.9, at_risk: 10, events: 1 },
      { time: 1800, survival: 0, at_risk: 4, events: 1 },
    ],
    at_risk: [
      { time: 0, rows: 10 },
      { time: 1800, rows: 4 },
    ],
  })),
  terms: [],
  tests: [{ test: 'log_rank', statistic: 1.5, df: 1, p: 0.22 }],
};

const texts = (marks: readonly Mark[]): string[] =>
  marks.flatMap(({ tag, inside }) => (typeof inside === 'string' ? (tag === 'text' ? [inside] : []) : texts(inside)));

test('curves are drawn in minutes with bands and rows at risk, titled with the verdict', () => {
  const [plot] = survivalPlots(OUTPUT, '');
  expect(plot).toMatchObject({ kind: 'steps', title: 'Lives last half an hour.', x: 'time, min' });
  const { marks, key } = drawPlot(plot!, 640);
  expect(key?.entries.map(({ label }) => label)).toEqual(['rpa', 'public']);
  const bands = marks.filter(({ attributes }) => attributes['class'] === 'band');
  // The interval is known until the curve reaches 0, at 30 of 60 min; the frame spans 56 to 632 px.
  expect(bands[0]!.attributes['d']).toMatch(/^M248 \S+L.*344 .*Z$/);
  expect(texts(marks).filter((text) => text === '10')).toHaveLength(3);
  for (const width of [320, 640, 1200]) expect(JSON.stringify(drawPlot(plot!, width))).not.toMatch(/NaN|Infinity|null/);
});

test('tables have medians and tests, and dashes for unknown values', () => {
  const [medians, , tests] = survivalTables(OUTPUT);
  expect(medians!.rows[0]).toEqual(['rpa', '10', '2', '1800', '1200', '–']);
  expect(tests!.rows[0]![0]).toBe('log rank');
});
