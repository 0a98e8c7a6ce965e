/**
 * Columns from values that are parsed already (JSON, Arrow, Parquet): types from a sample, then one
 * writer per column. Values are null, boolean, number, bigint, string, bytes, Date, or nested ones, which
 * become JSON text.
 */
import type { ColumnEvidence } from '../../tables/column-roles.ts';
import { isAddressText } from '../../tables/column-roles.ts';
import type { Column, ColumnType, DictionaryColumn, FixedColumn } from '../../tables/column.ts';
import { Interner, isUtf8 } from './interner.ts';
import { Order, type TimeReader, TimeSample } from './time-sample.ts';

/** Collects what kinds of values a column has. */
export class ValueSample {
  private values = 0;
  private whole = 0;
  private numbers = 0;
  private booleans = 0;
  private addresses = 0;
  private readonly order = new Order();
  private readonly times = new TimeSample();
  private readonly texts = new Set<string>();
  private counted = 0;

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    this.values++;
    if (typeof value === 'number' || typeof value === 'bigint') {
      this.numbers++;
      if (isWhole(value)) this.whole++;
      this.order.add(Number(value));
    } else if (typeof value === 'boolean') this.booleans++;
    else if (typeof value === 'string') this.addText(value);
  }

  private addText(text: string): void {
    if (!withTime(text, (bytes, end) => this.times.add(bytes, 0, end)) && isAddressText(text)) this.addresses++;
    if (this.counted < 20_000) {
      this.counted++;
      this.texts.add(text);
    }
  }

  type(): ColumnType {
    const { values } = this;
    if (values === 0) return 'VARCHAR';
    if (this.whole === values) return 'BIGINT';
    if (this.numbers === values) return 'DOUBLE';
    if (this.booleans === values) return 'BOOLEAN';
    const civil = this.civil;
    return this.times.iso === values || (civil !== null && !civil.days) ? 'TIMESTAMP' : 'VARCHAR';
  }

  /** Day and month, where that is how the texts are written. */
  get civil(): ReturnType<TimeSample['civil']> {
    return this.times.civil(this.values);
  }

  /** Storage of a text column: 'plain' if most values differ. */
  storage(): 'plain' | undefined {
    return this.counted >= 100 && this.texts.size * 2 > this.counted ? 'plain' : undefined;
  }

  /** `type`: where the file itself declares it. */
  evidence(name: string, type: string = this.type()): ColumnEvidence {
    const { iso, zoned } = this.times;
    const order = this.numbers > 0 ? this.order : (this.civil?.order ?? this.times.order);
    const none = order.min > order.max;
    return {
      name,
      type,
      values: this.values,
      min: none ? NaN : order.min,
      max: none ? NaN : order.max,
      rising: order.rising,
      addresses: this.values === 0 ? 0 : this.addresses / this.values,
      zoned: iso > 0 ? zoned === iso : type === 'TIMESTAMP' && this.civil === null,
    };
  }

  get local(): boolean {
    return this.type() === 'TIMESTAMP' && (this.times.iso > this.times.zoned || this.civil !== null);
  }
}

const MIN_64 = -(2n ** 63n);
const MAX_64 = 2n ** 63n - 1n;

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' ? value >= MIN_64 && value <= MAX_64 : Number.isSafeInteger(value);
}

const MOST_TIME_CHARACTERS = 40;
const scratch = new Uint8Array(4 * MOST_TIME_CHARACTERS);
const encoder = new TextEncoder();

/** Calls back with the text's bytes where it is short enough to be a time. */
function withTime<T>(text: string, use: (bytes: Uint8Array, end: number) => T): T | undefined {
  if (text.length < 6 || text.length > MOST_TIME_CHARACTERS) return undefined;
  return use(scratch, encoder.encodeInto(text, scratch).written);
}

export interface ColumnWriter {
  /** Writes a value that is not null; returns false if it is not a value of the column's type. */
  write(row: number, value: unknown): boolean;
  /** Clears state that belongs to the batch just sent. */
  clear(): void;
}

/** `time` reads texts of TIMESTAMP columns. */
export function createWriter(column: Column, time: TimeReader): ColumnWriter {
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
      return stateless(fixedWriter(column, time));
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

function fixedWriter(column: FixedColumn, time: TimeReader): ColumnWriter['write'] {
  const { values } = column;
  const { type } = column.spec;
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
    const unsigned = values instanceof BigUint64Array;
    return (row, value) => {
      const whole = type === 'TIMESTAMP' ? microsOf(value, time) : wholeOf(value);
      if (whole === null || (unsigned ? whole < 0n || whole > 2n ** 64n - 1n : whole < MIN_64 || whole > MAX_64)) return false;
      column.set(row, whole as never);
      return true;
    };
  }
  const unsigned = values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Uint32Array;
  return (row, value) => {
    const number = type === 'DATE' && value instanceof Date ? value.getTime() / 86_400_000 : value;
    if (typeof number !== 'number' && typeof number !== 'bigint') return false;
    column.set(row, Number(number));
    return !unsigned || values[row] === Number(number);
  };
}

function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}

function microsOf(value: unknown, time: TimeReader): bigint | null {
  if (typeof value === 'bigint') return value;
  let micros = NaN;
  if (value instanceof Date) micros = value.getTime() * 1000;
  else if (value instanceof Uint8Array) micros = time(value, 0, value.length);
  else if (typeof value === 'string') micros = withTime(value, (bytes, end) => time(bytes, 0, end)) ?? NaN;
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
