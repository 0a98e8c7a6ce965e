import { selectedTimeSql } from '../../tables/capture-time.ts';
import type { FrameLoss } from '../../tables/captures.ts';
import type { SelectedRows } from '../definition.ts';
import type { Times } from './times.ts';

/**
 * SQL over the selected rows that tells which address was received when, at which level and with which payload: one row, called a sighting,
 * per address and frame. It distinguishes the address that sent a frame from one that is only named in it, such as the advertiser in a
 * SCAN_REQ or CONNECT_IND.
 */
export interface AddressColumns {
  readonly advertiser_addr: string;
  readonly initiator_addr: string;
  readonly scanner_addr?: string | undefined;
}

/** Names of the columns that every selected capture has. */
export function columnsOf(selection: SelectedRows): ReadonlySet<string> {
  return new Set(selection.captures.flatMap((capture) => capture.columns.map((column) => column.name)));
}

/**
 * `WITH` clauses that end in `sightings(addr, capture_id, random, role, ts_us, radio, rssi, channel, adv_type, local_name, adv_data)`:
 * `role` is 0 for an advertiser, 1 for an address that is only named, 2 for a scanner, 3 for an initiator. Frames with a bad CRC are left out, because they contain false addresses; address spellings are normalised.
 * A missing column is NULL.
 */
