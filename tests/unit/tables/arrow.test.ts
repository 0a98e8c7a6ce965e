import { tableFromIPC } from '@uwdata/flechette';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeIpc, emptyIpc } from '../../../src/tables/arrow.ts';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { ReusedBuffer } from '../../../src/tables/reused-buffer.ts';

const SPECS: readonly ColumnSpec[] = [
  { name: 'n', type: 'INTEGER' },
  { name: 'big', type: 'BIGINT' },
  { name: 'd', type: 'DOUBLE' },
  { name: 'ok', type: 'BOOLEAN' },
  { name: 'word', type: 'VARCHAR' },
  { name: 'text', type: 'VARCHAR', storage: 'plain' },
  { name: 'blob', type: 'BLOB' },
  { name: 'tags', type: 'VARCHAR[]' },
  { name: 'at', type: 'TIMESTAMP' },
];

const nullable = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null, freq: 3 });
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const row = fc.record({
  n: nullable(fc.integer()),
  big: nullable(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  d: nullable(fc.double({ noNaN: true })),
  ok: nullable(fc.boolean()),
  word: nullable(fc.constantFrom('', 'ä', 'name', 'ADV_IND')),
  text: nullable(text),
  blob: nullable(fc.uint8Array({ maxLength: 100 })),
  tags: nullable(fc.array(text, { maxLength: 3 })),
  at: nullable(fc.bigInt({ min: 0n, max: 2n ** 50n })),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

function write(batch: Batch, rows: readonly Row[]): void {
  const n = batch.fixed('n', 'INTEGER');
  const big = batch.fixed('big', 'BIGINT');
  const d = batch.fixed('d', 'DOUBLE');
  const at = batch.fixed('at', 'TIMESTAMP');
  rows.forEach((value, i) => {
    if (value.n !== null) n.set(i, value.n);
    if (value.big !== null) big.set(i, value.big);
    if (value.d !== null) d.set(i, value.d);
    if (value.ok !== null) batch.bool('ok').set(i, value.ok);
    if (value.word !== null) batch.dictionary('word').setText(i, value.word);
    if (value.text !== null) batch.bytes('text').setText(i, value.text);
    if (value.blob !== null) batch.bytes('blob').set(i, value.blob);
    if (value.tags !== null) {
      batch.list('tags').open(i);
      for (const tag of value.tags) batch.list('tags').push(i, tag);
    }
    if (value.at !== null) at.set(i, value.at);
  });
  batch.rows = rows.length;
}

function read(ipc: Uint8Array): Row[] {
  const table = tableFromIPC(ipc, { useBigInt: true, useBigIntTimestamp: true });
  return Array.from({ length: table.numRows }, (_, i) =>
    Object.fromEntries(table.names.map((name) => [name, table.getChild(name).at(i) as unknown])),
  ) as Row[];
}

describe('encodeIpc', () => {
  it('keeps every value and every NULL in consecutive batches that share memory', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 40 }), { minLength: 1, maxLength: 4 }), (batches) => {
        const batch = new Batch(SPECS, 40);
        const sink = new ReusedBuffer();
        for (const rows of batches) {
          batch.clear();
          write(batch, rows);
          expect(read(encodeIpc(batch))).toEqual(rows);
          expect(read(encodeIpc(batch, { sink }))).toEqual(rows);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the schema of a batch without rows', () => {
    const table = tableFromIPC(emptyIpc(SPECS));
    expect(table.numRows).toBe(0);
    expect(table.names).toEqual(SPECS.map(({ name }) => name));
  });

  it('rejects a column name or type that does not exist', () => {
    const batch = new Batch(SPECS, 1);
    expect(() => batch.fixed('nope', 'INTEGER')).toThrow('no column nope');
    expect(() => batch.fixed('d', 'INTEGER')).toThrow('column d is no INTEGER');
    expect(() => batch.list('d')).toThrow('column d is no list');
  });
});
