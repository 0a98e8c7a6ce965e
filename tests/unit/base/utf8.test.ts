import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8, utf8Pieces } from '../../../src/base/utf8.ts';

test('any text, lone surrogates and scripts of three bytes too, has the bytes of TextEncoder', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: fc.constantFrom('a', '’', '漢', '\ud83d') }));
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8(text)).toEqual(new TextEncoder().encode(text));
    }),
  );
  const long = '漢字'.repeat(10_000);
  expect(utf8(long)).toEqual(new TextEncoder().encode(long));
});

test('pieces of any text, joined, are its bytes', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('a', '’', '漢', '\ud83d', '😀') }));
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 9 }), (text, most) => {
      const pieces = Array.from(utf8Pieces(text, most), (piece) => piece.slice());
      expect(pieces.every((piece) => piece.length <= 3 * most)).toBe(true);
      expect(Buffer.concat(pieces)).toEqual(Buffer.from(text));
    }),
  );
});
