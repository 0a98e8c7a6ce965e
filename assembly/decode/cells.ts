/**
 * Reads the cells that `text.ts` found, one column at a time, if they have the usual form. All other cells are left to the host, which can
 * read every form. Values are the same whichever side reads them.
 */
import { columns, ends, starts, text } from './text';

/** How the cells of a column are read; `src/kernels/text.ts` has the same numbers. */
const enum Kind {
  Integer,
  Double,
  Timestamp,
  Boolean,
}

/** Address of the output of `readCells`: eight bytes per row, or one bit per row for a BOOLEAN column. */
let values: usize = 0;
/** Address of the validity bits: bit n is 1 if row n of the call has a value. */
let valid: usize = 0;
/** Address of the list of rows whose cells the kernel could not read, so that the host must. */
let left: usize = 0;
/** Byte value of the decimal mark. */
let decimal: u32 = 0;

/** 2^53: every whole number up to this is exact in a double. */
const MOST_EXACT: u64 = 9007199254740992;
const US_PER_DAY: i64 = 86400000000;
const POWERS = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]);
const DAYS = memory.data<u8>([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);

/**
 * Cache of the last date that was read: the first eight and last two bytes of its text (initially `1970-01-01`) and its days since
 * 1970-01-01.
 */
let dayHead: u64 = 0x2d31302d30373931;
let dayTail: u16 = 0x3130;
let dayNumber: i32 = 0;

/** Sets the addresses of the arrays that `readCells` fills, and the decimal mark. */
export function cellsSetup(valuesAt: usize, validAt: usize, leftAt: usize, decimalByte: i32): void {
  values = valuesAt;
  valid = validAt;
  left = leftAt;
  decimal = <u32>decimalByte;
}

/** Results of the reader functions below, which return only whether they succeeded. */
let whole: i64 = 0;
let real: f64 = 0;

// @ts-ignore: decorator
@inline
function digitAt(at: usize): u32 {
  return <u32>load<u8>(at) - 48;
}

/** Converts two digits to their number. If either byte is no digit, the result is 100 or more. */
// @ts-ignore: decorator
@inline
function pairAt(at: usize): u32 {
  const tens = digitAt(at);
  const ones = digitAt(at + 1);
  return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

/** Reads a whole number of at most 15 digits without leading zeros. */
// @ts-ignore: decorator
@inline
function integer(start: usize, end: usize): bool {
  let at = start;
  const sign = load<u8>(at);
  if (sign == 45 || sign == 43) at++;
  const digits = <i32>(end - at);
  if (digits < 1 || digits > 15 || (digits > 1 && load<u8>(at) == 48)) return false;
  let value: i64 = 0;
  for (; at < end; at++) {
    const digit = digitAt(at);
    if (digit > 9) return false;
    value = value * 10 + digit;
  }
  whole = sign == 45 ? -value : value;
  return true;
}

/** Reads a decimal number whose digits a double holds exactly, so that a single division rounds it correctly (W. Clinger, PLDI 1990). */
// @ts-ignore: decorator
@inline
function double(start: usize, end: usize): bool {
  let at = start;
  const sign = load<u8>(at);
  if (sign == 45 || sign == 43) at++;
  const first = at;
  if (end - first > 18) return false;
  let mantissa: u64 = 0;
  let digit: u32 = 0;
  while (at < end && (digit = digitAt(at)) <= 9) {
    mantissa = mantissa * 10 + digit;
    at++;
  }
  if (at == first || (at - first > 1 && load<u8>(first) == 48)) return false;
  let scale: usize = 0;
  if (at < end && load<u8>(at) == decimal) {
    const point = at++;
    while (at < end && (digit = digitAt(at)) <= 9) {
      mantissa = mantissa * 10 + digit;
      at++;
    }
    scale = at - point - 1;
  }
  if (at < end || mantissa > MOST_EXACT) return false;
  const value = <f64>mantissa / load<f64>(POWERS + (scale << 3));
  real = sign == 45 ? -value : value;
  return true;
}

/** Reads a date of the form `YYYY-MM-DD` into `dayNumber`, in days since 1970-01-01. */
function day(at: usize): bool {
  const century = pairAt(at);
  const rest = pairAt(at + 2);
  const month = pairAt(at + 5);
  const date = pairAt(at + 8);
  if (load<u8>(at + 4) != 45 || load<u8>(at + 7) != 45 || century > 99 || rest > 99 || date == 0) return false;
  const year = <i32>(century * 100 + rest);
  if (year == 0 || month == 0 || month > 12) return false;
  const leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const most: u32 = month == 2 && leap ? 29 : load<u8>(DAYS + month - 1);
  if (date > most) return false;
  const shifted = month <= 2 ? year - 1 : year;
  const era = shifted / 400;
  const yearOfEra = shifted - era * 400;
  const dayOfYear = (153 * (<i32>month + (month > 2 ? -3 : 9)) + 2) / 5 + <i32>date - 1;
  dayNumber = era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
  dayHead = load<u64>(at);
  dayTail = load<u16>(at + 8);
  return true;
}

/** Reads an ISO 8601 time, which ends in `Z` or has no zone, as microseconds since 1970-01-01. */
// @ts-ignore: decorator
@inline
function timestamp(start: usize, end: usize): bool {
  if (end - start < 16) return false;
  if ((load<u64>(start) != dayHead || load<u16>(start + 8) != dayTail) && !day(start)) return false;
  const between = load<u8>(start + 10);
  const hour = pairAt(start + 11);
  const minute = pairAt(start + 14);
  if ((between != 84 && between != 116 && between != 32) || hour > 23 || minute > 59 || load<u8>(start + 13) != 58) return false;
  let at = start + 16;
  let second: u32 = 0;
  let micros: u32 = 0;
  if (at + 3 <= end && load<u8>(at) == 58) {
    second = pairAt(at + 1);
    if (second > 60) return false;
    at += 3;
    if (at < end && (load<u8>(at) == 46 || load<u8>(at) == 44)) {
      const first = ++at;
      let unit: u32 = 100000;
      let digit: u32 = 0;
      while (at < end && (digit = digitAt(at)) <= 9) {
        micros += digit * unit;
        unit /= 10;
        at++;
      }
      if (at == first) return false;
    }
  }
  const rest = end - at;
  if (rest > 1 || (rest == 1 && (load<u8>(at) | 32) != 122)) return false;
  const value = <i64>dayNumber * US_PER_DAY + <i64>((hour * 60 + minute) * 60 + second) * 1000000 + micros;
  if (abs(value) > <i64>MOST_EXACT) return false;
  whole = value;
  return true;
}

/** Reads a boolean cell: `true` or `false` in upper or lower case. */
// @ts-ignore: decorator
@inline
function boolean(start: usize, end: usize): bool {
  const word = load<u32>(start) | 0x20202020;
  const size = end - start;
  const yes = size == 4 && word == 0x65757274;
  whole = yes ? 1 : 0;
  return yes || (size == 5 && word == 0x736c6166 && (load<u8>(start + 4) | 32) == 101);
}

// @ts-ignore: decorator
@inline
function read(kind: i32, start: usize, end: usize): bool {
  if (kind == Kind.Integer) return integer(start, end);
  if (kind == Kind.Double) return double(start, end);
  if (kind == Kind.Timestamp) return timestamp(start, end);
  return boolean(start, end);
}

/** Reads all cells of a column. There is a separate loop for each kind of column, so that the kind is not tested for every cell. */
// @ts-ignore: decorator
@inline
function readAll(kind: i32, index: i32, rows: i32, bit: i32, length: i32, shift: i32): i32 {
  let leftRows = 0;
  let byteAt = valid;
  let bitsAt = values;
  let mark: u32 = 1 << bit;
  let seen: u32 = 0;
  let bits: u32 = 0;
  const step = <usize>columns << 2;
  let cell = <usize>index << 2;
  for (let row = 0; row < rows; row++, cell += step) {
    const start = load<i32>(starts + cell);
    if (start >= 0) {
      const from = start - shift;
      const to = load<i32>(ends + cell) - shift;
      if (from >= 0 && to <= length && from < to && read(kind, text + <usize>from, text + <usize>to)) {
        seen |= mark;
        if (kind == Kind.Double) store<f64>(values + (<usize>row << 3), real);
        else if (kind != Kind.Boolean) store<i64>(values + (<usize>row << 3), whole);
        else if (whole != 0) bits |= mark;
      } else {
        store<i32>(left + (<usize>leftRows << 2), row);
        leftRows++;
      }
    }
    mark <<= 1;
    if (mark == 256) {
      store<u8>(byteAt++, <u8>seen);
      if (kind == Kind.Boolean) store<u8>(bitsAt++, <u8>bits);
      mark = 1;
      seen = 0;
      bits = 0;
    }
  }
  store<u8>(byteAt, <u8>seen);
  if (kind == Kind.Boolean) store<u8>(bitsAt, <u8>bits);
  return leftRows;
}

/**
 * Reads cell `index` of the first `rows` rows that `text.ts` found. The text has `length` bytes here; positions are greater than in it by
 * `shift`. The first row's bit is bit `bit` (0 to 7). Returns how many rows are listed in `left` for the host; empty cells have no value
 * and are not listed.
 */
export function readCells(kind: i32, index: i32, rows: i32, bit: i32, length: i32, shift: i32): i32 {
  if (kind == Kind.Integer) return readAll(Kind.Integer, index, rows, bit, length, shift);
  if (kind == Kind.Double) return readAll(Kind.Double, index, rows, bit, length, shift);
  if (kind == Kind.Timestamp) return readAll(Kind.Timestamp, index, rows, bit, length, shift);
  return readAll(Kind.Boolean, index, rows, bit, length, shift);
}
