import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { CaptureLookup, SelectedRows } from '../../definition.ts';
import { wordsOf, type Word } from './words.ts';

/**
 * Keeps a statement inside its call: it may name the captures of the selection and nothing else that holds
 * data, and nothing whose answer changes from run to run. Judged by the words it uses; that it only reads is
 * the engine's own verdict.
 */
const CATALOGS =
  /^(?:information_schema|pg_catalog|sqlite_master|sqlite_schema|duckdb_\w+|pragma_\w+|query|query_table|getvariable|current_setting)$/;
const CHANGING =
  /^(?:random|setseed|uuid|gen_random_uuid|uuidv[47]|now|today|current_(?:date|time|timestamp|localtime|localtimestamp)|get_current_(?:time|timestamp)|transaction_timestamp|txid_current|nextval|currval|tablesample|sample|version)$/;
const SCHEMAS = /^(?:main|memory|temp|system|stored|numbered)$/;

export function scopeFaults(sql: string, selection: SelectedRows, captures: CaptureLookup): ToolError[] {
  const selected = new Set(selection.captures.map((capture) => capture.capture_id.toLowerCase()));
  const columns = new Set(selection.captures.flatMap((capture) => capture.columns.map((column) => column.name.toLowerCase())));
  const open = new Set(captures.list().map((capture) => capture.capture_id.toLowerCase()));
  const faults: ToolError[] = [];
  for (const word of wordsOf(sql)) {
    const fault = judge(word, sql, { selected, columns, open });
    if (fault !== undefined) faults.push(fault);
  }
  return faults.slice(0, 16);
}

/** Whether a statement may call a function of this name; it has no schema in front. */
export const mayBeCalled = (name: string): boolean =>
  !name.includes('.') && !CATALOGS.test(name.toLowerCase()) && !CHANGING.test(name.toLowerCase());

interface Known {
  readonly selected: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
}

function judge(word: Word, sql: string, { selected, columns, open }: Known): ToolError | undefined {
  const { name, at } = word;
  if (selected.has(name)) return undefined;
  const allowed = [...selected].slice(0, 64);
  const fault = (expected: string): ToolError =>
    toolError('SQL_ERROR', `arguments.sql: expected ${expected}, got ${name} at character ${String(at)}`, ['arguments', 'sql'], {
      offset: at,
      got: name,
      allowed,
    });
  if (columns.has(name)) return undefined;
  if (open.has(name)) {
    const message = `arguments.sql names the capture ${name}, which the selection does not (character ${String(at)})`;
    return toolError('INVALID_CAPTURE_SELECTION', message, ['arguments', 'sql'], { offset: at, got: name, allowed });
  }
  const next = sql.slice(at + name.length + (word.quoted ? 2 : 0)).trimStart();
  if (CATALOGS.test(name)) return fault('the captures of the selection as the only tables');
  if (SCHEMAS.test(name) && next.startsWith('.')) return fault('tables without a schema in front');
  if (CHANGING.test(name) && isCalled(name, next)) return fault('functions whose answer is the same at every run');
  return undefined;
}

/** Some of these words are functions only with a parenthesis, and good names of columns without. */
function isCalled(name: string, next: string): boolean {
  if (name.startsWith('current_') || name === 'tablesample') return true;
  return next.startsWith('(') || (name === 'sample' && /^\d/.test(next));
}
