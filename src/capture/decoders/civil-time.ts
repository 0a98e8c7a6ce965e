/** Dates as people write them, with the day or the month first, followed by an optional time of day. */
import { daysFromCivil, daysIn, readDigits } from './cells.ts';

const SPACE = 32;
const COMMA = 44;
const DOT = 46;
const SLASH = 47;
const DASH = 45;
const COLON = 58;
const US_PER_DAY = 86_400_000_000;

/**
 * `7.5.2020`, `05/07/2020 1:00:07.5 PM`, `7-5-20 13:00` as µs since 1970 on the clock that wrote it; NaN for anything
 * else. Two digits of a year mean 1970 to 2069.
 */
export function readCivil(bytes: Uint8Array, start: number, end: number, monthFirst: boolean): number {
  const firstEnd = digitsEnd(bytes, start, end, 2);
  const separator = bytes[firstEnd]!;
  if (firstEnd === start || (separator !== DOT && separator !== SLASH && separator !== DASH)) return NaN;
  const secondEnd = digitsEnd(bytes, firstEnd + 1, end, 2);
  if (secondEnd === firstEnd + 1 || secondEnd >= end || bytes[secondEnd] !== separator) return NaN;
  const yearEnd = digitsEnd(bytes, secondEnd + 1, end, 4);
  const yearDigits = yearEnd - secondEnd - 1;
  if (yearDigits !== 4 && yearDigits !== 2) return NaN;
  const written = readDigits(bytes, secondEnd + 1, yearDigits);
  const year = yearDigits === 4 ? written : written < 70 ? 2000 + written : 1900 + written;
  const first = readDigits(bytes, start, firstEnd - start);
  const second = readDigits(bytes, firstEnd + 1, secondEnd - firstEnd - 1);
  const [month, day] = monthFirst ? [first, second] : [second, first];
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return NaN;
  const time = yearEnd === end ? 0 : readTimeOfDay(bytes, yearEnd, end);
  return daysFromCivil(year, month, day) * US_PER_DAY + time;
}

/** Whether a civil time is a day without a time of day. */
export function isDayAlone(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === COLON) return false;
  return true;
}

/** `, 13:07`, ` 1:07:05.123 pm` in µs; NaN for anything else. */
function readTimeOfDay(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (bytes[at] === COMMA) at++;
  if (at === start && bytes[at] !== SPACE && (bytes[at]! | 32) !== 116) return NaN;
  if (bytes[at] === SPACE || (bytes[at]! | 32) === 116) at++;
  const hourEnd = digitsEnd(bytes, at, end, 2);
  let hour = hourEnd === at ? NaN : readDigits(bytes, at, hourEnd - at);
  if (bytes[hourEnd] !== COLON || hourEnd + 3 > end) return NaN;
  const minute = readDigits(bytes, hourEnd + 1, 2);
  at = hourEnd + 3;
  let second = 0;
  let micros = 0;
  if (at + 3 <= end && bytes[at] === COLON) {
    second = readDigits(bytes, at + 1, 2);
    at += 3;
    if (at < end && (bytes[at] === DOT || bytes[at] === COMMA)) {
      const first = ++at;
      const stop = digitsEnd(bytes, at, end, 12);
      for (let unit = 100_000; at < stop; at++, unit = Math.floor(unit / 10)) micros += (bytes[at]! - 48) * unit;
      if (at === first) return NaN;
    }
  }
  if (at < end) {
    const half = halfDay(bytes, at, end);
    if (half < 0 || !(hour >= 1 && hour <= 12)) return NaN;
    hour = (hour % 12) + 12 * half;
  }
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return NaN;
  return ((hour * 60 + minute) * 60 + second) * 1e6 + micros;
}

/** 0 for `AM`, 1 for `PM`, -1 for anything else; a blank may precede it. */
export function halfDay(bytes: Uint8Array, start: number, end: number): number {
  const at = bytes[start] === SPACE ? start + 1 : start;
  if (end - at !== 2 || (bytes[at + 1]! | 32) !== 109) return -1;
  const letter = bytes[at]! | 32;
  return letter === 97 ? 0 : letter === 112 ? 1 : -1;
}

function digitsEnd(bytes: Uint8Array, start: number, end: number, most: number): number {
  let at = start;
  while (at < end && at - start < most && bytes[at]! >= 48 && bytes[at]! <= 57) at++;
  return at;
}
