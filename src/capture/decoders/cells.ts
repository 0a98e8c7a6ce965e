/**
 * Values straight from the bytes of a cell: no string is made on the way. All take [start, end) without
 * surrounding blanks (see `trimStart`, `trimEnd`) and answer NaN (or -1) for "is not one", so that a type is
 * inferred and a cell is read by the same rules.
 */

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const PLUS = 43;
const DOT = 46;
const COLON = 58;

export function trimStart(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 32 || bytes[at] === 9)) at++;
  return at;
}

export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (bytes[at - 1] === 32 || bytes[at - 1] === 9)) at--;
  return at;
}

/**
 * A whole number of at most 15 digits, exact in a double; NaN for anything else. Leading zeros make a code,
 * not a number (`007`), so that nothing is lost.
 */
export function readInteger(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const sign = bytes[at]!;
  if (sign === MINUS || sign === PLUS) at++;
  const digits = end - at;
  if (digits < 1 || digits > 15 || (digits > 1 && bytes[at] === ZERO)) return NaN;
  // Numbers of up to nine digits are computed with 32 bits, which is fastest.
  const near = Math.min(end, at + 9);
  let small = 0;
  for (; at < near; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    small = (small * 10 + digit) | 0;
  }
  let value = small;
  for (; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return sign === MINUS ? -value : value;
}

/** A whole number that fits 64 bits; null for anything else. For the rare cells of more than 15 digits. */
export function readBigInteger(bytes: Uint8Array, start: number, end: number): bigint | null {
  let at = start;
  if (bytes[at] === MINUS || bytes[at] === PLUS) at++;
  const digits = end - at;
  if (digits < 1 || digits > 19 || (digits > 1 && bytes[at] === ZERO)) return null;
  let high = 0;
  let low = 0;
  for (let i = at; i < end; i++) {
    const digit = bytes[i]! - ZERO;
    if (digit < 0 || digit > 9) return null;
    if (end - i > 9) high = high * 10 + digit;
    else low = low * 10 + digit;
  }
  const value = BigInt(high) * 1_000_000_000n + BigInt(low);
  const signed = bytes[start] === MINUS ? -value : value;
  return BigInt.asIntN(64, signed) === signed ? signed : null;
}

const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * A decimal number, correctly rounded: digits that fit a double exactly with a small exponent are one exact
 * division or product (W. Clinger, PLDI 1990), the rest goes through the platform. NaN for anything else;
 * `inf` and `infinity` are values. `decimal` is the byte between whole and fraction.
 */
export function readDouble(bytes: Uint8Array, start: number, end: number, decimal: number): number {
  let at = start;
  const negative = bytes[at] === MINUS;
  if (negative || bytes[at] === PLUS) at++;
  const first = at;
  let mantissa = 0;
  let digit: number;
  while (at < end && (digit = bytes[at]! - ZERO) >= 0 && digit <= 9) {
    mantissa = mantissa * 10 + digit;
    at++;
  }
  const whole = at - first;
  // A leading zero makes a code (`007`, `00.5`), not a number; `0` and `0.5` are numbers.
  if (whole > 1 && bytes[first] === ZERO) return NaN;
  let scale = 0;
  if (at < end && bytes[at] === decimal) {
    const point = at++;
    while (at < end && (digit = bytes[at]! - ZERO) >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      at++;
    }
    scale = at - point - 1;
  }
  if (whole + scale === 0) return readInfinity(bytes, first, end, negative);
  let power = -scale;
  if (at < end) {
    const exponent = readExponent(bytes, at, end);
    if (exponent !== exponent) return NaN;
    power += exponent;
  }
  if (mantissa > MAX_EXACT || power > 22 || power < -22) return readLong(bytes, start, end, decimal);
  const value = power === 0 ? mantissa : power < 0 ? mantissa / POWERS[-power]! : mantissa * POWERS[power]!;
  return negative ? -value : value;
}

/** Largest sum that is exact in a double: every whole number up to here is exact, and a sum beyond it cannot come back below. */
const MAX_EXACT = 9_007_199_254_740_992;

function readExponent(bytes: Uint8Array, start: number, end: number): number {
  if ((bytes[start]! | 32) !== 101) return NaN;
  let at = start + 1;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  if (at >= end || end - at > 4) return NaN;
  let value = 0;
  for (; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return sign === MINUS ? -value : value;
}

/** Parses a number of many digits: its form is already checked, and only the platform rounds it correctly. */
function readLong(bytes: Uint8Array, start: number, end: number, decimal: number): number {
  if (end - start > 400) return NaN;
  let text = '';
  for (let at = start; at < end; at++) text += bytes[at] === decimal ? '.' : String.fromCharCode(bytes[at]!);
  return Number(text);
}

function readInfinity(bytes: Uint8Array, start: number, end: number, negative: boolean): number {
  const named = equalsWord(bytes, start, end, 'inf') || equalsWord(bytes, start, end, 'infinity');
  return named ? (negative ? -Infinity : Infinity) : NaN;
}

/** 1 for true, 0 for false, -1 for neither. */
export function readBoolean(bytes: Uint8Array, start: number, end: number): number {
  if (equalsWord(bytes, start, end, 'true')) return 1;
  return equalsWord(bytes, start, end, 'false') ? 0 : -1;
}

/** Compares without regard to case; `word` is lower-case ASCII letters, digits or `/`. */
export function equalsWord(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false;
  for (let i = 0; i < word.length; i++) {
    const byte = bytes[start + i]!;
    const lower = byte >= 65 && byte <= 90 ? byte | 32 : byte;
    if (lower !== word.charCodeAt(i)) return false;
  }
  return true;
}

const NULL_WORDS = ['na', 'n/a', 'null', 'none', 'nan', '-', '?'];

/** Whether a cell of a column other than text means "no value", such as `NA` or an empty cell. */
export function isNullWord(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 4) return false;
  return start === end || NULL_WORDS.some((word) => equalsWord(bytes, start, end, word));
}

/** Whether a cell is an address: `AA:BB:CC:DD:EE:FF` with `:` or `-`, in any case. */
export function isAddress(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 17) return false;
  const between = bytes[start + 2]!;
  if (between !== COLON && between !== MINUS) return false;
  for (let i = 0; i < 17; i++) {
    const byte = bytes[start + i]!;
    const lower = byte | 32;
    const hexadecimal = (byte >= ZERO && byte <= NINE) || (lower >= 97 && lower <= 102);
    if (i % 3 === 2 ? byte !== between : !hexadecimal) return false;
  }
  return true;
}

