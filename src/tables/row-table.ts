import { Batch } from './batch.ts';
import { formatAddress } from '../ble/address.ts';
import type { Column, ColumnSpec, FixedColumn } from './column.ts';
import { halves, mark } from './halves.ts';

const FIRST_ROWS = 512;
const MOST_ROWS = 16_384;
/** Maximum number of batches that are held before rows are sent; a row can be completed while its batch is held. */
const BATCHES_KEPT = 4;
/** Maximum number of texts of a column that are kept for the next batch. */
const KEPT_TEXTS = 4096;

/** A row that has not been sent yet. */
export interface KeptRow {
  readonly batch: Batch;
  readonly row: number;
}

const [NO_U8, NO_U16, NO_U32, NO_I32] = [new Uint8Array(), new Uint16Array(), new Uint32Array(), new Int32Array()];

/** How the numbers of a column are stored. */
const STORE = { NONE: 0, U8: 1, U16: 2, U32: 3, I32: 4, HALVES: 5, BOOL: 6, OTHER: 7 } as const;

/**
 * Writes one column of the current batch. There is a field for each width, so that every store writes to one type of array: the JavaScript
 * engine compiles that to one instruction, but a store to different types to a call.
 */
export class Cell {
  valid: Uint8Array = NO_U8;
  store: number = STORE.NONE;
  u8: Uint8Array = NO_U8;
  u16: Uint16Array = NO_U16;
  u32: Uint32Array = NO_U32;
  /** Array for values of 32 bits, for codes of texts, or for halves of 64 bits. */
  i32: Int32Array = NO_I32;
  /** The last text, with its code in this batch; `textBefore` is the one before. Two, because those of both sides often alternate. */
  text: string | null = null;
  code = 0;
  textBefore: string | null = null;
  codeBefore = 0;
  /** The cell written after this one in an earlier row, and usually the next again: rows of one kind write columns in one order. */
  next: Cell | null = null;
  private held: Column | null = null;

  constructor(readonly name: string) {}

  /** The column of the current batch to which this cell writes. */
  get column(): Column {
    if (this.held === null) throw new Error(`broken invariant: ${this.name} is written before its row begins`);
    return this.held;
  }

  /** Makes the cell write to this column. */
  bind(column: Column): void {
    this.held = column;
    this.valid = column.valid;
    this.text = this.textBefore = null;
    if (column.kind === 'dictionary') this.i32 = column.codes;
    else if (column.kind === 'bool') [this.store, this.u8] = [STORE.BOOL, column.values];
    else if (column.kind === 'fixed') this.keeps(column.values, column.valid);
  }

  private keeps(values: FixedColumn['values'], valid: Uint8Array): void {
    if (values instanceof Uint8Array) [this.store, this.u8] = [STORE.U8, values];
    else if (values instanceof Uint16Array) [this.store, this.u16] = [STORE.U16, values];
    else if (values instanceof Uint32Array) [this.store, this.u32] = [STORE.U32, values];
    else if (values instanceof Int32Array) [this.store, this.i32] = [STORE.I32, values];
    else if (values instanceof BigInt64Array) [this.store, this.i32] = [STORE.HALVES, halves({ values, valid }).words];
    else this.store = STORE.OTHER;
  }
}

/** Writes 8 bits. There is a function per width, for rows so frequent that finding a column by name would take too long. */
export function putU8(cell: Cell, row: number, value: number): void {
  cell.u8[row] = value;
  cell.valid[row >> 3]! |= 1 << (row & 7);
}
export function putU16(cell: Cell, row: number, value: number): void {
  cell.u16[row] = value;
  cell.valid[row >> 3]! |= 1 << (row & 7);
}
export function putI32(cell: Cell, row: number, value: number): void {
  cell.i32[row] = value;
  cell.valid[row >> 3]! |= 1 << (row & 7);
}
/** Writes `value`, which is an integer within ±2^53. */
export function putI64(cell: Cell, row: number, value: number): void {
  cell.i32[row * 2] = value | 0;
  cell.i32[row * 2 + 1] = Math.floor(value / 4294967296);
  cell.valid[row >> 3]! |= 1 << (row & 7);
}
export function putFlag(cell: Cell, row: number, value: boolean): void {
  const bit = 1 << (row & 7);
  if (value) cell.u8[row >> 3]! |= bit;
  cell.valid[row >> 3]! |= bit;
}
export function putOctets({ column, name }: Cell, row: number, bytes: Uint8Array, from: number, to: number): void {
  if (column.kind !== 'bytes') throw new Error(`broken invariant: ${name} holds no octets`);
  column.set(row, bytes, from, to);
}
export function putText(cell: Cell, row: number, value: string): void {
  if (cell.text !== value) remember(cell, row, value);
  cell.i32[row] = cell.code;
  cell.valid[row >> 3]! |= 1 << (row & 7);
}

function remember(cell: Cell, row: number, value: string): void {
  const { text, code } = cell;
  cell.code = cell.textBefore === value ? cell.codeBefore : codeOf(cell, row, value);
  cell.text = value;
  cell.textBefore = text;
  cell.codeBefore = code;
}

function codeOf({ column, name }: Cell, row: number, value: string): number {
  if (column.kind !== 'dictionary') throw new Error(`broken invariant: ${name} holds no text`);
  column.setText(row, value);
  return column.codes[row] ?? 0;
}

/**
 * Writes the rows of an additional table while a file is decoded: `begin`, values by column name, `end`. Allocates nothing before the first
 * row. Batches have at most `MOST_ROWS` rows.
 */
