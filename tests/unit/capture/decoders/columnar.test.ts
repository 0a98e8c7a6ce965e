import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrowDecoder } from '../../../../src/capture/decoders/arrow.ts';
import { parquetDecoder } from '../../../../src/capture/decoders/parquet.ts';
import type { Decoder } from '../../../../src/capture/decoder.ts';
import { decodeTable } from '../../../support/decode-table.ts';

/** See `make.py` beside the fixtures: rows follow from their number. */
const FOLDER = 'tests/fixtures/tables';
const files = readdirSync(FOLDER).filter((name) => /\.(?:parquet|feather|arrows?)$/.test(name));
const decoderOf = (name: string): Decoder => (name.endsWith('.parquet') ? parquetDecoder : arrowDecoder);
const read = (name: string) => new Uint8Array(readFileSync(`${FOLDER}/${name}`));

const START = BigInt(Date.UTC(2020, 4, 7, 13));
const some = <T>(i: number, value: T): T | null => (i % 7 === 3 ? null : value);

function expectedRow(i: number): Record<string, unknown> {
  const n = BigInt(i);
  return {
    ts: Number(START) + 1.5 * i,
    ts_ms: some(i, Number(START) + i),
    ts_ns: Number(START) + i / 1000,
    day: some(i, (i - 1) * 86_400_000),
    i8: some(i, -i),
    u8: 200 + (i % 50),
    i16: some(i, -300 * i),
    u16: 65_535 - i,
    i32: some(i, -70_000 * i),
    u32: 4_294_967_295 - i,
    i64: some(i, -(2n ** 53n) - n),
    u64: 2n ** 64n - 1n - n,
    f32: some(i, i / 4),
    f64: some(i, i / 3),
    flag: some(i, i % 2 === 0),
    address: `aa:bb:cc:dd:ee:0${i % 5}`,
    note: some(i, `Zoë ${i} 手`),
    kind: some(i, 'abc'[i % 3]),
    data: some(i, Uint8Array.of(i, 255 - i)),
    money: i / 100,
    tags: some(
      i,
      Array.from({ length: i % 3 }, (_, k) => `t${k}`),
    ),
    point: some(i, `{"x":${i},"y":null}`),
    channel: 37 + (i % 3),
    rssi: -40 - i,
  };
}

const TYPES = {
  ts: 'TIMESTAMP', ts_ms: 'TIMESTAMP', ts_ns: 'TIMESTAMP', day: 'DATE', i8: 'TINYINT', u8: 'UTINYINT', i16: 'SMALLINT', u16: 'USMALLINT',
  i32: 'INTEGER', u32: 'UINTEGER', i64: 'BIGINT', u64: 'UBIGINT', f32: 'FLOAT', f64: 'DOUBLE', flag: 'BOOLEAN', address: 'VARCHAR', note: 'VARCHAR',
  kind: 'VARCHAR', data: 'BLOB', money: 'DOUBLE', tags: 'VARCHAR[]', point: 'VARCHAR', channel: 'UTINYINT', rssi: 'SMALLINT',
}; // prettier-ignore

describe('Parquet and Arrow tables', () => {
  it.each(files)('%s reads with every type, value and NULL', async (name) => {
    const bytes = read(name);
    expect(decoderOf(name).probe({ bytes: bytes.subarray(0, 4096), complete: false, file_name: 'x' })?.confidence).toBeGreaterThan(0.8);
    const table = await decodeTable(decoderOf(name), bytes, { fileName: name });
    expect(table.problems).toEqual([]);
    expect(Object.fromEntries(table.specs.map((spec) => [spec.name, spec.type]))).toEqual(TYPES);
    expect(table.specs.filter(({ role }) => role !== undefined).map(({ name: column, role }) => [column, role])).toEqual([
      ['ts', 'time'],
      ['address', 'address'],
      ['channel', 'channel'],
      ['rssi', 'rssi'],
    ]);
    expect(table.rows).toHaveLength(60);
    table.rows.forEach((row, i) => {
      const found = Object.fromEntries(table.specs.map((spec, c) => [spec.name, plain(row[c])]));
      expect(found, `row ${i}`).toEqual(Object.fromEntries(Object.entries(expectedRow(i)).map(([key, value]) => [key, plain(value)])));
    });
    expect(table.end).toMatchObject({ channels: ['37', '38', '39'], time_base: 'epoch' });
    expect(table.end.time_range_us).toEqual({ start: START * 1000n, end: START * 1000n + 1500n * 59n });
  });

  it.each(files)('%s with flipped bytes or cut short gives rows, problems or one clear error', async (name) => {
    const original = read(name);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: original.length }),
        fc.boolean(),
        async (flips, length, cut) => {
          const bytes = original.slice(0, cut ? length : original.length);
          for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
          const outcome: unknown = await decodeTable(decoderOf(name), bytes, { fileName: name }).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'WorkbenchError', code: 'UNREADABLE_FILE' });
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });

  it('says what it does not read', async () => {
    const text = (value: string) => new TextEncoder().encode(value.padEnd(64, ' '));
    await expect(decodeTable(parquetDecoder, text('PAR1'))).rejects.toThrow(/expected a readable Parquet file/);
    await expect(decodeTable(parquetDecoder, text('PARE'))).rejects.toThrow(/without encryption/);
    await expect(decodeTable(arrowDecoder, text('FEA1'))).rejects.toThrow(/Feather version 1/);
    await expect(decodeTable(arrowDecoder, text('ARROW1'))).rejects.toThrow(/expected an Arrow IPC file or stream/);
  });
});

/** Comparable: floats of 32 bits rounded, bytes as lists, times as milliseconds. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (typeof value === 'number') return Math.round(value * 1e6) / 1e6 + 0;
  return value !== null && typeof value === 'object' && Symbol.iterator in value ? [...(value as Iterable<unknown>)] : value;
}
