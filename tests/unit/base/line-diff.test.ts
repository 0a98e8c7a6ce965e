import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from '../../../src/base/line-diff.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));

it('contains both texts, each in its order', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const side = (leave: string) => diff.filter(({ kind }) => kind !== leave).map((line) => line.text);
      expect(side('added').join('\n')).toBe(before);
      expect(side('removed').join('\n')).toBe(after);
    }),
  );
});

it('keeps common lines and shows one changed line as one change', () => {
  const kinds = (before: string, after: string) => lineDiff(before, after).map(({ kind, text: line }) => `${kind} ${line}`);
  expect(kinds('a\nb\nc', 'a\nx\nc')).toEqual(['same a', 'removed b', 'added x', 'same c']);
  expect(kinds('a\nb\nc\nd', 'b\nd\ne')).toEqual(['removed a', 'same b', 'removed c', 'same d', 'added e']);
  expect(lineDiff('a\nb', 'a\nb').every(({ kind }) => kind === 'same')).toBe(true);
});

it('lists two long texts with nothing in common without building a table', () => {
  const numbered = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word} ${String(i)}`).join('\n');
  const diff = lineDiff(numbered('old'), numbered('new'));
  expect(diff.filter(({ kind }) => kind === 'removed')).toHaveLength(5000);
  expect(diff).toHaveLength(10_000);
});
