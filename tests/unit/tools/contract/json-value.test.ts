import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/base/canonical.ts';
import { checkJson, checkJsonInTurns } from '../../../../src/tools/contract/json-value.ts';
import { canonicalResult } from '../../../../src/tools/contract/result-hash.ts';
import { redact } from '../../../../src/tools/runner/redact.ts';
import { expectSame } from '../../../support/same.ts';
import { bench, call } from '../../../support/tools.ts';

const frozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));

/** Rows of a table, alike and not, and keys that sort otherwise than numbers. */
const values = fc.oneof(
  fc.jsonValue(),
  fc.array(fc.dictionary(fc.constantFrom('b', 'a', '10', '9', 'ä', '"', ''), fc.jsonValue({ maxDepth: 1 }))),
  fc.array(
    fc.record({ z: fc.string({ unit: 'grapheme' }), a: fc.double({ noNaN: true, noDefaultInfinity: true }) }, { requiredKeys: ['a'] }),
  ),
);

test('what is JSON is copied, frozen and written as canonical JSON', () => {
  fc.assert(
    fc.property(values, (value) => {
      const { errors, text, value: copy } = checkJson(value);
      // A key that reaches into prototypes is the one thing of JSON that is refused.
      if (errors.length > 0) {
        expect(text).toBe(canonicalJson(copy));
        return;
      }
      expect(copy).toEqual(value);
      expect(copy === value && typeof value === 'object' && value !== null).toBe(false);
      expect(frozen(copy)).toBe(true);
      expect(text).toBe(canonicalJson(value));
    }),
  );
});

test('text beside faults is that of the copy', () => {
  const cycle: Record<string, unknown> = { b: [NaN, undefined, 'x'], a: '\ud800', gone: undefined };
  cycle['self'] = cycle;
  const { errors, text, value } = checkJson(cycle);
  expect(errors.map((error) => error.field)).toEqual(['a', 'b[0]', 'b[1]', 'self']);
  expect(text).toBe(canonicalJson(value));
});

test('redaction gives on what it drops nothing of, and copies the rest', () => {
  const answer = Object.freeze({ rows: Object.freeze([Object.freeze({ a: 1, b: 2 })]), note: 'x' });
  expect(redact(answer, ['rows[].a', 'rows[].b', 'note'])).toBe(answer);
  expect(redact(answer, ['rows[].a', 'note'])).toEqual({ rows: [{ a: 1 }], note: 'x' });
  expect(redact(answer, ['note'])).toEqual({ note: 'x' });
});

test('the canonical result is the same whether its answer was written before or not', async () => {
  const { runner } = bench();
  for (const request of [call(), call({ request_id: 'b', arguments: {} })]) {
    const result = await runner.run(request);
    const text = result.structured_output && [canonicalJson(result.structured_output)];
    expect(canonicalResult(result, text)).toBe(canonicalResult(result));
  }
});

describe('in turns', () => {
  const rows = (count: number): unknown[] =>
    Array.from({ length: count }, (_, at) => ({ name: `a "${String(at)}"`, of: [at, null, true] }));
  const shared = rows(700);
  const faulty = { n: -Infinity };
  const cases: readonly (readonly [string, unknown])[] = [
    ['long lists among other members', { z: rows(1300), a: 1, m: rows(3), b: rows(512), e: [] }],
    ['one list in two places', { a: shared, b: { inside: shared }, c: shared }],
    ['faults in a long list', { a: rows(600), bad: [...rows(900), { n: NaN }, () => 0, { text: '\uD800' }] }],
    ['a list that holds itself', { loop: cyclic() }],
    ['a list at the top', rows(2000)],
    ['what is no object', 'text'],
    ['faults in two places of one value', { a: { n: NaN }, rows: [{ n: Infinity }, faulty, faulty], z: faulty }],
    ['members of a list that are no items', Object.assign([1, 2], { meta: { call: () => 0 } })],
    ['a key that no text can say', JSON.parse('{"\\ud800": {"x": 1e999}, "a": 1}') as unknown],
    ['a value that is shared until it is too large', tower(200, 4)],
    ['a value that is shared until it is too deep', { shallow: chain(20), deep: chain(50, chain(20)) }],
    [
      'rows that are made when they are read',
      {
        get rows() {
          return rows(600);
        },
      },
    ],
    ['a key that reaches into prototypes', JSON.parse(`{"__proto__": [${'1,'.repeat(600)}1], "a": 2}`) as unknown],
  ];

  /** Lists of lists, each of which stands in all places of the next. */
  function tower(width: number, levels: number): unknown {
    return levels === 0 ? 7 : new Array<unknown>(width).fill(tower(width, levels - 1));
  }

  function chain(levels: number, end: unknown = 1): unknown {
    return levels === 0 ? end : { below: chain(levels - 1, end) };
  }

  function cyclic(): unknown[] {
    const list: unknown[] = rows(600);
    list.push(list);
    return list;
  }

  const inTurns = async (value: unknown, turn: () => undefined = () => undefined) => {
    const { pieces, ...rest } = await checkJsonInTurns(value, ['output'], turn);
    return { ...rest, text: pieces.join('') };
  };

  test.each(cases)('%s: the same as at once', async (_, value) => {
    const sliced = await inTurns(value);
    expectSame(sliced, checkJson(value, ['output']));
    expect(Object.isFrozen(sliced.value) || typeof value !== 'object').toBe(true);
  });

  test('whatever it is: the same as at once', async () => {
    const some = fc.anything({ withSparseArray: true, withNullPrototype: true, maxDepth: 10 });
    // One of them stands in several places, inside itself too.
    const tangled = fc.tuple(some, some, fc.nat({ max: 300 })).map(([one, other, length]) => {
      const list: unknown[] = [one, other, ...Array.from({ length }, () => one)];
      list.push({ list, again: [one, one], below: { below: { one, other } } });
      return { one, list };
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(some, tangled), async (value) => {
        expectSame(await inTurns(value), checkJson(value, ['output']));
      }),
      { numRuns: 300 },
    );
  });

  test('what is long far below the top is walked in turns too, and so are the members of a long record', async () => {
    let turns = 0;
    const turn = (): undefined => void (turns += 1);
    const result = { structured_output: { table: { rows: rows(3000) } } };
    await inTurns({ results: [{ result }, { result: { ...result } }] }, turn);
    expect(turns).toBe(Math.floor((2 * 3000 * 6) / 4096));
    turns = 0;
    await inTurns({ by: Object.fromEntries(Array.from({ length: 8192 }, (_, at) => [`key ${String(at)}`, { n: at }])) }, turn);
    expect(turns).toBe(4);
  });

  test.each([
    ['many short items', 8192, 1, [2047, 4095, 6143, 8191]],
    ['few long items', 300, 5000, Array.from({ length: 300 }, (_, at) => at + 1)],
  ])('other work comes between the items of a list, none of which is walked before its turn: %s', async (_, length, values, expected) => {
    const seen: number[] = [];
    let read = 0;
    const list = Array.from({ length }, () => ({
      get n(): unknown {
        read += 1;
        return values === 1 ? 1 : new Array<number>(values).fill(1);
      },
    }));
    await checkJsonInTurns({ list }, [], () => {
      seen.push(read);
      return undefined;
    });
    expect(seen).toEqual(expected);
  });
});
