/** Infers column types from a sample of cells, with the same readers that later read all rows. */
import type { ColumnEvidence } from '../../../tables/column-roles.ts';
import type { ColumnType } from '../../../tables/column.ts';
import * as cells from '../cells.ts';
import { Interner } from '../interner.ts';
import { Order, TimeSample } from '../time-sample.ts';
import type { RowScanner } from './scanner.ts';

/** After this many sampled texts, it is decided whether the values of a column repeat. */
const DISTINCT_SAMPLE = 20_000;

/** Collects what kinds of values the cells of a column have. */
export class ColumnSample {
  private values = 0;
  private integers = 0;
  private bigs = 0;
  private doubles = 0;
  private booleans = 0;
  private addresses = 0;
  private readonly numbers = new Order();
  readonly times = new TimeSample();
  private readonly texts = new Interner();
  private counted = 0;

  constructor(private readonly decimal: number) {}

  add(bytes: Uint8Array, start: number, end: number): void {
    const from = cells.trimStart(bytes, start, end);
    const to = cells.trimEnd(bytes, from, end);
    if (cells.isNullWord(bytes, from, to)) return;
    this.values++;
    if (!this.addNumber(bytes, from, to) && !this.times.add(bytes, from, to)) this.addWord(bytes, from, to);
    if (this.isText && this.counted < DISTINCT_SAMPLE) {
      this.counted++;
      if (this.texts.find(bytes, start, end) < 0) this.texts.add(bytes, start, end);
    }
  }

  /** A column is text as soon as one cell is neither number, time nor truth value, or kinds are mixed. */
  private get isText(): boolean {
    return this.type() === 'VARCHAR';
  }

  private addNumber(bytes: Uint8Array, start: number, end: number): boolean {
    let value = cells.readInteger(bytes, start, end);
    if (value === value) this.integers++;
    else {
      value = cells.readDouble(bytes, start, end, this.decimal);
      if (value !== value) return false;
      if (cells.readBigInteger(bytes, start, end) !== null) this.bigs++;
      else this.doubles++;
    }
    this.numbers.add(value);
    return true;
  }

  private addWord(bytes: Uint8Array, start: number, end: number): void {
    if (cells.readBoolean(bytes, start, end) >= 0) this.booleans++;
    else if (cells.isAddress(bytes, start, end)) this.addresses++;
  }

  type(): ColumnType {
    const { values } = this;
    if (values === 0) return 'VARCHAR';
    if (this.integers + this.bigs === values) return 'BIGINT';
    if (this.integers + this.bigs + this.doubles === values) return 'DOUBLE';
    if (this.booleans === values) return 'BOOLEAN';
    if (this.times.days === values) return 'DATE';
    if (this.times.iso === values) return 'TIMESTAMP';
    const civil = this.times.civil(values);
    if (civil !== null) return civil.days ? 'DATE' : 'TIMESTAMP';
    return 'VARCHAR';
  }

  /** Whether the column is text with mostly different values. */
  get distinct(): boolean {
    return this.counted >= 100 && this.texts.size * 2 > this.counted;
  }

  evidence(name: string, type: ColumnType = this.type()): ColumnEvidence {
    const { iso, zoned } = this.times;
    const order = isTime(type) ? (this.times.civil(this.values)?.order ?? this.times.order) : this.numbers;
    const none = order.min > order.max;
    return {
      name,
      type,
      values: this.values,
      min: none ? NaN : order.min,
      max: none ? NaN : order.max,
      rising: order.rising,
      addresses: this.values === 0 ? 0 : this.addresses / this.values,
      zoned: iso > 0 && zoned === iso,
    };
  }

  /** Order of day and month, if the column's times are written that way. */
  get civil(): ReturnType<TimeSample['civil']> {
    return this.times.civil(this.values);
  }

  /** Whether times without a zone occurred. */
  get local(): boolean {
    return this.type() === 'TIMESTAMP' && (this.times.iso > this.times.zoned || this.civil !== null);
  }
}

const isTime = (type: ColumnType): boolean => type === 'TIMESTAMP' || type === 'DATE';

/** Adds the rows of a block to the samples, one per column. */
export function addBlock(samples: readonly ColumnSample[], bytes: Uint8Array, block: RowScanner): void {
  const { starts, ends, columns, rows } = block;
  samples.forEach((sample, index) => {
    for (let row = 0, cell = index; row < rows; row++, cell += columns) {
      const start = starts[cell]!;
      if (start >= 0) sample.add(bytes, start, ends[cell]!);
    }
  });
}
