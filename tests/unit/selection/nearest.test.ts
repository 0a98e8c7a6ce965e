import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { byLikeness, isNear, suggestion } from '../../../src/selection/nearest.ts';

/** Number of letters to insert, remove or change, by trying all three. */
const stepsBetween = (a: string, b: string): number =>
  a === '' || b === ''
    ? a.length + b.length
    : a[0] === b[0]
      ? stepsBetween(a.slice(1), b.slice(1))
      : 1 + Math.min(stepsBetween(a.slice(1), b), stepsBetween(a, b.slice(1)), stepsBetween(a.slice(1), b.slice(1)));

const name = fc.string({ unit: fc.constantFrom('a', 'b', 'C', 'd'), maxLength: 5 });

describe('names by similarity', () => {
  it('begin with the one that needs the fewest changed letters, ignoring case; ties are alphabetical', () => {
    fc.assert(
      fc.property(name, fc.uniqueArray(name, { maxLength: 6 }), (wanted, names) => {
        const steps = (other: string): number => stepsBetween(wanted.toLowerCase(), other.toLowerCase());
        const expected = [...names].sort((a, b) => steps(a) - steps(b) || (a < b ? -1 : 1));
        expect(byLikeness(wanted, names)).toEqual(expected);
      }),
    );
  });

  it('are at most 64, and long ones are compared by their first 48 letters', () => {
    const names = Array.from({ length: 70 }, (_, index) => `name${String(index).padStart(2, '0')}`);
    expect(byLikeness('name', names)).toEqual(names.slice(0, 64));
    const long = 'x'.repeat(48);
    expect(byLikeness(`${long}abc`, [`${long}zzzzzzzz`, `${long.slice(1)}y`])).toEqual([`${long}zzzzzzzz`, `${long.slice(1)}y`]);
    expect(byLikeness(`${long}b`, [`${long}b`, `${long}a`])).toEqual([`${long}a`, `${long}b`]);
    expect(suggestion(`${long}${'a'.repeat(40)}`, [long], 'column')).toBe(`; did you mean ${long}?`);
    expect(isNear(`${long}${'a'.repeat(200)}`, `${long}${'b'.repeat(200)}`)).toBe(true);
  });
});

test.each([
  ['rsi', ['rssi', 'channel'], '; did you mean rssi?'],
  ['RSSI', ['rssi'], '; did you mean rssi?'],
  ['ab', ['cd'], '; did you mean cd?'],
  ['abc', ['xyz'], '; there is xyz'],
  ['abcd', ['abcdefg'], '; there is abcdefg'],
  ['abcdefg', ['abcd'], '; there is abcd'],
  ['abcdef', ['abcxyz'], '; did you mean abcxyz?'],
  ['abcdef', ['abwxyz', 'q'], '; there is abwxyz, q'],
  ['zzzzzzzz', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], '; there is a, b, c, d, e, f, g, h'],
  ['zzzzzzzz', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], '; there is a, b, c, d, e, f, g, h, …'],
  ['x', [], '; there is no column'],
])('%s beside %j is answered with "%s"', (wanted, likeliest, said) => {
  expect(suggestion(wanted, likeliest, 'column')).toBe(said);
});

test.each([
  ['rssi', 'rsi', true],
  ['ab', 'ac', true],
  ['ab', 'cd', false],
  ['abcd', 'abxy', true],
  ['abcd', 'axyz', false],
  ['abcde', 'abxyz', false],
  ['a', 'abc', false],
  ['ab', 'abcd', true],
  ['CHANNEL', 'channel', true],
])('%s may take the place of %s unasked: %s', (wanted, other, near) => {
  expect(isNear(wanted, other)).toBe(near);
});
