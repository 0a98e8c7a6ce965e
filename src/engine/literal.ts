import type { SqlValue } from './engine.ts';

/**
 * A bound value as the one literal that means exactly it. Values reach DuckDB as arguments of
 * `EXECUTE prepared(…)`, so the statement is parsed before any value is seen; the detour through
 * literals is there because DuckDB-WASM's own binding goes through JSON, which has no BIGINT and no NaN,
 * and cannot be cancelled. Strings have no escapes but the doubled quote; NUL, which would end the text, is spelt chr(0).
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
