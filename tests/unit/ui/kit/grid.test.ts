import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, sortRows } from '../../../../src/base/table.ts';
import { columnWidths } from '../../../../src/ui/kit/grid.ts';

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
