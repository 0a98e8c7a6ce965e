import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInTurns } from '../../../src/base/json-parse.ts';

const still = (): Promise<void> => Promise.resolve();

/** What either way of reading comes to: the value as it is, or the words of the fault. */
const outcome = async (read: () => unknown): Promise<unknown> => {
  try {
    return { value: await read(), text: JSON.stringify(await read()) };
  } catch (error) {
    return error instanceof SyntaxError ? error.message : error;
  }
};
const expectSame = async (text: string, atOnce: number): Promise<void> => {
  expect(await outcome(() => parseInTurns(text, still, atOnce))).toEqual(await outcome(() => JSON.parse(text) as unknown));
};

const atOnce = fc.integer({ min: 1, max: 40 });

describe('JSON parsed in turns', () => {
  test('is the value of JSON.parse, whatever is cut where, with names in its order', async () => {
    const text = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 1)).map(([value, indent]) => JSON.stringify(value, null, indent));
    await fc.assert(fc.asyncProperty(text, atOnce, expectSame), { numRuns: 2000 });
  });

  test('fails for the same texts in the same words', async () => {
    const changed = fc
      .tuple(fc.jsonValue(), fc.nat(), fc.nat(3), fc.constantFrom(...'[]{},:"0-!\\ \u00a0\n\u0001e.', '[1', '""', 'null'))
      .map(([value, place, cut, put]) => {
        const text = JSON.stringify(value);
        const at = place % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + cut);
      });
    await fc.assert(fc.asyncProperty(changed, atOnce, expectSame), { numRuns: 4000 });
  });

  test('long strings are cut outside their escapes', async () => {
    const sound = fc.constantFrom('a', 'é', '\\\\', '\\"', '\\n', '\\u0041', '\\ud83d', '\\ude00', '😀');
    const any = fc.oneof(sound, fc.constantFrom('\\u00', '\\x', '\\', '\n', '"'));
    const texts = fc
      .oneof(fc.array(sound, { minLength: 5, maxLength: 60 }), fc.array(any, { minLength: 5, maxLength: 60 }))
      .map((list) => `{"a":["${list.join('')}"]}`);
    await fc.assert(fc.asyncProperty(texts, atOnce, expectSame), { numRuns: 3000 });
  });

  test.each([
    [
      'names that are given twice or are special',
      '{"a":[1,2,3,4,5],"2":{"x":"yyyyyyyy"},"a":{"__proto__":[1,2,3]},"__proto__":{"b":1},"1":0}',
    ],
    ['nothing in much room', `[${' '.repeat(50)}]`],
    ['nothing between two commas', '[[1,2,3,4],,[1,2,3,4]]'],
    ['a comma at the end', '[[1,2,3,4,5,6,7],]'],
    ['a comma at the beginning', '{,"a":[1,2,3,4,5,6,7]}'],
    ['a sign before a list', '{"a":-[1,2,3,4,5,6,7,8]}'],
    ['a number before a list', '[1[1,2,3,4,5,6,7,8]]'],
    ['a word behind a list', '[[1,2,3,4,5,6,7,8]true]'],
    ['two values', '[1,2,3,4,5,6][1,2,3,4,5,6]'],
    ['another bracket at the end', '[{"a":[1,2,3,4,5,6]]}'],
    ['room that is none in JSON', '\u00a0[1,2,3,4,5,6]'],
    ['a string without an end', '["aaaaaaaaaaaaaaaaaaaaaaa\\"]'],
    ['a long string with signs', '{"a":"\\\\aaaaaaaaaaaaaaa\\"bbbbbbbbbbbbb\\u0041"}'],
    ['a long string with an end of line', '["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb"]'],
  ])('%s', async (_what, text) => {
    for (const cut of [1, 4, 9, 20]) await expectSame(text, cut);
  });

  test('deep nesting neither ends the stack nor differs', async () => {
    for (const depth of [40, 990, 200_000]) {
      const text = '['.repeat(depth) + ']'.repeat(depth);
      const value = await parseInTurns(text, still, 10);
      let deep = 0;
      for (let at: unknown = value; Array.isArray(at); at = at[0]) deep++;
      expect(deep).toBe(depth);
    }
  });

  test('rests while it looks through and while it reads, in long lists, records and strings', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => ({ at, address: 'AA:BB:CC:DD:EE:FF', evidence: [at, null, true] }));
    const value = { runs: [{ result: { rows } }, { result: { text: 'x'.repeat(4_000_000) } }] };
    const text = JSON.stringify(value);
    let rests = 0;
    const read = await parseInTurns(text, () => {
      rests += 1;
      return Promise.resolve();
    });
    expect(read).toEqual(value);
    // Once through to look, once to read.
    expect(rests).toBeGreaterThanOrEqual(8);
  });
});
