import * as flechette from '@uwdata/flechette';
import fc from 'fast-check';
import { initSync, Table, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm/esm/parquet_wasm.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { parquetDecoder } from '../../../../src/capture/decoders/parquet.ts';
import { decodeTable, nodeAssets } from '../../../support/decode-table.ts';

const { binary, bool, dateDay, dictionary, float32, float64, int16, int32, int64, int8, list, timestamp, TimeUnit, uint16, uint32, uint64, uint8, utf8 } =
  flechette; // prettier-ignore

const whole = (min: number, max: number) => fc.integer({ min, max });
const time = whole(-62e12, 250e12);

/** Every layout that is read where it lies, with values of its type. */
const COLUMNS: Readonly<Record<string, readonly [flechette.DataType, fc.Arbitrary<unknown>]>> = {
  i8: [int8(), whole(-128, 127)],
  u8: [uint8(), whole(0, 255)],
  i16: [int16(), whole(-32768, 32767)],
  u16: [uint16(), whole(0, 65535)],
  i32: [int32(), whole(-(2 ** 31), 2 ** 31 - 1)],
  u32: [uint32(), whole(0, 2 ** 32 - 1)],
  i64: [int64(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  u64: [uint64(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })],
  f32: [float32(), fc.float({ noNaN: true })],
  f64: [float64(), fc.double({ noNaN: true })],
  flag: [bool(), fc.boolean()],
  day: [dateDay(), whole(-30_000, 90_000).map((days) => days * 86_400_000)],
  at: [timestamp(TimeUnit.MILLISECOND, 'UTC'), time],
  fine: [timestamp(TimeUnit.MICROSECOND, 'UTC'), time],
  note: [utf8(), fc.string({ unit: 'grapheme', maxLength: 6 })],
  word: [dictionary(utf8(), int32()), fc.constantFrom('a', 'bc', '', 'Zoë 手')],
  few: [dictionary(utf8(), uint8()), fc.constantFrom('x', 'yy')],
  data: [binary(), fc.uint8Array({ maxLength: 5 })],
};
const names = Object.keys(COLUMNS);
const anyRow = fc.record(Object.fromEntries(names.map((name) => [name, fc.option(COLUMNS[name]![1], { nil: null, freq: 5 })])));

type Row = Readonly<Record<string, unknown>>;

function arrowOf(rows: readonly Row[], nested: boolean): Uint8Array {
  const columns = Object.fromEntries(names.map((name) => [name, flechette.columnFromArray(rows.map((row) => row[name]), COLUMNS[name]![0])])); // prettier-ignore
  const tags = { tags: flechette.columnFromArray(rows.map(({ note }) => (note === null ? null : [note])), list(utf8())) }; // prettier-ignore
  return flechette.tableToIPC(flechette.tableFromColumns({ ...columns, ...(nested && tags) }), { format: 'stream' })!;
}

/** Row groups of 20 rows, read in batches of 16. */
async function through(ipc: Uint8Array) {
  const file = writeParquet(Table.fromIPCStream(ipc), new WriterPropertiesBuilder().setMaxRowGroupSize(20).build());
  return decodeTable(parquetDecoder, file, { fileName: 'table.parquet', batchRows: 16 });
}

/** What the file was written from, read by the library. */
const valuesOf = (ipc: Uint8Array): unknown[][] => {
  const table = flechette.tableFromIPC(ipc, { useBigInt: true });
  const columns = names.map((_, i) => [...(table.getChildAt(i) as Iterable<unknown>)]);
  return Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column[row]));
};

describe('Parquet', () => {
  beforeAll(async () => {
    const module = await nodeAssets.parquetModule();
    initSync({ module: module instanceof Blob ? await module.arrayBuffer() : module });
  });

  it('gives the values that were written, where they lie and as a stream, over several windows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 70 }), async (rows) => {
        const [flat, nested] = [arrowOf(rows, false), arrowOf(rows, true)];
        const [lying, streamed] = [await through(flat), await through(nested)];
        expect(lying.problems).toEqual([]);
        expect(lying.rows).toEqual(valuesOf(flat));
        // A nested column makes the whole file come as a stream.
        expect(streamed.problems).toEqual([]);
        expect(streamed.specs.slice(0, names.length)).toEqual(lying.specs);
        expect(streamed.rows.map((row) => row.slice(0, names.length))).toEqual(lying.rows);
      }),
      { numRuns: 25 },
    );
  });
});
