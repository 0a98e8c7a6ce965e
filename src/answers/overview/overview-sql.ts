import { soundRow } from '../../selection/sound-rows.ts';
import { hasColumn } from '../../selection/columns.ts';
import { quoteName } from '../../selection/print.ts';
import type { Sql } from '../../selection/types.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import { timeMicrosSql } from '../../tables/column-roles.ts';
import type { CaptureInfo } from '../../tables/captures.ts';

/** Number of bars in the chart of packets over time. */
export const ACTIVITY_BINS = 80;

/** Kinds of packets, in the order in which bars are stacked. */
export const PACKET_KINDS = ['rpa', 'nrpa', 'random_static', 'public', 'connection', 'host', 'other', 'damaged'] as const;
export type PacketKind = (typeof PACKET_KINDS)[number];

const rowsOf = (capture: CaptureInfo, condition: Sql | null): Sql => ({
  sql: `FROM ${quoteName(capture.capture_id)}${condition === null ? '' : ` WHERE (${condition.sql})`}`,
  values: condition?.values ?? [],
});

const soundOf = (capture: CaptureInfo): string => soundRow(capture) ?? 'TRUE';

/**
 * SQL with one row: the numbers of packets and of damaged ones, first and last time in µs, connection requests, data packets, and the
 * largest gap: a step of the sniffer's clock without one of the computer's clock, as packets were lost before they reached the computer.
 */
export function factsSql(capture: CaptureInfo, condition: Sql | null): Sql {
  const rows = rowsOf(capture, condition);
  const radio = hasColumn(capture, 'radio_ts_us') ? 'radio_ts_us' : 'CAST(NULL AS BIGINT)';
  return {
    sql: `WITH steps AS (
  SELECT ${timeColumn(capture)} AS heard, adv_type, ${soundOf(capture)} AS sound, ts_us - lag(ts_us) OVER passed AS host, ${radio} - lag(${radio}) OVER passed AS radio
  ${rows.sql} WINDOW passed AS (ORDER BY packet_no)
)
SELECT count(*) AS packets, count(*) FILTER (NOT sound) AS damaged, min(heard) AS first_us, max(heard) AS last_us,
  count(*) FILTER (adv_type IN ('CONNECT_IND', 'AUX_CONNECT_REQ') AND sound) AS connects,
  count(*) FILTER (adv_type IN ('SCAN_REQ', 'AUX_SCAN_REQ') AND sound) AS scans,
  count(*) FILTER (adv_type IN ('LL_DATA', 'LL_CONTROL')) AS connected,
  max(radio - greatest(host, 0)) AS hole_us, arg_max(heard, radio - greatest(host, 0)) AS hole_at_us
FROM steps`,
    values: rows.values,
  };
}

/** SQL for the time of a row in µs on the capture's clock; NULL if it has none. */
const heardSql = (capture: CaptureInfo): string =>
  capture.kind === 'ble' ? timeColumn(capture) : `TRY(${timeMicrosSql(capture.columns) ?? 'NULL'})`;

/** SQL for the number of packets by bar and kind. All rows of a table have one kind. @param span µs on the capture's clock, inclusive */
export function activitySql(capture: CaptureInfo, condition: Sql | null, span: { readonly from: number; readonly to: number }): Sql {
  const rows = rowsOf(capture, condition);
  const width = Math.max(1, span.to - span.from + 1);
  const heard = heardSql(capture);
  // Read the two most significant bits of a random address, which tell its class (Core specification Vol 6 Part B 1.3).
  const top = `substr(advertiser_addr, 1, 1)`;
  const opcode = hasColumn(capture, 'opcode') ? 'opcode' : 'NULL';
  const kind = `CASE WHEN NOT ${soundOf(capture)} THEN 'damaged' WHEN adv_type IN ('LL_DATA', 'LL_CONTROL') THEN 'connection'
    WHEN adv_type IS NULL AND ${opcode} IS NOT NULL THEN 'host' WHEN advertiser_addr IS NULL THEN 'other' WHEN advertiser_random = FALSE THEN 'public'
    WHEN ${top} IN ('C', 'D', 'E', 'F') THEN 'random_static' WHEN ${top} IN ('4', '5', '6', '7') THEN 'rpa'
    WHEN ${top} IN ('0', '1', '2', '3') THEN 'nrpa' ELSE 'other' END`;
  return {
    sql: `SELECT CAST(least(${String(ACTIVITY_BINS - 1)}, floor((${heard} - CAST(? AS DOUBLE)) * ${String(ACTIVITY_BINS)} / CAST(? AS DOUBLE))) AS INTEGER) AS bin,
  ${capture.kind === 'ble' ? kind : "'other'"} AS kind, count(*) AS packets
${rows.sql}${condition === null ? ' WHERE' : ' AND'} ${heard} IS NOT NULL GROUP BY ALL`,
    values: [span.from, width, ...rows.values],
  };
}
