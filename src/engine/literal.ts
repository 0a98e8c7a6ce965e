import type { SqlValue } from './engine.ts';

/**
 * Writes a value as an SQL literal that has exactly this value. Values reach DuckDB as arguments of `EXECUTE prepared(…)`, after it has
 * parsed the statement. DuckDB-WASM's own parameter binding is not used: it goes through JSON, which has no BIGINT and no NaN, and cannot
 * be cancelled. In strings, only quotes are escaped, by doubling; NUL, which would end the text, becomes chr(0).
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
  // Cast from text, because a plain 0.1 would be a DECIMAL, while the cast preserves every bit of the double.
  return `'${Object.is(value, -0) ? '-0' : value}'::DOUBLE`;
}
