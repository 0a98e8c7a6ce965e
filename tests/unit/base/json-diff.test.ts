import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical.ts';
import { jsonDiff, jsonPatch, jsonPointer } from '../../../src/base/json-diff.ts';
import { applyChanges } from '../../support/apply-changes.ts';

/** Values that have much in common: few keys and few leaves, keys that are special in pointers and in objects among them. */
const { near } = fc.letrec((tie) => ({
  near: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(0, 1, 'a', '', null, true, false),
    fc.array(tie('near'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '~', '/', '0', '__proto__', 'constructor'), tie('near'), { noNullPrototype: true }),
  ),
}));

it('gives the second value if it is applied to the first', () => {
  const check = (a: unknown, b: unknown): void => {
    const kept = canonicalJson(a);
    expect(canonicalJson(applyChanges(a, jsonDiff(a, b).changes))).toBe(canonicalJson(b));
    expect(canonicalJson(a)).toBe(kept);
  };
  fc.assert(fc.property(near, near, check), { numRuns: 400 });
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), check));
});

it('is empty only for equal values', () => {
  fc.assert(
    fc.property(near, near, (a, b) => {
      expect(jsonDiff(a, structuredClone(a)).changes).toEqual([]);
      expect(jsonDiff(a, b).changes.length === 0).toBe(canonicalJson(a) === canonicalJson(b));
    }),
  );
});

it('keeps the common beginning and end of lists', () => {
  const { changes } = jsonDiff({ ids: ['b', 'c', 'd'] }, { ids: ['a', 'b', 'c', 'd'] });
  expect(jsonPatch(changes)).toEqual([{ op: 'add', path: '/ids/0', value: 'a' }]);
  expect(jsonPatch(jsonDiff([1, 2, 3, 4], [1, 4]).changes)).toEqual([
    { op: 'remove', path: '/2' },
    { op: 'remove', path: '/1' },
  ]);
});

it('lists only as many changes as requested, counts all, and skips ignored paths', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${String(at)}`, at]));
  const diff = jsonDiff({ time: 1 }, { ...many, time: 2 }, { most: 10, ignore: (path) => path[0] === 'time' });
  expect([diff.changes.length, diff.added, diff.removed, diff.changed]).toEqual([10, 50, 0, 0]);
});

it('writes pointers by RFC 6901', () => {
  expect(jsonPointer(['a/b', 'm~n', 0, ''])).toBe('/a~1b/m~0n/0/');
  expect(jsonPointer([])).toBe('');
});
