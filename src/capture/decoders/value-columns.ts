/**
 * Columns from values that somebody else has parsed (JSON, Arrow, Parquet): types from a sample, then one
 * writer per column. Values are null, boolean, number, bigint, string, bytes, Date, or nested ones, which
 * become JSON text.
 */
import type { ColumnEvidence } from '../../tables/column-roles.ts';
import { isAddressText } from '../../tables/column-roles.ts';
import type { Column, ColumnSpec, ColumnType, DictionaryColumn, FixedColumn } from '../../tables/column.ts';
import { hasZone, readTimestamp } from './cells.ts';
import { Interner, isUtf8 } from './interner.ts';

/** What the values of one column have been so far. */
export class ValueSample {
  private values = 0;
  private whole = 0;
  private numbers = 0;
  private booleans = 0;
  private timestamps = 0;
  private zoned = 0;
  private addresses = 0;
  private steps = 0;
  private rises = 0;
  private min = Infinity;
  private max = -Infinity;
  private previous = NaN;
  private readonly texts = new Set<string>();
  private counted = 0;

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    this.values++;
    if (typeof value === 'number' || typeof value === 'bigint') {
      this.numbers++;
      if (isWhole(value)) this.whole++;
      this.addOrder(Number(value));
    } else if (typeof value === 'boolean') this.booleans++;
    else if (typeof value === 'string') this.addText(value);
  }

  private addText(text: string): void {
    const micros = timestampMicros(text);
    if (!Number.isNaN(micros)) {
      this.timestamps++;
      if (textHasZone(text)) this.zoned++;
      this.addOrder(micros);
    } else if (isAddressText(text)) this.addresses++;
    if (this.counted < 20_000) {
      this.counted++;
      this.texts.add(text);
    }
  }

  private addOrder(value: number): void {
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
    if (!Number.isNaN(this.previous)) {
      this.steps++;
      if (value >= this.previous) this.rises++;
    }
    this.previous = value;
  }

  type(): ColumnType {
    const { values } = this;
    if (values === 0) return 'VARCHAR';
    if (this.whole === values) return 'BIGINT';
    if (this.numbers === values) return 'DOUBLE';
    if (this.booleans === values) return 'BOOLEAN';
    return this.timestamps === values ? 'TIMESTAMP' : 'VARCHAR';
  }

  spec(name: string): ColumnSpec {
    const type = this.type();
    const storage = type === 'VARCHAR' ? this.storage() : undefined;
    return { name, type, ...(storage !== undefined && { storage }) };
  }

  /** Of text: 'plain' where most values differ. */
  storage(): 'plain' | undefined {
    return this.counted >= 100 && this.texts.size * 2 > this.counted ? 'plain' : undefined;
  }

  /** `type`: where the file itself declares it. */
  evidence(name: string, type: string = this.type()): ColumnEvidence {
    const none = this.min > this.max;
    return {
      name,
      type,
      values: this.values,
      min: none ? NaN : this.min,
      max: none ? NaN : this.max,
      rising: this.steps === 0 ? 1 : this.rises / this.steps,
      addresses: this.values === 0 ? 0 : this.addresses / this.values,
      zoned: this.timestamps > 0 ? this.zoned === this.timestamps : type === 'TIMESTAMP',
    };
  }

  get local(): boolean {
    return this.type() === 'TIMESTAMP' && this.timestamps > this.zoned;
  }
}

const MIN_64 = -(2n ** 63n);
const MAX_64 = 2n ** 63n - 1n;

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' ? value >= MIN_64 && value <= MAX_64 : Number.isSafeInteger(value);
}

const scratch = new Uint8Array(64);
const encoder = new TextEncoder();

/** µs since 1970-01-01 UTC of an ISO 8601 text, NaN for anything else. */
function timestampMicros(text: string): number {
  if (text.length < 16 || text.length > 40) return NaN;
  const { written } = encoder.encodeInto(text, scratch);
  return readTimestamp(scratch, 0, written);
}

function textHasZone(text: string): boolean {
  const { written } = encoder.encodeInto(text, scratch);
  return hasZone(scratch, 0, written);
}

export interface ColumnWriter {
  /** Writes one value that is not null; false where it is no value of the column's type. */
  write(row: number, value: unknown): boolean;
  /** Forgets what belongs to the batch just sent. */
  clear(): void;
}

export function createWriter(column: Column): ColumnWriter {
  switch (column.kind) {
    case 'bool':
      return stateless((row, value) => {
        if (typeof value === 'boolean') column.set(row, value);
        return typeof value === 'boolean';
      });
    case 'dictionary':
      return new DictionaryWriter(column);
    case 'bytes': {
      const text = column.spec.type === 'VARCHAR';
      return stateless((row, value) => {
        if (!(value instanceof Uint8Array)) return text && putText(column, row, value);
        if (text && !isUtf8(value, 0, value.length)) return false;
        column.set(row, value);
        return true;
      });
    }
    case 'list':
      return stateless((row, value) => {
        if (!isIterable(value)) return false;
        column.open(row);
        for (const item of value) column.push(row, textOf(item) ?? '');
        return true;
      });
    case 'fixed':
      return stateless(fixedWriter(column));
  }
}

const stateless = (write: ColumnWriter['write']): ColumnWriter => ({ write, clear: () => undefined });

/** Text as strings, or as bytes that are compared without making strings. A column gets one or the other. */
class DictionaryWriter implements ColumnWriter {
  private readonly interner = new Interner();

  constructor(private readonly column: DictionaryColumn) {}

  write(row: number, value: unknown): boolean {
    if (!(value instanceof Uint8Array)) return putText(this.column, row, value);
    let code = this.interner.find(value, 0, value.length);
    if (code < 0) {
      if (!isUtf8(value, 0, value.length)) return false;
      code = this.interner.add(value, 0, value.length);
      this.column.addEntryBytes(value, 0, value.length);
    }
    this.column.setCode(row, code);
    return true;
  }

  clear(): void {
    this.interner.clear();
  }
}

function fixedWriter(column: FixedColumn): ColumnWriter['write'] {
  const { values } = column;
  const { type } = column.spec;
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
    const unsigned = values instanceof BigUint64Array;
    return (row, value) => {
      const whole = type === 'TIMESTAMP' ? microsOf(value) : wholeOf(value);
      if (whole === null || (unsigned ? whole < 0n || whole > 2n ** 64n - 1n : whole < MIN_64 || whole > MAX_64)) return false;
      column.set(row, whole as never);
      return true;
    };
  }
  return (row, value) => {
    const number = type === 'DATE' && value instanceof Date ? value.getTime() / 86_400_000 : value;
    if (typeof number !== 'number' && typeof number !== 'bigint') return false;
    column.set(row, Number(number));
    return true;
  };
}

function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}

function microsOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  const micros = value instanceof Date ? value.getTime() * 1000 : typeof value === 'string' ? timestampMicros(value) : NaN;
  return Number.isFinite(micros) ? BigInt(Math.round(micros)) : null;
}

const isIterable = (value: unknown): value is Iterable<unknown> => typeof value === 'object' && value !== null && Symbol.iterator in value;

function putText(column: { setText(row: number, text: string): void }, row: number, value: unknown): boolean {
  const text = textOf(value);
  if (text !== null) column.setText(row, text);
  return text !== null;
}

/** Text as it is, anything else as JSON; 64-bit integers keep their digits. Null where it is nested too deeply. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  try {
    return JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === 'bigint') return inner.toString();
      return inner instanceof Uint8Array ? [...inner] : inner;
    });
  } catch {
    return null;
  }
}
