/** How a text table was read, with the number of its columns. */
export interface ReferenceDialect {
  readonly delimiter: string;
  readonly quote: '"' | "'";
  readonly columns: number;
  /** Lines above the first row of data. */
  readonly skip_lines: number;
}

export interface ReferenceTable {
  readonly rows: (string | null)[][];
  /** Line and code of each row that was not loaded, or not as it is. */
  readonly problems: [line: number, code: string][];
}

/**
 * Reads a text table as a whole, character by character: the simplest reader that follows the rules of the CSV decoder, with
 * no windows, blocks or limits. A doubled quote is the only escape, line ends are LF or CR LF.
 */
export function referenceTable(text: string, dialect: ReferenceDialect): ReferenceTable {
  const { delimiter, quote, columns } = dialect;
  const rows: (string | null)[][] = [];
  const problems: [number, string][] = [];
  let at = 0;
  let line = 1;
  const passLine = (): void => {
    const next = text.indexOf('\n', at);
    at = next < 0 ? text.length : next + 1;
    line++;
  };
  while (line <= dialect.skip_lines) passLine();
  while (at < text.length) {
    const row = readRow(text, at, delimiter, quote);
    if (typeof row === 'string') {
      problems.push([line, row]);
      passLine();
      continue;
    }
    const { cells, next, lines } = row;
    const blank = columns > 1 && cells.length === 1 && cells[0] === null;
    if (!blank && cells.slice(columns).some((cell) => cell !== null)) problems.push([line, 'TOO_MANY_CELLS']);
    else if (!blank) {
      if (cells.length < columns) problems.push([line, 'TOO_FEW_CELLS']);
      rows.push(Array.from({ length: columns }, (_, i) => cells[i] ?? null));
    }
    at = next;
    line += lines;
  }
  return { rows, problems };
}

interface ReferenceRow {
  readonly cells: (string | null)[];
  readonly next: number;
  readonly lines: number;
}

function readRow(text: string, from: number, delimiter: string, quote: string): ReferenceRow | 'UNCLOSED_QUOTE' | 'BAD_QUOTE' {
  const cells: (string | null)[] = [];
  let at = from;
  let lines = 1;
  for (;;) {
    if (text[at] === quote) {
      let cell = '';
      for (at++; text[at] !== quote || text[at + 1] === quote; at++) {
        if (at >= text.length) return 'UNCLOSED_QUOTE';
        if (text[at] === quote) at++;
        if (text[at] === '\n') lines++;
        cell += text[at];
      }
      for (at++; text[at] === ' ' || text[at] === '\r'; at++);
      if (at < text.length && text[at] !== delimiter && text[at] !== '\n') return 'BAD_QUOTE';
      cells.push(cell);
    } else {
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
      const cell = text.slice(start, at);
      const plain = text[at] !== delimiter && cell.endsWith('\r') ? cell.slice(0, -1) : cell;
      cells.push(plain === '' ? null : plain);
    }
    if (text[at] !== delimiter || at >= text.length) return { cells, next: at + 1, lines };
    at++;
  }
}