export function sightings(selection: SelectedRows, named: AddressColumns, listening: Listening): string {
  const columns = columnsOf(selection);
  // Read a column as NULL if its type is unexpected, because a table may use the name for something else.
  const cell = (name: string, type: string): string =>
    !columns.has(name)
      ? `NULL::${type}`
      : type === 'BLOB' && !isBlob(selection, name)
        ? 'NULL::BLOB'
        : `TRY_CAST(${identifier(name)} AS ${type})`;
  const level = selection.captures.flatMap((capture) => capture.columns).find((column) => column.role === 'rssi')?.name ?? 'rssi';
  const asks = columns.has('adv_type') ? "adv_type IN ('SCAN_REQ', 'CONNECT_IND', 'AUX_SCAN_REQ', 'AUX_CONNECT_REQ')" : 'FALSE';
  // Decoders write addresses in one spelling, but a table may use any.
  const foreign = selection.captures.some((capture) => capture.kind === 'table');
  const spelt = (column: string): string => (foreign ? spelling(column) : column);
  const part = (column: string, random: string, role: string, name: string, data: string): string =>
    `SELECT ${spelt(identifier(column))} AS addr, capture_id, ${cell('channel', 'UTINYINT')} AS channel, ${cell(random, 'BOOLEAN')} AS random, ${role} AS role, wb_heard_us AS ts_us, wb_radio AS radio,
  ${cell(level, 'SMALLINT')} AS rssi, ${cell('adv_type', 'VARCHAR')} AS adv_type, ${name} AS local_name, ${data} AS adv_data
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
    // Read a column once, even if it serves several roles.
    if (column === undefined || done.has(column)) continue;
    done.add(column);
    parts.push(part(column, 'peer_random', role, 'NULL::VARCHAR', 'NULL::BLOB'));
  }
  return `${timed(selection, listening)},
frames AS NOT MATERIALIZED (SELECT * FROM timed ${columns.has('crc_ok') ? `WHERE ${sound(selection, listening.unchecked)}` : ''}),
spelt AS NOT MATERIALIZED (${parts.join(' UNION ALL ')}),
sightings AS NOT MATERIALIZED (SELECT * FROM spelt${foreign ? " WHERE regexp_full_match(addr, '([0-9A-F]{2}:){5}[0-9A-F]{2}')" : ''})`;
}

const isBlob = (selection: SelectedRows, name: string): boolean =>
  selection.captures.every((capture) => capture.columns.every((column) => column.name !== name || column.type === 'BLOB'));

/**
 * SQL condition for valid frames: their CRC is right, or no frame of the capture has a CRC result (HCI events, tables). If other frames
 * have a result, a frame without one is usually noise.
 */
function sound(selection: SelectedRows, unchecked: readonly string[]): string {
  const air = columnsOf(selection).has('access_address') ? 'access_address IS NULL' : 'TRUE';
  const captures = unchecked.length === 0 ? 'FALSE' : `capture_id IN (${unchecked.map(literal).join(', ')})`;
  return `CASE WHEN TRY_CAST(crc_ok AS BOOLEAN) IS NULL THEN ${air} OR ${captures} ELSE TRY_CAST(crc_ok AS BOOLEAN) END`;
}

/** SQL for the captures of which no frame has a CRC result. It has one subquery per capture, because the first result ends the search. */
export function uncheckedSql(selection: SelectedRows): string | null {
  if (!columnsOf(selection).has('crc_ok')) return null;
  const parts = selection.captures.map(
    ({ capture_id }) => `SELECT ${literal(capture_id)} AS capture_id WHERE NOT EXISTS (
  SELECT 1 FROM selected WHERE capture_id = ${literal(capture_id)} AND crc_ok IS NOT NULL LIMIT 1)`,
  );
  return `WITH selected AS NOT MATERIALIZED (${selection.sql}) ${parts.join(' UNION ALL ')} ORDER BY capture_id`;
}

/** Facts about the captures that are needed to interpret their rows. */
export interface Listening {
  readonly clocks: readonly RadioClock[];
  readonly from: Times['from'];
  readonly unchecked: readonly string[];
}

/** The clock of a sniffer: its offset from the host's clock, and the first frame that was delivered without delay. */
export interface RadioClock {
  readonly capture_id: string;
  readonly receiver: string;
  /** Host time minus radio time in µs, after the delays at the start of the capture. */
  readonly lag_us: number;
  /** `packet_no` of the first frame that did not wait in the sniffer's buffer. */
  readonly live: number;
  /** Number of this clock, counted from 1; each loss of frames starts a new one. */
  readonly number: number;
  /** The losses of frames for an unknown time, in order: the clock in µs at the last frame before, and the number of lost frames. */
  readonly losses: readonly Pick<FrameLoss, 'after_us' | 'frames'>[];
}

/**
 * SQL with one row per capture and receiver that has a clock of its own. Some sniffers deliver buffered frames when a capture starts: they
 * share one host time but were received up to minutes earlier (ble.md §7.2). The difference between host and radio clock reveals them.
 */
export function clocksSql(selection: SelectedRows): string | null {
  if (selection.time_base === 'none' || !columnsOf(selection).has('radio_ts_us')) return null;
  return `WITH lags AS (SELECT capture_id, coalesce(receiver, '') AS receiver, packet_no, ts_us - radio_ts_us AS lag
  FROM (${selection.sql}) AS selected WHERE radio_ts_us IS NOT NULL AND packet_no <= ${String(WATCHED_FRAMES)}),
settled AS (SELECT capture_id, receiver, arg_max(lag, packet_no) AS settled FROM lags GROUP BY capture_id, receiver)
SELECT capture_id, receiver, any_value(settled)::DOUBLE AS lag_us,
  min(packet_no) FILTER (lag - settled <= ${String(STALE_US)})::DOUBLE AS live
FROM lags JOIN settled USING (capture_id, receiver) GROUP BY capture_id, receiver ORDER BY capture_id, receiver`;
}

/**
 * SQL that defines `timed`: the chosen rows with `wb_heard_us`, when a frame was on the air, and `wb_radio`, the sniffer's clock in
 * seconds; clocks of different captures are 1e6 s apart. Times are those of the captures; with `selection`, delayed frames are found among
 * the selected rows and put back.
 */
function timed(selection: SelectedRows, { clocks, from }: Pick<Listening, 'clocks' | 'from'>): string {
  const chosen = `WITH chosen AS NOT MATERIALIZED (SELECT * FROM (${selection.sql}) AS selected)`;
  const base = from === 'capture' ? selectedTimeSql(selection.captures) : 'ts_us';
  const heard = selection.time_base === 'none' ? 'NULL::BIGINT' : base;
  if (clocks.length === 0)
    return `${chosen}, timed AS NOT MATERIALIZED (SELECT *, ${heard} AS wb_heard_us, NULL::DOUBLE AS wb_radio FROM chosen)`;
  const rows = clocks.map(
    ({ capture_id, receiver, lag_us, live, number }) =>
      `(${literal(capture_id)}, ${literal(receiver)}, ${String(Math.round(lag_us))}::BIGINT, ${String(live)}, ${String(number)})`,
  );
  return `${chosen},
clocks(wb_capture, wb_receiver, wb_lag, wb_live, wb_number) AS (VALUES ${rows.join(', ')}),
timed AS NOT MATERIALIZED (SELECT chosen.*,
  ${from === 'capture' ? heard : 'CASE WHEN packet_no < wb_live THEN radio_ts_us + wb_lag ELSE ts_us END'} AS wb_heard_us,
  radio_ts_us / 1e6 + ${clockNumber(clocks)} * 1e6 AS wb_radio
  FROM chosen LEFT JOIN clocks ON wb_capture = capture_id AND wb_receiver = coalesce(receiver, ''))`;
}

/**
 * SQL for the number of a row's clock. After losing frames for an unknown time, a clock counts as a new one, so that phases and intervals
 * are not compared across the loss.
 */
function clockNumber(clocks: readonly RadioClock[]): string {
  const steps = clocks.flatMap(({ number, losses }) =>
    losses.map(({ after_us }) => `(wb_number = ${String(number)} AND radio_ts_us > ${String(after_us)})::INTEGER`),
  );
  return steps.length === 0 ? 'wb_number' : `(wb_number + ${steps.join(' + ')})`;
}

/**
 * SQL for the losses of frames, one row each, in order of time: when the last frame before and the first frame after it were heard, in µs,
 * and how many frames per second the sniffer usually received. Losses are left out if the selection has no row on one side, or another
 * receiver was listening.
 */
export function lossesSql(selection: SelectedRows, { clocks, from }: Pick<Listening, 'clocks' | 'from'>): string {
  const rows = clocks.flatMap(({ number, losses }) =>
    losses.map(({ after_us, frames }) => `(${String(number)}, ${String(after_us)}, ${String(frames)})`),
  );
  return `${timed(selection, { clocks: clocks.map((clock) => ({ ...clock, losses: [] })), from })},
losses(lost_number, after_us, frames) AS (VALUES ${rows.join(', ')}),
spans AS (SELECT any_value(floor(wb_radio / 1e6)) AS number, count(*) * 1e6 / greatest(max(wb_heard_us) - min(wb_heard_us), 1000000) AS rate,
  min(wb_heard_us) AS first_us, max(wb_heard_us) AS last_us FROM timed WHERE wb_heard_us IS NOT NULL GROUP BY capture_id, coalesce(receiver, '')),
sides AS (SELECT lost_number, after_us, any_value(frames) AS frames, max(wb_heard_us) FILTER (radio_ts_us <= after_us) AS before_us,
  min(wb_heard_us) FILTER (radio_ts_us > after_us) AS next_us FROM losses JOIN timed ON floor(wb_radio / 1e6) = lost_number
  WHERE wb_heard_us IS NOT NULL GROUP BY ALL)
SELECT before_us::DOUBLE AS before_us, next_us::DOUBLE AS next_us, (frames / rate)::DOUBLE AS seconds FROM sides JOIN spans ON number = lost_number
WHERE before_us <= next_us AND NOT EXISTS (SELECT 1 FROM spans AS other
  WHERE other.number IS DISTINCT FROM lost_number AND other.first_us <= before_us AND other.last_us >= next_us) ORDER BY 1, 2`;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** How many frames at the start are checked for delayed delivery, and the delay that counts. */
const WATCHED_FRAMES = 4000;
const STALE_US = 1_000_000;

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** SQL that converts `aa-bb-cc-dd-ee-ff` and `aabbccddeeff` to `AA:BB:CC:DD:EE:FF`. */
const spelling = (column: string): string =>
  `upper(regexp_replace(regexp_replace(trim(${column}::VARCHAR), '[:-]', '', 'g'), '^(..)(..)(..)(..)(..)(..)$', '\\1:\\2:\\3:\\4:\\5:\\6'))`;

/** SQL for the seconds with at least one row of any kind, because even a broken frame shows that the sniffer was listening. */
export const coverageSql = (selection: SelectedRows, listening: Pick<Listening, 'clocks' | 'from'>): string =>
  `${timed(selection, listening)}
SELECT min(wb_heard_us)::DOUBLE AS first_us, max(wb_heard_us)::DOUBLE AS last_us, count(*)::DOUBLE AS rows
FROM timed WHERE wb_heard_us IS NOT NULL GROUP BY wb_heard_us // 1000000 ORDER BY 1`;

/** Maximum number of payloads listed per address; one further row counts the frames of all others. */
export const PAYLOADS = 64;

/**
 * Key of an address within a run: a 64-bit hash, because numbers group, join and transfer much faster than texts. A collision
 * shows as different `addr` and `other` in `kindsSql`; another salt then resolves it.
 */
const keyOf = (salt: string): string => (salt === '' ? 'hash(addr)' : `hash(addr, ${literal(salt)})`);

/**
 * SQL for the frames of every address by payload, most frequent payload first, with the rows of an address together, in order of the
 * addresses. The last row of an address (`place` PAYLOADS + 1) has no payload and counts all other frames that name it.
 */
export const kindsSql = (relation: string, salt: string): string =>
  `${relation},
kinds AS (SELECT ${keyOf(salt)} AS key, hash(role, random, adv_type, adv_data) AS kind, min(addr) AS addr, max(addr) AS other,
  any_value(role) AS role, any_value(random) AS random, any_value(adv_type) AS adv_type, any_value(adv_data) AS adv_data,
  min(local_name) AS local_name, count(*) AS frames FROM sightings GROUP BY 1, 2),
placed AS (SELECT *, CASE WHEN role = 0 AND adv_data IS NOT NULL THEN least(${String(PAYLOADS + 1)},
  row_number() OVER (PARTITION BY key, role = 0 AND adv_data IS NOT NULL ORDER BY frames DESC, adv_type, adv_data, random)) ELSE ${String(PAYLOADS + 1)} END AS place FROM kinds)
SELECT key, min(addr) AS addr, max(other) AS other, place::DOUBLE AS place,
  CASE WHEN place <= ${String(PAYLOADS)} THEN any_value(adv_type) END AS adv_type, CASE WHEN place <= ${String(PAYLOADS)} THEN any_value(adv_data) END AS adv_data,
  min(local_name) AS local_name, sum(frames)::DOUBLE AS frames, coalesce(sum(frames) FILTER (role <> 1), 0)::DOUBLE AS sent,
  coalesce(sum(frames) FILTER (role = 0), 0)::DOUBLE AS advertised, coalesce(sum(frames) FILTER (random), 0)::DOUBLE AS said_random,
  coalesce(sum(frames) FILTER (NOT random), 0)::DOUBLE AS said_public
FROM placed GROUP BY key, place ORDER BY addr, place`;

/** SQL for what each of these addresses advertised, by payload, with the first and last second. The addresses must have been checked. */
export const advertisedSql = (relation: string, baseUs: number, addresses: readonly string[]): string =>
  `${relation}
SELECT addr, adv_type, adv_data, coalesce(max(length(local_name)), 0)::DOUBLE AS name_length, hash(min(local_name)) AS name_key, count(*)::DOUBLE AS frames,
  (min(ts_us) - ${String(baseUs)})::DOUBLE / 1e6 AS first, (max(ts_us) - ${String(baseUs)})::DOUBLE / 1e6 AS last
FROM sightings WHERE role = 0 AND ts_us IS NOT NULL AND addr IN (${addresses.map(literal).join(', ')})
GROUP BY addr, adv_type, adv_data ORDER BY first, addr, adv_type, adv_data LIMIT 20000`;

/** SQL for those payloads of these addresses that others send too, and how many others do. */
export const sharedSql = (relation: string, addresses: readonly string[]): string =>
  `${relation}, own AS (SELECT DISTINCT adv_data FROM sightings WHERE role = 0 AND addr IN (${addresses.map(literal).join(', ')}))
SELECT adv_data, count(DISTINCT addr)::DOUBLE AS senders FROM sightings JOIN own USING (adv_data)
WHERE role = 0 AND addr NOT IN (${addresses.map(literal).join(', ')}) GROUP BY adv_data ORDER BY adv_data`;

/** SQL for the frames that addresses sent: key, seconds since `baseUs`, the sniffer's clock if there is one, level. */
export const sentSql = (relation: string, baseUs: number, salt: string, clocked: boolean): string =>
  `${relation}
SELECT ${keyOf(salt)} AS key, (ts_us - ${String(baseUs)})::DOUBLE / 1e6 AS time,${
    clocked ? ` coalesce(radio, (ts_us - ${String(baseUs)})::DOUBLE / 1e6) AS radio,` : ''
  }
  coalesce(greatest(rssi, -126), 127)::TINYINT AS level,
  CASE WHEN role = 0 AND adv_type <> 'SCAN_RSP' THEN coalesce(channel, 255) ELSE 255 END::UTINYINT AS channel
FROM sightings WHERE role <> 1 AND ts_us IS NOT NULL`;
