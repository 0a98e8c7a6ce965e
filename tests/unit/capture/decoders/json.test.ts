import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDecoder } from '../../../../src/capture/decoders/json.ts';
import { decodeTable } from '../../../support/decode-table.ts';

const look = (text: string) => jsonDecoder.probe({ bytes: new TextEncoder().encode(text), complete: true, file_name: 'x' })?.format ?? null;
const names = (table: Awaited<ReturnType<typeof decodeTable>>) => table.specs.map((s) => `${s.name}:${s.type}`);

describe('JSON tables', () => {
  it('tells lines, arrays and documents apart', () => {
    expect(look('{"a":1}\n{"a":2}\n')).toBe('ndjson');
    expect(look('[{"a":1},\n{"a":2}]')).toBe('json');
    expect(look('{"meta":1,"rows":[{"a":1}]}')).toBe('json');
    expect(look('{"a":1}')).toBe('ndjson');
    expect(look('  {\n  "rows": [\n {"a": 1}]}')).toBe('json');
    expect(look('{ this is not json')).toBeNull();
    expect(look('a,b\n1,2\n')).toBeNull();
    expect(look('')).toBeNull();
  });

  it('makes columns of members, nested ones with dotted names', async () => {
    const table = await decodeTable(
      jsonDecoder,
      [
        { ts: '2020-05-07T13:07:01.5Z', addr: 'aa:bb:cc:dd:ee:ff', rssi: -58, adv: { name: 'x', uuids: ['180D'] }, ok: true },
        { ts: '2020-05-07T13:07:02Z', addr: 'aa:bb:cc:dd:ee:00', rssi: null, adv: { name: 'é' }, ok: false, channel: 37 },
      ]
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
    expect(table.format).toBe('ndjson');
    expect(names(table)).toEqual(['ts:TIMESTAMP', 'addr:VARCHAR', 'rssi:BIGINT', 'adv.name:VARCHAR', 'adv.uuids:VARCHAR', 'ok:BOOLEAN', 'channel:BIGINT']); // prettier-ignore
    expect(table.rows.map((row) => row.slice(1))).toEqual([
      ['aa:bb:cc:dd:ee:ff', -58n, 'x', '["180D"]', true, null],
      ['aa:bb:cc:dd:ee:00', null, 'é', null, false, 37n],
    ]);
    expect(table.specs.map((s) => s.role)).toEqual(['time', 'address', 'rssi', undefined, undefined, undefined, 'channel']);
    expect(table.end).toMatchObject({
      time_base: 'epoch',
      channels: ['37'],
      time_range_us: { start: 1588856821500000n, end: 1588856822000000n },
    });
  });

  it.each([
    ['an array', '[{"a":1},{"a":2.5}]', [[1], [2.5]]],
    ['an object with an array', '{"meta":{"n":2,"t":"[{"},"result":{"rows":[{"a":1},{"a":2}]},"more":[1]}', [[1n], [2n]]],
    ['an array of lists', '[[1,"x"],[2,"y"]]', [[1n, 'x'], [2n, 'y']]],
    ['an array of numbers', '[1,2,3]', [[1n], [2n], [3n]]],
    ['64-bit integers', '[{"a":1588870827007297001,"b":"1588870827007297001"},{"a":1,"b":"2"}]', [[1588870827007297001n, '1588870827007297001'], [1n, '2']]],
    ['mixed values as text', '[{"a":1},{"a":"x"},{"a":{"b":[true]}}]', [['1', null], ['x', null], [null, '[true]']]],
    ['a byte order mark', '\ufeff[{"a":1}]', [[1n]]],
    ['hostile names', '[{"__proto__":1,"constructor":2}]', [[1n, 2n]]],
  ])('reads %s, however it is sliced', async (_, text, rows) => {
    for (const window of [1, 3, 7, 1000]) {
      const table = await decodeTable(jsonDecoder, text, { window, batchRows: 2 });
      expect(table.rows).toEqual(rows);
      expect(table.problems).toEqual([]);
    }
  }); // prettier-ignore

  it('reports broken records and values, and goes on', async () => {
    const text = '{"a":1}\n{"a":\n\n{"a":"x"}}\n{"a":3}\n';
    const lines = await decodeTable(jsonDecoder, text);
    expect(lines.rows).toEqual([[1n], [3n]]);
    expect(lines.problems.map(({ code, record, offset }) => [code, record, offset])).toEqual([['BAD_RECORD', 2, 8], ['BAD_RECORD', 4, 15]]); // prettier-ignore
    const array = await decodeTable(jsonDecoder, '[{"a":1},{"a":nope},{"a":3}');
    expect(array.rows).toEqual([[1n], [3n]]);
    expect(array.problems.map(({ code, record }) => [code, record])).toEqual([['BAD_RECORD', 2], ['TRUNCATED', 0]]); // prettier-ignore
  });

  it('a late member or value is reported, never dropped in silence', async () => {
    const records = Array.from(
      { length: 120_000 },
      (_, i) => `{"a":${i === 110_000 ? '"late"' : i},"b":"xxxxxxxxxxx"${i === 115_000 ? ',"c":1' : ''}}\n`,
    );
    const table = await decodeTable(jsonDecoder, records.join(''), { size: null });
    expect(table.rows).toHaveLength(120_000);
    expect(table.problems.map(({ code, record }) => [code, record])).toEqual([['BAD_VALUE', 110_001], ['NEW_MEMBER', 115_001]]); // prettier-ignore
  });

  it('refuses with one clear message what holds no records', async () => {
    await expect(decodeTable(jsonDecoder, '[]')).rejects.toThrow(/found an empty array/);
    await expect(decodeTable(jsonDecoder, '{\n"a": {"b": [1, 2]}}')).rejects.toThrow(/found a JSON document without an array of objects/);
    await expect(decodeTable(jsonDecoder, '{"a":\n{"b":\n')).rejects.toThrow(/expected an array of objects or one object per line/);
    const wide = JSON.stringify([Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]))]);
    await expect(decodeTable(jsonDecoder, wide)).rejects.toThrow(/at most 4096 members/);
  });

  it('passes over records too long to hold, and nesting too deep to write', async () => {
    const long = `[{"a":1},{"a":"${'x'.repeat(9 << 20)}"},{"a":3}]`;
    const table = await decodeTable(jsonDecoder, long, { size: null });
    expect(table.rows).toEqual([[1n], [3n]]);
    expect(table.problems).toMatchObject([{ code: 'RECORD_TOO_LONG', record: 2 }]);
    const deep = await decodeTable(jsonDecoder, `[{"a":"x"},{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`);
    expect(deep.rows).toHaveLength(2);
    expect(deep.problems).toMatchObject([{ code: 'BAD_VALUE', record: 2 }]);
  });

  it('round-trips any flat records', async () => {
    const record = fc.record({
      id: fc.integer(),
      text: fc.string({ unit: 'binary' }).map((s) => `x${s}`),
      level: fc.double({ noNaN: true, noDefaultInfinity: true }),
      flag: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 500 }), fc.boolean(), async (records, window, lines) => {
        const text = lines ? records.map((r) => JSON.stringify(r)).join('\n') : JSON.stringify({ rows: records });
        const table = await decodeTable(jsonDecoder, text, { window });
        const found = table.rows.map(([id, t, level, flag]) => ({ id: Number(id), text: t, level: Number(level), flag }));
        expect(found).toEqual(records.map((r) => ({ ...r, text: new TextDecoder().decode(new TextEncoder().encode(r.text)), level: r.level + 0 })));
      }),
      { numRuns: 200 },
    ); // prettier-ignore
  });

  it('never crashes, whatever the text is', async () => {
    const noise = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', '\n', ' ', 'null', '{"a":1}', '\u0000'),
      maxLength: 80,
    });
    await fc.assert(
      fc.asyncProperty(noise, fc.integer({ min: 1, max: 40 }), async (text, window) => {
        look(text);
        const outcome: unknown = await decodeTable(jsonDecoder, text, { window }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'WorkbenchError', code: 'UNREADABLE_FILE' });
      }),
      { numRuns: 1500 },
    ); // prettier-ignore
  });
});
