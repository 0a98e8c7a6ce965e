/**
 * Determines the roles of a table's columns from names, types and sampled values. Decoders mark the columns when a file opens; the address
 * tool and its form use the marks.
 */
import { STAMPS, TIME_COLUMN } from './capture-time.ts';
import type { ColumnInfo, ColumnRole } from './captures.ts';

/** Evidence from a sample of one column. Shares are relative to its non-NULL values. */
export interface ColumnEvidence {
  readonly name: string;
  /** DuckDB type that the column will have. */
  readonly type: string;
  readonly values: number;
  /** Minimum and maximum: numbers, or µs since 1970 for TIMESTAMP and DATE; NaN if there are none. */
  readonly min: number;
  readonly max: number;
  /** Share of consecutive rows whose value does not decrease. */
  readonly rising: number;
  /** Share of values that look like a Bluetooth address. */
  readonly addresses: number;
  /** For TIMESTAMP: whether every value states its time zone. */
  readonly zoned: boolean;
}

export interface TimeColumn {
  readonly index: number;
  readonly base: 'epoch' | 'relative';
  /** Unit of a numeric time; null for TIMESTAMP and DATE. */
  readonly unit: 's' | 'ms' | 'us' | 'ns' | null;
  /** True if local times without a zone were interpreted as UTC. */
  readonly zone_assumed: boolean;
}

const TIME_UNITS = [
  ['s', 1],
  ['ms', 1e3],
  ['us', 1e6],
  ['ns', 1e9],
] as const;
/** 2000-01-01 and 2100-01-01 in seconds since 1970: numbers in this range are interpreted as wall-clock time. */
const CLOCK_FROM = 946_684_800;
const CLOCK_TO = 4_102_444_800;

/**
 * The time column, or null. Unambiguous clocks (epoch numbers, times with a zone) take precedence over local times, and local times over
 * seconds since the start; among equals the first wins.
 */
export function findTimeColumn(columns: readonly ColumnEvidence[]): TimeColumn | null {
  return likelyTimes(columns)[0] ?? null;
}

/** The columns that are equally likely to be the time, in order. */
function likelyTimes(columns: readonly ColumnEvidence[]): TimeColumn[] {
  const found = columns.map(judgeTime).filter((judged) => judged !== null);
  const best = found.reduce((most, { rank }) => Math.max(most, rank), 0);
  const equal = found.filter(({ rank }) => rank === best).map(({ column }) => column);
  const named = (name: string): TimeColumn | undefined => equal.find(({ index }) => columns[index]!.name === name);
  // An export of a capture with corrected times has both columns: the corrected times and the timestamps.
  const corrected = named(TIME_COLUMN.name);
  return corrected && named(STAMPS) ? [corrected] : equal;
}

/** Codes of warnings about an ambiguous time column or time format. */
export const TIME_DOUBTS: ReadonlySet<string> = new Set(['TIME_COLUMN', 'DATE_ORDER']);

/** Describes what is uncertain about the time of a table's rows; null if nothing is. */
export function timeDoubt(columns: readonly ColumnEvidence[]): string | null {
  const names = (list: readonly ColumnEvidence[]): string => list.map(({ name }) => JSON.stringify(name)).join(', ');
  const likely = likelyTimes(columns).map(({ index }) => columns[index]!);
  if (likely.length > 1) return `several columns could be the time of a row (${names(likely)}); the first was taken`;
  if (likely.length === 1) return null;
  // A number without a unit may count anything, and text was not recognised as a time.
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

/** `frameTime_us` → frame, time, us */
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

/** The role of a column other than time; a column has at most one. */
export function findRole(evidence: ColumnEvidence): ColumnRole | null {
  const name = words(evidence.name).join(' ');
  const numeric = isNumeric(evidence.type);
  if (name === 'channel' || name === 'ch') return 'channel';
  if (name === 'receiver') return 'receiver';
  if (evidence.type === 'VARCHAR' && evidence.values > 0 && evidence.addresses >= 0.8) return 'address';
  if (numeric && /\b(?:rssi|signal|dbm)\b/.test(name) && evidence.min >= -130 && evidence.max <= 40) return 'rssi';
  return null;
}

/** Whether a text is `AA:BB:CC:DD:EE:FF`, with `:`, `-` or no separator, in any case. */
export const isAddressText = (text: string): boolean =>
  /^[\da-f]{2}(?:([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}|[\da-f]{10})$/i.test(text.trim());

/** Names of the columns that can be used as `address_columns` of a call, most likely first. */
export const addressColumns = (columns: readonly ColumnInfo[]): string[] => columnsOf(columns, 'address');

export const columnsOf = (columns: readonly ColumnInfo[], role: ColumnRole): string[] =>
  columns.filter((column) => column.role === role).map((column) => column.name);

/**
 * SQL (DuckDB) for the time of a row in µs since 1970-01-01 UTC, or since the first row if the file has no clock; null if no column is a
 * time. The name is quoted for SQL.
 */
export function timeMicrosSql(columns: readonly ColumnInfo[]): string | null {
  const column = columns.find(({ role }) => role === 'time');
  if (column === undefined) return null;
  const name = `"${column.name.replaceAll('"', '""')}"`;
  const scale = { s: '* 1000000', ms: '* 1000', us: '', ns: '/ 1000' }[column.unit ?? ''];
  if (scale === undefined) return `epoch_us(${name}::TIMESTAMP)`;
  return `CAST(${name} ${scale} AS BIGINT)`;
}
