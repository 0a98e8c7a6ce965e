import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../../src/core/calls/digest.ts';

test.each([0, 3, 1_000_003])('the digest of %i bytes is the same with and without Web Crypto', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => at * 31);
  const expected = createHash('sha256').update(bytes).digest('hex');
  expect(await sha256Hex(bytes)).toBe(expected);
  vi.stubGlobal('crypto', {});
  try {
    expect(await sha256Hex(bytes)).toBe(expected);
  } finally {
    vi.unstubAllGlobals();
  }
});
