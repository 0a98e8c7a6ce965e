import { WorkbenchError } from '../base/failure.ts';

/** Where in the person's own text: 1-based line and column, 0-based UTF-16 offset. */
export interface SqlPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** What DuckDB said, taken apart. `byte` counts UTF-8 bytes from the start of the statement it was given. */
export interface EngineComplaint {
  /** "Parser", "Binder", "Catalog", "Out of Memory", …; empty when the text names none. */
  readonly type: string;
  readonly message: string;
  /** Further lines: candidates, "Did you mean …". */
  readonly hint: string;
  readonly byte: number | null;
}

/** wasm gave up: the memory behind the instance can no longer be trusted. */
const BROKEN_INSTANCE =
  /RuntimeError|Aborted\(|unreachable|memory access out of bounds|table index is out of bounds|function signature mismatch|database has been invalidated/i;

/** Names DuckDB suggests out of its own catalog; they help nobody. */
const INTERNAL_NAMES = /"(?:pg_|sqlite_|duckdb_|information_schema)/;

const NO_EXTENSIONS = "DuckDB's extensions (json, parquet, icu, …) are not part of this page and nothing is fetched.";

/**
 * Reads an error of DuckDB: JSON under `errors_as_json`, else `Type Error: message` with a caret below it.
 * Insert errors carry a second error inside the first.
 */
export function readComplaint(thrown: unknown): EngineComplaint {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const start = text.indexOf('{"exception_type"');
  if (start >= 0) {
    const parsed = parseJson(text.slice(start));
    if (parsed !== null) return nested(parsed);
  }
  const plain = /^(?:([A-Z][A-Za-z ]*?) Error: )?([\s\S]*)$/.exec(text.split(/\n\s*\nLINE \d+:/)[0] ?? text);
  return complaint(plain?.[1] ?? '', plain?.[2] ?? text, null);
}

/**
 * @param origin where the person's statement begins in the text that DuckDB saw, and that statement as they wrote it;
 *   absent for our own SQL, which has no place to show.
 */
export function sqlError(thrown: unknown, origin?: { readonly sql: string; readonly byteOffset: number }): WorkbenchError {
  if (thrown instanceof WorkbenchError) return thrown;
  const { type, message, hint, byte } = readComplaint(thrown);
  if (isFatal(thrown)) return new WorkbenchError('ENGINE_LOST', `the query engine broke down: ${message}`);
  if (type === 'Out of Memory') return new WorkbenchError('OUT_OF_MEMORY', `the query needs more memory than the engine has: ${message}`);
  const details: Record<string, unknown> = {};
  if (type !== '') details['type'] = type;
  if (hint !== '') details['hint'] = hint;
  const position = origin && byte !== null ? locate(origin.sql, byte - origin.byteOffset) : null;
  if (position) details['position'] = position;
  return new WorkbenchError('SQL_ERROR', type === '' ? message : `${type} error: ${message}`, details);
}

/** Whether the instance must be started anew after this error. */
export function isFatal(thrown: unknown): boolean {
  if (thrown instanceof WorkbenchError) return thrown.code === 'ENGINE_LOST';
  if (!(thrown instanceof Error)) return false;
  const type = readComplaint(thrown).type.toLowerCase();
  return thrown.name === 'RuntimeError' || type === 'fatal' || BROKEN_INSTANCE.test(type === '' ? thrown.message : '');
}

/** A byte of the UTF-8 text as a place people can find; null when it lies outside. */
export function locate(sql: string, byte: number): SqlPosition | null {
  if (byte < 0) return null;
  const bytes = new TextEncoder().encode(sql);
  if (byte > bytes.length) return null;
  const before = new TextDecoder().decode(bytes.subarray(0, byte));
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1, offset: before.length };
}

function nested(record: Readonly<Record<string, unknown>>): EngineComplaint {
  const text = textOf(record['exception_message']);
  const inner = text.indexOf('{"exception_type"');
  if (inner >= 0) {
    const parsed = parseJson(text.slice(inner));
    if (parsed !== null) return nested(parsed);
  }
  const byte = Number(record['position']);
  return complaint(textOf(record['exception_type']), text, Number.isSafeInteger(byte) && record['position'] !== undefined ? byte : null);
}

function complaint(type: string, text: string, byte: number | null): EngineComplaint {
  const [first = '', ...rest] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // DuckDB advises to install what this page never fetches.
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
