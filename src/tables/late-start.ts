import { formatAmount } from '../base/format.ts';
import type { CaptureClock, CaptureInfo } from './captures.ts';
import { TIME_COLUMN } from './capture-time.ts';

/**
 * Some sniffers deliver a buffer when a capture starts: its packets all have the computer's timestamp of delivery, but were received up to
 * minutes earlier. The sniffer's own clock has the actual times (measured on nRF52 boards; ble.md 7.2).
 */
export interface LateStart {
  readonly receiver: string;
  /** Number of packets that were delivered late, and number of the first packet that was not. */
  readonly packets: number;
  readonly live: number;
  /** Timestamp minus sniffer clock after that difference has settled, µs. */
  readonly lag_us: number;
  /** Largest delay of a packet, µs. */
  readonly late_us: number;
  /** Time of reception of the first late packet, µs. */
  readonly first_us: number;
}

/** Number of packets examined for a full buffer at the start, and the delay that indicates one. */
const WATCHED_PACKETS = 4000;
const LATE_US = 1_000_000;

/** The columns that the detection reads. */
const NEEDED = ['packet_no', 'ts_us', 'radio_ts_us', 'receiver'];

/** Whether a capture has a second clock. */
export const hasRadioClock = ({ kind, columns, time_base, link_types }: CaptureInfo): boolean =>
  kind === 'ble' &&
  time_base !== 'none' &&
  link_types.some((type) => RADIO_CLOCKS.has(type)) &&
  NEEDED.every((name) => columns.some((column) => column.name === name));

/** Link types whose headers contain the sniffer's clock: Nordic's, and PPI with Ubertooth's field. */
const RADIO_CLOCKS: ReadonlySet<number> = new Set([157, 272, 192]);

/** SQL with one row per receiver that began with a full buffer: the members of `LateStart` as DOUBLE. */
export const lateStartsSql = (table: string): string => `WITH lags AS MATERIALIZED (
  SELECT coalesce(receiver, '') AS receiver, packet_no, radio_ts_us, ts_us - radio_ts_us AS lag
  FROM ${table} WHERE radio_ts_us IS NOT NULL AND packet_no <= ${String(WATCHED_PACKETS)}),
settled AS (SELECT receiver, arg_max(lag, packet_no) AS settled FROM lags GROUP BY receiver),
starts AS (SELECT receiver, any_value(settled) AS settled, min(packet_no) FILTER (lag - settled <= ${String(LATE_US)}) AS live
  FROM lags JOIN settled USING (receiver) GROUP BY receiver)
SELECT receiver, count(*)::DOUBLE AS packets, any_value(live)::DOUBLE AS live, any_value(settled)::DOUBLE AS lag_us,
  max(lag - settled)::DOUBLE AS late_us, min(radio_ts_us + settled)::DOUBLE AS first_us
FROM lags JOIN starts USING (receiver) WHERE packet_no < live GROUP BY receiver ORDER BY receiver`;

/** SQL expression of `time_us`: the sniffer's clock for packets of the buffer, the timestamp for all others. */
export function correctedSql(late: readonly LateStart[]): string {
  const cases = late.map(({ receiver, live, lag_us }) => {
    const own = `coalesce(receiver, '') = '${receiver.replaceAll("'", "''")}' AND packet_no < ${String(live)}`;
    return `WHEN ${own} AND radio_ts_us IS NOT NULL THEN radio_ts_us + ${String(Math.round(lag_us))}::BIGINT`;
  });
  return `CASE ${cases.join(' ')} ELSE ts_us END`;
}

/** Describes the file's timestamps as the clock of a capture without better times. */
export function stampedClock(capture: CaptureInfo): CaptureClock {
  const { kind, time_base, columns } = capture;
  if (kind === 'table') {
    const time = columns.find(({ role }) => role === 'time');
    if (time === undefined || time_base === 'none') return { column: null, reason: 'No column says when a row happened.' };
    return { column: time.name, reason: `Times are those of the column “${time.name}”.` };
  }
  if (time_base === 'none') return { column: null, reason: 'The file says no times.' };
  const from = time_base === 'relative' ? 'They count from when the capture started: the file has no date.' : '';
  const why = hasRadioClock(capture)
    ? 'Times are the stamps of the computer that recorded: the sniffer delivered no packet of the start late.'
    : 'Times are the stamps in the file, which has no other clock.';
  return { column: 'ts_us', reason: from === '' ? why : `${why} ${from}` };
}

/** Describes corrected times that an exported file already has as the clock. */
export const exportedClock = (): CaptureClock => ({
  column: TIME_COLUMN.name,
  reason: 'Times are those that were corrected before the export: the sniffer delivered packets late.',
});

/** Describes the corrected times as the clock, with the reason. */
export function correctedClock({ time_range }: CaptureInfo, late: readonly LateStart[]): CaptureClock {
  const packets = late.reduce((sum, start) => sum + start.packets, 0);
  const most = Math.max(...late.map(({ late_us }) => late_us)) / 1e6;
  return {
    column: TIME_COLUMN.name,
    reason: `Times are corrected by the sniffer’s own clock: it delivered the first ${formatAmount(packets, 'packet')} up to ${most.toFixed(1)} s late.`,
    ...(time_range !== null && { stamped: time_range }),
  };
}
