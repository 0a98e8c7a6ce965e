import type { CaptureInfo } from '../../../tables/captures.ts';
import type { AppState } from '../../state/app.svelte.ts';
import { writtenConditions } from '../../../selection/rows.ts';
import { statementAt, statementsOf } from './statements.ts';

/** The selected time and addresses as a condition of the statement in the editor. */

interface Word {
  /** A name as it is meant, keywords in upper case too. */
  readonly name: string;
  readonly quoted: boolean;
  readonly at: number;
  readonly end: number;
  /** Parentheses around it. */
  readonly depth: number;
}

/** Texts and comments, names in quotes, words, parentheses; the rest says nothing here. */
const PART =
  /'(?:[^']|'')*(?:'|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|"(?:[^"]|"")*"?|[\p{L}_][\p{L}\p{N}_$]*|[()]/gu;

function wordsOf(sql: string): readonly Word[] {
  const words: Word[] = [];
  let depth = 0;
  for (const { 0: part, index: at } of sql.matchAll(PART)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (/^["\p{L}_]/u.test(part)) {
      const quoted = part.startsWith('"');
      const name = quoted ? part.replace(/^"|"$/g, '').replaceAll('""', '"') : part;
      words.push({ name, quoted, at, end: at + part.length, depth });
    }
  }
  return words;
}

const is = ({ quoted, name }: Word, ...keywords: readonly string[]): boolean => !quoted && keywords.includes(name.toUpperCase());

/** What can stand behind the conditions of a SELECT. */
const BEHIND = ['GROUP', 'HAVING', 'WINDOW', 'QUALIFY', 'ORDER', 'LIMIT', 'OFFSET', 'USING'];

export interface Narrowed {
  readonly text: string;
  /** Where the condition stands now. */
  readonly from: number;
  readonly to: number;
}

const put = (text: string, from: number, to: number, before: string, condition: string, behind: string): Narrowed => ({
  text: `${text.slice(0, from)}${before}${condition}${behind}${text.slice(to)}`,
  from: from + before.length,
  to: from + before.length + condition.length,
});

/**
 * A statement with a condition more: in its WHERE where it is one SELECT from the table, else at the cursor, for a person to
 * finish.
 * @param table the name that the condition is about
 */
export function withCondition(sql: string, table: string, condition: string, cursor: number): Narrowed {
  const words = wordsOf(sql).filter(({ depth }) => depth === 0);
  // `IS DISTINCT FROM` compares.
  const froms = words.flatMap((word, at) => (is(word, 'FROM') && !(at > 0 && is(words[at - 1]!, 'DISTINCT')) ? [at] : []));
  const [first = 0] = froms;
  const rest = words.slice(first + 1);
  const one = froms.length === 1 && !words.some((word) => is(word, 'UNION', 'INTERSECT', 'EXCEPT', 'PIVOT', 'UNPIVOT'));
  const sources = rest.slice(0, Math.max(0, rest.findIndex((word) => is(word, 'WHERE', ...BEHIND)) + 1 || rest.length));
  if (!one || !sources.some(({ name }) => name.toLowerCase() === table.toLowerCase())) {
    return put(sql, cursor, cursor, /\S$/.test(sql.slice(0, cursor)) ? ' ' : '', condition, /^\S/.test(sql.slice(cursor)) ? ' ' : '');
  }
  const where = rest.find((word) => is(word, 'WHERE'));
  // USING after a JOIN has its columns in parentheses; the one of a sample follows the conditions.
  const behind = rest.find((word, at) => is(word, ...BEHIND) && (!is(word, 'USING') || (rest[at + 1] && is(rest[at + 1]!, 'SAMPLE'))));
  const end = behind?.at ?? sql.length;
  const tail = behind ? '\n' : '';
  const stop = sql.slice(0, end).trimEnd().length;
  if (!where) return put(sql, stop, end, '\nWHERE ', condition, tail);
  const either = rest.some((word) => is(word, 'OR') && word.at > where.at && word.at < end);
  if (!either) return put(sql, stop, end, '\n  AND ', condition, tail);
  const start = where.end + (sql.slice(where.end).length - sql.slice(where.end).trimStart().length);
  // A comment at its end would hide the parenthesis.
  return put(sql, start, end, `(${sql.slice(start, stop)}\n)\n  AND `, condition, tail);
}

/** The capture that a statement names, else the one that is looked at. */
function captureOf(app: AppState, sql: string): CaptureInfo | null {
  const names = new Set(wordsOf(sql).map(({ name }) => name.toLowerCase()));
  return app.workbench.captures.find(({ capture_id }) => names.has(capture_id.toLowerCase())) ?? app.traffic.capture;
}

/** Puts the selected time and addresses into the statement with the cursor; false where they say nothing of its capture. */
export function addSelection(app: AppState): boolean {
  const { text, cursor } = app.sql;
  const { from, to } = statementAt(statementsOf(text), cursor) ?? { from: 0, to: text.length };
  const sql = text.slice(from, to);
  const capture = captureOf(app, sql);
  const conditions = capture ? writtenConditions(capture, app.selection.data, '') : [];
  if (!capture || conditions.length === 0) return false;
  const condition = conditions.map((each) => (each.startsWith('(') ? each : `(${each})`)).join(' AND ');
  const table = capture.capture_id;
  const before = sql.trim() === '' ? `SELECT *\nFROM "${table}"` : sql;
  const done = withCondition(before, table, condition, Math.min(Math.max(0, cursor - from), before.length));
  app.sql.edit(`${text.slice(0, from)}${done.text}${text.slice(to)}`);
  app.sql.place = { from: from + done.from, to: from + done.to };
  return true;
}
