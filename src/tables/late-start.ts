import { formatAmount } from '../base/format.ts';
import type { CaptureClock, CaptureInfo } from './captures.ts';
import { TIME_COLUMN } from './capture-time.ts';

/**
 * Some sniffers hand over a buffer when a capture starts: its packets carry one stamp of the computer and were heard up to minutes
 * before. The sniffer's own clock says when (measured on nRF52 boards; ble.md 7.2).
 */
export interface LateStart {
  readonly receiver: string;
  /** Packets that were delivered late, and the number of the first that was not. */
  readonly packets: number;
  readonly live: number;
  /** Stamp minus the sniffer's clock once that difference has settled, µs. */
  readonly lag_us: number;
  /** By how much the latest of them was late, µs. */
  readonly late_us: number;
  /** When the first of them was heard, µs. */
  readonly first_us: number;
}

/** How many packets of a capture show whether it began with a full buffer, and what delay counts as one. */
const WATCHED_PACKETS = 4000;
const LATE_US = 1_000_000;

/** The columns that the choice reads. */
const NEEDED = ['packet_no', 'ts_us', 'radio_ts_us', 'receiver'];

/** Whether a capture has a second clock to choose from. */
export const hasRadioClock = ({ kind, columns, time_base, link_types }: CaptureInfo): boolean =>
  kind === 'ble' &&
  time_base !== 'none' &&
  link_types.some((type) => RADIO_CLOCKS.has(type)) &&
  NEEDED.every((name) => columns.some((column) => column.name === name));

/** Link types whose headers hold a clock of the sniffer: Nordic's, and PPI with Ubertooth's field. */
const RADIO_CLOCKS: ReadonlySet<number> = new Set([157, 272, 192]);

/** One row per receiver that began with a full buffer: the members of `LateStart` as DOUBLE. */
export const lateStartsSql = (table: string): string => `WITH lags AS MATERIALIZED (
  SELECT coalesce(receiver, '') AS receiver, packet_no, radio_ts_us, ts_us - radio_ts_us AS lag
  FROM ${table} WHERE radio_ts_us IS NOT NULL AND packet_no <= ${String(WATCHED_PACKETS)}),
settled AS (SELECT receiver, arg_max(lag, packet_no) AS settled FROM lags GROUP BY receiver),
starts AS (SELECT receiver, any_value(settled) AS settled, min(packet_no) FILTER (lag - settled <= ${String(LATE_US)}) AS live
  FROM lags JOIN settled USING (receiver) GROUP BY receiver)
SELECT receiver, count(*)::DOUBLE AS packets, any_value(live)::DOUBLE AS live, any_value(settled)::DOUBLE AS lag_us,
  max(lag - settled)::DOUBLE AS late_us, min(radio_ts_us + settled)::DOUBLE AS first_us
FROM lags JOIN starts USING (receiver) WHERE packet_no < live GROUP BY receiver ORDER BY receiver`;

/** SQL of `time_us`: packets of the buffer where the sniffer's clock puts them, all others as they were stamped. */
export function correctedSql(late: readonly LateStart[]): string {
  const cases = late.map(({ receiver, live, lag_us }) => {
    const own = `coalesce(receiver, '') = '${receiver.replaceAll("'", "''")}' AND packet_no < ${String(live)}`;
    return `WHEN ${own} AND radio_ts_us IS NOT NULL THEN radio_ts_us + ${String(Math.round(lag_us))}::BIGINT`;
  });
  return `CASE ${cases.join(' ')} ELSE ts_us END`;
}

/** The file's stamps with a reason, for a capture whose rows have no better time. */
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

/** The corrected times with their reason. */
export function correctedClock({ time_range }: CaptureInfo, late: readonly LateStart[]): CaptureClock {
  const packets = late.reduce((sum, start) => sum + start.packets, 0);
  const most = Math.max(...late.map(({ late_us }) => late_us)) / 1e6;
  return {
    column: TIME_COLUMN.name,
    reason: `Times are corrected by the sniffer’s own clock: it delivered the first ${formatAmount(packets, 'packet')} up to ${most.toFixed(1)} s late.`,
    ...(time_range !== null && { stamped: time_range }),
  };
}
