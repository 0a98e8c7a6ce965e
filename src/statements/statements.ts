/** One statement in a text of several, without its semicolon. Offsets are in UTF-16 units. */
export interface Statement {
  readonly from: number;
  readonly to: number;
}

/** Matches literals, quoted names, comments and dollar quotes, inside which a semicolon does not end a statement; or a semicolon. */
const LITERAL = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|;/g;

/** Splits a text into statements. Parts that contain only spaces and comments are left out. */
export function statementsOf(text: string): readonly Statement[] {
  const ends = [...text.matchAll(LITERAL)].filter(([part]) => part === ';').map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts.flatMap((start, at) => {
    const end = ends[at] ?? text.length;
    const part = text.slice(start, end);
    if (part.replaceAll(LITERAL, (literal) => (/^(?:--|\/\*)/.test(literal) ? ' ' : literal)).trim() === '') return [];
    const from = start + (part.length - part.trimStart().length);
    return [{ from, to: start + part.trimEnd().length }];
  });
}

/** Returns the statement in which the cursor is, or after which it is; the first one if the cursor is before all. */
export function statementAt(statements: readonly Statement[], cursor: number): Statement | undefined {
  return statements.findLast(({ from }) => from <= cursor) ?? statements[0];
}