const US_PER_DAY = 86_400_000_000;

/** `YYYY-MM-DD` as days since 1970-01-01; NaN for anything else or for a day no month has. */
export function readDate(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return NaN;
  const century = pair(bytes, start);
  const rest = pair(bytes, start + 2);
  const year = century < 0 || rest < 0 ? -1 : century * 100 + rest;
  const month = pair(bytes, start + 5);
  const day = pair(bytes, start + 8);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return NaN;
  return daysFromCivil(year, month, day);
}

/**
 * ISO 8601 / RFC 3339 with `T` or a blank between, seconds and fraction optional (`.` or `,`), and `Z` or an
 * offset at the end; without one it is taken as UTC. Result in µs since 1970-01-01 UTC (finer digits are
 * cut); NaN for anything else.
 */
export function readTimestamp(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 16) return NaN;
  const days = readDate(bytes, start, start + 10);
  const between = bytes[start + 10]!;
  if (Number.isNaN(days) || ((between | 32) !== 116 && between !== 32)) return NaN;
  const hour = pair(bytes, start + 11);
  const minute = pair(bytes, start + 14);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || bytes[start + 13] !== COLON) return NaN;
  let at = start + 16;
  let second = 0;
  let micros = 0;
  if (at + 3 <= end && bytes[at] === COLON) {
    second = pair(bytes, at + 1);
    // Second 60 is a leap second: it counts as the first second of the next minute.
    if (second < 0 || second > 60) return NaN;
    at += 3;
    if (at < end && (bytes[at] === DOT || bytes[at] === 44)) {
      const first = ++at;
      let digits = 0;
      for (; at < end && bytes[at]! >= ZERO && bytes[at]! <= NINE; at++) {
        if (digits === 6) continue;
        micros = micros * 10 + (bytes[at]! - ZERO);
        digits++;
      }
      if (at === first) return NaN;
      micros *= MICROS_OF[digits]!;
    }
  }
  const utc = at + 1 === end && (bytes[at]! | 32) === 122;
  const offset = utc ? 0 : readOffset(bytes, at, end);
  return days * US_PER_DAY + ((hour * 60 + minute - offset) * 60 + second) * 1e6 + micros;
}

/** Value in µs of the last digit of a fraction with this many digits. */
const MICROS_OF = Int32Array.of(0, 100_000, 10_000, 1_000, 100, 10, 1);

/** The number of two digits; -1 for anything else. */
function pair(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Whether a valid timestamp states its zone. */
export function hasZone(bytes: Uint8Array, start: number, end: number): boolean {
  if ((bytes[end - 1]! | 32) === 122) return true;
  for (let at = start + 16; at < end; at++) if (bytes[at] === PLUS || bytes[at] === MINUS) return true;
  return false;
}

/** Minutes east of UTC; 0 for `Z` or nothing, NaN for anything else. */
export function readOffset(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (at < end && bytes[at] === 32) at++;
  if (at === end) return start === end ? 0 : NaN;
  const sign = bytes[at]!;
  if ((sign | 32) === 122) return at + 1 === end ? 0 : NaN;
  if (sign !== PLUS && sign !== MINUS) return NaN;
  const hours = readDigits(bytes, at + 1, 2);
  let minutes = 0;
  const rest = end - at;
  if (rest === 6 && bytes[at + 3] === COLON) minutes = readDigits(bytes, at + 4, 2);
  else if (rest === 5) minutes = readDigits(bytes, at + 3, 2);
  else if (rest !== 3) return NaN;
  if (!(hours <= 18 && minutes <= 59)) return NaN;
  return (sign === MINUS ? -1 : 1) * (hours * 60 + minutes);
}

export function readDigits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = bytes[at]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
export const daysIn = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : DAYS[month - 1]!);

/** Days since 1970-01-01 in the proleptic Gregorian calendar, from year 1 on. */
export function daysFromCivil(year: number, month: number, day: number): number {
  // Divisions of whole numbers that are not negative: cutting the fraction is quicker than `Math.floor` and the same.
  const shifted = month <= 2 ? year - 1 : year;
  const era = (shifted / 400) | 0;
  const yearOfEra = shifted - era * 400;
  const dayOfYear = (((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) | 0) + day - 1;
  return era * 146_097 + yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0) + dayOfYear - 719_468;
}
