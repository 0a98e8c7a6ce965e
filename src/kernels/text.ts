import { decodeInstance } from './decode.ts';

/** The functions that the modules `assembly/decode/text.ts` and `cells.ts` export. Address arguments are byte offsets into `memory`. */
interface TextExports {
  readonly memory: WebAssembly.Memory;
  abiVersion(): number;
  heapBase(): number;
  textSetup(
    text: number,
    starts: number,
    ends: number,
    rowStarts: number,
    columns: number,
    capacity: number,
    delimiter: number,
    newline: number,
    quote: number,
  ): void;
  plainRows(row: number, from: number, length: number, shift: number): number;
  textStop(): number;
  /** Returns 1 if the last call stopped only because the text in memory ended, else 0. */
  textEnded(): number;
  cellsSetup(values: number, valid: number, left: number, decimal: number): void;
  readCells(kind: number, index: number, rows: number, bit: number, length: number, shift: number): number;
}

/**
 * How the cells of a column are read: numbers of `Kind` in `assembly/decode/cells.ts`. Times end in `Z` or nothing, which also means UTC.
 */
export const CELL_KIND = { integer: 0, double: 1, timestamp: 2, boolean: 3 } as const;
export type CellKind = keyof typeof CELL_KIND;

/** Number of bytes of text that are copied to the kernel at a time, small enough for the processor's cache. */
const PIECE_BYTES = 64 * 1024;
const PAGE_BYTES = 65_536;

export interface TextMarks {
  readonly delimiter: number;
  readonly newline: number;
  /** Byte value of the quotation mark; -1 if there is none. */
  readonly quote: number;
  /** Byte value of the decimal mark. */
  readonly decimal: number;
}

/**
 * One instance of the decode module for one table. It splits plain rows of a text into cells and reads plain values. Its memory has a fixed
 * size, so typed arrays over it stay valid.
 */
export class TextKernel {
  /** Where cells and rows start and end, in the layout of `RowScanner`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly row_starts: Int32Array;
  /** Output of `read`: the values (BOOLEAN as bits), a bit for each row that has a value, and the rows that the host must read itself. */
  readonly wholes: BigInt64Array;
  readonly reals: Float64Array;
  readonly bits: Uint8Array;
  readonly valid: Uint8Array;
  readonly left: Int32Array;
  /** Size of this instance's memory in bytes. */
  readonly bytes: number;
  private readonly text: Uint8Array;
  /** The piece of the text in the kernel's memory: bytes [from, to). */
  private from = 0;
  private to = 0;

  private constructor(
    private readonly run: TextExports,
    columns: number,
    capacity: number,
    { delimiter, newline, quote, decimal }: TextMarks,
  ) {
    const cells = columns * capacity;
    const textAt = run.heapBase();
    const startsAt = textAt + PIECE_BYTES + 16;
    const endsAt = startsAt + cells * 4;
    const rowsAt = endsAt + cells * 4;
    const leftAt = rowsAt + capacity * 4;
    const validAt = leftAt + capacity * 4;
    const bitmap = (capacity >> 3) + 2;
    const valuesAt = (validAt + bitmap + 15) & ~15;
    run.memory.grow(Math.ceil((valuesAt + capacity * 8) / PAGE_BYTES));
    const { buffer } = run.memory;
    this.bytes = buffer.byteLength;
    this.text = new Uint8Array(buffer, textAt, PIECE_BYTES);
    this.starts = new Int32Array(buffer, startsAt, cells);
    this.ends = new Int32Array(buffer, endsAt, cells);
    this.row_starts = new Int32Array(buffer, rowsAt, capacity);
    this.wholes = new BigInt64Array(buffer, valuesAt, capacity);
    this.reals = new Float64Array(buffer, valuesAt, capacity);
    this.bits = new Uint8Array(buffer, valuesAt, bitmap);
    this.valid = new Uint8Array(buffer, validAt, bitmap);
    this.left = new Int32Array(buffer, leftAt, capacity);
    run.cellsSetup(valuesAt, validAt, leftAt, decimal);
    run.textSetup(textAt, startsAt, endsAt, rowsAt, columns, capacity, delimiter, newline, quote);
  }

  /** Creates an instance for blocks of `capacity` rows. The delimiter, quotation and decimal marks must be single bytes. */
  static async open(columns: number, capacity: number, marks: TextMarks): Promise<TextKernel> {
    return new TextKernel(await decodeInstance<TextExports>(), columns, capacity, marks);
  }

  /** Must be called after the bytes of the text were moved or changed, so that the piece in memory is copied again. */
  forget(): void {
    this.to = 0;
  }

  /** Byte offset where the last `cut` ended: the start of a row that is not plain, or for which the block has no room. */
  get stopped(): number {
    return this.from + this.run.textStop();
  }

  /**
   * Splits rows in bytes [at, end) into cells from row `row` of the tables on, until a row is not plain. Returns how many rows the tables
   * hold. All rows of a block must be in one piece, so that `read` finds them: a new piece is loaded only for an empty block.
   */
  cut(bytes: Uint8Array, at: number, end: number, row: number): number {
    let rows = row;
    let from = at;
    if (from < this.from || from >= this.to) this.take(bytes, from, end);
    for (;;) {
      rows = this.run.plainRows(rows, from - this.from, this.to - this.from, this.from);
      from = this.stopped;
      if (rows > 0 || !this.torn(end) || from === this.from) return rows;
      this.take(bytes, from, end);
    }
  }

  /** Whether the last `cut` stopped only because the piece in memory ended, although the text goes on. */
  torn(end: number): boolean {
    return this.run.textEnded() !== 0 && this.to < end;
  }

  /** Whether the row that begins at byte `at` can be cut with the piece in memory. */
  holds(at: number): boolean {
    return at >= this.from && at < this.to;
  }

  /**
   * Reads cell `index` of the first `rows` rows into `wholes`, `reals` or `bits`; the first row's bit is bit `bit` (0 to 7) of `valid` and
   * `bits`. Returns how many rows `left` lists; empty cells have no value and are not listed.
   */
  read(kind: CellKind, index: number, rows: number, bit: number): number {
    return this.run.readCells(CELL_KIND[kind], index, rows, bit, this.to - this.from, this.from);
  }

  /** Must be called after the bytes of a cell were changed in place, so that the piece in memory changes too. */
  renew(bytes: Uint8Array, start: number, end: number): void {
    const from = Math.max(start, this.from);
    const to = Math.min(end, this.to);
    if (from < to) this.text.set(bytes.subarray(from, to), from - this.from);
  }

  private take(bytes: Uint8Array, from: number, end: number): void {
    this.from = from;
    this.to = Math.min(end, from + PIECE_BYTES);
    this.text.set(bytes.subarray(from, this.to));
  }
}
