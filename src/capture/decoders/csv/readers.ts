/** Reads cells into typed columns: one simple loop per column over a block of rows. */
import type { BoolColumn, BytesColumn, Column, DictionaryColumn, FixedColumn } from '../../../tables/column.ts';
import type { CellKind, TextKernel } from '../../../kernels/text.ts';
import * as cells from '../cells.ts';
import { Interner, isUtf8 } from '../interner.ts';
import { isoTime, type TimeReader } from '../time-sample.ts';
import type { RowScanner } from './scanner.ts';

/** Called for a cell that is not a value of its column's type, with its row in the block and its bytes. */
export type Misfit = (row: number, start: number, end: number) => void;

export interface ColumnReader {
  /** Reads cells `index` of the block's rows into the column, from row `to` on. */
  read(bytes: Uint8Array, block: RowScanner, index: number, to: number): void;
  /** Clears state that belongs to the batch just sent. */
  clear(): void;
}

/** How the values in the cells of a column are written. */
export interface CellForm {
  /** Byte of the decimal mark. */
  readonly decimal: number;
  readonly time: TimeReader;
  /** Kernel that has loaded the text of the block, if available; it reads values in their most common form. */
  readonly kernel: TextKernel | null;
}

export function createReader(column: Column, form: CellForm, misfit: Misfit): ColumnReader {
  switch (column.kind) {
    case 'bool':
      return valueReader(column, form, (bytes, start, end, row) => readBool(column, bytes, start, end, row), misfit);
    case 'dictionary':
      return new DictionaryReader(column, misfit);
    case 'bytes':
      return new TextReader(column, misfit);
    case 'fixed':
      return valueReader(column, form, fixedReader(column, form), misfit);
    case 'list':
      throw new Error('broken invariant: text tables have no lists');
  }
}

const US_PER_DAY = 86_400_000_000;

/** Writes the value of a cell; returns false if the cell is not such a value. */
type Put = (bytes: Uint8Array, start: number, end: number, row: number) => boolean;

/** The kind of values that the kernel reads in the same way as `put` would; null if there is none. */
function kindOf({ spec: { type } }: Column, { time }: CellForm): CellKind | null {
  if (type === 'TIMESTAMP') return time === isoTime ? 'timestamp' : null;
  return type === 'BIGINT' ? 'integer' : type === 'DOUBLE' ? 'double' : type === 'BOOLEAN' ? 'boolean' : null;
}

/** Reads values: empty cells become NULL, all others are read by the kernel if possible, otherwise by `put`. */
function valueReader(column: FixedColumn | BoolColumn, form: CellForm, put: Put, misfit: Misfit): ColumnReader {
  const { valid } = column;
  const { kernel } = form;
  const kind = kernel === null ? null : kindOf(column, form);
  const readCell = (bytes: Uint8Array, { starts, ends, columns }: RowScanner, index: number, row: number, to: number): void => {
    let start = starts[row * columns + index]!;
    let end = ends[row * columns + index]!;
    if (bytes[start]! <= 32) start = cells.trimStart(bytes, start, end);
    if (bytes[end - 1]! <= 32) end = cells.trimEnd(bytes, start, end);
    const target = to + row;
    if (put(bytes, start, end, target)) valid[target >> 3]! |= 1 << (target & 7);
    else if (!cells.isNullWord(bytes, start, end)) misfit(row, start, end);
  };
  return {
    read(bytes, block, index, to) {
      if (kernel === null || kind === null) {
        for (let row = 0; row < block.rows; row++)
          if (block.starts[row * block.columns + index]! >= 0) readCell(bytes, block, index, row, to);
        return;
      }
      const left = kernel.read(kind, index, block.rows, to & 7);
      takeValues(column, kernel, block.rows, to);
      for (let i = 0; i < left; i++) readCell(bytes, block, index, kernel.left[i]!, to);
    },
    clear() {},
  };
}

/** Copies the values that the kernel read from a block into the column, from row `to` on. */
function takeValues(column: FixedColumn | BoolColumn, kernel: TextKernel, rows: number, to: number): void {
  takeBits(column.valid, kernel.valid, rows, to);
  if (column.kind === 'bool') takeBits(column.values, kernel.bits, rows, to);
  else if (column.spec.type === 'DOUBLE') (column.values as Float64Array).set(kernel.reals.subarray(0, rows), to);
  else (column.values as BigInt64Array).set(kernel.wholes.subarray(0, rows), to);
}

