import { describe, expect, it } from 'vitest';
import { createTableSql, quoteName } from '../../../src/engine/schema.ts';

describe('createTableSql', () => {
  it('quotes names and keeps types', () => {
    const columns = [
      { name: 'a"b', type: 'USMALLINT' },
      { name: "x'; DROP TABLE t; --", type: 'VARCHAR[]' },
    ];
    expect(createTableSql('c_1', columns)).toBe(`CREATE TABLE "c_1" ("a""b" USMALLINT, "x'; DROP TABLE t; --" VARCHAR[])`);
  });

  it('refuses types that are none, and no columns', () => {
    for (const type of ['', 'INT); DROP TABLE t; --', 'TIMESTAMPTZ', 'VARCHAR DEFAULT 1', 'integer', 'DECIMAL']) {
      expect(() => createTableSql('t', [{ name: 'a', type }]), type).toThrow(/expected a column type/);
    }
    expect(() => createTableSql('t', [])).toThrow(/at least one column/);
  });

  it('refuses names no name can be', () => {
    expect(() => quoteName('')).toThrow(/without NUL/);
    expect(() => quoteName('a\0b')).toThrow(/without NUL/);
  });
});
