import { addedTime, hasColumn, mixedColumns } from '../selection/columns.ts';
import { quoteName } from '../selection/print.ts';
import { TIME_COLUMN, timeColumn } from '../tables/capture-time.ts';
import type { CaptureInfo, ColumnInfo } from '../tables/captures.ts';
import { NUMBERED_SCHEMA } from '../tables/schemas.ts';
import type { Placement } from './placement.ts';

/** Columns that a merged view has in addition to those of its captures. */
export const MERGE_COLUMNS: readonly ColumnInfo[] = [
  { name: 'source_capture', type: 'VARCHAR', description: 'capture that the row is from' },
  { name: 'source_ts_us', type: 'BIGINT', unit: 'µs', description: 'ts_us as that capture has it, before its clock was aligned' },
  {
    name: 'transmission_no',
    type: 'BIGINT',
    description: 'number of the transmission; rows that share one are records of it by several sensors. NULL where rows cannot be compared',
  },
  { name: 'duplicate', type: 'BOOLEAN', description: 'an earlier capture of the view has a record of the same transmission' },
];

const OWN = new Set(MERGE_COLUMNS.map(({ name }) => name));

/** Columns of the table that lists the duplicate rows of a merged view. */
export const MARK_COLUMNS: readonly (ColumnInfo & { readonly type: 'INTEGER' | 'BIGINT' })[] = [
  { name: 'member', type: 'INTEGER' },
  { name: 'row_no', type: 'BIGINT' },
  { name: 'transmission_no', type: 'BIGINT' },
];

/** SQL condition for rows whose bytes can be compared: without known CRC error, and with an advertiser. */
const COMPARABLE = 'crc_ok IS NOT FALSE AND advertiser_addr IS NOT NULL AND adv_type IS NOT NULL';

/**
 * Selects the rows of a capture that `combine` compares: `row_no`, `time` and `radio` (µs, DOUBLE) and a digest of 53 bits over everything
 * that was sent. The CRC is left out, because it is computed from those bytes. Bound value: the zero of `time`, µs.
 * @param exact false if a capture has no channels (HCI reports), in which case channel and length are ignored
 */
export function comparableSql(capture: CaptureInfo, exact: boolean): string {
  const sent = ['adv_type', 'advertiser_addr', 'scanner_addr', 'initiator_addr', 'target_addr', 'adv_data'];
  const radio = ['channel', 'length', 'access_address', 'advertiser_random', 'peer_random', 'adi_sid', 'adi_did', 'aux_channel'];
  const parts = exact ? [...sent, ...radio] : sent;
  return [
    'SELECT CAST(rowid AS DOUBLE) AS row_no, CAST(ts_us - CAST(? AS BIGINT) AS DOUBLE) AS "time",',
    `COALESCE(CAST(radio_ts_us AS DOUBLE), 'NaN'::DOUBLE) AS radio, CAST(hash(${parts.join(', ')}) >> 11 AS DOUBLE) AS digest`,
    `FROM ${NUMBERED_SCHEMA}.${quoteName(capture.capture_id)} WHERE ts_us IS NOT NULL AND ${COMPARABLE}`,
  ].join('\n');
}

/** Whether rows of this capture can be compared with those of another. */
export const isComparable = (capture: CaptureInfo): boolean => capture.kind === 'ble';

export interface MergePart {
  readonly capture: CaptureInfo;
  readonly placement: Placement;
  /** Number of the capture's first row among the rows of all captures. */
  readonly first_row: number;
  /** Name that the person gave the capture's sensor. */
  readonly sensor?: string | undefined;
}

/**
 * SQL of a merged view. It has every row of every capture, with its time on the reference clock and the name of its sensor.
 * @param marks name of the table with `MARK_COLUMNS`
 */
export function mergeSql(parts: readonly MergePart[], marks: string): string {
  const captures = parts.map(({ capture }) => capture);
  const mixed = mixedColumns(captures);
  return parts
    .map((part, member) => partSql(part, member, { marks, mixed, corrected: isCorrectedMerge(captures) }, receiverSql(part, captures)))
    .join('\nUNION ALL BY NAME\n');
}

/** Whether one of the captures has corrected times in addition to its timestamps; then every row of the view has both. */
export const isCorrectedMerge = (captures: readonly CaptureInfo[]): boolean =>
  captures.some((capture) => timeColumn(capture) === TIME_COLUMN.name);

