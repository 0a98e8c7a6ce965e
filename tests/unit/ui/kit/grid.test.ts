import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, type GridSort, sortRows } from '../../../../src/base/table.ts';
import { type GridSource, loadedRows, someColumns } from '../../../../src/ui/kit/grid-source.ts';
import { columnWidths } from '../../../../src/ui/kit/grid.ts';
import type { TableFiles } from '../../../../src/ui/kit/table-files.ts';

describe('grid', () => {
  it('shows every kind of cell as text', () => {
    expect([null, undefined, 1.5, true, 'x', ['180D'], { a: 1 }].map(cellText)).toEqual([
      'NULL',
      'NULL',
      '1.5',
      'true',
      'x',
      '["180D"]',
      '{"a":1}',
    ]);
  });

  it('keeps widths readable', () => {
    const [narrow, wide, fixed] = columnWidths([{ title: 'n' }, { title: 'text' }, { title: 'f', width: 90 }], [[1, 'x'.repeat(5000), 1]]);
    expect(narrow).toBe(56);
    expect(wide).toBe(380);
    expect(fixed).toBe(90);
  });

  it('sorts numbers by value, text with its digits, and NULL last either way', () => {
    const rows = [
      ['a10', 2],
      ['a9', null],
      ['a1', 10],
    ];
    expect(sortRows(rows, { column: 0, descending: false }).map((row) => row[0])).toEqual(['a1', 'a9', 'a10']);
    expect(sortRows(rows, { column: 1, descending: false }).map((row) => row[1])).toEqual([2, 10, null]);
    expect(sortRows(rows, { column: 1, descending: true }).map((row) => row[1])).toEqual([10, 2, null]);
    expect(sortRows(rows, null)).toBe(rows);
  });

  it('loses no row by sorting', () => {
    const cell = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.boolean());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell)), fc.boolean(), (rows, descending) => {
        const sorted = sortRows(rows, { column: 0, descending });
        expect(new Set(sorted)).toEqual(new Set(rows));
        expect(sorted).toHaveLength(rows.length);
      }),
    );
  });
});

describe('a grid of some columns', () => {
  const columns = ['a', 'b', 'c'].map((title) => ({ title }));
  const rows = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  const sorted: GridSort[] = [];
  const all: GridSource = {
    ...loadedRows(columns, rows, {} as TableFiles),
    sort: { column: 2, descending: true },
    sortBy: (sort) => sorted.push(sort),
  };
  const some = someColumns(all, [0, 2]);

  it('draws only them, in rows, samples and copies', async () => {
    expect(some.columns.map(({ title }) => title)).toEqual(['a', 'c']);
    expect([some.row(1), some.row(2), some.sample[0]]).toEqual([[4, 6], undefined, [1, 3]]);
    expect(await some.head(1)).toEqual([[1, 3]]);
  });

  it('sorts by the column that is meant', () => {
    expect(some.sort).toEqual({ column: 1, descending: true });
    some.sortBy?.({ column: 1, descending: false });
    expect(sorted).toEqual([{ column: 2, descending: false }]);
  });
});
