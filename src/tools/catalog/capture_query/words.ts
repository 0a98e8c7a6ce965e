/**
 * Lists the identifiers of an SQL text, quoted or bare, in order and with their positions: enough to tell which tables and functions it can
 * refer to. Skips string literals, comments and numbers.
 */
export interface Word {
  /** The identifier in lower case, because DuckDB compares names without case. */
  readonly name: string;
  readonly at: number;
  readonly quoted: boolean;
}

const TOKEN =
  /--[^\n\r]*|\/\*|[eE]'(?:\\[\s\S]|''|[^'\\])*'?|'(?:[^']|'')*'?|\$([A-Za-z_]\w*)?\$|"((?:[^"]|"")*)"?|([\p{L}_][\p{L}\p{N}_$]*)|\d[\w.]*|[\s\S]/gu;

export function wordsOf(sql: string): Word[] {
  const words: Word[] = [];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(sql); token !== null; token = TOKEN.exec(sql)) {
    const [text, , quoted, bare] = token;
    if (text === '/*') TOKEN.lastIndex = endOfComment(sql, token.index);
    else if (text.startsWith('$')) TOKEN.lastIndex = endOfDollarText(sql, token.index, text);
    else if (quoted !== undefined) words.push({ name: quoted.replaceAll('""', '"').toLowerCase(), at: token.index, quoted: true });
    else if (bare !== undefined) words.push({ name: bare.toLowerCase(), at: token.index, quoted: false });
  }
  return words;
}

/** Skips a comment. In DuckDB's grammar, comments may contain comments. */
export function endOfComment(sql: string, start: number): number {
  let depth = 0;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  for (let hit = mark.exec(sql); hit !== null; hit = mark.exec(sql)) {
    depth += hit[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}

function endOfDollarText(sql: string, start: number, tag: string): number {
  if (tag === '$') return start + 1;
  const end = sql.indexOf(tag, start + tag.length);
  return end === -1 ? sql.length : end + tag.length;
}
