import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonInTurns } from '../../../src/base/json-text.ts';

const still = (): Promise<void> => Promise.resolve();

describe('JSON in turns', () => {
  test('is the text of JSON.stringify, long lists and indents too', async () => {
    const long = fc
      .tuple(fc.jsonValue(), fc.integer({ min: 250, max: 800 }))
      .map(([item, length]) => new Array<unknown>(length).fill(item));
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ a: long, b: fc.record({ deep: fc.array(long, { maxLength: 2 }), none: fc.constant(undefined) }) }),
    );
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(0, 2), async (each, indent) => {
        expect(await jsonInTurns(each, still, indent)).toBe(JSON.stringify(each, null, indent));
      }),
      { numRuns: 60 },
    );
  });

  test('cuts no character of a long string in two, and rests within it', async () => {
    for (const before of [999_998, 999_999, 1_000_000]) {
      const value = { text: `${'x'.repeat(before)}😀"\n${'é'.repeat(1_200_000)}\ud83d` };
      let rests = 0;
      const text = await jsonInTurns(value, () => {
        rests += 1;
        return Promise.resolve();
      });
      expect(text === JSON.stringify(value)).toBe(true);
      expect(rests).toBeGreaterThan(1);
    }
  });

  test('writes what stands in two places of different depth as it stands there', async () => {
    const shared = { rows: [{ a: 1 }, { b: [] }] };
    const value = { one: shared, two: shared, three: { four: shared } };
    expect(await jsonInTurns(value, still, 2)).toBe(JSON.stringify(value, null, 2));
  });

  test('rests between short things that are many', async () => {
    const runs = Array.from({ length: 40 }, (_, at) => ({ result: { at, rows: new Array<string>(100).fill('x'.repeat(1000)) } }));
    let rests = 0;
    await jsonInTurns({ runs }, () => {
      rests += 1;
      return Promise.resolve();
    });
    expect(rests).toBeGreaterThan(2);
  });

  test('rests while it writes much', async () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }));
    let rests = 0;
    const text = await jsonInTurns({ runs: [{ result: { data: rows } }] }, () => {
      rests += 1;
      return Promise.resolve();
    });
    expect(text).toHaveLength(JSON.stringify(rows).length + '{"runs":[{"result":{"data":}}]}'.length);
    expect(rests).toBeGreaterThan(4);
  });
});
