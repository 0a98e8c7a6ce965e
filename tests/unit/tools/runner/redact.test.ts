import { expect, test } from 'vitest';
import { redact } from '../../../../src/tools/runner/redact.ts';

test.each([
  [{ a: 1, b: 2 }, ['a'], { a: 1 }],
  [{ a: { b: 1, c: 2 }, d: 3 }, ['a'], { a: { b: 1, c: 2 } }],
  [{ a: { b: 1, c: 2 } }, ['a.b'], { a: { b: 1 } }],
  [{ a: { b: 1, c: 2 } }, ['a.b', 'a.c'], { a: { b: 1, c: 2 } }],
  [{ list: [{ a: 1, b: 2 }, { b: 3 }] }, ['list[].a'], { list: [{ a: 1 }, {}] }],
  [{ list: [1, 2] }, ['list[]'], { list: [1, 2] }],
  // A list whose items are not allowed leaves empty, and so does one that stands where an object was promised.
  [{ list: [1, 2] }, ['list.a'], { list: [] }],
  [[{ a: 1, b: 2 }], ['[].a'], [{ a: 1 }]],
  [{ by: { x: { n: 1, s: 2 }, y: { n: 3 } } }, ['by.*.n'], { by: { x: { n: 1 }, y: { n: 3 } } }],
  // A key of its own is stronger than the one for any key.
  [{ by: { x: { n: 1, s: 2 }, y: { n: 3, s: 4 } } }, ['by.*.n', 'by.x.s'], { by: { x: { s: 2 }, y: { n: 3 } } }],
  [{ a: 1 }, [], {}],
  ['text', ['a'], 'text'],
  [null, ['a'], null],
])('of %j with %j remains %j', (value, allow, kept) => {
  expect(redact(value, allow)).toEqual(kept);
});

test('what loses nothing is the same object; what loses something is a frozen copy', () => {
  const value = { list: [{ a: 1 }], b: { c: 2 } };
  expect(redact(value, ['list[].a', 'b.c'])).toBe(value);
  const copy = redact(value, ['list[].x', 'b']) as typeof value;
  expect(copy).toEqual({ list: [{}], b: { c: 2 } });
  expect([copy, copy.list, copy.list[0]].every(Object.isFrozen)).toBe(true);
  expect(copy.b).toBe(value.b);
  expect(value).toEqual({ list: [{ a: 1 }], b: { c: 2 } });
});
