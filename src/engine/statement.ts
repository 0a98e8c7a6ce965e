import { WorkbenchError } from '../base/failure.ts';
import type { Bindings, Tokens } from './bindings.ts';
import { isFatal, locate, parseDuckDbError, sqlError } from './errors.ts';
import { refusedCall } from './functions.ts';

/** A statement of which DuckDB has confirmed that it changes nothing. */
export interface Vetted {
  readonly kind: 'rows' | 'explain';
  /** The statement without semicolons at the end and without the leading `WITH …`; for EXPLAIN, the statement that it explains. */
  readonly sql: string;
}

export interface VetOptions {
  /** Names, in lower case, of the functions that the statement may not call. */
  readonly refused: ReadonlySet<string>;
  /** Names, in lower case, that refer to columns rather than functions. */
  readonly columns?: ReadonlySet<string>;
  /** A `WITH …` clause that precedes the statement and defines all tables that it may name. */
  readonly before?: string;
}

const NONE: ReadonlySet<string> = new Set();

const OPERATOR = 3;
const SEVERAL = 'Cannot prepare multiple statements';
const READABLE = 'SELECT, FROM, WITH … SELECT, VALUES, DESCRIBE, SHOW, SUMMARIZE, PIVOT or EXPLAIN of one of them';

/** Wraps a statement as the source of a SELECT. The line breaks end a comment that the person did not close. */
export const asSource = (sql: string): string => `(\n${sql}\n)`;

/**
 * Lets DuckDB check a statement without running it. Its parser must accept the text as one statement, and also as a sub-select, where its
 * grammar allows no statement that writes. (Later the statement runs in a read-only transaction, as a second line of defence.) Rejects with
 * `SQL_ERROR` and the position in the text.
 */
export async function vet(bindings: Bindings, connection: number, text: string, options: VetOptions): Promise<Vetted> {
  const { refused, columns = NONE, before = '' } = options;
  const nul = text.indexOf('\0');
  if (nul >= 0)
    throw new WorkbenchError('SQL_ERROR', 'expected SQL text without NUL characters, found one', {
      position: locate(text, byteLength(text.slice(0, nul))),
    });
  const bytes = new TextEncoder().encode(text);
  const tokens = await bindings.tokenize(text);
  const sql = singleStatement(text, bytes, tokens);

  const alone = await prepareVerdict(bindings, connection, sql);
  const fault = alone === null || severalByExpansion(alone) ? null : sqlError(alone, { sql: text, byteOffset: 0 });
  if (fault !== null && parseDuckDbError(alone).type === 'Parser') throw fault;
  // Report that a statement writes rather than an error about its target, which is a view if it names a capture.
  if (fault !== null && !(await readsByGrammar(bindings, connection, bytes, tokens, sql))) throw changesSomething(bytes, tokens);
  const call = refusedCall(bytes, tokens, refused, columns);
  if (call) throw notCallable(call.name, locate(text, call.byte));
  // Without a WITH clause in front (`before`) the error is final. Otherwise try again with it, because it defines the unknown tables.
  if (fault !== null && before === '') throw fault;
  const asRows = await prepareVerdict(bindings, connection, `${before}SELECT * FROM ${asSource(sql)}`);
  if (asRows === null || severalByExpansion(asRows)) return { kind: 'rows', sql };
  if (parseDuckDbError(asRows).type !== 'Parser')
    throw sqlError(asRows, { sql: text, byteOffset: byteLength(`${before}SELECT * FROM (\n`) });

  const explained = /^explain$/i.test(tokenText(bytes, tokens, 0))
    ? await explainedRows(bindings, connection, bytes, tokens, sql, before)
    : undefined;
  if (explained === undefined) throw changesSomething(bytes, tokens);
  return { kind: 'explain', sql: before === '' ? sql : explained };
}

const notCallable = (name: string, position: unknown): WorkbenchError =>
  new WorkbenchError(
    'SQL_ERROR',
    `expected functions that change nothing and, in a statement of a tool, answer the same at every run, found ${name}`,
    {
      function: name,
      ...(position !== null && { position }),
    },
  );

const changesSomething = (bytes: Uint8Array, tokens: Tokens): WorkbenchError =>
  notReadOnly(
    `one statement that only reads (${READABLE})`,
    `a statement that starts with ${tokenText(bytes, tokens, 0).toUpperCase()} and does something else`,
  );

