import { describe, expect, it } from 'vitest';
import { SentColumns } from '../../../src/capture/sent-columns.ts';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';

const specs: ColumnSpec[] = [
  { name: 'n', type: 'INTEGER' },
  { name: 'word', type: 'VARCHAR' },
  { name: 'bit', type: 'BOOLEAN' },
  { name: 'part', type: 'DOUBLE' },
  { name: 'bytes', type: 'BLOB' },
];
type Row = readonly [n: number | null, word: string | null, bit: boolean | null];

function batchOf(rows: readonly Row[]): Batch {
  const batch = new Batch(specs, rows.length);
  rows.forEach(([n, word, bit], row) => {
    if (n !== null) batch.fixed('n', 'INTEGER').set(row, n);
    if (word !== null) batch.dictionary('word').setText(row, word);
    if (bit !== null) batch.bool('bit').set(row, bit);
    batch.fixed('part', 'DOUBLE').set(row, 0);
    batch.bytes('bytes').setText(row, 'x');
  });
  batch.rows = rows.length;
  return batch;
}

/** Names of the columns that are sent of each batch, and the constants beside them. */
function sent(...batches: readonly (readonly Row[])[]) {
  const columns = new SentColumns();
  return batches.map((rows) => {
    const next = columns.next(batchOf(rows));
    return { sent: next.columns.map(({ spec }) => spec.name).join(' '), constants: Object.fromEntries(next.constants) };
  });
}

describe('columns that are sent', () => {
  it('are those that differ, those that are no constants of a statement, and one for the rows', () => {
    expect(sent([[1, 'a', true], [2, 'a', true]])).toEqual([{ sent: 'n part bytes', constants: { word: 'a', bit: true } }]); // prettier-ignore
    const columns = new SentColumns();
    const batch = new Batch(specs.slice(0, 2), 9);
    for (let row = 0; row < 9; row++) batch.fixed('n', 'INTEGER').set(row, 4);
    batch.rows = 9;
    expect(columns.next(batch).columns.map(({ spec }) => spec.name)).toEqual(['n']);
  });

  it('a constant is sent from the batch on in which a row has another value, or none', () => {
    for (const other of [
      [3, 'b', true],
      [3, null, true],
    ] as const)
      // prettier-ignore
      expect(sent([[1, 'a', true], [2, 'a', true]], [[3, 'a', true]], [[3, 'a', true], other], [[4, 'a', true]])).toEqual([ // prettier-ignore
        { sent: 'n part bytes', constants: { word: 'a', bit: true } },
        { sent: 'n part bytes', constants: { word: 'a', bit: true } },
        { sent: 'n part bytes word', constants: { bit: true } },
        { sent: 'n part bytes word', constants: { bit: true } },
      ]);
  });

  it('a column whose first rows have no value is never a constant', () => {
    expect(sent([[1, null, true], [2, 'a', false]])[0]).toEqual({ sent: 'n word bit part bytes', constants: {} }); // prettier-ignore
    expect(
      sent(
        [
          [1, null, true],
          [2, null, false],
        ],
        [[3, 'a', true]],
      ),
    ).toEqual([
      // prettier-ignore
      { sent: 'n bit part bytes', constants: {} },
      { sent: 'n bit part bytes word', constants: {} },
    ]);
  });

  it('texts that a statement cannot hold, and long ones, are sent', () => {
    for (const text of ['a\0b', 'ß'.repeat(9)]) expect(sent([[1, text, true], [2, text, false]])[0]?.constants).toEqual({}); // prettier-ignore
    expect(sent([[1, 'ß'.repeat(8), true], [2, 'ß'.repeat(8), false]])[0]?.constants).toEqual({ word: 'ß'.repeat(8) }); // prettier-ignore
  });

  it('every row of the last byte of bits counts', () => {
    for (const rows of [7, 8, 9, 16, 17])
      for (let odd = 0; odd < rows; odd++) {
        const list = Array.from({ length: rows }, (_, row): Row => [row, 'a', row === odd]);
        expect(sent(list)[0]?.constants, `${rows} rows, ${odd}`).toEqual({ word: 'a' });
        const gaps = Array.from({ length: rows }, (_, row): Row => [row, 'a', row === odd ? null : false]);
        expect(sent(gaps)[0]?.constants).toEqual({ word: 'a' });
      }
  });
});
