import { describe, expect, it } from 'vitest';
import { isFatal, locate, parseDuckDbError, sqlError } from '../../../src/engine/errors.ts';

const json = (type: string, message: string, position?: number) =>
  new Error(
    JSON.stringify({ exception_type: type, exception_message: message, ...(position === undefined ? {} : { position: String(position) }) }),
  );

describe('parseDuckDbError', () => {
  it('parses JSON, with and without a leading type', () => {
    expect(parseDuckDbError(json('Binder', 'no column "zz"\nCandidate bindings: "a"', 7))).toEqual({
      type: 'Binder',
      message: 'no column "zz"',
      hint: 'Candidate bindings: "a"',
      byte: 7,
    });
    expect(parseDuckDbError(new Error(`Parser Error: ${json('Parser', 'syntax error', 0).message}`))).toMatchObject({
      type: 'Parser',
      byte: 0,
    });
  });

  it('parses the plain form without the caret', () => {
    const text = 'Binder Error: Referenced column "zz" was not found\n\nLINE 1: SELECT zz\n               ^';
    expect(parseDuckDbError(new Error(text))).toEqual({
      type: 'Binder',
      message: 'Referenced column "zz" was not found',
      hint: '',
      byte: null,
    });
  });

  it('returns the inner of two errors, and leaves out internal names of the catalog', () => {
    const inner = json('Conversion', 'BIGINT -> TIMESTAMP').message;
    expect(parseDuckDbError(json('Conversion', `Failed to insert into table 'x': ${inner}`))).toMatchObject({
      message: 'BIGINT -> TIMESTAMP',
    });
    expect(parseDuckDbError(json('Catalog', 'Table with name a does not exist!\nDid you mean "pg_enum"?')).hint).toBe('');
  });

  it('accepts any thrown value', () => {
    for (const thrown of [undefined, null, 7, '', new Error(''), new Error('{"exception_type"'), { a: 1 }]) {
      expect(typeof parseDuckDbError(thrown).message).toBe('string');
    }
  });
});

describe('sqlError', () => {
  it("maps byte offsets in DuckDB's statement to characters in the person's text", () => {
    const sql = "SELECT 'ä𝄞',\n  zz";
    const error = sqlError(json('Binder', 'no column', 29), { sql, byteOffset: 10 });
    expect(error).toMatchObject({ code: 'SQL_ERROR', message: 'Binder error: no column' });
    expect(error.details['position']).toEqual({ line: 2, column: 3, offset: 16 });
  });

  it('has no position if it lies outside the text', () => {
    expect(sqlError(json('Binder', 'x', 3), { sql: 'SELECT', byteOffset: 10 }).details).not.toHaveProperty('position');
    expect(sqlError(json('Binder', 'x', 300), { sql: 'SELECT', byteOffset: 0 }).details).not.toHaveProperty('position');
  });

  it('distinguishes lack of memory and a broken engine from invalid SQL', () => {
    const { code, message } = sqlError(json('Out of Memory', 'failed to allocate'));
    expect(code).toBe('OUT_OF_MEMORY');
    expect(message).toContain('failed to allocate; for data larger than memory, type: capture-workbench query');
    const trap = Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' });
    expect(sqlError(trap).code).toBe('ENGINE_LOST');
    expect(isFatal(json('FATAL', 'database has been invalidated'))).toBe(true);
    expect(isFatal(json('Invalid Input', 'memory access out of bounds'))).toBe(false);
  });

  it('says that extensions are not available', () => {
    const error = sqlError(json('Catalog', 'json_extract exists in the json extension.\n\nPlease try INSTALL json;'));
    expect(error.details['hint']).toContain('not part of this page');
  });
});

describe('locate', () => {
  it('counts lines and columns from 1', () => {
    expect(locate('a\nbc', 0)).toEqual({ line: 1, column: 1, offset: 0 });
    expect(locate('a\nbc', 3)).toEqual({ line: 2, column: 2, offset: 3 });
    expect(locate('abc', 4)).toBeNull();
    expect(locate('abc', -1)).toBeNull();
  });
});