/** Whether DuckDB's grammar accepts the text, or the statement that it explains, as a sub-select. Errors of other kinds are ignored. */
async function readsByGrammar(bindings: Bindings, connection: number, bytes: Uint8Array, tokens: Tokens, sql: string): Promise<boolean> {
  const end = byteLength(sql);
  const explains = /^explain$/i.test(tokenText(bytes, tokens, 0));
  for (const first of explains ? explainedStarts(bytes, tokens) : [0]) {
    const source = new TextDecoder().decode(bytes.subarray(tokens.offsets[first] ?? end, end));
    const verdict = await prepareVerdict(bindings, connection, `SELECT * FROM ${asSource(source)}`);
    if (verdict === null || parseDuckDbError(verdict).type !== 'Parser') return true;
  }
  return false;
}

/** Checks that SQL of the product is one statement, because text after a semicolon would run without being prepared. */
export async function oneStatement(bindings: Bindings, text: string): Promise<string> {
  const tokens = await bindings.tokenize(text);
  return tokens.offsets.length === 0 ? text : singleStatement(text, new TextEncoder().encode(text), tokens);
}

/** Removes semicolons at the end. Throws for an empty text and for several statements. */
function singleStatement(text: string, bytes: Uint8Array, tokens: Tokens): string {
  const isEnd = (index: number) => tokens.types[index] === OPERATOR && bytes[tokens.offsets[index] ?? 0] === 0x3b;
  let count = tokens.offsets.length;
  while (count > 0 && isEnd(count - 1)) count--;
  if (count === 0) {
    // For some texts (an open comment) DuckDB's lexer returns no tokens. Return the text, so that the parser reports the error.
    if (text.trim() !== '' && tokens.offsets.length === 0 && !/^\s*--/.test(text)) return text;
    throw new WorkbenchError('SQL_ERROR', 'expected one SQL statement, found none');
  }
  for (let i = 0; i < count; i++) {
    if (isEnd(i)) {
      const next = tokens.offsets[i + 1] ?? bytes.length;
      throw notReadOnly('one statement', 'a second one after the semicolon', locate(text, next));
    }
  }
  return count === tokens.offsets.length ? text : new TextDecoder().decode(bytes.subarray(0, tokens.offsets[count]));
}

/**
 * Finds the statement that an EXPLAIN [ANALYZE] [(options)] explains, if it returns rows. EXPLAIN itself cannot be a sub-select, so the
 * inner statement must be one.
 */
async function explainedRows(
  bindings: Bindings,
  connection: number,
  bytes: Uint8Array,
  tokens: Tokens,
  sql: string,
  before: string,
): Promise<string | undefined> {
  const end = byteLength(sql);
  for (const first of explainedStarts(bytes, tokens)) {
    const explained = new TextDecoder().decode(bytes.subarray(tokens.offsets[first] ?? end, end));
    if (before === '' && (await prepareVerdict(bindings, connection, explained)) !== null) continue;
    if ((await prepareVerdict(bindings, connection, `${before}SELECT * FROM ${asSource(explained)}`)) === null) return explained;
  }
  return undefined;
}

/** Positions of the tokens at which the explained statement may begin: directly after EXPLAIN, after ANALYZE, or after the options. */
function explainedStarts(bytes: Uint8Array, tokens: Tokens): number[] {
  const starts = [1];
  let next = 1;
  if (/^analyze$/i.test(tokenText(bytes, tokens, next))) starts.push(++next);
  if (bytes[tokens.offsets[next] ?? 0] === 0x28) {
    for (let depth = 0; next < tokens.offsets.length; next++) {
      const byte = bytes[tokens.offsets[next] ?? 0];
      if (byte === 0x28) depth++;
      if (byte === 0x29 && --depth === 0) {
        starts.push(next + 1);
        break;
      }
    }
  }
  return starts;
}

/** Returns the error with which DuckDB refuses to prepare the text; null if it accepts it. Rejects if the database became unusable. */
async function prepareVerdict(bindings: Bindings, connection: number, sql: string): Promise<unknown> {
  let statement: number;
  try {
    statement = await bindings.createPrepared(connection, sql);
  } catch (error) {
    if (isFatal(error)) throw error;
    return error;
  }
  await bindings.closePrepared(connection, statement);
  return null;
}

/** Whether an error says that DuckDB expanded a text into several statements, as it does for PIVOT without a list of values. */
const severalByExpansion = (error: unknown): boolean => parseDuckDbError(error).message.startsWith(SEVERAL);

function tokenText(bytes: Uint8Array, tokens: Tokens, index: number): string {
  const text = new TextDecoder().decode(bytes.subarray(tokens.offsets[index] ?? bytes.length, tokens.offsets[index + 1] ?? bytes.length));
  return /^\w+/.exec(text)?.[0] ?? text.slice(0, 1);
}

function notReadOnly(expected: string, found: string, position: unknown = null): WorkbenchError {
  return new WorkbenchError('SQL_ERROR', `expected ${expected}, found ${found}`, {
    reason: 'not_read_only',
    ...(position === null ? {} : { position }),
  });
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
