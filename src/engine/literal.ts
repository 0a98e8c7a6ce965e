import type { SqlValue } from './engine.ts';

/**
 * The SQL literal with exactly the given value. Values reach DuckDB as arguments of `EXECUTE prepared(…)`, so the statement is parsed
 * before any value is seen. Literals are used because DuckDB-WASM's own parameter binding goes through JSON, which has no BIGINT and no
 * NaN, and cannot be cancelled. The only escape in strings is the doubled quote; NUL, which would end the text, becomes chr(0).
 */
export function literal(value: SqlValue): string {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? `(${value.split('\0').map(quoteText).join(' || chr(0) || ')})` : quoteText(value);
    case 'bigint':
      return `${value}`;
    case 'boolean':
      return value ? 'TRUE' : 'FALSE';
    case 'number':
      return numberLiteral(value);
    default:
      return 'NULL';
  }
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function numberLiteral(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return `${value}`;
  // A plain 0.1 would be a DECIMAL; the cast keeps every bit of the double.
  return `'${Object.is(value, -0) ? '-0' : value}'::DOUBLE`;
}