export class RowTable {
  /** Number of rows since the start of the file. */
  total = 0;
  private batch: Batch | null = null;
  private readonly cells = new Map<string, Cell>();
  /** Batches that were sent, to be used again, because allocating a new one takes long. */
  private readonly spare: Batch[] = [];
  private last: Cell | null = null;
  private full: Batch[] = [];
  private row = 0;

  constructor(
    readonly name: string,
    readonly specs: readonly ColumnSpec[],
  ) {}

  /** Whether so many batches are full that they should be sent. */
  get crowded(): boolean {
    return this.full.length >= BATCHES_KEPT;
  }

  /** The row that is being written, so that it can be completed later, before it is sent. */
  get kept(): KeptRow {
    const { batch, row } = this;
    if (batch === null) throw new Error(`broken invariant: the table ${this.name} has no row`);
    return { batch, row };
  }

  /** Writes a text into a row that was not sent yet. */
  lateText({ batch, row }: KeptRow, name: string, value: string | undefined): void {
    if (value !== undefined) batch.dictionary(name).setText(row, value);
  }

  /** Writes a number into a row that was not sent yet. */
  lateNumber({ batch, row }: KeptRow, name: string, value: number): void {
    batch.fixed(name, 'DOUBLE').set(row, value);
  }

  /** Returns the cell of a column, for functions that write by index of the row. Call `begin` before writing to it. */
  column(name: string): Cell {
    const spec = this.specs.find((one) => one.name === name);
    if (spec === undefined) throw new Error(`broken invariant: the table ${this.name} has no column ${name}`);
    let cell = this.cells.get(name);
    if (cell === undefined) this.cells.set(name, (cell = new Cell(name)));
    return cell;
  }

  /** Begins a row; returns its index in the batch. */
  begin(): number {
    let { batch } = this;
    if (batch === null || batch.rows === batch.capacity) batch = this.renew(batch);
    return (this.row = batch.rows);
  }

  end(): void {
    if (this.batch) this.batch.rows++;
    this.total++;
  }

  /** Writes a number, which must be an integer except in a DOUBLE column. In a BOOLEAN column, 0 is false. */
  number(name: string, value: number): void {
    const cell = this.cell(name);
    const { row } = this;
    switch (cell.store) {
      case STORE.U8:
        cell.u8[row] = value;
        break;
      case STORE.U16:
        cell.u16[row] = value;
        break;
      case STORE.U32:
        cell.u32[row] = value;
        break;
      case STORE.I32:
        cell.i32[row] = value;
        break;
      case STORE.HALVES:
        putI64(cell, row, value);
        break;
      case STORE.BOOL:
        if (value !== 0) mark(cell.u8, row);
        break;
      default:
        this.otherNumber(cell.column, value);
    }
    cell.valid[row >> 3]! |= 1 << (row & 7);
  }

  big(name: string, value: bigint): void {
    const { column } = this.cell(name);
    if (column.kind !== 'fixed' || !(column.values instanceof BigUint64Array))
      throw new Error(`broken invariant: ${this.name}.${name} is no UBIGINT`);
    column.values[this.row] = value;
    column.valid[this.row >> 3]! |= 1 << (this.row & 7);
  }

  flag(name: string, value: boolean): void {
    this.number(name, value ? 1 : 0);
  }

  text(name: string, value: string | undefined): void {
    if (value === undefined) return;
    putText(this.cell(name), this.row, value);
  }

  octets(name: string, bytes: Uint8Array, from: number, to: number): void {
    putOctets(this.cell(name), this.row, bytes, from, to);
  }

  address(name: string, bytes: Uint8Array, at: number): void {
    this.text(name, formatAddress(bytes, at));
  }

  /** Sends all rows that were not sent, oldest first. `send` may use a batch until its promise settles. */
  async flush(send: (batch: Batch) => Promise<void>): Promise<void> {
    const { full, batch } = this;
    this.full = [];
    for (const one of full) {
      await send(one);
      one.clear();
      if (one.capacity === MOST_ROWS) this.spare.push(one);
    }
    if (batch === null || batch.rows === 0) return;
    await send(batch);
    batch.clear();
    // Forget the last texts, because they may have other codes in the next batch.
    for (const cell of this.cells.values()) cell.text = cell.textBefore = null;
  }

  private otherNumber(column: Column, value: number): void {
    if (column.kind !== 'fixed' || column.values instanceof BigUint64Array || column.values instanceof BigInt64Array)
      throw new Error(`broken invariant: ${this.name}.${column.spec.name} holds no numbers`);
    column.values[this.row] = value;
  }

  private cell(name: string): Cell {
    const { last } = this;
    const likely = last?.next;
    if (likely?.name === name) {
      this.last = likely;
      return likely;
    }
    const cell = this.cells.get(name);
    if (cell === undefined) throw new Error(`broken invariant: the table ${this.name} has no column ${name}`);
    if (last !== null) last.next = cell;
    this.last = cell;
    return cell;
  }

  private renew(before: Batch | null): Batch {
    if (before !== null) this.full.push(before);
    const batch = this.spare.pop() ?? new Batch(this.specs, Math.min(MOST_ROWS, before === null ? FIRST_ROWS : before.capacity * 4));
    for (const column of batch.columns) {
      if (column.kind === 'dictionary') column.keeps = KEPT_TEXTS;
      this.column(column.spec.name).bind(column);
    }
    this.batch = batch;
    return batch;
  }
}
