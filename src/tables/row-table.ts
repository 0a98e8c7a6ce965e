import { Batch } from './batch.ts';
import { formatAddress } from '../ble/address.ts';
import type { Column, ColumnSpec } from './column.ts';
import { halves, storeHalves } from './halves.ts';
import type { Halves } from './halves.ts';

const FIRST_ROWS = 512;
const MOST_ROWS = 8192;
/** Batches kept before rows must be sent; rows can be completed while their batch is kept. */
const BATCHES_KEPT = 8;
/** Texts of a column kept from batch to batch. */
const KEPT_TEXTS = 4096;

/** A row that has not been sent yet. */
export interface KeptRow {
  readonly batch: Batch;
  readonly row: number;
}

interface Cell {
  readonly name: string;
  readonly column: Column;
  /** Set for 64-bit columns. */
  readonly halves: Halves | null;
  /** The last written text, and its code in this batch. */
  text: string | null;
  code: number;
  /**
   * The cell that was written after this one last time; usually the next one again, because rows of one kind name their columns in the same
   * order.
   */
  next: Cell | null;
}

/**
 * Writes rows of an additional table during decoding: `begin`, values by column name, `end`. Allocates nothing before the first row, and
 * emits batches of at most `MOST_ROWS` rows.
 */
export class RowTable {
  /** Number of rows since the start. */
  total = 0;
  private batch: Batch | null = null;
  private cells: ReadonlyMap<string, Cell> = new Map();
  /** The last written cell. */
  private last: Cell | null = null;
  private full: Batch[] = [];
  private row = 0;

  constructor(
    readonly name: string,
    readonly specs: readonly ColumnSpec[],
  ) {}

  /** Whether so many rows are kept that they should be sent. */
  get crowded(): boolean {
    return this.full.length >= BATCHES_KEPT;
  }

  /** The row being written, so that it can be completed before it is sent. */
  get kept(): KeptRow {
    const { batch, row } = this;
    if (batch === null) throw new Error(`broken invariant: the table ${this.name} has no row`);
    return { batch, row };
  }

  /** Writes a text into a row that has not been sent. */
  lateText({ batch, row }: KeptRow, name: string, value: string | undefined): void {
    if (value !== undefined) batch.dictionary(name).setText(row, value);
  }

  /** Writes a number into a row that has not been sent. */
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

  /** Writes a number, which must be an integer except in DOUBLE columns; in BOOLEAN columns 0 is false. */
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

  /** Sends all rows that have not been sent, oldest first. `send` may use the batch until its promise settles. */
  async flush(send: (batch: Batch) => Promise<void>): Promise<void> {
    const { full, batch } = this;
    this.full = [];
    for (const one of full) await send(one);
    if (batch === null || batch.rows === 0) return;
    await send(batch);
    batch.clear();
    // The next batch may assign other codes to the texts.
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
