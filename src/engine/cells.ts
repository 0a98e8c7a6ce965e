import { TimeUnit, Type } from './rows.ts';
import type { ArrowRows, ArrowType } from './rows.ts';

/**
 * Converts a value to JSON. NaN, the infinities and numbers that a double cannot represent become text, times RFC 3339, blobs lower-case
 * hex, lists arrays, and structs and maps objects.
 */
type ToCell = (value: unknown) => unknown;

/** Maximum number of significant decimal digits that every double preserves. */
const EXACT_DIGITS = 15;

/**
 * Returns the first `limit` rows with cells that JSON can represent.
 * @param texts SQL types of the columns that DuckDB has already converted to text, by column index
 */
export function jsonRows(rows: ArrowRows, limit: number, texts: ReadonlyMap<number, string> = new Map()): unknown[][] {
  const count = Math.min(rows.rows, limit);
  const out: unknown[][] = Array.from({ length: count }, () => []);
  for (const [column, { type, batches }] of rows.columns.entries()) {
    const declared = texts.get(column);
    const toCell = declared === undefined ? cellOf(type) : textCell(declared);
    let row = 0;
    for (const batch of batches) {
      for (let i = 0; i < batch.length && row < count; i++, row++) {
        const value = batch.at(i);
        out[row]?.push(value === null || value === undefined ? null : toCell(value));
      }
    }
  }
  return out;
}

/** Whether DuckDB must convert a type to text, because Arrow lacks the type, loses digits, or delivers it without its dictionary (ENUM). */
export function needsText(sqlType: string): boolean {
  return /^(?:UHUGEINT|BIT|DATE|TIME|INTERVAL|TIMESTAMP|ENUM)/.test(sqlType) && !sqlType.endsWith(']');
}

function textCell(sqlType: string): ToCell {
  if (sqlType === 'UHUGEINT') return (value) => exactInteger(BigInt(String(value)));
  return sqlType.startsWith('TIMESTAMP') ? (value) => rfc3339(String(value)) : (value) => value;
}

/** Converts `2020-01-02 03:04:05.678+00` to `2020-01-02T03:04:05.678Z`. Infinity and years beyond 9999, which RFC 3339 lacks, stay. */
function rfc3339(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00)?$/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}Z` : text;
}

function cellOf(type: ArrowType): ToCell {
  switch (type.typeId) {
    case Type.Int:
      return type.bitWidth === 64 ? (value) => exactInteger(value as bigint) : (value) => value;
    case Type.Float:
      return (value) => (Number.isFinite(value) ? value : String(value));
    case Type.Decimal:
      return decimalCell(type.precision, type.scale);
    case Type.Binary:
    case Type.FixedSizeBinary:
      return (value) => hex(value as Uint8Array);
    case Type.Date:
      return (value) => isoTime(value as number, 0)?.slice(0, 10) ?? String(value);
    case Type.Time:
      return (value) => timeOfDay(BigInt(value as bigint | number), type.unit);
    case Type.Timestamp:
      return (value) => isoTime(value as number, type.unit === TimeUnit.MICROSECOND ? 3 : 0) ?? String(value);
    case Type.Interval:
      return (value) => interval(value as Float64Array);
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList: {
      const item = type.children[0] ? nullable(cellOf(type.children[0].type)) : nullable((value) => value);
      return (value) => Array.from(value as ArrayLike<unknown>, item);
    }
    case Type.Struct: {
      const members = new Map(type.children.map((child) => [child.name, nullable(cellOf(child.type))]));
      return (value) => Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, members.get(name)?.(member)]));
    }
    case Type.Map:
      return mapCell(type.children[0].type);
    default:
      return jsonSafe;
  }
}

const nullable =
  (toCell: ToCell): ToCell =>
  (value) =>
    value === null || value === undefined ? null : toCell(value);

function mapCell(entry: ArrowType): ToCell {
  const [key, value] = entry.typeId === Type.Struct ? entry.children : [];
  const toKey = key ? cellOf(key.type) : jsonSafe;
  const toValue = nullable(value ? cellOf(value.type) : jsonSafe);
  return (map) =>
    Object.fromEntries(
      Array.from(map as Map<unknown, unknown>, ([name, member]) => {
        const text = toKey(name);
        return [typeof text === 'string' ? text : JSON.stringify(text), toValue(member)];
      }),
    );
}

/** Converts values of rare types (unions) so that JSON can represent them. */
function jsonSafe(value: unknown): unknown {
  if (typeof value === 'bigint') return exactInteger(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return hex(value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function exactInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

function decimalCell(precision: number, scale: number): ToCell {
  return (value) => {
    const scaled = BigInt(value as bigint | number);
    if (scale === 0) return exactInteger(scaled);
    const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
    const text = `${scaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return precision <= EXACT_DIGITS || digits.replace(/^0+/, '').length <= EXACT_DIGITS ? Number(text) : text;
  };
}

function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Converts milliseconds (with a fraction) to RFC 3339, with `extra` digits beyond milliseconds. Null outside the years 0–9999. */
function isoTime(ms: number, extra: number): string | null {
  const whole = Math.floor(ms);
  if (!(whole >= -62167219200000 && whole <= 253402300799999)) return null;
  const base = new Date(whole).toISOString();
  const fraction = Math.round((ms - whole) * 10 ** extra);
  if (fraction > 0 && fraction < 10 ** extra) return `${base.slice(0, -1)}${String(fraction).padStart(extra, '0')}Z`;
  return base.endsWith('.000Z') ? `${base.slice(0, -5)}Z` : base;
}

function timeOfDay(value: bigint, unit: number): string {
  const micros =
    unit === TimeUnit.MICROSECOND
      ? value
      : unit === TimeUnit.NANOSECOND
        ? value / 1000n
        : value * (unit === TimeUnit.SECOND ? 1000000n : 1000n);
  const seconds = Number(micros / 1000000n);
  const fraction = String(micros % 1000000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

/** Converts months, days and nanoseconds to an ISO 8601 duration. */
function interval(parts: Float64Array): string {
  const [months = 0, days = 0, nanos = 0] = parts;
  return `P${months}M${days}DT${nanos / 1e9}S`;
}
