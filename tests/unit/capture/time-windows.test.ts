import { expect, test } from 'vitest';
import { timeWindows } from '../../../src/capture/time-windows.ts';

test('of very many windows the first are offered', () => {
  const spans = Array.from({ length: 300_000 }, (_, at) => ({ rows: 10, start_us: at * 2_000, end_us: at * 2_000 + 1_000 }));
  const offers = timeWindows(spans, 10, 1, {});
  expect(offers.length).toBe(200);
  expect(offers.at(-1)?.keep.time_window).toEqual({ start_ms: 398, end_ms: 399 });
});

test('a part that does not fit by itself is not offered, and the others keep their times', () => {
  const spans = [5, 50, 5].map((rows, at) => ({ rows, start_us: at * 2_000, end_us: at * 2_000 + 1_000 }));
  expect(timeWindows(spans, 10, 1, {}).map(({ keep }) => keep.time_window)).toEqual([
    { start_ms: 0, end_ms: 1 },
    { start_ms: 4, end_ms: 5 },
  ]);
});
