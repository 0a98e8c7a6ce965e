import { expect, it } from 'vitest';
import { judged } from '../../../.ci/lib/counts.mjs';

it('judges a journey that is looked at again by its second run alone', () => {
  expect(judged({ passed: 10, failed: 1 }, 2, { passed: 1, failed: 1 })).toEqual({ passed: 9, failed: 2 });
  expect(judged({ passed: 10, failed: 0 }, 2, { passed: 2, failed: 0 })).toEqual({ passed: 10, failed: 0 });
});

it('counts a journey that the second run did not find as failed', () => {
  expect(judged({ passed: 10, failed: 0 }, 2, { passed: 1, failed: 0 })).toEqual({ passed: 9, failed: 1 });
});
