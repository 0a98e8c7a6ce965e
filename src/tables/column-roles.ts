/**
 * Determines the roles of a table's columns from names, types and sampled values. Decoders mark the columns when a file opens; the address
 * tool and its form use the marks.
 */
import { STAMPS, TIME_COLUMN } from './capture-time.ts';
import type { ColumnInfo, ColumnRole } from './captures.ts';

/** What a sample of one column shows. Fractions are of its values that are not NULL. */
export interface ColumnEvidence {
  readonly name: string;
  /** DuckDB type that the column will have. */
  readonly type: string;
  readonly values: number;
  /** Minimum, and `max` the maximum: numbers, or µs since 1970 for TIMESTAMP and DATE; NaN if there are no values. */
  readonly min: number;
  readonly max: number;
  /** Fraction of rows whose value is not smaller than that of the row before. */
  readonly rising: number;
  /** Fraction of values that look like a Bluetooth address. */
  readonly addresses: number;
  /** For TIMESTAMP, whether every value states its time zone. */
  readonly zoned: boolean;
}

export interface TimeColumn {
  readonly index: number;
  readonly base: 'epoch' | 'relative';
  /** Unit of a time that is a number; null for TIMESTAMP and DATE. */
  readonly unit: 's' | 'ms' | 'us' | 'ns' | null;
  /** Whether local times without a zone were read as UTC. */
  readonly zone_assumed: boolean;
}

const TIME_UNITS = [
  ['s', 1],
  ['ms', 1e3],
  ['us', 1e6],
  ['ns', 1e9],
] as const;
/** 2000-01-01 in seconds since 1970. Numbers from here to `CLOCK_TO` (2100-01-01) are read as times since 1970. */
const CLOCK_FROM = 946_684_800;
const CLOCK_TO = 4_102_444_800;

/**
 * Finds the time column; null if there is none. Times that are unambiguous (numbers since 1970, times with a zone) take precedence over
 * local times, and those over seconds since the start. Among equals, the first column is used.
 */
export function findTimeColumn(columns: readonly ColumnEvidence[]): TimeColumn | null {
  return likelyTimes(columns)[0] ?? null;
}

/** The columns that are equally likely to contain the time, in their order. */
function likelyTimes(columns: readonly ColumnEvidence[]): TimeColumn[] {
  const found = columns.map(judgeTime).filter((judged) => judged !== null);
  const best = found.reduce((most, { rank }) => Math.max(most, rank), 0);
  const equal = found.filter(({ rank }) => rank === best).map(({ column }) => column);
  const named = (name: string): TimeColumn | undefined => equal.find(({ index }) => columns[index]!.name === name);
  // An export of a capture with corrected times has both the corrected times and the timestamps; use the corrected ones.
  const corrected = named(TIME_COLUMN.name);
  return corrected && named(STAMPS) ? [corrected] : equal;
}

/** Codes of warnings that the time column or the format of its times is ambiguous. */
export const TIME_DOUBTS: ReadonlySet<string> = new Set(['TIME_COLUMN', 'DATE_ORDER']);

/** Describes what is uncertain about the times of a table's rows; null if nothing is. */
export function timeDoubt(columns: readonly ColumnEvidence[]): string | null {
  const names = (list: readonly ColumnEvidence[]): string => list.map(({ name }) => JSON.stringify(name)).join(', ');
  const likely = likelyTimes(columns).map(({ index }) => columns[index]!);
  if (likely.length > 1) return `several columns could be the time of a row (${names(likely)}); the first was taken`;
  if (likely.length === 1) return null;
  // Columns that are named like times but contain text that was not recognised as a time. Numbers without a unit may count anything.
  const called = columns.filter(({ name, values, type }) => values > 0 && type === 'VARCHAR' && isTimeName(name));
  return called.length === 0 ? null : `no column reads as the time of a row, though ${names(called)} could be one`;
}

