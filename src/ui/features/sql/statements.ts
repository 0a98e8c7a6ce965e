/** A statement of a text, without the semicolon behind it; places in UTF-16 units. */
export interface Statement {
  readonly from: number;
  readonly to: number;
}

/** Texts, quoted names, comments, and dollar quotes: what a semicolon in them is, it does not end a statement. */
const LITERAL = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|;/g;

/** The statements of a text; parts of nothing but space and comments are none. */
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

/** The statement that the cursor is in or behind; the first where it is in front of all. */
export function statementAt(statements: readonly Statement[], cursor: number): Statement | undefined {
  return statements.findLast(({ from }) => from <= cursor) ?? statements[0];
}
