/**
 * Cuts the bytes of a text table into cells: positions only, no strings, no objects per cell. A block of rows
 * lies in two arrays of offsets, so that each column can then be read by one tight loop over them.
 */
import type { TextKernel } from '../../../kernels/text.ts';
import { RecordTally } from '../../record-count.ts';
import type { Dialect } from './dialect.ts';

/** Longest row in bytes, without its line end. A longer one is reported and skipped, so that no file can use more memory than this. */
export const MAX_ROW_BYTES = 8 * 1024 * 1024;

/** `start` and `end` are positions in the scanned bytes. */
export type BadRow = (code: string, message: string, start: number, line: number) => void;

export class RowScanner {
  /** Cell `c` of row `r` is [starts[r × columns + c], ends[…]); a start of -1 is an empty cell without quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly row_starts: Int32Array;
  readonly row_lines: Int32Array;
  rows = 0;
  /** Number of rows found, and of those that gave no row of the table, such as blank ones. */
  readonly tally = new RecordTally();
  /** True if the last `scan` stopped before the end of the bytes, so that the block must be read first. */
  more = false;
  /** 1-based line where the next row starts. */
  line: number;
  private skipping = false;
  /** Cells of the current row with escapes, which are removed once the row is complete. */
  private readonly escaped: number[] = [];
  private quotedLines = 0;
  private quotedEscapes = false;

  /** @param kernel cuts the plain rows sooner; opened for the same columns, capacity and dialect */
  constructor(
    private readonly dialect: Dialect,
    readonly columns: number,
    readonly capacity: number,
    private readonly bad: BadRow,
    line: number,
    private readonly kernel: TextKernel | null = null,
  ) {
    this.starts = kernel?.starts ?? new Int32Array(columns * capacity);
    this.ends = kernel?.ends ?? new Int32Array(columns * capacity);
    this.row_starts = kernel?.row_starts ?? new Int32Array(capacity);
    this.row_lines = new Int32Array(capacity);
    this.line = line;
  }

  /**
   * Scans rows of bytes [from, end) until the block is full or the bytes end, and returns where to go on.
   * `last`: nothing follows `end`. The caller owns `bytes`, leaves room for one more byte at `end`, and
   * keeps what was not consumed for the next call; escapes are taken out in place.
   */
  scan(bytes: Uint8Array, from: number, end: number, last: boolean): number {
    let at = from;
    // A line end after the data ends the innermost loop without a bounds check.
    bytes[end] = this.dialect.newline;
    if (this.skipping) {
      at = this.lineEnd(bytes, at);
      if (at >= end) return end;
      this.skipping = false;
      this.line++;
      at++;
    }
    const { kernel } = this;
    // If the last scan stopped for lack of bytes, they may have been moved since.
    if (!this.more) kernel?.forget();
    this.more = false;
    while (at < end) {
      if (kernel !== null && (this.rows === 0 || kernel.holds(at))) {
        at = this.cutPlain(kernel, bytes, at, end);
        this.more = this.rows > 0 && kernel.torn(end);
      } else this.more = kernel !== null;
      this.more ||= this.rows === this.capacity;
      if (this.more || at >= end) break;
      const next = this.scanRow(bytes, at, end, last);
      if (next < 0) return next === TOO_LONG ? end : at;
      at = next;
      if ((this.more = this.rows === this.capacity)) break;
    }
    return at;
  }

  /** Lets the kernel cut rows; returns where the first row begins that it cannot cut, which `scanRow` then handles. */
  private cutPlain(kernel: TextKernel, bytes: Uint8Array, at: number, end: number): number {
    const rows = kernel.cut(bytes, at, end, this.rows);
    this.tally.read += rows - this.rows;
    while (this.rows < rows) this.row_lines[this.rows++] = this.line++;
    return kernel.stopped;
  }

  /** Returns the position after the row, NEEDS_MORE or TOO_LONG. */
  private scanRow(bytes: Uint8Array, rowStart: number, end: number, last: boolean): number {
    const { delimiter, quote, newline, skip_blanks } = this.dialect;
    const { starts, ends, columns } = this;
    const base = this.rows * columns;
    let cells = 0;
    let lines = 1;
    let surplus = false;
    let at = rowStart;
    if (this.escaped.length > 0) this.escaped.length = 0;
    for (;;) {
      if (skip_blanks) while (bytes[at] === 32) at++;
      let start = at;
      let stop: number;
      if (bytes[at] === quote && at < end) {
        const limit = Math.min(end, rowStart + MAX_ROW_BYTES);
        stop = this.closingQuote(bytes, at + 1, limit, end);
        if (stop >= limit) {
          if (!last && limit === end) return NEEDS_MORE;
          const never = limit === end ? 'never closes it' : `does not close it within ${MAX_ROW_BYTES / 1024 / 1024} MiB`;
          return this.passLine(bytes, rowStart, end, 'UNCLOSED_QUOTE', `a quote opens a cell and ${never}`);
        }
        at = stop + 1;
        while (at < end && (bytes[at] === 32 || (bytes[at] === 13 && newline === 10))) at++;
        if (at >= end && !last) return this.needsMore(bytes, rowStart, end, lines + this.quotedLines);
        if (at < end && bytes[at] !== delimiter && bytes[at] !== newline) {
          return this.passLine(bytes, rowStart, end, 'BAD_QUOTE', 'text follows the closing quote of a cell');
        }
        start++;
        lines += this.quotedLines;
        if (this.quotedEscapes && cells < columns) this.escaped.push(base + cells);
      } else {
        let byte = bytes[at]!;
        while (byte !== delimiter && byte !== newline) byte = bytes[++at]!;
        if (at >= end && !last) return this.needsMore(bytes, rowStart, end, lines);
        stop = at;
        if (newline === 10 && byte === newline && stop > start && bytes[stop - 1] === 13) stop--;
        if (stop === start) start = -1;
      }
      if (cells < columns) {
        starts[base + cells] = start;
        ends[base + cells] = stop;
      } else if (start !== -1) surplus = true;
      cells++;
      if (at >= end || bytes[at] === newline) break;
      at++;
    }
    if (at - rowStart > MAX_ROW_BYTES) return this.tooLong(bytes, rowStart, end, lines);
    this.closeRow(bytes, base, cells, surplus, rowStart);
    this.line += lines;
    return at + 1;
  }