function judgeTime(evidence: ColumnEvidence, index: number): { column: TimeColumn; rank: number } | null {
  if (evidence.values === 0) return null;
  const named = isTimeName(evidence.name);
  if (evidence.type === 'TIMESTAMP' || evidence.type === 'DATE') {
    const zone_assumed = evidence.type === 'TIMESTAMP' && !evidence.zoned;
    const rank = (evidence.type === 'DATE' ? 2 : zone_assumed ? 3 : 5) + (named ? 0.5 : 0);
    return { column: { index, base: 'epoch', unit: null, zone_assumed }, rank };
  }
  if (!isNumeric(evidence.type)) return null;
  const unit = TIME_UNITS.find(([, scale]) => evidence.min >= CLOCK_FROM * scale && evidence.max <= CLOCK_TO * scale)?.[0];
  if (unit !== undefined) {
    const plausible = named || (evidence.rising >= 0.9 && evidence.max > evidence.min);
    return plausible ? { column: { index, base: 'epoch', unit, zone_assumed: false }, rank: named ? 5 : 4 } : null;
  }
  const unitOfName = unitInName(evidence.name);
  const fractional = evidence.type === 'DOUBLE' || evidence.type === 'FLOAT';
  const counts = evidence.min >= 0 && evidence.rising >= 0.99 && (fractional || unitOfName !== null);
  return named && counts ? { column: { index, base: 'relative', unit: unitOfName ?? 's', zone_assumed: false }, rank: 1 } : null;
}

/** Splits the name of a column into words: `frameTime_us` → frame, time, us. */
function words(name: string): string[] {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^a-zµ\d]+/).filter((word) => word !== '');
}

const TIME_WORDS = new Set(['time', 'timestamp', 'ts', 'date', 'datetime', 'epoch', 'unixtime', 'utc', 'seen', 'when', 'clock']);

const isTimeName = (name: string): boolean =>
  words(name).some((word) => TIME_WORDS.has(word) || /^(?:time|timestamp|ts)(?:us|ms|ns|s)$/.test(word));

function unitInName(name: string): 's' | 'ms' | 'us' | 'ns' | null {
  for (const word of words(name).reverse()) {
    if (/^(?:us|µs|usec|micros|microseconds|timeus|tsus)$/.test(word)) return 'us';
    if (/^(?:ms|msec|millis|milliseconds|timems|tsms)$/.test(word)) return 'ms';
    if (/^(?:ns|nsec|nanos|nanoseconds|timens|tsns)$/.test(word)) return 'ns';
    if (/^(?:s|sec|secs|seconds)$/.test(word)) return 's';
  }
  return null;
}

export const isNumeric = (type: string): boolean => /^(?:U?(?:TINY|SMALL|BIG)?INT|U?INTEGER|DOUBLE|FLOAT)$/.test(type);

/** Finds the role of a column, other than time. A column has at most one role. */
export function findRole(evidence: ColumnEvidence): ColumnRole | null {
  const name = words(evidence.name).join(' ');
  const numeric = isNumeric(evidence.type);
  if (name === 'channel' || name === 'ch') return 'channel';
  if (name === 'receiver') return 'receiver';
  if (evidence.type === 'VARCHAR' && evidence.values > 0 && evidence.addresses >= 0.8) return 'address';
  if (numeric && /\b(?:rssi|signal|dbm)\b/.test(name) && evidence.min >= -130 && evidence.max <= 40) return 'rssi';
  return null;
}

/** Whether a text is an address `AA:BB:CC:DD:EE:FF`, separated by `:`, `-` or nothing, in upper or lower case. */
export const isAddressText = (text: string): boolean =>
  /^[\da-f]{2}(?:([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}|[\da-f]{10})$/i.test(text.trim());

/** Names of the columns that a call can use as `address_columns`, the most likely first. */
export const addressColumns = (columns: readonly ColumnInfo[]): string[] => columnsOf(columns, 'address');

export const columnsOf = (columns: readonly ColumnInfo[], role: ColumnRole): string[] =>
  columns.filter((column) => column.role === role).map((column) => column.name);

/**
 * SQL for the time of a row in µs since 1970-01-01 UTC, or since the first row if the file has no dates; null if no column is a time. Names
 * are quoted for SQL.
 */
export function timeMicrosSql(columns: readonly ColumnInfo[]): string | null {
  const column = columns.find(({ role }) => role === 'time');
  if (column === undefined) return null;
  const name = `"${column.name.replaceAll('"', '""')}"`;
  const scale = { s: '* 1000000', ms: '* 1000', us: '', ns: '/ 1000' }[column.unit ?? ''];
  if (scale === undefined) return `epoch_us(${name}::TIMESTAMP)`;
  return `CAST(${name} ${scale} AS BIGINT)`;
}
