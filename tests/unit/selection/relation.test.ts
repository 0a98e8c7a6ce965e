import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { normaliseSelection } from '../../../src/selection/normalise.ts';
import { selectRows, toRelation } from '../../../src/selection/relation.ts';
import type { NormalSelection } from '../../../src/selection/types.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { bleCapture, load, opened, relativeCapture, tableCapture } from './support.ts';

const START = 1712131200000;
const at = (ms: number, us = 0): bigint => BigInt(START + ms) * 1000n + BigInt(us);
const lab = bleCapture('lab', { time_range: { start_ms: START, end_ms: START + 1000 }, row_count: 5 });
const old = relativeCapture('old', 1000);
const time: ColumnSpec = { name: 'when', type: 'DOUBLE', role: 'time', unit: 's' };
const floats = tableCapture(
  'floats',
  [time, { name: 'ch', type: 'BIGINT', role: 'channel' }, { name: 'f', type: 'FLOAT' }, { name: 'capture_id', type: 'VARCHAR' }],
  { time_base: 'relative', time_range: { start_ms: 0, end_ms: 1000 }, channels: ['1', '2'], row_count: 4 },
);
const seconds = tableCapture('seconds', [{ ...time, type: 'BIGINT' }], {
  time_base: 'epoch',
  time_range: { start_ms: START, end_ms: START + 3000 },
});
const nanos = tableCapture('nanos', [{ ...time, type: 'BIGINT', unit: 'ns' }], {
  time_base: 'epoch',
  time_range: { start_ms: START, end_ms: START + 3 },
});
const stamps = tableCapture(
  'stamps',
  [
    { name: 'when', type: 'TIMESTAMP', role: 'time' },
    { name: 'Name', type: 'VARCHAR' },
  ],
  {
    time_base: 'epoch',
    time_range: { start_ms: START, end_ms: START + 2 },
  },
);
const captures = opened(lab, old, floats, seconds, nanos, stamps);

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
  await load(engine, lab, [
    { packet_no: 1, ts_us: at(0), channel: 37, rssi: -40, crc_ok: true, local_name: "O'Brien" },
    { packet_no: 2, ts_us: at(10, 999), channel: 38, rssi: -92, crc_ok: false },
    { packet_no: 3, ts_us: at(11), channel: 39, rssi: -93, receiver: 'rx-north-2' },
    { packet_no: 4, ts_us: at(1000), channel: 37, rssi: null, local_name: '100%' },
    { packet_no: 5, ts_us: null, channel: 37, rssi: -50 },
  ]);
  await load(engine, old, [{ packet_no: 1, ts_us: 5000n, channel: 37, rssi: -60 }]);
  await load(engine, floats, [
    { when: 0, ch: 1n, f: 0.1, capture_id: 'theirs' },
    { when: 0.123, ch: 2n, f: 0.2 },
    { when: 0.124, ch: 1n, f: 0.3 },
    { when: NaN, ch: 1n },
  ]);
  await load(
    engine,
    seconds,
    [0n, 1n, 3n].map((second) => ({ when: BigInt(START / 1000) + second })),
  );
  await load(
    engine,
    nanos,
    [0n, 1_999_999n, 2_000_000n, 3_000_000n].map((ns) => ({ when: BigInt(START) * 1_000_000n + ns })),
  );
  await load(engine, stamps, [{ when: at(0), Name: 'x' }, { when: at(1, 500) }, { when: at(2) }]);
});
afterAll(() => engine.close());

function select(raw: unknown): NormalSelection {
  const result = normaliseSelection(raw, captures);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
}

async function values(raw: unknown, expression: string): Promise<unknown[]> {
  const { sql, values: bound } = toRelation(select(raw), captures);
  const answer = await engine.answer(`SELECT ${expression} AS it FROM (${sql}) AS rows ORDER BY 1`, bound);
  const { values: cells, valid } = answer.column('it');
  return Array.from({ length: answer.rows }, (_, row) => (valid?.[row] === 0 ? null : cells[row]));
}

