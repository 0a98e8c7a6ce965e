import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JSON_END, openJsonParts } from '../../../src/base/json-parts.ts';

const textsOf = (document: object): string[] => openJsonParts(document).map(({ text }) => text);

test('the joined parts equal the document from JSON.stringify', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))), (document) => {
      expect(JSON.parse([...textsOf(document), JSON_END].join(''))).toEqual(JSON.parse(JSON.stringify(document)));
    }),
  );
});

test('no part contains more than one item of a list', () => {
  const parts = textsOf({ runs: ['x'.repeat(1000), 'y'.repeat(1000)], name: 'a' });
  expect(parts.every((part) => part.length < 1100)).toBe(true);
});
