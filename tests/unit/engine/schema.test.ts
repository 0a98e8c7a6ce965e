import { describe, expect, it } from 'vitest';
import { growTableSql, newTableSql, quoteName } from '../../../src/engine/schema.ts';

describe('tables as SQL', () => {
  it('quotes names and keeps types', () => {
    const columns = [
      { name: 'a"b', type: 'USMALLINT' },
      { name: "x'; DROP TABLE t; --", type: 'VARCHAR[]' },
    ];
    const nothing = `CAST(NULL AS USMALLINT) AS "a""b", CAST(NULL AS VARCHAR[]) AS "x'; DROP TABLE t; --"`;
    expect(newTableSql('c_1', columns)).toBe(
      `CREATE VIEW "c_1" AS SELECT ${nothing} WHERE false; CREATE VIEW numbered."c_1" AS SELECT NULL::BIGINT AS rowid, ${nothing} WHERE false`,
    );
    const grown = growTableSql('c_1', { columns, stored: [] }, { columns, stored: ["x'; DROP TABLE t; --"] });
    expect(grown).toContain(`CREATE TABLE stored."c_1" ("x'; DROP TABLE t; --" VARCHAR[])`);
    expect(grown).toContain(
      `CREATE OR REPLACE VIEW "c_1" AS SELECT CAST(NULL AS USMALLINT) AS "a""b", "x'; DROP TABLE t; --" FROM stored."c_1"`,
    );
  });

  it('rejects unknown types and an empty list of columns', () => {
    for (const type of ['', 'INT); DROP TABLE t; --', 'TIMESTAMPTZ', 'VARCHAR DEFAULT 1', 'integer', 'DECIMAL']) {
      expect(() => newTableSql('t', [{ name: 'a', type }]), type).toThrow(/expected a column type/);
    }
    expect(() => newTableSql('t', [])).toThrow(/at least one column/);
  });

  it('rejects invalid names', () => {
    expect(() => quoteName('')).toThrow(/without NUL/);
    expect(() => quoteName('a\0b')).toThrow(/without NUL/);
  });
});
