import { WorkbenchError } from '../base/failure.ts';

/** A position in a person's SQL: line and column counted from 1, UTF-16 offset counted from 0. */
export interface SqlPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** An error message of DuckDB after parsing. `byte` is the position in UTF-8 bytes from the start of the statement. */
export interface DuckDbError {
  /** DuckDB's name for the kind of error, such as "Parser", "Binder", "Catalog" or "Out of Memory"; empty if the text names none. */
  readonly type: string;
  readonly message: string;
  /** The further lines of the message, such as candidate names and "Did you mean …". */
  readonly hint: string;
  readonly byte: number | null;
}

/** Advice at the end of an error message about too little memory: how to query larger data. */
const BEYOND = '; for data larger than memory, type: capture-workbench query STATEMENT FILE --engine native (more in docs/how-to/scale.md)';

/** Matches errors after which the memory of the WebAssembly instance cannot be trusted. */
const BROKEN_INSTANCE =
  /RuntimeError|Aborted\(|unreachable|memory access out of bounds|table index is out of bounds|function signature mismatch|database has been invalidated/i;

/** Matches suggestions of names from DuckDB's internal catalog, which do not help a person. */
const INTERNAL_NAMES = /"(?:pg_|sqlite_|duckdb_|information_schema)/;

const NO_EXTENSIONS = "DuckDB's extensions (json, parquet, icu, …) are not part of this page and nothing is fetched.";

/**
 * Parses an error of DuckDB: JSON with the setting `errors_as_json`, otherwise `Type Error: message` with a caret below it. Errors of
 * inserts contain a second error inside the first.
 */
export function parseDuckDbError(thrown: unknown): DuckDbError {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const start = text.indexOf('{"exception_type"');
  if (start >= 0) {
    const parsed = parseJson(text.slice(start));
    if (parsed !== null) return nested(parsed);
  }
  const plain = /^(?:([A-Z][A-Za-z ]*?) Error: )?([\s\S]*)$/.exec(text.split(/\n\s*\nLINE \d+:/)[0] ?? text);
  return duckDbError(plain?.[1] ?? '', plain?.[2] ?? text, null);
}

/**
 * Converts an error of DuckDB to a `WorkbenchError`.
 * @param origin a person's statement, and the byte at which it begins in the text that DuckDB parsed; absent for SQL of the product, whose
 * errors have no position
 */
export function sqlError(thrown: unknown, origin?: { readonly sql: string; readonly byteOffset: number }): WorkbenchError {
  if (thrown instanceof WorkbenchError) return thrown;
  const { type, message, hint, byte } = parseDuckDbError(thrown);
  if (isFatal(thrown)) return new WorkbenchError('ENGINE_LOST', `the query engine broke down: ${message}`);
  if (type === 'Out of Memory')
    return new WorkbenchError('OUT_OF_MEMORY', `the query needs more memory than the engine has: ${message.trim()}${BEYOND}`);
  const details: Record<string, unknown> = {};
  if (type !== '') details['type'] = type;
  if (hint !== '') details['hint'] = hint;
  const position = origin && byte !== null ? locate(origin.sql, byte - origin.byteOffset) : null;
  if (position) details['position'] = position;
  return new WorkbenchError('SQL_ERROR', type === '' ? message : `${type} error: ${message}`, details);
}

/** If the parser stopped at a word that is a table's name, adds the advice to quote the name; otherwise returns the same error. */
export function withQuotingAdvice(error: unknown, isTable: (name: string) => boolean): unknown {
  if (!(error instanceof WorkbenchError) || error.details['type'] !== 'Parser') return error;
  const name = /at or near "([^"]+)"/.exec(error.message)?.[1]?.toLowerCase();
  if (name === undefined || !isTable(name)) return error;
  return new WorkbenchError(
    error.code,
    `${error.message}; a table whose name is a word of SQL is written in double quotes: "${name}"`,
    error.details,
  );
}

/** Name of the table that an error of code `SQL_ERROR` reports as missing, in lower case; null for other errors. */
export function missingTable(error: unknown): string | null {
  if (!(error instanceof WorkbenchError) || error.code !== 'SQL_ERROR') return null;
  return /^Catalog error: Table with name (.+?) does not exist/.exec(error.message)?.[1]?.toLowerCase() ?? null;
}

/** Whether an error means that the database cannot be used any more. */
export function isFatal(thrown: unknown): boolean {
  if (thrown instanceof WorkbenchError) return thrown.code === 'ENGINE_LOST';
  if (!(thrown instanceof Error)) return false;
  const type = parseDuckDbError(thrown).type.toLowerCase();
  return thrown.name === 'RuntimeError' || type === 'fatal' || BROKEN_INSTANCE.test(type === '' ? thrown.message : '');
}

/** Converts an offset in bytes of the UTF-8 text to a position; null if it is outside the text. */
export function locate(sql: string, byte: number): SqlPosition | null {
  if (byte < 0) return null;
  const bytes = new TextEncoder().encode(sql);
  if (byte > bytes.length) return null;
  const before = new TextDecoder().decode(bytes.subarray(0, byte));
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1, offset: before.length };
}

function nested(record: Readonly<Record<string, unknown>>): DuckDbError {
  const text = textOf(record['exception_message']);
  const inner = text.indexOf('{"exception_type"');
  if (inner >= 0) {
    const parsed = parseJson(text.slice(inner));
    if (parsed !== null) return nested(parsed);
  }
  const byte = Number(record['position']);
  return duckDbError(textOf(record['exception_type']), text, Number.isSafeInteger(byte) && record['position'] !== undefined ? byte : null);
}

function duckDbError(type: string, text: string, byte: number | null): DuckDbError {
  const [first = '', ...rest] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // Replace suggestions to install an extension, because this page never loads one.
  const hint = / extension\b/.test(text) ? NO_EXTENSIONS : rest.filter((line) => !INTERNAL_NAMES.test(line)).join(' ');
  return { type, message: first, hint, byte };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function parseJson(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
