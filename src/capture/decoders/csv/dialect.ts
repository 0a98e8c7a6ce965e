import type { TableReading } from '../../../tables/reading.ts';

/** How a text table is written; bytes are those of the text as UTF-8, also for files in another encoding. */
export interface Dialect {
  readonly delimiter: number;
  /** The quotation mark around cells that contain delimiters or line ends, as a byte; -1 if there is none. */
  readonly quote: number;
  /** The byte that escapes a quotation mark inside a quoted cell: the mark itself (RFC 4180) or a backslash; -1 if there is none. */
  readonly escape: number;
  /** Byte of the line end: 10 for LF and CR LF, 13 for files with CR alone. */
  readonly newline: 10 | 13;
  readonly decimal: 44 | 46;
  /** Whether blanks after a delimiter are not part of the cell (`a, "b"`). */
  readonly skip_blanks: boolean;
}

/** A row of the sample, cut according to one of the possible dialects. */
export interface SampleRow {
  readonly cells: readonly string[];
  /** 1-based line of its first character; then the line of what follows it. */
  readonly line: number;
  readonly next_line: number;
  /** Text follows a closing quotation mark, or a mark is never closed: the dialect is wrong, or the file is. */
  readonly torn: boolean;
}

const CANDIDATES = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 400;

export interface Layout {
  readonly dialect: Dialect;
  readonly columns: number;
  /** Rows above the table, unchanged; they usually describe it. */
  readonly preamble: readonly SampleRow[];
  /** Column names; null if the table begins with data. */
  readonly header: readonly string[] | null;
  /** 1-based line of the table's first row, which is the header if there is one. */
  readonly first_line: number;
  /** 1-based line of the first row of data, or where it would be; the scanner reads from there. */
  readonly data_line: number;
  /** Share of the sampled rows of the table that have its number of cells. */
  readonly consistency: number;
  readonly data_rows: number;
}

/** What the caller states about a text table; the rest is detected. */
export type SaidLayout = Pick<TableReading, 'delimiter' | 'quote' | 'decimal' | 'skip_lines' | 'header'>;

/**
 * Finds delimiter, quote, line end, decimal mark, rows above the table and header from the start of a text.
 * `complete`: the sample is the whole text, so its last row counts. Null when there is no row at all.
 */
export function sniffLayout(sample: string, complete: boolean, said: SaidLayout = {}): Layout | null {
  const newline = sample.includes('\n') || !sample.includes('\r') ? 10 : 13;
  const named = /^\s*sep=(.)\r?\n/i.exec(sample);
  const candidates = said.delimiter !== undefined ? [said.delimiter] : named === null ? CANDIDATES : [named[1]!];
  let best: Candidate | null = null;
  for (const delimiter of candidates) {
    const quotes = said.quote === undefined ? sniffQuotes(sample, delimiter) : [said.quote === 'none' ? '' : said.quote];
    for (const quote of quotes) {
      for (const escape of quote !== '' && sample.includes(`\\${quote}`) ? [quote, '\\'] : [quote]) {
        const cut = cutRows(sample, { delimiter, quote, newline, escape, limit: SAMPLE_ROWS, complete });
        const rows = named === null ? cut : cut.slice(1);
        const found = said.skip_lines === undefined ? scoreRows(rows, delimiter) : startAfter(rows, said.skip_lines);
        if (found !== null && (best === null || found.score > best.score)) best = { ...found, delimiter, quote, escape, rows };
      }
    }
  }
  return best === null ? null : describeLayout(sample, newline, best, said);
}

/** Cuts the table after a given number of lines, in the way that makes its rows most regular. */
function startAfter(rows: readonly SampleRow[], lines: number): { score: number; start: number } | null {
  const start = rows.findIndex(({ line }) => line > lines);
  if (start < 0) return null;
  const table = rows.slice(start);
  const width = table[0]!.cells.length;
  return { score: width === 1 ? 0.01 : share(table, width) + 0.02 * Math.log2(width), start };
}

interface Candidate {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly rows: readonly SampleRow[];
  readonly score: number;
  /** Index of the table's first row among the sampled ones. */
  readonly start: number;
}

