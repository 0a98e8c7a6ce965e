import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readList, writeList } from '../../../src/selection/codec.ts';

test('a list is encoded as a short text', () => {
  expect(writeList(['37', 'rssi > -92'])).toBe('37!rssi%20%3E%20-92');
  expect(writeList([])).toBe('');
});

test('any list can be decoded from its text, which needs no further escaping', () => {
  const list = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 4 });
  fc.assert(
    fc.property(list, (items) => {
      const text = writeList(items);
      expect(text).toMatch(/^[\w.!%-]*$/);
      expect(readList(text)).toEqual(items);
    }),
  );
});

test('an invalid escape is rejected', () => {
  expect(readList('%zz')).toBeNull();
});
