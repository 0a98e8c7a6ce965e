import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeTicks } from '../../../../src/answers/charts/time-axis.ts';

describe('time axis', () => {
  it('has ticks at round UTC times', () => {
    const start = Date.UTC(2020, 4, 7, 16, 48, 9);
    expect(timeTicks({ start, end: start + 45 * 60_000 }, 500, false).map((tick) => tick.label)).toEqual([
      '16:50',
      '17:00',
      '17:10',
      '17:20',
      '17:30',
    ]);
    expect(timeTicks({ start, end: start + 900 }, 300, false).map((tick) => tick.label)).toEqual(['16:48:09.000', '16:48:09.500']);
  });

  it('has the date at midnight', () => {
    const start = Date.UTC(2020, 4, 7, 20);
    expect(timeTicks({ start, end: start + 8 * 3_600_000 }, 400, false).map((tick) => tick.label)).toContain('2020-05-08');
  });

  it('is relative to the first packet if there is no clock', () => {
    expect(timeTicks({ start: 0, end: 41_000 }, 500, true).map((tick) => tick.label)).toEqual(['0 s', '10 s', '20 s', '30 s', '40 s']);
  });

  it('never has overlapping labels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 * 86_400_000 }), fc.integer({ min: 0, max: 3000 }), (length, width) => {
        const ticks = timeTicks({ start: 0, end: length }, width, false);
        expect(ticks.length).toBeLessThanOrEqual(width / 92 + 1);
      }),
    );
  });
});