function describeLayout(sample: string, newline: 10 | 13, best: Candidate, said: SaidLayout): Layout {
  const table = best.rows.slice(best.start);
  const columns = table[0]!.cells.length;
  const header = (said.header ?? looksLikeHeader(table)) ? table[0]!.cells.map((cell) => cell.trim()) : null;
  const data = header === null ? table : table.slice(1);
  const commas = data.some((row) => row.cells.some((cell) => /^\s*[-+]?\d+,\d+\s*$/.test(cell)));
  const points = data.some((row) => row.cells.some((cell) => /^\s*[-+]?\d*\.\d+\s*$/.test(cell)));
  const guessed = best.delimiter !== ',' && commas && !points ? ',' : '.';
  return {
    dialect: {
      delimiter: best.delimiter.charCodeAt(0),
      quote: byteOf(best.quote),
      escape: byteOf(best.escape),
      newline,
      decimal: (said.decimal ?? guessed) === ',' ? 44 : 46,
      skip_blanks: best.quote !== '' && best.delimiter !== '\t' && sample.includes(`${best.delimiter} ${best.quote}`),
    },
    columns,
    preamble: best.rows.slice(0, best.start),
    header,
    first_line: table[0]!.line,
    data_line: header === null ? table[0]!.line : table[0]!.next_line,
    consistency: share(table, columns),
    data_rows: data.length,
  };
}

const byteOf = (character: string): number => (character === '' ? -1 : character.charCodeAt(0));

const share = (rows: readonly SampleRow[], width: number): number =>
  rows.length === 0 ? 0 : rows.filter((row) => row.cells.length === width).length / rows.length;

/** Scores how table-like the rows are, and finds where the table starts; a higher score is better. */
function scoreRows(rows: readonly SampleRow[], delimiter: string): { score: number; start: number } | null {
  if (rows.length === 0) return null;
  const width = commonWidth(rows);
  if (width === 1) return { score: 0.01, start: 0 };
  const start = skipTitles(rows, tableStart(rows, width), width);
  const table = rows.slice(start);
  const cells = table.slice(1, 50).flatMap((row) => row.cells);
  const typed = cells.filter((cell) => isValue(cell, delimiter)).length / Math.max(1, cells.length);
  const torn = table.filter((row) => row.torn).length / table.length;
  // Regularity counts most, then the share of cells that are values, then how many rows and columns belong to the table.
  return { score: share(table, width) * 2 - torn + typed + table.length / rows.length + 0.02 * Math.log2(width), start };
}

/** Index of the first row of the table: the split that leaves the fewest rows of unusual length on the wrong side. */
function tableStart(rows: readonly SampleRow[], width: number): number {
  let ragged = rows.filter((row) => row.cells.length !== width).length;
  let lost = 0;
  let best = { cost: Infinity, start: 0 };
  rows.forEach((row, start) => {
    if (row.cells.length === width) {
      const cost = ragged + 2 * lost;
      if (cost < best.cost) best = { cost, start };
      lost++;
    } else ragged--;
  });
  return best.start;
}

/** The most frequent number of cells; if several are equally frequent, the largest. */
function commonWidth(rows: readonly SampleRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]![0];
}

/** Skips title rows above the header: spreadsheets pad them to the table's width, with hardly a cell filled. */
function skipTitles(rows: readonly SampleRow[], start: number, width: number): number {
  const filled = (row: SampleRow) => row.cells.filter((cell) => cell.trim() !== '').length;
  let at = start;
  while (width >= 3 && at + 1 < rows.length && filled(rows[at]!) <= 1 && filled(rows[at + 1]!) <= width) at++;
  return at < rows.length && filled(rows[at]!) > 1 ? at : start;
}

/** Whether a text is a value (number, time, address, truth value) and not a name. */
function isValue(cell: string, delimiter = ';'): boolean {
  const text = cell.trim();
  if (delimiter !== ',' && /^[-+]?\d+,\d+$/.test(text)) return true;
  return VALUE.test(text);
}