  private closeRow(bytes: Uint8Array, base: number, cells: number, surplus: boolean, rowStart: number): void {
    const { columns, line } = this;
    // A blank line is not a row, except in tables with one column.
    if (cells === 1 && columns > 1 && this.starts[base] === -1) return this.tally.other('blank');
    if (surplus) {
      this.lost('TOO_MANY_CELLS', `expected ${columns} cells, found ${cells}; the row was not loaded`, rowStart, line);
      return;
    }
    if (cells < columns) {
      this.starts.fill(-1, base + cells, base + columns);
      this.bad('TOO_FEW_CELLS', `expected ${columns} cells, found ${cells}; the missing ones are NULL`, rowStart, line);
    }
    this.tally.read++;
    for (const cell of this.escaped) this.unescape(bytes, cell);
    this.row_starts[this.rows] = rowStart;
    this.row_lines[this.rows] = line;
    this.rows++;
  }

  private lost(code: string, message: string, rowStart: number, line: number): void {
    this.tally.read++;
    this.tally.reported++;
    this.bad(code, message, rowStart, line);
  }

  private needsMore(bytes: Uint8Array, rowStart: number, end: number, lines: number): number {
    return end - rowStart <= MAX_ROW_BYTES ? NEEDS_MORE : this.tooLong(bytes, rowStart, end, lines);
  }

  /** Reports a row that is too long and continues after the first line end past the limit. `lines`: lines of the row up to the limit. */
  private tooLong(bytes: Uint8Array, rowStart: number, end: number, lines: number): number {
    const limit = MAX_ROW_BYTES / 1024 / 1024;
    this.lost('ROW_TOO_LONG', `expected rows of at most ${limit} MiB, found a longer line; it was not loaded`, rowStart, this.line);
    this.line += lines - 1;
    return this.skipLine(bytes, rowStart + MAX_ROW_BYTES, end);
  }

  /** Reports a row and continues with its second line, so that a misplaced quotation mark does not spoil the rest of the file. */
  private passLine(bytes: Uint8Array, rowStart: number, end: number, code: string, message: string): number {
    this.lost(code, `${message}; the line was not loaded`, rowStart, this.line);
    return this.skipLine(bytes, rowStart, end);
  }

  /** Continues after the next line end, which may not have been read yet. */
  private skipLine(bytes: Uint8Array, from: number, end: number): number {
    const next = this.lineEnd(bytes, from);
    if (next >= end) {
      this.skipping = true;
      return TOO_LONG;
    }
    this.line++;
    return next + 1;
  }

  private lineEnd(bytes: Uint8Array, from: number): number {
    let at = from;
    while (bytes[at] !== this.dialect.newline) at++;
    return at;
  }

  /** Position of the quotation mark that closes the cell; `limit` if none does before it. Bytes are available up to `end`. */
  private closingQuote(bytes: Uint8Array, from: number, limit: number, end: number): number {
    const { quote, escape, newline } = this.dialect;
    this.quotedLines = 0;
    this.quotedEscapes = false;
    for (let at = from; at < limit; at++) {
      const byte = bytes[at];
      if (byte === newline) this.quotedLines++;
      else if (byte === escape && at + 1 < end && bytes[at + 1] === quote) {
        this.quotedEscapes = true;
        at++;
      } else if (byte === quote) return at;
    }
    return limit;
  }

  private unescape(bytes: Uint8Array, cell: number): void {
    const { quote, escape } = this.dialect;
    const end = this.ends[cell]!;
    let to = this.starts[cell]!;
    for (let from = to; from < end; from++) {
      if (bytes[from] === escape && bytes[from + 1] === quote) from++;
      bytes[to++] = bytes[from]!;
    }
    this.kernel?.renew(bytes, this.starts[cell]!, to);
    this.ends[cell] = to;
  }
}

const NEEDS_MORE = -1;
const TOO_LONG = -2;
