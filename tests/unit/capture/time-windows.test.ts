import { expect, test } from 'vitest';
import { timeWindows } from '../../../src/capture/time-windows.ts';

test('of very many windows the first are offered', () => {
  const spans = Array.from({ length: 300_000 }, (_, at) => ({ rows: 10, start_us: at * 2_000, end_us: at * 2_000 + 1_000 }));
  const offers = timeWindows(spans, 10, 1, {});
  expect(offers.length).toBe(200);
  expect(offers.at(-1)?.keep.time_window).toEqual({ start_ms: 398, end_ms: 399 });
});