const VALUE =
  /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|0x[0-9a-f]+|true|false|\d{4}-\d\d-\d\d(?:[T ][\d:., z+-]*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}(?:[, ][\d:., apm]*)?|\d{1,2}:\d\d(?::\d\d[\d., apm]*)?|[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/**
 * The first row names the columns when none of its cells is a value and either some column below holds values
 * or no cell of it comes again in its own column.
 */
function looksLikeHeader(rows: readonly SampleRow[]): boolean {
  const [first, ...below] = rows;
  if (first === undefined) return false;
  const named = first.cells.filter((cell) => cell.trim() !== '');
  if (named.length * 2 < first.cells.length || named.some((cell) => isValue(cell))) return false;
  if (below.length === 0) return true;
  const typed = first.cells.some((_, i) => {
    const filled = below.map((row) => row.cells[i] ?? '').filter((cell) => cell.trim() !== '');
    return filled.length > 0 && filled.filter((cell) => isValue(cell)).length * 2 > filled.length;
  });
  if (typed) return true;
  const repeated = first.cells.some((cell, i) => cell !== '' && below.some((row) => row.cells[i] === cell));
  return !repeated && new Set(named).size === named.length;
}

/** Quotation marks that the text may use, most likely first: if two read it equally well, the first is chosen. */
function sniffQuotes(sample: string, delimiter: string): string[] {
  const wraps = (quote: string) => {
    const edge = `(?:^|[\\r\\n]|${escapeForPattern(delimiter)} ?)`;
    // Inside a quoted cell, a quotation mark is doubled or escaped.
    const content = `(?:[^${quote}\\\\]|\\\\[\\s\\S]|${quote}${quote})*`;
    return new RegExp(`${edge}${quote}${content}${quote}(?:${escapeForPattern(delimiter)}|[\\r\\n]|$)`).test(sample);
  };
  if (!wraps("'")) return ['"'];
  return wraps('"') ? ['"', "'"] : ["'", '"'];
}

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

interface CutOptions {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly newline: 10 | 13;
  readonly limit: number;
  readonly complete: boolean;
}

/** Cuts the first rows of the sample; blank lines are skipped. Not for whole files, because it makes strings. */
function cutRows(sample: string, options: CutOptions): SampleRow[] {
  const rows: SampleRow[] = [];
  let at = 0;
  let line = 1;
  while (at < sample.length && rows.length < options.limit) {
    let row = cutRow(sample, at, line, options);
    if (row.unclosed || (row.torn && row.next_line > line + 1)) {
      // Stop at an unclosed cell, which may fill the rest of the sample; the rows found before it are enough.
      if (row.unclosed && !options.complete && rows.length > 0) break;
      // As in the scanner: a misplaced quotation mark spoils only its own line.
      row = { ...cutRow(sample, at, line, { ...options, quote: '' }), torn: true };
    }
    at = row.end + 1;
    line = row.next_line;
    const whole = row.end < sample.length || options.complete;
    if (whole && (row.cells.length > 1 || row.cells[0] !== '')) rows.push(row);
  }
  return rows;
}

interface CutRow extends SampleRow {
  /** Index in the sample of the row's line end. */
  readonly end: number;
  readonly unclosed: boolean;
}

/** Cuts the row that begins at `start`; with a quote of '', cells are not quoted. */
function cutRow(sample: string, start: number, line: number, { delimiter, quote, escape, newline }: CutOptions): CutRow {
  const lineEnd = String.fromCharCode(newline);
  const cells: string[] = [];
  let torn = false;
  let unclosed = false;
  let lines = 1;
  let at = start;
  for (;;) {
    let cell = '';
    let from = at;
    while (sample[from] === ' ') from++;
    if (sample[from] === quote) {
      at = from + 1;
      while (at < sample.length) {
        if (sample[at] === escape && sample[at + 1] === quote) at += 2;
        else if (sample[at] === quote) break;
        else if (sample[at++] === lineEnd) lines++;
      }
      unclosed = at >= sample.length;
      cell = sample.slice(from + 1, at).replaceAll(escape + quote, quote);
      at++;
    }
    const rest = at;
    while (at < sample.length && sample[at] !== delimiter && sample[at] !== lineEnd) at++;
    const after = sample.slice(rest, at).replace(/\r$/, '');
    if (rest > from && after.trim() !== '') torn = true;
    cells.push(cell + after);
    if (sample[at] !== delimiter) return { cells, line, next_line: line + lines, end: at, torn, unclosed };
    at++;
  }
}
