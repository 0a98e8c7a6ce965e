import { decodeInstance } from './decode.ts';

/** The functions of `assembly/decode/text.ts`. Addresses are byte offsets into `memory`. */
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
  /** 0 or 1. */
  textEnded(): number;
}

/** A piece of the text: small enough for the cache. */
const PIECE_BYTES = 64 * 1024;
const PAGE_BYTES = 65_536;

export interface TextMarks {
  readonly delimiter: number;
  readonly newline: number;
  /** -1 for none. */
  readonly quote: number;
}

/** One instance of the decode module for one table: cuts plain rows of a text into cells. Its memory has a fixed size, so views of it stay good. */
export class TextKernel {
  /** Positions of cells and rows, as `RowScanner` has them. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly row_starts: Int32Array;
  /** Bytes of memory that the kernel takes. */
  readonly bytes: number;
  private readonly text: Uint8Array;
  /** The piece holds bytes [from, to) of the text. */
  private from = 0;
  private to = 0;

  private constructor(
    private readonly run: TextExports,
    columns: number,
    capacity: number,
    { delimiter, newline, quote }: TextMarks,
  ) {
    const cells = columns * capacity;
    const textAt = run.heapBase();
    const startsAt = textAt + PIECE_BYTES + 16;
    const endsAt = startsAt + cells * 4;
    const rowsAt = endsAt + cells * 4;
    run.memory.grow(Math.ceil((rowsAt + capacity * 4) / PAGE_BYTES));
    const { buffer } = run.memory;
    this.bytes = buffer.byteLength;
    this.text = new Uint8Array(buffer, textAt, PIECE_BYTES);
    this.starts = new Int32Array(buffer, startsAt, cells);
    this.ends = new Int32Array(buffer, endsAt, cells);
    this.row_starts = new Int32Array(buffer, rowsAt, capacity);
    run.textSetup(textAt, startsAt, endsAt, rowsAt, columns, capacity, delimiter, newline, quote);
  }

  /** For blocks of `capacity` rows. The marks are single bytes. */
  static async open(columns: number, capacity: number, marks: TextMarks): Promise<TextKernel> {
    return new TextKernel(await decodeInstance<TextExports>(), columns, capacity, marks);
  }

  /** The bytes were moved or changed. */
  forget(): void {
    this.to = 0;
  }

  /** Where the last `cut` ended: the first row that is not plain, or that the block has no room for. */
  get stopped(): number {
    return this.from + this.run.textStop();
  }

  /** Cuts rows of bytes [at, end) into the tables from row `row` on, until one is not plain; returns how many rows are in the tables. */
  cut(bytes: Uint8Array, at: number, end: number, row: number): number {
    let rows = row;
    let from = at;
    if (from < this.from || from >= this.to) this.take(bytes, from, end);
    for (;;) {
      rows = this.run.plainRows(rows, from - this.from, this.to - this.from, this.from);
      from = this.stopped;
      const further = this.run.textEnded() !== 0 && this.to < end && from > this.from;
      if (!further || rows === this.row_starts.length) return rows;
      this.take(bytes, from, end);
    }
  }

  private take(bytes: Uint8Array, from: number, end: number): void {
    this.from = from;
    this.to = Math.min(end, from + PIECE_BYTES);
    this.text.set(bytes.subarray(from, this.to));
  }
}
