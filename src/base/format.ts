import type { Progress } from './progress.ts';

/**
 * 1234567 → "1,234,567". Uses the platform's formatter only for numbers that need it: creating the first formatter takes 18 ms of the
 * page's thread, and the first screen shows a count.
 */
export const formatCount = (value: number): string =>
  Number.isSafeInteger(value) ? String(value).replace(THOUSANDS, ',') : value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** 12345.678 with one digit → "12,345.7". */
export function formatFixed(value: number, digits: number): string {
  const [whole = '', rest] = value.toFixed(digits).split('.');
  return whole.replace(THOUSANDS, ',') + (rest === undefined ? '' : `.${rest}`);
}

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** "1 row", "2 rows". */
export const formatAmount = (value: number, one: string, many = `${one}s`): string => `${formatCount(value)} ${value === 1 ? one : many}`;

/**
 * Capitalises the first word: "the sniffer lost 3 frames" → "The sniffer lost 3 frames". A text that begins with a file or column name is
 * unchanged.
 */
export const asSentence = (text: string): string => (/^[a-z]+(?![\w.])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** "reading: 1.2 MB of 3 MB · 12,000 rows", "telling apart: 4 of 9 rows"; only the phase while there is no count yet. */
export function formatProgress({ phase, done, total, unit, rows }: Progress): string {
  if (total === 0 || (total === null && done === 0)) return phase;
  const show = (value: number): string => (unit === 'bytes' ? formatBytes(value) : formatCount(value));
  const came = rows === undefined ? '' : ` · ${formatAmount(rows, 'row')}`;
  return `${phase}: ${show(done)}${total === null ? '' : ` of ${show(total)}`}${unit === 'bytes' ? '' : ` ${unit}`}${came}`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, three significant digits: 1536000 → "1.54 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${BYTE_UNITS[unit] ?? 'B'}`;
}

/** Milliseconds in the unit a reader would choose: "0.4 ms", "37 ms", "2.51 s", "4 min 3 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return twoUnits(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return twoUnits(minutes, 60, 'h', 'min');
  return twoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

/**
 * A length of time in seconds with four significant digits: "1.847 s", "10.63 min". That is exact to a pixel for a plot of 1,200 px that
 * shows the whole span.
 */
export function formatExactSpan(seconds: number): string {
  const digits = (value: number): string => String(Number(value.toPrecision(4)));
  if (seconds < 600) return `${digits(seconds)} s`;
  return seconds < 36_000 ? `${digits(seconds / 60)} min` : `${digits(seconds / 3600)} h`;
}

function twoUnits(value: number, base: number, large: string, small: string): string {
  const rest = value % base;
  return `${String(Math.floor(value / base))} ${large}${rest === 0 ? '' : ` ${String(rest)} ${small}`}`;
}

/** ISO 8601 parts of an instant; null if the number is not a valid instant. */
function utcParts(ms: number): { date: string; time: string } | null {
  const instant = new Date(ms);
  if (Number.isNaN(instant.getTime())) return null;
  const [date = '', time = ''] = instant.toISOString().split('T');
  return { date, time: time.replace('Z', '') };
}

/** Epoch milliseconds → "2020-05-07 16:48:09.123 UTC". */
export function formatUtc(ms: number, fraction = true): string {
  const parts = utcParts(ms);
  if (!parts) return `${String(ms)} ms`;
  return `${parts.date} ${fraction ? parts.time : parts.time.slice(0, 8)} UTC`;
}

/** A time span; the date is written once if both ends lie on the same day. */
export function formatUtcSpan(start: number, end: number): string {
  const from = utcParts(start);
  const to = utcParts(end);
  if (!from || !to) return `${String(start)} – ${String(end)} ms`;
  const until = from.date === to.date ? to.time.slice(0, 8) : `${to.date} ${to.time.slice(0, 8)}`;
  return `${from.date} ${from.time.slice(0, 8)} – ${until} UTC`;
}

/** 0.873 → "0.87". No measured probability is certain, so values near 0 and 1 are never rounded to them: "0.997", ">0.999", "<0.001". */
export function formatProbability(value: number): string {
  if (value > 0.999) return '>0.999';
  if (value < 0.001) return '<0.001';
  return value > 0.99 || value < 0.01 ? value.toFixed(3) : value.toFixed(2);
}
