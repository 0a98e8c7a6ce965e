import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Of large values: Node says at a tenth of the cost whether they are equal; how they differ is said by the expectation. */
export function expectSame(found: unknown, expected: unknown, label?: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, label).toStrictEqual(expected);
}