function partSql(
  { capture, placement, first_row }: MergePart,
  member: number,
  { marks, mixed, corrected }: { readonly marks: string; readonly mixed: ReadonlySet<string>; readonly corrected: boolean },
  receiver: string,
): string {
  const own = addedTime(capture) ?? (hasColumn(capture, 'ts_us') ? 'r.ts_us' : 'CAST(NULL AS BIGINT)');
  const replaced = new Map(
    capture.columns
      .filter(({ name }) => mixed.has(name.toLowerCase()))
      .map(({ name }) => [name.toLowerCase(), `CAST(r.${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}`]),
  );
  const added: string[] = [];
  const put = (name: string, sql: string): void => {
    if (hasColumn(capture, name)) replaced.set(name, `${sql} AS ${name}`);
    else added.push(`${sql} AS ${name}`);
  };
  put('ts_us', placedSql(own, placement));
  if (corrected) put(TIME_COLUMN.name, placedSql(timeColumn(capture) === TIME_COLUMN.name ? `r.${TIME_COLUMN.name}` : own, placement));
  put('receiver', receiver);
  const compared = isComparable(capture);
  const excluded = capture.columns.filter(({ name }) => OWN.has(name.toLowerCase())).map(({ name }) => quoteName(name));
  if (compared) excluded.push('rowid');
  const marked = placement.duplicate_rows.length > 0;
  const number = compared ? `CASE WHEN ${COMPARABLE} THEN r.rowid + ${first_row + 1} END` : 'CAST(NULL AS BIGINT)';
  return [
    `SELECT r.*${excluded.length > 0 ? ` EXCLUDE (${excluded.join(', ')})` : ''}${replaced.size > 0 ? ` REPLACE (${[...replaced.values()].join(', ')})` : ''},`,
    `${added.map((sql) => `${sql}, `).join('')}${literal(capture.capture_id)} AS source_capture, ${own} AS source_ts_us,`,
    `${marked ? `COALESCE(m.transmission_no, ${number})` : number} AS transmission_no, ${marked ? 'm.row_no IS NOT NULL' : 'FALSE'} AS duplicate`,
    `FROM ${compared ? `${NUMBERED_SCHEMA}.` : ''}${quoteName(capture.capture_id)} AS r`,
    ...(marked ? [`LEFT JOIN ${quoteName(marks)} AS m ON m.member = ${member} AND m.row_no = r.rowid`] : []),
  ].join(' ');
}

/** Uses integer µs throughout, because a double cannot represent today's times in µs with a fraction. */
function placedSql(own: string, { clock, offset_us, pivot_us, drift, fallback_us }: Placement): string {
  if (clock === 'ts_us') return shifted(own, offset_us, pivot_us, drift);
  return `COALESCE(${shifted('r.radio_ts_us', offset_us, pivot_us, drift)}, ${shifted(own, fallback_us, 0, 0)})`;
}

function shifted(time: string, offset: number, pivot: number, drift: number): string {
  const moved = offset === 0 ? time : `${time} + (${offset})`;
  return drift === 0 ? moved : `${moved} + CAST(round((${time} - (${pivot})) * '${drift}'::DOUBLE) AS BIGINT)`;
}

/**
 * The name of a sensor in SQL: the name that the person gave; otherwise the sensor's own name if no other capture of the view has it;
 * otherwise that name after the name of the capture.
 */
function receiverSql({ capture, sensor }: MergePart, captures: readonly CaptureInfo[]): string {
  const name = sensor ?? capture.capture_id;
  const id = literal(name);
  if (!hasColumn(capture, 'receiver')) return id;
  if (sensor === undefined && hasUniqueNames(capture, captures)) return `COALESCE(CAST(r.receiver AS VARCHAR), ${id})`;
  return capture.sensors.length < 2 ? id : `COALESCE(${literal(`${name}:`)} || CAST(r.receiver AS VARCHAR), ${id})`;
}

/** Whether a capture's interface names are unique. Sniffers' files often only number interfaces, as other files of the view may do too. */
const hasUniqueNames = (capture: CaptureInfo, captures: readonly CaptureInfo[]): boolean =>
  capture.sensors.every(
    (sensor) => !/^[\d:]*$/.test(sensor) && !captures.some((other) => other !== capture && other.sensors.includes(sensor)),
  );

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
