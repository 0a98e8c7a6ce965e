import type { SelectedRows } from '../../definition.ts';

/**
 * SQL over the selected rows: who was heard, when, how loud and with which payload. One row per address and
 * frame, called a sighting. The address that sends is told from the one that is only named: the advertiser
 * inside a SCAN_REQ or CONNECT_IND is asked for, it does not transmit.
 */
export interface AddressColumns {
  readonly advertiser_addr: string;
  readonly initiator_addr: string;
  readonly scanner_addr?: string | undefined;
}

/** Role of the address in a frame. */
export const ROLES = ['advertises', 'named', 'scans', 'initiates'] as const;

/** Columns of every capture in the selection. */
export function columnsOf(selection: SelectedRows): ReadonlySet<string> {
  return new Set(selection.captures.flatMap((capture) => capture.columns.map((column) => column.name)));
}

/**
 * `WITH` clauses that end in `sightings(addr, random, role, ts_us, rssi, adv_type, local_name, adv_data)`:
 * CRC-bad frames are left out, because they invent addresses; spellings of addresses are made one. What a
 * selection has no column for is NULL.
 */
export function sightings(selection: SelectedRows, named: AddressColumns): string {
  const columns = columnsOf(selection);
  const cell = (name: string, type: string): string => (columns.has(name) ? identifier(name) : `NULL::${type}`);
  const level = selection.captures.flatMap((capture) => capture.columns).find((column) => column.role === 'rssi')?.name ?? 'rssi';
  const asks = columns.has('adv_type') ? "adv_type IN ('SCAN_REQ', 'CONNECT_IND', 'AUX_SCAN_REQ', 'AUX_CONNECT_REQ')" : 'FALSE';
  const part = (column: string, random: string, role: string, name: string, data: string): string =>
    `SELECT ${spelling(identifier(column))} AS addr, ${cell(random, 'BOOLEAN')} AS random, ${role} AS role, ${timeOf(selection)} AS ts_us,
  TRY_CAST(${cell(level, 'SMALLINT')} AS SMALLINT) AS rssi, ${cell('adv_type', 'VARCHAR')} AS adv_type, ${name} AS local_name, ${data} AS adv_data
  FROM frames WHERE ${identifier(column)} IS NOT NULL`;
  const parts = [
    part(
      named.advertiser_addr,
      'advertiser_random',
      `CASE WHEN ${asks} THEN 1 ELSE 0 END`,
      cell('local_name', 'VARCHAR'),
      cell('adv_data', 'BLOB'),
    ),
  ];
  const more = [
    { column: named.scanner_addr, role: '2' },
    { column: named.initiator_addr, role: '3' },
  ];
  const done = new Set([named.advertiser_addr]);
  for (const { column, role } of more) {
    // One column may stand for several: each is read once.
    if (column === undefined || done.has(column)) continue;
    done.add(column);
    parts.push(part(column, 'peer_random', role, 'NULL::VARCHAR', 'NULL::BLOB'));
  }
  return `WITH chosen AS (SELECT * FROM (${selection.sql}) AS selected),
frames AS (SELECT * FROM chosen ${columns.has('crc_ok') ? 'WHERE crc_ok IS DISTINCT FROM FALSE' : ''}),
spelt AS (${parts.join(' UNION ALL ')}),
sightings AS (SELECT * FROM spelt WHERE regexp_full_match(addr, '([0-9A-F]{2}:){5}[0-9A-F]{2}'))`;
}

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Microseconds of a row; a selection without times has none. */
const timeOf = (selection: SelectedRows): string => (selection.time_base === 'none' ? 'NULL::BIGINT' : 'ts_us');

/** `aa-bb-cc-dd-ee-ff` and `aabbccddeeff` as `AA:BB:CC:DD:EE:FF`. */
const spelling = (column: string): string =>
  `upper(regexp_replace(regexp_replace(trim(${column}::VARCHAR), '[:-]', '', 'g'), '^(..)(..)(..)(..)(..)(..)$', '\\1:\\2:\\3:\\4:\\5:\\6'))`;

/** Seconds with at least one row of any kind: a sniffer that hears a broken frame is listening. */
export const coverageSql = (selection: SelectedRows): string =>
  `WITH chosen AS (SELECT * FROM (${selection.sql}) AS selected)
SELECT min(ts_us)::DOUBLE AS first_us, max(ts_us)::DOUBLE AS last_us, count(*)::DOUBLE AS rows
FROM chosen WHERE ts_us IS NOT NULL GROUP BY ts_us // 1000000 ORDER BY 1`;

/** One row per address, ordered by address: its position is its number in the other queries. */
export const addressesSql = (relation: string): string =>
  `${relation}
SELECT addr, count(*)::DOUBLE AS frames, count(*) FILTER (role <> 1)::DOUBLE AS sent,
  count(*) FILTER (role = 0)::DOUBLE AS advertised, count(*) FILTER (random)::DOUBLE AS said_random,
  count(*) FILTER (NOT random)::DOUBLE AS said_public,
  min(ts_us)::DOUBLE AS first_us, max(ts_us)::DOUBLE AS last_us,
  string_agg(DISTINCT adv_type, ', ' ORDER BY adv_type) AS pdus, min(local_name) AS local_name
FROM sightings GROUP BY addr ORDER BY addr`;

const numbered = `, numbers AS (SELECT addr, (row_number() OVER (ORDER BY addr) - 1)::UINTEGER AS number
  FROM (SELECT DISTINCT addr FROM sightings))`;

/** Frames that an address sent: its number, seconds since `baseUs`, level. */
export const sentSql = (relation: string, baseUs: number): string =>
  `${relation}${numbered}
SELECT number, (ts_us - ${String(baseUs)})::DOUBLE / 1e6 AS time, coalesce(greatest(rssi, -126), 127)::TINYINT AS level
FROM sightings JOIN numbers USING (addr) WHERE role <> 1 AND ts_us IS NOT NULL`;

/** Distinct payloads of each address with their number of frames and the times they were seen. */
export const payloadsSql = (relation: string, baseUs: number): string =>
  `${relation}${numbered}
SELECT number, adv_type, adv_data, count(*)::DOUBLE AS frames,
  (min(ts_us) - ${String(baseUs)})::DOUBLE / 1e6 AS first, (max(ts_us) - ${String(baseUs)})::DOUBLE / 1e6 AS last
FROM sightings JOIN numbers USING (addr) WHERE role = 0 AND adv_data IS NOT NULL
GROUP BY number, adv_type, adv_data ORDER BY number, first, adv_type, adv_data`;
