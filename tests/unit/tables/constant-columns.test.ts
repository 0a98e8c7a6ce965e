import { describe, expect, it } from 'vitest';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { constantOf } from '../../../src/tables/constants.ts';

/** Columns are compared in words of 32 bits, so a difference has to be found at every place of a word and behind the last one. */
describe.each(['UTINYINT', 'USMALLINT', 'UINTEGER', 'INTEGER', 'VARCHAR'] as const)('a column of %s', (type) => {
  const column = (rows: number, other: number): ReturnType<typeof constantOf> => {
    const spec: ColumnSpec = { name: 'x', type };
    const batch = new Batch([spec], 64);
    for (let row = 0; row < rows; row++) {
      const value = row === other ? 7 : 5;
      if (type === 'VARCHAR') batch.dictionary('x').setText(row, String(value));
      else batch.fixed('x', type).set(row, value);
    }
    const [written] = batch.columns;
    return written === undefined ? undefined : constantOf(written, rows);
  };

  it('is constant where every value is the same, and only there', () => {
    for (let rows = 1; rows <= 19; rows++) {
      expect(column(rows, -1)).toBe(type === 'VARCHAR' ? '5' : 5);
      for (let other = 0; rows > 1 && other < rows; other++) expect(column(rows, other)).toBeUndefined();
    }
  });
});
