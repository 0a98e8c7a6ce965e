/** What connections reveal about the devices at their ends: what devices say about themselves, their services, and what they sent. */
import type { AssignedNames } from '../../ble/ad/names.ts';
import type { Revealed } from '../../ble/kind/said.ts';
import type { Sql } from '../../selection/types.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { valuesSql } from '../../tables/conversation/overview-sql.ts';
import { whyNone } from '../../tables/conversation/why-none.ts';
import { numberIn, tableOf, textIn } from '../connections/table.ts';

/** UUIDs of attributes by which a device describes itself (Assigned Numbers 3.8): name, appearance, model, manufacturer. */
const ABOUT = { name: '2A00', appearance: '2A01', model: '2A24', maker: '2A29' } as const;

/**
 * SQL for rows of address, fact, text, number, packet and connection. Facts are those of `ABOUT`, of which the last value counts;
 * `service`; and the roles `central` and `peripheral`, with the number of packets sent. Null if the capture has no connections.
 */
export function revealedSql(capture: CaptureInfo): Sql | null {
  if (whyNone(capture) !== undefined) return null;
  const table = tableOf(capture);
  const fact = `CASE uuid ${Object.entries(ABOUT)
    .map(([name, uuid]) => `WHEN '${uuid}' THEN '${name}'`)
    .join(' ')} END`;
  const role = (side: string, way: string): string =>
    `SELECT ${side}_addr, '${side}', NULL, sum(packets_${way}), min(packet_no), min(connection) FROM ${table('connections')} GROUP BY ${side}_addr`;
  return {
    sql: `SELECT * FROM (
  SELECT device AS address, ${fact} AS fact, max_by(value_text, packet_no) AS words, max_by(value_number, packet_no) AS number,
    max(packet_no) AS packet, max_by(connection, packet_no) AS connection
  FROM (${valuesSql(table)}) WHERE ${fact} IS NOT NULL AND value_text IS NOT NULL GROUP BY ALL
  UNION ALL SELECT server_addr, 'service', uuid, NULL, min(packet_no), min(connection) FROM ${table('gatt')}
    WHERE kind LIKE '%service' GROUP BY server_addr, uuid
  UNION ALL ${role('central', 'c_to_p')}
  UNION ALL ${role('peripheral', 'p_to_c')}
) WHERE address IS NOT NULL ORDER BY packet LIMIT 100000`,
    values: [],
  };
}

interface Growing {
  services: string[];
  stated: { what: keyof typeof ABOUT; text: string; code: number | undefined; packet: number }[];
  roles: { role: 'central' | 'peripheral'; packets: number; connection: number }[];
}

/** Reads what is revealed about each device, by address. */
export function readRevealed(rows: readonly (readonly unknown[])[]): ReadonlyMap<string, Revealed> {
  const found = new Map<string, Growing>();
  for (const [address, fact, words, code, packet, connection] of rows) {
    const own = found.get(String(address)) ?? { services: [], stated: [], roles: [] };
    found.set(String(address), own);
    const text = textIn(words);
    if (fact === 'central' || fact === 'peripheral')
      own.roles.push({ role: fact, packets: numberIn(code) ?? 0, connection: numberIn(connection) ?? 0 });
    else if (text === undefined) continue;
    else if (fact === 'service') own.services.push(text);
    else if (isAbout(fact)) own.stated.push({ what: fact, text, code: numberIn(code), packet: numberIn(packet) ?? 0 });
  }
  return found;
}

const isAbout = (fact: unknown): fact is keyof typeof ABOUT => typeof fact === 'string' && Object.hasOwn(ABOUT, fact);

/** A device whose services a connection showed, with the services by name or UUID. */
export interface GattServer {
  readonly address: string;
  readonly services: readonly string[];
}

export const serversOf = (revealed: ReadonlyMap<string, Revealed>, names: AssignedNames): readonly GattServer[] =>
  [...revealed].flatMap(([address, { services }]) =>
    services.length === 0 ? [] : [{ address, services: services.map((uuid) => names.service(uuid) ?? uuid) }],
  );
