/** The verdict of logistic and Poisson regressions over made data: `tests/evaluate/generalized` has the rates over more of them. */
import { expect, test } from 'vitest';
import { calibrationError, ratesOf } from '../../../evaluate/generalized/conclusions.ts';

// Bounds are wide, as draws are few: they see a test that takes dependent or spread rows as they come.
test.each(['logistic, 60 rows', 'counts that spread more', 'logistic, columns of devices', 'Poisson series'])(
  '%s: nothing is seldom taken for something, and something is found',
  async (kind) => {
    const { found, power, judged } = await ratesOf(kind, 60, 31);
    expect(found).toBeLessThanOrEqual(0.15);
    expect(power).toBeGreaterThanOrEqual(0.9);
    expect(calibrationError(judged)).toBeLessThan(0.15);
  },
  60_000,
);
