/** SQL for the table of devices, which has one row per address, or per device id of a live scan. */
import { soundRow } from '../../selection/sound-rows.ts';
import { addedTime, addressKeys } from '../../selection/columns.ts';
import { quoteName } from '../../selection/print.ts';
import type { Sql } from '../../selection/types.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';

/** Number of points of a device's RSSI over time. */
export const TRACE_POINTS = 40;

/** Maximum number of services that are listed per address. */
const MOST_SERVICES = 8;

/** Types of PDUs that contain an advertiser's address but are sent by another device, so that their RSSI is that of the other device. */
export const ASKING = "('SCAN_REQ', 'CONNECT_IND', 'AUX_SCAN_REQ', 'AUX_CONNECT_REQ')";

/** The columns of the answer to `devicesSql`, in order. */
export const DEVICE_COLUMNS = [
  'address',
  'random_least',
  'random_most',
  'packets',
  'requests',
  'first_us',
  'last_us',
  'rssi_mean',
  'rssi_least',
  'rssi_most',
  'interval_ms',
  'channels',
  'pdu_types',
  'connectable',
  'names',
  'company_id',
  'services',
  'companies',
  'appearance',
  'payloads',
] as const;

/**
 * SQL with one row per address: the packets that it sent and the requests to it, first and last time in µs on the capture's clock, RSSI in
 * dBm, the median time in ms between advertisements on one channel, its PDU types, names and services, and up to four payloads. Only rows
 * without errors count (`selection/sound-rows.ts`). Null if the capture has no column of addresses.
 * @param condition on the rows, with values for its `?`
 */
export function devicesSql(capture: CaptureInfo, condition: Sql | null): Sql | null {
  const rows = rowsSql(capture, condition);
  if (rows === null) return null;
  return {
    sql: `WITH heard AS MATERIALIZED (${rows.sql}),
gaps AS (
  SELECT address, ts - lag(ts) OVER (PARTITION BY address, channel, receiver ORDER BY ts) AS gap
  FROM heard WHERE own AND (pdu IS NULL OR pdu LIKE 'ADV%')
),
intervals AS (SELECT address, median(gap) / 1000.0 AS interval_ms FROM gaps WHERE gap > 0 GROUP BY address),
devices AS (
  SELECT address,
    min(random) AS random_least, max(random) AS random_most,
    count(*) FILTER (own) AS packets, count(*) FILTER (NOT own) AS requests,
    min(ts) AS first_us, max(ts) AS last_us,
    avg(rssi) FILTER (own) AS rssi_mean, min(rssi) FILTER (own) AS rssi_least, max(rssi) FILTER (own) AS rssi_most,
    array_to_string(list_sort(list(DISTINCT channel) FILTER (own AND channel IS NOT NULL)), ', ') AS channels,
    array_to_string(list_sort(list(DISTINCT pdu) FILTER (own AND pdu IS NOT NULL)), ', ') AS pdu_types,
    bool_or(pdu IN ('ADV_IND', 'ADV_DIRECT_IND')) FILTER (own AND pdu IN ('ADV_IND', 'ADV_DIRECT_IND', 'ADV_NONCONN_IND', 'ADV_SCAN_IND'))
      AS connectable,
    array_to_string(list_slice(list_sort(list(DISTINCT name) FILTER (own AND name <> '')), 1, 4), ' · ') AS names,
    mode(company) FILTER (own) AS company_id,
    array_to_string(list_slice(list_sort(list_distinct(flatten(list(DISTINCT services) FILTER (own AND services IS NOT NULL)))), 1, ${String(MOST_SERVICES)}), ' ') AS services,
    array_to_string(list_slice(list_sort(list(DISTINCT company) FILTER (own AND company IS NOT NULL)), 1, ${String(MOST_SERVICES)}), ' ') AS companies,
    mode(appearance) FILTER (own) AS appearance,
    concat_ws(' ', hex(min(payload) FILTER (own)), hex(max(payload) FILTER (own)), hex(arg_min(payload, ts) FILTER (own)),
      hex(max(payload) FILTER (pdu LIKE '%SCAN_RSP'))) AS payloads
  FROM heard GROUP BY address
)
SELECT ${DEVICE_COLUMNS.join(', ')} FROM devices LEFT JOIN intervals USING (address) ORDER BY packets DESC, address`,
    values: rows.values,
  };
}

/**
 * SQL for the mean RSSI in dBm of some addresses over time: `address`, `point` (0 to `TRACE_POINTS` − 1 over the span) and `rssi`.
 * @param span µs on the capture's clock, inclusive
 */
export function tracesSql(
  capture: CaptureInfo,
  condition: Sql | null,
  addresses: readonly string[],
  span: { readonly from: number; readonly to: number },
): Sql | null {
  const rows = rowsSql(capture, condition);
  if (rows === null || addresses.length === 0) return null;
  const width = Math.max(1, span.to - span.from + 1);
  return {
    sql: `SELECT address, CAST(least(${String(TRACE_POINTS - 1)}, greatest(0, floor((ts - CAST(? AS DOUBLE)) * ${String(TRACE_POINTS)} / CAST(? AS DOUBLE)))) AS INTEGER) AS point,
  avg(rssi) AS rssi
FROM (${rows.sql}) WHERE own AND rssi IS NOT NULL AND ts IS NOT NULL AND address IN (${addresses.map(() => 'CAST(? AS VARCHAR)').join(', ')})
GROUP BY ALL`,
    values: [span.from, width, ...rows.values, ...addresses],
  };
}

/** SQL for the rows that have an address, with the column names used above. Columns that the capture lacks are NULL. */
function rowsSql(capture: CaptureInfo, condition: Sql | null): Sql | null {
  const keys = addressKeys(capture);
  if (keys.length === 0) return null;
  const has = (name: string): boolean => capture.columns.some((column) => column.name === name);
  const own = (name: string, type: string): string => (has(name) ? `CAST(${quoteName(name)} AS ${type})` : `CAST(NULL AS ${type})`);
  const time = has('ts_us') ? quoteName(timeColumn(capture)) : (addedTime(capture) ?? 'CAST(NULL AS BIGINT)');
  const services = capture.columns.find(({ name }) => name === 'service_uuids')?.type === 'VARCHAR[]';
  const address = `coalesce(${keys.map((key) => `CAST(${quoteName(key)} AS VARCHAR)`).join(', ')})`;
  const sound = soundRow(capture);
  const where = [`${address} IS NOT NULL`, ...(sound === null ? [] : [sound]), ...(condition ? [condition.sql] : [])];
  return {
    sql: `SELECT ${address} AS address, ${time} AS ts, ${own('advertiser_random', 'BOOLEAN')} AS random, ${own('rssi', 'DOUBLE')} AS rssi,
    ${own('channel', 'INTEGER')} AS channel, ${own('receiver', 'VARCHAR')} AS receiver, ${own('adv_type', 'VARCHAR')} AS pdu,
    ${own('local_name', 'VARCHAR')} AS name, ${own('company_id', 'INTEGER')} AS company,
    ${own('appearance', 'INTEGER')} AS appearance, ${has('adv_data') ? 'adv_data' : 'CAST(NULL AS BLOB)'} AS payload,
    ${services ? quoteName('service_uuids') : 'CAST(NULL AS VARCHAR[])'} AS services,
    ${has('adv_type') ? `coalesce(${quoteName('adv_type')} NOT IN ${ASKING}, TRUE)` : 'TRUE'} AS own
  FROM ${quoteName(capture.capture_id)} WHERE ${where.map((part) => `(${part})`).join(' AND ')}`,
    values: condition?.values ?? [],
  };
}
