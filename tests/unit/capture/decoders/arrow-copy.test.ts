import {
  binary,
  columnFromArray,
  dictionary,
  int32,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  timestamp,
  utf8,
  TimeUnit,
} from '@uwdata/flechette';
import type { DataType } from '@uwdata/flechette';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyRun } from '../../../../src/capture/decoders/arrow-copy.ts';
import { createWriter } from '../../../../src/capture/decoders/value-columns.ts';
import { openArrow } from '../../../../src/tables/arrow-file.ts';
import { encodeIpc } from '../../../../src/tables/arrow.ts';
import { Batch } from '../../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../../src/tables/column.ts';

const noCodec = () => {
  throw new Error('nothing is compressed here');
};

/** Values through an Arrow stream, then rows [from, …) of it through `copyRun` and another stream. */
function copied(values: readonly unknown[], type: DataType, spec: ColumnSpec, from: number): unknown[] {
  const ipc = tableToIPC(tableFromColumns({ c: columnFromArray([...values], type) }), { format: 'stream' });
  const file = openArrow(ipc ?? new Uint8Array(0), { lz4: noCodec, zstd: noCodec });
  const rows = values.length - from;
  const batch = new Batch([spec], Math.max(1, rows));
  const [column] = batch.columns;
  if (column === undefined) throw new Error('one column was asked for');
  copyRun(
    file.run(0, 0),
    from,
    rows,
    column,
    createWriter(column, () => NaN),
  );
  batch.rows = rows;
  return [...(tableFromIPC(encodeIpc(batch), { useBigInt: true, useBigIntTimestamp: true }).getChildAt(0) as Iterable<unknown>)];
}

const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 9 }), { nil: null, freq: 4 });
const bytes = fc.option(fc.uint8Array({ maxLength: 9 }), { nil: null, freq: 4 });
const from = fc.nat({ max: 11 });
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 12, maxLength: 40 });

describe('copyRun', () => {
  it('copies text as a whole, value by value and through its dictionary, from any row on', () => {
    fc.assert(
      fc.property(some(text), from, (values, start) => {
        const expected = values.slice(start);
        expect(copied(values, utf8(), { name: 'c', type: 'VARCHAR', storage: 'plain' }, start)).toEqual(expected);
        expect(copied(values, utf8(), { name: 'c', type: 'VARCHAR' }, start)).toEqual(expected);
        expect(copied(values, dictionary(utf8(), int32()), { name: 'c', type: 'VARCHAR' }, start)).toEqual(expected);
      }),
    );
  });

  it('copies bytes, whatever they are', () => {
    fc.assert(
      fc.property(some(bytes), from, (values, start) => {
        expect(copied(values, binary(), { name: 'c', type: 'BLOB' }, start)).toEqual(values.slice(start));
      }),
    );
  });

  it('refuses text that is no UTF-8, cut within a character or not', () => {
    const spec: ColumnSpec = { name: 'c', type: 'VARCHAR', storage: 'plain' };
    const rows = (...parts: number[][]) => parts.map((part) => Uint8Array.from(part));
    expect(() => copied(rows([0x61], [0xff]), binary(), spec, 0)).toThrow(/expected VARCHAR/);
    expect(() => copied(rows([0x61, 0xc3], [0xa4]), binary(), spec, 0)).toThrow(/expected VARCHAR/);
    expect(copied(rows([0x61], [0xc3, 0xa4]), binary(), spec, 0)).toEqual(['a', 'ä']);
  });

  it('gives milliseconds as microseconds, beyond what a double holds too', () => {
    fc.assert(
      fc.property(some(fc.integer({ min: -8.64e15, max: 8.64e15 })), from, (values, start) => {
        const type = timestamp(TimeUnit.MILLISECOND, 'UTC');
        const found = copied(values, type, { name: 'c', type: 'TIMESTAMP' }, start);
        expect(found.map(BigInt as (value: unknown) => bigint)).toEqual(
          values.slice(start).map((value) => BigInt.asIntN(64, BigInt(value) * 1000n)),
        );
      }),
    );
  });
});
