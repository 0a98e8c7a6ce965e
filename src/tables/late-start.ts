import { formatAmount } from '../base/format.ts';
import type { CaptureClock, CaptureInfo } from './captures.ts';
import { TIME_COLUMN } from './capture-time.ts';

/**
 * Packets that were delivered late when a capture began. Some sniffers then deliver a full buffer: its packets all get the computer's time
 * of delivery, but were received up to minutes earlier. The sniffer's own clock has the real times (measured on nRF52 boards; ble.md 7.2).
 */
export interface LateStart {
  readonly receiver: string;
  /** Number of packets that were delivered late; `live` is the number of the first packet that was not. */
  readonly packets: number;
  readonly live: number;
  /** Timestamp minus sniffer's clock, when that difference is constant again, in µs. */
  readonly lag_us: number;
  /** Maximum delay of a packet, µs. */
  readonly late_us: number;
  /** When the first late packet was received, in µs. */
  readonly first_us: number;
}

/** Number of packets at the start in which a full buffer is looked for; `LATE_US` is the delay that shows one. */
const WATCHED_PACKETS = 4000;
const LATE_US = 1_000_000;

/** Names of the columns that are read to detect late packets. */
const NEEDED = ['packet_no', 'ts_us', 'radio_ts_us', 'receiver'];

/** Whether a capture has the sniffer's clock in addition to the computer's. */
export const hasRadioClock = ({ kind, columns, time_base, link_types }: CaptureInfo): boolean =>
  kind === 'ble' &&
  time_base !== 'none' &&
  link_types.some((type) => RADIO_CLOCKS.has(type)) &&
  NEEDED.every((name) => columns.some((column) => column.name === name));

/** Link types whose headers contain the sniffer's clock: those of Nordic's sniffer, and PPI with the field of Ubertooth. */
const RADIO_CLOCKS: ReadonlySet<number> = new Set([157, 272, 192]);

/** SQL with one row for each receiver that began with a full buffer; its columns are the members of `LateStart` as DOUBLE. */
export const lateStartsSql = (table: string): string => `WITH lags AS MATERIALIZED (
  SELECT coalesce(receiver, '') AS receiver, packet_no, radio_ts_us, ts_us - radio_ts_us AS lag
  FROM ${table} WHERE radio_ts_us IS NOT NULL AND packet_no <= ${String(WATCHED_PACKETS)}),
settled AS (SELECT receiver, arg_max(lag, packet_no) AS settled FROM lags GROUP BY receiver),
starts AS (SELECT receiver, any_value(settled) AS settled, min(packet_no) FILTER (lag - settled <= ${String(LATE_US)}) AS live
  FROM lags JOIN settled USING (receiver) GROUP BY receiver)
SELECT receiver, count(*)::DOUBLE AS packets, any_value(live)::DOUBLE AS live, any_value(settled)::DOUBLE AS lag_us,
  max(lag - settled)::DOUBLE AS late_us, min(radio_ts_us + settled)::DOUBLE AS first_us
FROM lags JOIN starts USING (receiver) WHERE packet_no < live GROUP BY receiver ORDER BY receiver`;

/** SQL expression for `time_us`: the sniffer's clock for packets of the buffer, and the timestamp for all others. */
export function correctedSql(late: readonly LateStart[]): string {
  const cases = late.map(({ receiver, live, lag_us }) => {
    const own = `coalesce(receiver, '') = '${receiver.replaceAll("'", "''")}' AND packet_no < ${String(live)}`;
    return `WHEN ${own} AND radio_ts_us IS NOT NULL THEN radio_ts_us + ${String(Math.round(lag_us))}::BIGINT`;
  });
  return `CASE ${cases.join(' ')} ELSE ts_us END`;
}

/** Describes the clock of a capture whose timestamps are its times, because there are no better ones. */
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

/** Describes the clock of a capture whose file, an export, already contains corrected times. */
export const exportedClock = (): CaptureClock => ({
  column: TIME_COLUMN.name,
  reason: 'Times are those that were corrected before the export: the sniffer delivered packets late.',
});

/** Describes the clock of a capture whose times were corrected, with the reason. */
export function correctedClock({ time_range }: CaptureInfo, late: readonly LateStart[]): CaptureClock {
  const packets = late.reduce((sum, start) => sum + start.packets, 0);
  const most = Math.max(...late.map(({ late_us }) => late_us)) / 1e6;
  return {
    column: TIME_COLUMN.name,
    reason: `Times are corrected by the sniffer’s own clock: it delivered the first ${formatAmount(packets, 'packet')} up to ${most.toFixed(1)} s late.`,
    ...(time_range !== null && { stamped: time_range }),
  };
}
