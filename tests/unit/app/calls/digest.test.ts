import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256Text } from '../../../../src/app/calls/digest.ts';

test('a long text has the digest and the length of its bytes, with turns in between', async () => {
  const text = `${'漢字 😀 text, '.repeat(200_000)}end`;
  let turns = 0;
  const digest = await sha256Text([text.slice(0, 7), '', text.slice(7, 1_000_001), text.slice(1_000_001)], () => {
    turns += 1;
    return Promise.resolve();
  });
  expect(digest).toEqual({ sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) });
  expect(turns).toBeGreaterThan(2);
});
