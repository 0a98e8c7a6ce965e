import { Batch } from './batch.ts';
import { formatAddress } from '../ble/address.ts';
import type { Column, ColumnSpec } from './column.ts';
import { halves, storeHalves } from './halves.ts';
import type { Halves } from './halves.ts';

const FIRST_ROWS = 512;
const MOST_ROWS = 8192;
/** Batches that wait until a table must leave: rows may be completed as long as they are here. */
const BATCHES_KEPT = 8;
/** Texts of a column that are kept from batch to batch. */
const KEPT_TEXTS = 4096;

/** A row that has not left yet. */
export interface KeptRow {
  readonly batch: Batch;
  readonly row: number;
}

interface Cell {
  readonly name: string;
  readonly column: Column;
  /** Of a 64-bit column. */
  readonly halves: Halves | null;
  /** The text that was written last, and its code in this batch. */
  text: string | null;
  code: number;
  /** The cell that was written after this one last time. Rows of a kind name their columns in one order, so it is mostly the next one. */
  next: Cell | null;
}

/**
 * Rows of a table that a decoder writes beside the packets: `begin`, values by the name of their column, `end`. Allocates nothing
 * before the first row, and hands on batches of at most `MOST_ROWS`.
 */
export class RowTable {
  /** Every row since the start. */
  total = 0;
  private batch: Batch | null = null;
  private cells: ReadonlyMap<string, Cell> = new Map();
  /** The cell that was written last. */
  private last: Cell | null = null;
  private full: Batch[] = [];
  private row = 0;

  constructor(
    readonly name: string,
    readonly specs: readonly ColumnSpec[],
  ) {}

  /** There are so many rows that they should leave. */
  get crowded(): boolean {
    return this.full.length >= BATCHES_KEPT;
  }

  /** The row being written, to complete it before it leaves. */
  get kept(): KeptRow {
    const { batch, row } = this;
    if (batch === null) throw new Error(`broken invariant: the table ${this.name} has no row`);
    return { batch, row };
  }

  /** Writes a text into a row that has not left. */
  lateText({ batch, row }: KeptRow, name: string, value: string | undefined): void {
    if (value !== undefined) batch.dictionary(name).setText(row, value);
  }

  /** Writes a number into a row that has not left. */
  lateNumber({ batch, row }: KeptRow, name: string, value: number): void {
    batch.fixed(name, 'DOUBLE').set(row, value);
  }

  begin(): void {
    let { batch } = this;
    if (batch === null || batch.rows === batch.capacity) batch = this.renew(batch);
    this.row = batch.rows;
  }

  end(): void {
    if (this.batch) this.batch.rows++;
    this.total++;
  }

  /** A number, whole but in DOUBLE columns; of BOOLEAN columns 0 is false. */
  number(name: string, value: number): void {
    const { column, halves: words } = this.cell(name);
    const { row } = this;
    if (words !== null) storeHalves(words, row, value);
    else if (column.kind === 'bool') column.set(row, value !== 0);
    else if (column.kind === 'fixed') {
      column.values[row] = value;
      column.valid[row >> 3]! |= 1 << (row & 7);
    } else throw new Error(`broken invariant: ${this.name}.${name} holds no numbers`);
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
    const cell = this.cell(name);
    const { column } = cell;
    if (column.kind !== 'dictionary') throw new Error(`broken invariant: ${this.name}.${name} holds no text`);
    if (cell.text === value) column.setCode(this.row, cell.code);
    else {
      column.setText(this.row, value);
      cell.text = value;
      cell.code = column.codes[this.row] ?? 0;
    }
  }

  octets(name: string, bytes: Uint8Array, from: number, to: number): void {
    const { column } = this.cell(name);
    if (column.kind !== 'bytes') throw new Error(`broken invariant: ${this.name}.${name} holds no octets`);
    column.set(this.row, bytes, from, to);
  }

  address(name: string, bytes: Uint8Array, at: number): void {
    this.text(name, formatAddress(bytes, at));
  }

  /** Hands every row on that has not been, oldest first. `send` may keep the batch until it settles. */
  async flush(send: (batch: Batch) => Promise<void>): Promise<void> {
    const { full, batch } = this;
    this.full = [];
    for (const one of full) await send(one);
    if (batch === null || batch.rows === 0) return;
    await send(batch);
    batch.clear();
    // The texts of the next batch may have other codes.
    for (const cell of this.cells.values()) cell.text = null;
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
    const batch = new Batch(this.specs, Math.min(MOST_ROWS, before === null ? FIRST_ROWS : before.capacity * 4));
    for (const column of batch.columns) if (column.kind === 'dictionary') column.keeps = KEPT_TEXTS;
    this.batch = batch;
    this.cells = new Map(batch.columns.map((column) => [column.spec.name, cellOf(column)]));
    this.last = null;
    return batch;
  }
}

const cellOf = (column: Column): Cell => ({
  name: column.spec.name,
  column,
  halves: halvesOf(column),
  text: null,
  code: 0,
  next: null,
});

function halvesOf(column: Column): Halves | null {
  return column.kind === 'fixed' && column.values instanceof BigInt64Array ? halves({ values: column.values, valid: column.valid }) : null;
}
