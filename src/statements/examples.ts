import type { CaptureInfo } from '../tables/captures.ts';
import { classOf } from '../selection/columns.ts';

/** A query with which a person can begin. */
export interface Example {
  readonly title: string;
  readonly sql: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Columns that the examples use. An example is offered only for a capture that has all of its columns. */
const BLE_COLUMNS = ['advertiser_addr', 'rssi', 'ts_us', 'adv_type', 'channel', 'company_id', 'local_name', 'crc_ok'];
const BLE_EXAMPLES: readonly Example[] = [
  {
    title: 'Packets per address',
    sql: 'SELECT advertiser_addr, count(*) AS packets, round(avg(rssi), 1) AS mean_rssi_dbm\nFROM {table}\nWHERE advertiser_addr IS NOT NULL\nGROUP BY ALL\nORDER BY packets DESC',
  },
  {
    title: 'RSSI per second',
    sql: 'SELECT make_timestamp(ts_us // 1000000 * 1000000) AS second, round(avg(rssi), 1) AS mean_rssi_dbm, count(*) AS packets\nFROM {table}\nGROUP BY ALL\nORDER BY second',
  },
  {
    title: 'Interval of the busiest address',
    sql: "WITH busiest AS (SELECT advertiser_addr FROM {table} WHERE advertiser_addr IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)\nSELECT make_timestamp(ts_us) AS time_utc, round((ts_us - lag(ts_us) OVER (ORDER BY ts_us)) / 1000, 3) AS interval_ms\nFROM {table} JOIN busiest USING (advertiser_addr)\nWHERE adv_type NOT IN ('SCAN_REQ', 'CONNECT_IND')\nORDER BY time_utc",
  },
  {
    title: 'Packet types by channel',
    sql: 'SELECT channel, adv_type, count(*) AS packets\nFROM {table}\nGROUP BY ALL\nORDER BY channel, packets DESC',
  },
  {
    title: 'Companies in manufacturer data',
    sql: "SELECT printf('0x%04X', company_id) AS company, count(DISTINCT advertiser_addr) AS addresses, count(*) AS packets\nFROM {table}\nWHERE company_id IS NOT NULL\nGROUP BY ALL\nORDER BY addresses DESC",
  },
  {
    title: 'Names and their addresses',
    sql: 'SELECT local_name, count(DISTINCT advertiser_addr) AS addresses, count(*) AS packets\nFROM {table}\nWHERE local_name IS NOT NULL\nGROUP BY ALL\nORDER BY packets DESC',
  },
  {
    title: 'Packets of named devices',
    sql: 'SELECT n.name, p.advertiser_addr, count(*) AS packets, round(avg(p.rssi), 1) AS mean_rssi_dbm\nFROM {table} AS p JOIN device_names AS n ON n.address = p.advertiser_addr\nGROUP BY ALL\nORDER BY packets DESC',
  },
  {
    title: 'When each address was seen',
    sql: 'SELECT advertiser_addr, make_timestamp(min(ts_us)) AS first_seen, make_timestamp(max(ts_us)) AS last_seen, round((max(ts_us) - min(ts_us)) / 1e6, 1) AS seen_s\nFROM {table}\nWHERE advertiser_addr IS NOT NULL\nGROUP BY ALL\nORDER BY first_seen',
  },
  {
    title: 'Wrong CRC by channel',
    sql: 'SELECT channel, count(*) AS packets, round(100 * avg((NOT crc_ok)::INT), 2) AS wrong_crc_percent\nFROM {table}\nWHERE crc_ok IS NOT NULL\nGROUP BY ALL\nORDER BY channel',
  },
];

/** Returns the examples whose columns are all in the capture. */
export function examplesFor(capture: CaptureInfo): readonly Example[] {
  const table = quoted(capture.capture_id);
  if (capture.kind !== 'ble') return tableExamples(capture, table);
  const missing = BLE_COLUMNS.filter((name) => !capture.columns.some((column) => column.name === name));
  const time = capture.clock?.column ?? 'ts_us';
  return BLE_EXAMPLES.filter(({ sql }) => !missing.some((name) => sql.includes(name))).map(({ title, sql }) => ({
    title,
    sql: sql.replaceAll('{table}', () => table).replaceAll('ts_us', time),
  }));
}

function tableExamples({ columns, row_count }: CaptureInfo, table: string): readonly Example[] {
  const number = columns.find(({ type, role }) => classOf(type) === 'number' && role !== 'time');
  const word = columns.find(({ type }) => type === 'VARCHAR');
  const perWord = (title: string, figures: string): Example => ({
    title,
    sql: `SELECT ${quoted(word?.name ?? '')}, ${figures}count(*) AS rows\nFROM ${table}\nGROUP BY ALL\nORDER BY rows DESC`,
  });
  return [
    { title: 'First rows', sql: `SELECT *\nFROM ${table}\nLIMIT 100` },
    ...(row_count > 0 ? [{ title: 'Figures of every column', sql: `SUMMARIZE ${table}` }] : []),
    ...(word ? [perWord(`Rows per ${word.name}`, '')] : []),
    ...(word && number ? [perWord(`Mean ${number.name} per ${word.name}`, `avg(${quoted(number.name)}) AS mean, `)] : []),
  ];
}
