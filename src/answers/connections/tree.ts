import { formatCount } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { quoteName } from '../../selection/print.ts';
import type { Sql } from '../../selection/types.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { gattSql, SENT, valuesSql } from '../../tables/conversation/overview-sql.ts';
import { numberIn, tableOf, textIn } from './table.ts';

/** An attribute of a device, as a line in the tree of attributes. */
export interface AttributeLine {
  readonly device: string;
  /** Level in the tree: 0 for a service, 1 for a characteristic, 2 for a descriptor. */
  readonly level: number;
  readonly title: string;
  readonly uuid: string | undefined;
  /** Handle under which the value of the attribute is read. */
  readonly valued: number | undefined;
  readonly handle: number;
  readonly properties: string;
  readonly value: string;
  readonly used: string;
  /** Number of PDUs that contain the attribute's value. */
  readonly values: number;
}

const NAMES = [
  'device',
  'kind',
  'handle',
  'value_handle',
  'uuid',
  'uuid_name',
  'property_names',
  'reads',
  'writes',
  'notifications',
] as const;
const MORE = ['indications', 'errors', 'last_error', 'last_hex', 'last_text'] as const;
const COLUMNS = [...NAMES, ...MORE];

export const treeSql = (capture: CaptureInfo): string =>
  `SELECT ${COLUMNS.join(', ')} FROM (${gattSql(tableOf(capture))}) AS each ORDER BY device, handle, kind LIMIT 20000`;

/** Maximum number of octets that are shown of a value that cannot be decoded. */
const MOST_OCTETS = 24;

export function attributeLine(row: readonly unknown[]): AttributeLine {
  const at = (name: (typeof COLUMNS)[number]): unknown => row[COLUMNS.indexOf(name)];
  const count = (name: (typeof COLUMNS)[number]): number => numberIn(at(name)) ?? 0;
  const [kind, uuid, handle, hex] = [textIn(at('kind')) ?? '', textIn(at('uuid')), count('handle'), textIn(at('last_hex')) ?? ''];
  const named = textIn(at('uuid_name')) ?? uuid ?? `Attribute ${String(handle)}`;
  const counts = [
    [count('reads'), 'read'],
    [count('writes'), 'written'],
    [count('notifications'), 'notified'],
    [count('indications'), 'indicated'],
    [count('errors'), `refused${textIn(at('last_error')) === undefined ? '' : `: ${textIn(at('last_error')) ?? ''}`}`],
  ] as const;
  const octets = hex.length > 2 * MOST_OCTETS ? `${hex.slice(0, 2 * MOST_OCTETS)}…` : hex;
  return {
    device: textIn(at('device')) ?? '',
    level: kind.endsWith('service') ? 0 : kind === 'descriptor' ? 2 : 1,
    title: kind.endsWith('service')
      ? `${named}${kind.startsWith('secondary') ? ' (secondary)' : ''}`
      : kind === 'include'
        ? `Includes ${named}`
        : named,
    uuid,
    valued: kind === 'characteristic' ? numberIn(at('value_handle')) : kind === 'descriptor' || kind === 'attribute' ? handle : undefined,
    handle,
    properties: textIn(at('property_names')) ?? '',
    value: textIn(at('last_text')) ?? (octets === '' ? '' : `0x${octets}`),
    used: counts.flatMap(([times, word]) => (times === 0 ? [] : [`${formatCount(times)} × ${word}`])).join(', '),
    values: count('reads') + count('writes') + count('notifications') + count('indications'),
  };
}

export const TREE_COLUMNS: readonly GridColumn[] = [
  { title: 'Attribute', width: 290 },
  { title: 'Last value', width: 300 },
  { title: 'Used', width: 230 },
  { title: 'Allows', width: 170 },
  { title: 'Handle', align: 'end', width: 80 },
  { title: 'UUID', mono: true, width: 110 },
];

/** Indentation of a name for each level of the tree. */
const INDENT = '\u00a0\u00a0\u00a0\u00a0';

export const attributeCells = (line: AttributeLine): GridRow => [
  INDENT.repeat(line.level) + line.title,
  line.value,
  line.used,
  line.properties,
  line.handle,
  line.uuid ?? '',
];

/** SQL for the values of an attribute over time, oldest first: time, packet, PDU, number, unit and words. */
export function historySql(capture: CaptureInfo, { device, valued }: AttributeLine): Sql {
  return {
    sql: `${valuesOf(capture)} WHERE v.device = ? AND v.handle = ? ORDER BY v.packet_no, v.item_no LIMIT 10000`,
    values: [device, valued ?? -1],
  };
}

const valuesOf = (capture: CaptureInfo): string =>
  `SELECT p.${timeColumn(capture)} AS us, v.packet_no, v.name, v.value_number, v.value_unit, coalesce(v.value_text, '0x' || hex(v.value)) AS value
FROM (${valuesSql(tableOf(capture))}) AS v JOIN ${quoteName(capture.capture_id)} AS p USING (packet_no)`;

/** SQL for a person's editor: the numbers that an attribute had over time. */
export const numbersSql = (
  capture: CaptureInfo,
  { uuid, valued }: AttributeLine,
): string => `SELECT p.${timeColumn(capture)} AS us, a.value_number, a.value_unit
FROM ${tableOf(capture)('att')} AS a JOIN ${quoteName(capture.capture_id)} AS p USING (packet_no)
WHERE a.handle = ${String(valued ?? -1)}${uuid === undefined ? '' : ` AND a.uuid = '${uuid}'`} AND a.opcode IN ${SENT} AND a.value_number IS NOT NULL
ORDER BY a.packet_no;`;

export const HISTORY_COLUMNS: readonly GridColumn[] = [
  { title: 'Time', mono: true, width: 200 },
  { title: 'Value', width: 320 },
  { title: 'Number', align: 'end', width: 90 },
  { title: 'Unit', width: 70 },
  { title: 'PDU', width: 190 },
  { title: 'Packet', align: 'end', width: 80 },
];

export const historyCells = ([us, packet, name, number, unit, value]: readonly unknown[], timeText: (us: number) => string): GridRow => [
  numberIn(us) === undefined ? '' : timeText(Number(us)),
  ...[textIn(value) ?? '', numberIn(number) ?? '', textIn(unit) ?? '', textIn(name) ?? '', Number(packet)],
];
