/** A statement in a text, without its semicolon; offsets in UTF-16 units. */
export interface Statement {
  readonly from: number;
  readonly to: number;
}

/** Literals, quoted names, comments and dollar quotes, in which a semicolon does not end a statement; and the semicolon. */
const LITERAL = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|;/g;

/** The statements of a text; parts that hold only spaces and comments are left out. */
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

/** The statement that the cursor is in or after; the first if it is before all of them. */
export function statementAt(statements: readonly Statement[], cursor: number): Statement | undefined {
  return statements.findLast(({ from }) => from <= cursor) ?? statements[0];
}
