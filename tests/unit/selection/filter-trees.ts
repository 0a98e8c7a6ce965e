import fc from 'fast-check';
import type { Filter, Literal } from '../../../src/selection/ast.ts';

/** Any tree that a text can express. Positions are 0, as in the result of `withoutPlaces`. */
const at = fc.constant(0);
const column = fc.record({
  kind: fc.constant('column' as const),
  at,
  name: fc.oneof(fc.constantFrom('rssi', 'and', 'Größe', 'a b', '"', 'x"y', '1st', ';--'), fc.string({ minLength: 1, unit: 'grapheme' })),
});
const text = fc.record({
  kind: fc.constant('text' as const),
  at,
  value: fc.string({ unit: 'grapheme' }).filter((it) => it.split('%').length < 9),
});
const number = fc.record({
  kind: fc.constant('number' as const),
  at,
  value: fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((it) => !Number.isInteger(it) || Math.abs(it) > 1e19),
  ),
});
const literal: fc.Arbitrary<Literal> = fc.oneof(
  text,
  number,
  fc.record({ kind: fc.constant('boolean' as const), at, value: fc.boolean() }),
);
const negated = fc.boolean();
const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
const leaf = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), at, operator, left: column, right: fc.oneof(literal, column) }),
  fc.record({ kind: fc.constant('compare' as const), at, operator, left: literal, right: column }),
  fc.record({ kind: fc.constant('in' as const), at, negated, column, items: fc.array(literal, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('between' as const), at, negated, column, low: literal, high: literal }),
  fc.record({ kind: fc.constant('like' as const), at, negated, column, pattern: text }),
  fc.record({ kind: fc.constant('null' as const), at, negated, column }),
  fc.record({ kind: fc.constant('flag' as const), at, column }),
);

export const filterTree: fc.Arbitrary<Filter> = fc.letrec<{ node: Filter }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf as fc.Arbitrary<Filter>,
    fc.record({ kind: fc.constant('not' as const), at, term: tie('node') }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), at, terms: fc.array(tie('node'), { minLength: 2, maxLength: 4 }) }),
  ),
})).node;

export const withoutPlaces = (filter: Filter): unknown =>
  JSON.parse(JSON.stringify(filter, (key, value: unknown) => (key === 'at' ? 0 : typeof value === 'bigint' ? `${value}n` : value)));

/** Tokens of filters in any order, which seldom form a valid filter. */
export const filterNoise: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'AND',
        'or',
        'NOT',
        'IN',
        'BETWEEN',
        'LIKE',
        'IS',
        'NULL',
        'TRUE',
        '(',
        ')',
        ',',
        '=',
        '<>',
        '<=',
        "'x'",
        "'",
        '"a"',
        '"',
        'rssi',
        '-92',
        '1e',
        '.5',
        ';',
        '--',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 24 },
  )
  .map((words) => words.join(' '));