/** Copies bits. The first byte may already hold bits of earlier rows. */
function takeBits(target: Uint8Array, bits: Uint8Array, rows: number, to: number): void {
  const first = to >> 3;
  target[first]! |= bits[0]!;
  target.set(bits.subarray(1, ((to & 7) + rows + 7) >> 3), first + 1);
}

function readBool(column: BoolColumn, bytes: Uint8Array, start: number, end: number, row: number): boolean {
  const value = cells.readBoolean(bytes, start, end);
  if (value === 1) column.values[row >> 3]! |= 1 << (row & 7);
  return value >= 0;
}

function fixedReader(column: FixedColumn, { decimal, time }: CellForm): Put {
  const { type } = column.spec;
  if (type === 'DOUBLE') {
    const values = column.values as Float64Array;
    return (bytes, start, end, row) => {
      const value = cells.readDouble(bytes, start, end, decimal);
      values[row] = value;
      return value === value;
    };
  }
  if (type === 'DATE') {
    const values = column.values as Int32Array;
    return (bytes, start, end, row) => {
      const value = time(bytes, start, end) / US_PER_DAY;
      values[row] = value;
      return Number.isInteger(value);
    };
  }
  // Write whole numbers as two 32-bit halves, because creating a bigint per cell costs more than reading it.
  const wide = column.values as BigInt64Array;
  const halves = new Int32Array(wide.buffer, wide.byteOffset, wide.length * 2);
  if (type === 'TIMESTAMP') {
    return (bytes, start, end, row) => putWhole(halves, row, time(bytes, start, end));
  }
  return (bytes, start, end, row) => {
    const value = cells.readInteger(bytes, start, end);
    if (value === value) return putWhole(halves, row, value);
    const big = cells.readBigInteger(bytes, start, end);
    if (big !== null) wide[row] = big;
    return big !== null;
  };
}

function putWhole(halves: Int32Array, row: number, value: number): boolean {
  if (value !== value) return false;
  const low = value | 0;
  halves[2 * row] = low;
  halves[2 * row + 1] = low === value ? low >> 31 : Math.floor(value / 4_294_967_296);
  return true;
}

/** Reads text with repeated values: equal bytes get the same dictionary code. */
class DictionaryReader implements ColumnReader {
  private readonly interner = new Interner();

  constructor(
    private readonly column: DictionaryColumn,
    private readonly misfit: Misfit,
  ) {}

  read(bytes: Uint8Array, block: RowScanner, index: number, to: number): void {
    const { interner, column } = this;
    const { codes, valid } = column;
    const { starts, ends, columns, rows } = block;
    for (let row = 0, cell = index; row < rows; row++, cell += columns) {
      const start = starts[cell]!;
      if (start < 0) continue;
      const end = ends[cell]!;
      let code = interner.find(bytes, start, end);
      if (code < 0) {
        code = interner.add(bytes, start, end);
        this.addEntry(bytes, row, start, end);
      }
      const target = to + row;
      codes[target] = code;
      valid[target >> 3]! |= 1 << (target & 7);
    }
  }

  clear(): void {
    this.interner.clear();
  }

  private addEntry(bytes: Uint8Array, row: number, start: number, end: number): void {
    if (isUtf8(bytes, start, end)) this.column.addEntryBytes(bytes, start, end);
    else {
      this.column.addEntry(latin1(bytes, start, end));
      this.misfit(row, start, end);
    }
  }
}

class TextReader implements ColumnReader {
  constructor(
    private readonly column: BytesColumn,
    private readonly misfit: Misfit,
  ) {}

  read(bytes: Uint8Array, block: RowScanner, index: number, to: number): void {
    const { starts, ends, columns, rows } = block;
    for (let row = 0, cell = index; row < rows; row++, cell += columns) {
      const start = starts[cell]!;
      if (start < 0) continue;
      const end = ends[cell]!;
      if (isUtf8(bytes, start, end)) this.column.set(to + row, bytes, start, end);
      else {
        this.column.setText(to + row, latin1(bytes, start, end));
        this.misfit(row, start, end);
      }
    }
  }

  clear(): void {}
}

/** Bytes that are not valid UTF-8 in a UTF-8 file are decoded as latin-1, as older programs write it. */
const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  new TextDecoder('windows-1252').decode(bytes.subarray(start, end));