const packets = (selectors: object) => values({ capture_id: 'lab', selectors }, 'packet_no');

test.each<[string, number[]]>([
  ['rssi > -92.5', [1, 2, 5]],
  ['rssi >= -92', [1, 2, 5]],
  ['channel = 300', []],
  ['channel < 1e30', [1, 2, 3, 4, 5]],
  ['-92 < rssi', [1, 5]],
  ['channel IN (37, 38.5)', [1, 4, 5]],
  ['channel NOT IN (37)', [2, 3]],
  ['rssi BETWEEN -93 AND -90', [2, 3]],
  ['rssi NOT BETWEEN -93 AND -90', [1, 5]],
  ["local_name LIKE 'O%n'", [1]],
  ["local_name LIKE '%''%'", [1]],
  ['local_name IS NULL', [2, 3, 5]],
  ['crc_ok', [1]],
  ['NOT crc_ok', [2]],
  ['crc_ok = FALSE OR "RSSI" = -93', [2, 3]],
  ['rssi = channel OR rssi < channel AND crc_ok', [1]],
  ["capture_id = 'lab' AND packet_no < 3", [1, 2]],
  ['adv_data IS NULL AND service_uuids IS NULL AND packet_no = 1', [1]],
  [`ts_us >= ${at(11)}`, [3, 4]],
])('%s', async (filter, expected) => {
  expect(await packets({ filters: [filter] })).toEqual(expected);
});

it('a chain of more terms than the engine can nest is compiled', async () => {
  expect(
    await packets({ filters: ['crc_ok'.concat(' OR crc_ok'.repeat(600)), 'crc_ok'.concat(' AND NOT NOT crc_ok'.repeat(300))] }),
  ).toEqual([1]);
});

describe('time', () => {
  it('includes both bounds to the millisecond, and excludes rows without a time', async () => {
    expect(await packets({ time_range: { start_ms: 10, end_ms: 10 } })).toEqual([2]);
    expect(await packets({ time_range: { start_ms: START, end_ms: START + 1000 } })).toEqual([1, 2, 3, 4]);
    expect(await packets({})).toEqual([1, 2, 3, 4, 5]);
  });

  test.each<[string, string, number, number, number[]]>([
    ['seconds as DOUBLE', 'floats', 123, 123, [123_000]],
    ['whole seconds', 'seconds', 1, 2999, [1000]],
    ['whole seconds, on the bound', 'seconds', 1000, 3000, [1000, 3000]],
    ['nanoseconds', 'nanos', 0, 1, [0, 1.999999]],
    ['TIMESTAMP', 'stamps', 1, 2, [1.5, 2]],
  ])('%s', async (_, capture_id, start_ms, end_ms, expected) => {
    const scale = {
      floats: 'ts_us',
      seconds: `ts_us / 1000 - ${START}`,
      nanos: `"when" / 1e6 - ${START}`,
      stamps: `ts_us / 1000 - ${START}`,
    }[capture_id]!;
    const found = await values({ capture_id, selectors: { time_range: { start_ms, end_ms } } }, `(${scale})::DOUBLE`);
    expect(found).toHaveLength(expected.length);
    expected.forEach((value, index) => expect(found[index]).toBeCloseTo(value, 2));
  });

  it('of captures with and without a wall clock is applied to the clock of each', async () => {
    const both = (time_window: object) => values({ capture_ids: ['lab', 'old'], time_window }, "capture_id || ' ' || packet_no");
    expect(await both({ start_ms: 0, end_ms: 5 })).toEqual(['lab 1', 'old 1']);
    expect(await both({ start_ms: START, end_ms: START + 5 })).toEqual(['lab 1']);
  });
});

