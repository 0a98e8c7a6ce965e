import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../../src/base/utf8.ts';

test('any text, including lone surrogates, has the same bytes as from TextEncoder', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: fc.constantFrom('a', '’', '漢', '\ud83d') }));
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8(text)).toEqual(new TextEncoder().encode(text));
    }),
  );
  const long = '漢字'.repeat(10_000);
  expect(utf8(long)).toEqual(new TextEncoder().encode(long));
});
