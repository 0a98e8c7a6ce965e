/** Repairs an SQL statement: syntax of other dialects, and the name that the engine does not know. */
import type { ToolError } from '../contract/index.ts';
import { columnNamed } from './column-names.ts';
import { choice, type Mending, type Option } from './mending.ts';
import { outsideTexts, straightened } from './texts.ts';
import { addressOf, knownName } from './words.ts';

const PATH = ['arguments', 'sql'];

/** Removes code fences, curly quotes, backticks and semicolons at the end. */
export function tidySql(mending: Mending): void {
  const sql = mending.text(PATH);
  const fenced = /^\s*```(?:\w+)?\s*([\s\S]*?)```\s*$/.exec(sql)?.[1] ?? sql;
  const known = new Set(mending.captures.flatMap(({ capture_id, columns }) => [capture_id, ...columns.map(({ name }) => name)]));
  const quoted = (name: string): string => (known.has(name) && /^[a-z]\w*_\w*$/.test(name) ? name : `"${name}"`);
  const tidy = outsideTexts(straightened(fenced), (part) =>
    part
      .replace(/`([^`]+)`|\[([A-Za-z_]\w*)\]/g, (_, ticked?: string, bracketed?: string) => quoted(ticked ?? bracketed ?? ''))
      .replace(/={2,}/g, '=')
      .replace(/&&/g, ' AND ')
      .replace(/(?<![<>!=])=\s*null\b/gi, 'IS NULL')
      .replace(/(?:!=|<>)\s*null\b/gi, 'IS NOT NULL'),
  )
    .trim()
    .replace(/^sql\s*[:\n]\s*/i, '')
    .replace(/(?:\s*;)+$/, '');
  if (tidy !== '') mending.set(PATH, tidy, 'the statement without quotes and ends of other dialects');
}

/** Repairs the name at the offset that the engine reports. */
export function mendSqlName(mending: Mending, error: ToolError): void {
  const sql = mending.text(PATH);
  const { offset } = error;
  const allowed = (error.allowed ?? []).map(String);
  const found = offset === undefined ? undefined : /^(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*)/u.exec(sql.slice(offset))?.[0];
  if (offset === undefined || found === undefined) {
    mending.leave(PATH);
    return;
  }
  const name = found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found;
  const put = (by: string): string => sql.slice(0, offset) + by + sql.slice(offset + found.length);
  const quoted = (each: string): string => (/^[a-z_]\w*$/i.test(each) ? each : `"${each.replaceAll('"', '""')}"`);
  const spelt =
    knownName(name, allowed) ??
    tableFor(mending, sql.slice(0, offset), name, sql.slice(offset + found.length)) ??
    columnNamed(name, allowed, mending.captures);
  if (spelt !== undefined && spelt !== name) mending.set(PATH, put(quoted(spelt)), `the name as it exists: ${spelt}`);
  else if (found.startsWith('"') && isValue(sql.slice(0, offset))) {
    const value = addressOf(name) ?? name;
    mending.set(PATH, put(`'${value.replaceAll("'", "''")}'`), 'a text is written in single quotes');
  } else mending.leave(PATH, ...allowed.slice(0, 3).map((each): Option => choice(PATH, put(quoted(each)), `${each} exists`)));
}

/** Returns the only table of a call over one capture, if the statement names an unknown one; otherwise undefined. */
function tableFor({ captures, facts }: Mending, before: string, name: string, after: string): string | undefined {
  const [id, second] = captures.map(({ capture_id }) => capture_id);
  // Skip a statement that ends within the table's name, because its end may have been cut off.
  const isCut = after === '' && id !== name && id?.startsWith(name) === true;
  return second === undefined && !isCut && facts.captures.get(name) === undefined && /\b(?:from|join)\s*$/i.test(before) ? id : undefined;
}

const isValue = (before: string): boolean => /(?:[=<>]|\bin\s*\([^)]*|\blike|\bthen|\belse)\s*$/i.test(before);
