/** Types of columns from a sample of cells, by the same readers that will read the rest. */
import type { ColumnEvidence } from '../../../tables/column-roles.ts';
import type { ColumnSpec, ColumnType } from '../../../tables/column.ts';
import * as cells from '../cells.ts';
import { Interner } from '../interner.ts';
import type { RowScanner } from './scanner.ts';

/** Sampled texts after which it is settled whether a column repeats itself. */
const DISTINCT_SAMPLE = 20_000;

/** What the cells of one column have been so far. */
export class ColumnSample {
  private values = 0;
  private integers = 0;
  private bigs = 0;
  private doubles = 0;
  private booleans = 0;
  private timestamps = 0;
  private dates = 0;
  private zoned = 0;
  private addresses = 0;
  private steps = 0;
  private rises = 0;
  private min = Infinity;
  private max = -Infinity;
  private previous = NaN;
  private readonly texts = new Interner();
  private counted = 0;

  constructor(private readonly decimal: number) {}

  add(bytes: Uint8Array, start: number, end: number): void {
    const from = cells.trimStart(bytes, start, end);
    const to = cells.trimEnd(bytes, from, end);
    if (cells.isNullWord(bytes, from, to)) return;
    this.values++;
    if (!this.addNumber(bytes, from, to) && !this.addTime(bytes, from, to)) this.addWord(bytes, from, to);
    if (this.isText && this.counted < DISTINCT_SAMPLE) {
      this.counted++;
      if (this.texts.find(bytes, start, end) < 0) this.texts.add(bytes, start, end);
    }
  }

  /** Once one cell is neither number, time nor truth value, or kinds are mixed, the column is text. */
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
    this.addOrder(value);
    return true;
  }

  private addTime(bytes: Uint8Array, start: number, end: number): boolean {
    const micros = cells.readTimestamp(bytes, start, end);
    if (micros === micros) {
      this.timestamps++;
      if (cells.hasZone(bytes, start, end)) this.zoned++;
      this.addOrder(micros);
      return true;
    }
    const days = cells.readDate(bytes, start, end);
    if (days !== days) return false;
    this.dates++;
    this.addOrder(days * 86_400e6);
    return true;
  }

  private addWord(bytes: Uint8Array, start: number, end: number): void {
    if (cells.readBoolean(bytes, start, end) >= 0) this.booleans++;
    else if (cells.isAddress(bytes, start, end)) this.addresses++;
  }

  private addOrder(value: number): void {
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (this.previous === this.previous) {
      this.steps++;
      if (value >= this.previous) this.rises++;
    }
    this.previous = value;
  }

  type(): ColumnType {
    const { values } = this;
    if (values === 0) return 'VARCHAR';
    if (this.integers + this.bigs === values) return 'BIGINT';
    if (this.integers + this.bigs + this.doubles === values) return 'DOUBLE';
    if (this.booleans === values) return 'BOOLEAN';
    if (this.dates === values) return 'DATE';
    if (this.timestamps === values) return 'TIMESTAMP';
    return 'VARCHAR';
  }

  spec(name: string): ColumnSpec {
    const type = this.type();
    const distinct = type === 'VARCHAR' && this.counted >= 100 && this.texts.size * 2 > this.counted;
    return { name, type, ...(distinct && { storage: 'plain' as const }) };
  }

  evidence(name: string): ColumnEvidence {
    const none = this.min > this.max;
    return {
      name,
      type: this.type(),
      values: this.values,
      min: none ? NaN : this.min,
      max: none ? NaN : this.max,
      rising: this.steps === 0 ? 1 : this.rises / this.steps,
      addresses: this.values === 0 ? 0 : this.addresses / this.values,
      zoned: this.timestamps > 0 && this.zoned === this.timestamps,
    };
  }

  /** Times without a zone were seen. */
  get local(): boolean {
    return this.timestamps > this.zoned;
  }
}

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
