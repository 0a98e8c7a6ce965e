import { formatDuration } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { endSentence, securitySentence } from '../../ble/connection-words.ts';
import { quoteName } from '../../selection/print.ts';
import type { Sql } from '../../selection/types.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { connectionsSql } from '../../tables/conversation/overview-sql.ts';
import { selectedBeside } from '../../tables/conversation/selected.ts';
import { numberIn, tableOf, textIn } from './table.ts';

/** A connection in the form that views show. */
export interface ConnectionLine {
  readonly connection: number;
  readonly central: string | undefined;
  readonly peripheral: string | undefined;
  readonly first: number;
  readonly last: number;
  readonly accessAddress: number | undefined;
  /** Duration of the connection in ms; undefined if it has no times. */
  readonly lasted: number | undefined;
  readonly packets: number;
  readonly toPeripheral: number;
  readonly toCentral: number;
  readonly gaps: number;
  readonly intervalMs: number | undefined;
  readonly encryption: number | undefined;
  readonly security: string;
  readonly end: string;
}

const COLUMNS = [
  ...['connection', 'central_addr', 'peripheral_addr', 'packet_no', 'last_packet_no', 'access_address', 'packets', 'packets_c_to_p'],
  ...['packets_p_to_c', 'gaps', 'interval_us', 'encryption_packet_no', 'encrypted_packets', 'pairing_messages', 'pairing_security'],
  ...['pairing_failure', 'ended_by', 'end_reason'],
] as const;

/** SQL for the connections that overlap the time span of the rows that match a condition; without a condition, for all. */
export function connectionListSql(capture: CaptureInfo, condition: Sql | null): Sql {
  const whole = tableOf(capture);
  const packets = quoteName(capture.capture_id);
  const chosen = condition === null ? '' : `WITH chosen AS MATERIALIZED (SELECT packet_no FROM ${packets} WHERE ${condition.sql}) `;
  const table = (what: string): string =>
    what === 'connections' && condition !== null ? `(${selectedBeside(what, whole(what), 'chosen')})` : whole(what);
  const time = (of: string): string => `(SELECT min(${timeColumn(capture)}) FROM ${packets} AS p WHERE p.packet_no = each.${of})`;
  return {
    sql: `${chosen}SELECT ${COLUMNS.join(', ')}, (${time('last_packet_no')} - ${time('packet_no')}) / 1000.0 AS lasted_ms
FROM (${connectionsSql(table)}) AS each ORDER BY connection LIMIT 10000`,
    values: condition?.values ?? [],
  };
}

export function connectionLine(row: readonly unknown[]): ConnectionLine {
  const at = (name: (typeof COLUMNS)[number]): unknown => row[COLUMNS.indexOf(name)];
  const count = (name: (typeof COLUMNS)[number]): number => numberIn(at(name)) ?? 0;
  const interval = numberIn(at('interval_us'));
  return {
    connection: count('connection'),
    central: textIn(at('central_addr')),
    peripheral: textIn(at('peripheral_addr')),
    first: count('packet_no'),
    last: count('last_packet_no'),
    accessAddress: numberIn(at('access_address')),
    lasted: numberIn(row[COLUMNS.length]),
    packets: count('packets'),
    toPeripheral: count('packets_c_to_p'),
    toCentral: count('packets_p_to_c'),
    gaps: count('gaps'),
    intervalMs: interval === undefined ? undefined : interval / 1000,
    encryption: numberIn(at('encryption_packet_no')),
    security: securitySentence({
      began: numberIn(at('encryption_packet_no')) !== undefined,
      encrypted_packets: count('encrypted_packets'),
      pairing_messages: count('pairing_messages'),
      security: textIn(at('pairing_security')) ?? null,
      failure: textIn(at('pairing_failure')) ?? null,
    }),
    end: endSentence({ ended_by: textIn(at('ended_by')) ?? null, end_reason: textIn(at('end_reason')) ?? null }),
  };
}

export const CONNECTION_COLUMNS: readonly GridColumn[] = [
  { title: 'No.', align: 'end', width: 56 },
  { title: 'Central', detail: 'initiator', mono: true, width: 156 },
  { title: 'Peripheral', detail: 'advertiser', mono: true, width: 156 },
  { title: 'Lasted', align: 'end', width: 90 },
  { title: 'Packets', align: 'end', width: 84 },
  { title: 'Gaps', detail: 'missed', align: 'end', width: 76 },
  { title: 'Interval', detail: 'ms, at its end', align: 'end', width: 110 },
  { title: 'Security', width: 420 },
  { title: 'End', width: 280 },
  { title: 'To peripheral', detail: 'packets', align: 'end', width: 110 },
  { title: 'To central', detail: 'packets', align: 'end', width: 96 },
];

/** @param named returns the name that a person gave the device of an address */
export const connectionCells = (line: ConnectionLine, named: (address: string) => string): GridRow => [
  line.connection,
  named(line.central ?? 'not heard'),
  named(line.peripheral ?? 'not heard'),
  line.lasted === undefined ? '' : formatDuration(line.lasted),
  line.packets,
  line.gaps,
  line.intervalMs ?? '',
  line.security,
  line.end,
  line.toPeripheral,
  line.toCentral,
];
