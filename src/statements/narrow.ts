/** A word in a statement, with its position: this module adds a condition to a statement that a person wrote. */

interface Word {
  /** The word in the SQL statement without quotes, in its original upper or lower case. */
  readonly name: string;
  readonly quoted: boolean;
  readonly at: number;
  readonly end: number;
  /** Number of parentheses of the SQL statement that are open at the word. */
  readonly depth: number;
}

/** Matches literals, comments, quoted names, words and parentheses. */
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

/** SQL keywords that come after the WHERE conditions of a SELECT. */
const BEHIND = ['GROUP', 'HAVING', 'WINDOW', 'QUALIFY', 'ORDER', 'LIMIT', 'OFFSET', 'USING'];

export interface Narrowed {
  readonly text: string;
  /** Position of the added condition in the new statement. */
  readonly from: number;
  readonly to: number;
}

const put = (text: string, from: number, to: number, before: string, condition: string, behind: string): Narrowed => ({
  text: `${text.slice(0, from)}${before}${condition}${behind}${text.slice(to)}`,
  from: from + before.length,
  to: from + before.length + condition.length,
});

/**
 * Adds a condition: to the WHERE of a statement that is a single SELECT from the table, otherwise at the cursor, to be completed by a
 * person.
 *
 * @param table name of the table that the condition is about
 */
export function withCondition(sql: string, table: string, condition: string, cursor: number): Narrowed {
  const words = wordsOf(sql).filter(({ depth }) => depth === 0);
  // Do not count the FROM of `IS DISTINCT FROM`, which compares values.
  const froms = words.flatMap((word, at) => (is(word, 'FROM') && !(at > 0 && is(words[at - 1]!, 'DISTINCT')) ? [at] : []));
  const [first = 0] = froms;
  const rest = words.slice(first + 1);
  const one = froms.length === 1 && !words.some((word) => is(word, 'UNION', 'INTERSECT', 'EXCEPT', 'PIVOT', 'UNPIVOT'));
  const sources = rest.slice(0, Math.max(0, rest.findIndex((word) => is(word, 'WHERE', ...BEHIND)) + 1 || rest.length));
  if (!one || !sources.some(({ name }) => name.toLowerCase() === table.toLowerCase())) {
    return put(sql, cursor, cursor, /\S$/.test(sql.slice(0, cursor)) ? ' ' : '', condition, /^\S/.test(sql.slice(cursor)) ? ' ' : '');
  }
  const where = rest.find((word) => is(word, 'WHERE'));
  // A USING after a JOIN belongs to the join, but USING SAMPLE comes after the conditions.
  const behind = rest.find((word, at) => is(word, ...BEHIND) && (!is(word, 'USING') || (rest[at + 1] && is(rest[at + 1]!, 'SAMPLE'))));
  const end = behind?.at ?? sql.length;
  const tail = behind ? '\n' : '';
  const stop = sql.slice(0, end).trimEnd().length;
  if (!where) return put(sql, stop, end, '\nWHERE ', condition, tail);
  const either = rest.some((word) => is(word, 'OR') && word.at > where.at && word.at < end);
  if (!either) return put(sql, stop, end, '\n  AND ', condition, tail);
  const start = where.end + (sql.slice(where.end).length - sql.slice(where.end).trimStart().length);
  // Add a line break, because a comment at the end would otherwise hide the parenthesis.
  return put(sql, start, end, `(${sql.slice(start, stop)}\n)\n  AND `, condition, tail);
}

/** The words of a statement in lower case: names of tables, columns and functions, and keywords. */
export const namesIn = (sql: string): ReadonlySet<string> => new Set(wordsOf(sql).map(({ name }) => name.toLowerCase()));