describe('rows', () => {
  it('of a selection of channels and receivers have any of them', async () => {
    expect(await packets({ channels: ['38', 'rx-north-2'] })).toEqual([2, 3]);
    expect(await values({ capture_id: 'floats', selectors: { channels: ['2'] } }, 'ch::INTEGER')).toEqual([2]);
    expect(await values({ capture_ids: ['lab', 'stamps'], selectors: { channels: ['37'] } }, 'capture_id')).toEqual(['lab', 'lab', 'lab']);
  });

  it('of several captures have columns matched by name, with capture_id first and a time in µs', async () => {
    const { sql, values: bound } = selectRows(select({ capture_ids: ['floats', 'lab', 'stamps'] }), captures);
    const answer = await engine.answer(`SELECT * FROM (${sql}) AS rows`, bound);
    expect(answer.columns.slice(0, 4).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'capture_id VARCHAR',
      'ts_us BIGINT',
      'when VARCHAR',
      'ch BIGINT',
    ]);
    expect(new Set(Array.from(answer.column('capture_id').values))).toEqual(new Set(['floats', 'lab', 'stamps']));
    expect(answer.rows).toBe(12);
  });

  it('have NULL in a column that only another capture has', async () => {
    expect(await values({ capture_ids: ['lab', 'stamps'], filter_expression: "NAME = 'x' OR rssi = -40" }, 'capture_id')).toEqual([
      'lab',
      'stamps',
    ]);
    expect(await values({ capture_ids: ['lab', 'stamps'], filter_expression: 'packet_no IS NULL' }, 'capture_id')).toEqual(
      Array(3).fill('stamps'),
    );
  });

  it('compare FLOAT as FLOAT and times as times', async () => {
    expect(await values({ capture_id: 'floats', selectors: { filters: ['f = 0.1 OR f IN (0.2)'] } }, 'ch::INTEGER')).toEqual([1, 2]);
    expect(await values({ capture_id: 'stamps', selectors: { filters: ['"when" >= \'2024-04-03T08:00:00.0015Z\''] } }, '1')).toHaveLength(
      2,
    );
  });
});

describe('text from outside', () => {
  const hostile = ["'; DROP TABLE lab; --", "' OR '1'='1", '"; --', "\\'", '?', '$1', '\0', "x' UNION SELECT 1", '%', '😀'];

  test.each(hostile)('%j is a value', async (text) => {
    const literal = `'${text.replaceAll("'", "''")}'`;
    const selection = select({ capture_id: 'lab', selectors: { filters: [`local_name = ${literal}`] } });
    const { sql, values: bound } = toRelation(selection, captures);
    expect(bound).toEqual(['lab', text]);
    expect(sql).toBe('SELECT CAST(? AS VARCHAR) AS capture_id, * FROM "lab" WHERE ("local_name" = CAST(? AS VARCHAR))');
    expect(await packets({ filters: [`local_name = ${literal}`] })).toEqual([]);
  });

  it('never reaches the SQL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const literal = `'${text.replaceAll("'", "''")}'`;
        const { sql, values: bound } = toRelation(
          select({ capture_id: 'lab', selectors: { filters: [`local_name IN ('a', ${literal})`] } }),
          captures,
        );
        expect(sql).toBe(
          'SELECT CAST(? AS VARCHAR) AS capture_id, * FROM "lab" WHERE ("local_name" IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)))',
        );
        expect(bound).toEqual(['lab', 'a', text]);
      }),
    );
  });

  it('in names of columns is quoted', async () => {
    const name = 'a" = 1; DROP TABLE lab; --';
    const odd = tableCapture('odd', [{ name, type: 'DOUBLE' }]);
    await load(engine, odd, [{ [name]: 1 }, { [name]: 2 }]);
    const selection = normaliseSelection({ capture_id: 'odd', selectors: { filters: ['"a"" = 1; DROP TABLE lab; --" > 1'] } }, opened(odd));
    if (!selection.ok) throw new Error(JSON.stringify(selection.errors));
    const { sql, values: bound } = toRelation(selection.value, opened(odd));
    expect((await engine.answer(`SELECT count(*)::INTEGER AS n FROM (${sql})`, bound)).column('n').values[0]).toBe(1);
  });
});

it('a capture that was closed since is named', () => {
  expect(() => toRelation(select({ capture_id: 'lab' }), opened(old))).toThrow('lab was closed');
});
