import type { Progress } from './progress.ts';

/**
 * Writes a number with separators: 1234567 → "1,234,567". Only other numbers than integers need the platform's formatter: creating it takes
 * 18 ms of the page's thread, and the first screen shows a count.
 */
export const formatCount = (value: number): string =>
  Number.isSafeInteger(value) ? String(value).replace(THOUSANDS, ',') : value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Writes a number with separators and a fixed number of digits: 12345.678 with one digit → "12,345.7". */
export function formatFixed(value: number, digits: number): string {
  const [whole = '', rest] = value.toFixed(digits).split('.');
  return whole.replace(THOUSANDS, ',') + (rest === undefined ? '' : `.${rest}`);
}

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Writes a count with its noun: "1 row", "2 rows". */
export const formatAmount = (value: number, one: string, many = `${one}s`): string => `${formatCount(value)} ${value === 1 ? one : many}`;

/**
 * Capitalises the first word: "the sniffer lost 3 frames" → "The sniffer lost 3 frames". A text that begins with the name of a file or
 * column stays unchanged.
 */
export const asSentence = (text: string): string => (/^[a-z]+(?![\w.])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** Writes progress: "reading: 1.2 MB of 3 MB · 12,000 rows", "telling apart: 4 of 9 rows"; only the phase while there is no count. */
export function formatProgress({ phase, done, total, unit, rows }: Progress): string {
  if (total === 0 || (total === null && done === 0)) return phase;
  const show = (value: number): string => (unit === 'bytes' ? formatBytes(value) : formatCount(value));
  const came = rows === undefined ? '' : ` · ${formatAmount(rows, 'row')}`;
  return `${phase}: ${show(done)}${total === null ? '' : ` of ${show(total)}`}${unit === 'bytes' ? '' : ` ${unit}`}${came}`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Writes a size in decimal units with three significant digits: 1536000 → "1.54 MB". */
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

/** Writes a duration in a suitable unit: "0.4 ms", "37 ms", "2.51 s", "4 min 3 s", "2 h 5 min". */
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
 * Writes a duration in seconds with four significant digits: "1.847 s", "10.63 min". In a plot of 1,200 px that shows the whole duration,
 * that is exact to a pixel.
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

/** Date and time of an instant in ISO 8601; null if the number is not a valid instant. */
function utcParts(ms: number): { date: string; time: string } | null {
  const instant = new Date(ms);
  if (Number.isNaN(instant.getTime())) return null;
  const [date = '', time = ''] = instant.toISOString().split('T');
  return { date, time: time.replace('Z', '') };
}

/** Writes milliseconds since 1970 as "2020-05-07 16:48:09.123 UTC". */
export function formatUtc(ms: number, fraction = true): string {
  const parts = utcParts(ms);
  if (!parts) return `${String(ms)} ms`;
  return `${parts.date} ${fraction ? parts.time : parts.time.slice(0, 8)} UTC`;
}

/** Writes a time span; with one date if both ends lie on the same day. */
export function formatUtcSpan(start: number, end: number): string {
  const from = utcParts(start);
  const to = utcParts(end);
  if (!from || !to) return `${String(start)} – ${String(end)} ms`;
  const until = from.date === to.date ? to.time.slice(0, 8) : `${to.date} ${to.time.slice(0, 8)}`;
  return `${from.date} ${from.time.slice(0, 8)} – ${until} UTC`;
}

/** Writes a probability: 0.873 → "0.87". As none that was measured is certain, it never rounds to 0 or 1: "0.997", ">0.999", "<0.001". */
export function formatProbability(value: number): string {
  if (value > 0.999) return '>0.999';
  if (value < 0.001) return '<0.001';
  return value > 0.99 || value < 0.01 ? value.toFixed(3) : value.toFixed(2);
}
