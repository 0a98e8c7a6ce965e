import { describe, expect, it } from 'vitest';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { constantOf } from '../../../src/tables/constants.ts';

/** Columns are compared in 32-bit words, so a difference must be found at every position of a word and after the last whole word. */
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

  it('is constant exactly if all of its values are equal', () => {
    for (let rows = 1; rows <= 19; rows++) {
      expect(column(rows, -1)).toBe(type === 'VARCHAR' ? '5' : 5);
      for (let other = 0; rows > 1 && other < rows; other++) expect(column(rows, other)).toBeUndefined();
    }
  });
});
