import { besideTables } from '../../../tables/conversation/selected.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { valuesSql } from '../../../tables/conversation/overview-sql.ts';
import { recordsOf, SelectedTables } from '../../connections/selected-tables.ts';
import { splitCaptures } from '../../connections/without.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { Observation } from '../../linkage/observe.ts';
import type { Emitter } from './emitters.ts';
import { SLOT_S, type SlotLevel } from './levels.ts';
import { nameToken, type Token, tokensIn } from './tokens.ts';

/** Maximum number of payloads per address to compare, the most frequent ones. */
const PAYLOADS = 8;

type Heard = Pick<Observation, 'addresses' | 'baseUs'> & { readonly relation: string };

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** SQL condition for packets in which one of the emitters is the advertiser. */
function sentBy(emitters: readonly Emitter[], { addresses }: Heard): string {
  const own = emitters.flatMap(({ members }) => members.map((member) => literal(addresses[member]!.address)));
  return `role = 0 AND ts_us IS NOT NULL AND addr IN (${own.join(', ')})`;
}

const numbersOf = ({ addresses }: Heard): ReadonlyMap<string, number> => new Map(addresses.map(({ address }, at) => [address, at]));

/** Maximum number of mean levels to read: 1,000 emitters for 5 h 30 min. */
const MOST_LEVELS = 2_000_000;

export interface ReadLevels {
  /** Mean levels, ordered by their time slots. */
  readonly rows: Iterable<SlotLevel>;
  /** Time in s since the first row from which levels were not read; null if all were read. */
  readonly leftFrom: number | null;
}

/**
 * Reads the mean level of every address in every time slot.
 * @param most how many levels are read, earliest first; a slot is left out unless all of its levels are read
 */
export async function readLevels(
  emitters: readonly Emitter[],
  heard: Heard,
  { query, selection, signal }: Pick<ToolCapabilities, 'query' | 'selection' | 'signal'>,
  most = MOST_LEVELS,
): Promise<ReadLevels> {
  const answer = await query.answer(
    `${heard.relation} SELECT addr, ((ts_us - ${String(heard.baseUs)}) // ${String(SLOT_S * 1e6)})::DOUBLE AS slot, avg(rssi)::DOUBLE AS level
FROM sightings WHERE rssi IS NOT NULL AND ${sentBy(emitters, heard)} GROUP BY ALL ORDER BY slot, addr LIMIT ${String(most + 1)}`,
    selection.values,
    { signal },
  );
  const numbers = numbersOf(heard);
  const [addresses, slots, levels] = ['addr', 'slot', 'level'].map((name) => answer.column(name).values);
  const end = answer.rows > most ? Number(slots![most]) : Infinity;
  function* rows(): Generator<SlotLevel> {
    for (let at = 0; at < answer.rows && Number(slots![at]) < end; at++)
      yield { address: numbers.get(String(addresses![at])) ?? -1, slot: Number(slots![at]), level: Number(levels![at]) };
  }
  return { rows: rows(), leftFrom: end === Infinity ? null : end * SLOT_S };
}

/** Reads what every emitter discloses about itself: broadcast names and data, and values read in connections. */
export async function readTokens(emitters: readonly Emitter[], heard: Heard, capabilities: ToolCapabilities): Promise<Token[][]> {
  const { query, selection, signal } = capabilities;
  const answer = await query.answer(
    `${heard.relation}, said AS (SELECT addr, adv_data, min(local_name) AS local_name, count(*) AS packets FROM sightings
WHERE (adv_data IS NOT NULL OR local_name IS NOT NULL) AND ${sentBy(emitters, heard)} GROUP BY addr, adv_data)
SELECT addr, adv_data, local_name FROM said
QUALIFY row_number() OVER (PARTITION BY addr ORDER BY packets DESC, adv_data) <= ${String(PAYLOADS)} ORDER BY addr, packets DESC, adv_data`,
    selection.values,
    { signal },
  );
  const tokens = new Map<string, Token[]>();
  const add = (address: string, more: readonly Token[]): void => {
    const own = tokens.get(address);
    if (own === undefined) tokens.set(address, [...more]);
    else own.push(...more);
  };
  const data = answer.column('adv_data').values as ArrayLike<Uint8Array | null>;
  recordsOf(answer).forEach((row, at) => {
    add(row.text('addr') ?? '', [...nameToken(row.text('local_name') ?? ''), ...tokensIn(data[at] ?? new Uint8Array())]);
  });
  for (const capture of splitCaptures(selection.captures).having)
    for (const { address, token } of await disclosedIn(capture, capabilities)) add(address, [token]);
  return emitters.map(({ members }) =>
    members.flatMap((member) => {
      const { address } = heard.addresses[member]!;
      // Without an identity from a connection, an address counts as its own identity.
      return [...(tokens.get(address) ?? []), { term: 'identity', kind: 'identity', value: address } satisfies Token];
    }),
  );
}

/** Characteristics whose value identifies one device: Device Name, System ID, Serial Number. */
const NAMING: Readonly<Record<string, string>> = { '2A00': 'name', '2A23': 'system id', '2A25': 'serial number' };

export interface Disclosed {
  readonly address: string;
  readonly token: Token;
}

/** Reads identity addresses distributed while pairing, and names and numbers that were read in connections, each with its packet. */
export async function disclosedIn(capture: CaptureInfo, capabilities: ToolCapabilities): Promise<Disclosed[]> {
  const tables = new SelectedTables(capture, capabilities);
  const has = (what: string): boolean => besideTables(capture).some((table) => table.what === what);
  if (!has('connections')) return [];
  const ends = tables.whole('connections');
  const found: Disclosed[] = [];
  if (has('smp')) {
    const rows = recordsOf(
      await tables.ask(`WITH ${tables.before}
SELECT CASE sender WHEN 'central' THEN central_addr WHEN 'peripheral' THEN peripheral_addr END AS address, identity_addr,
  min(packet_no)::DOUBLE AS packet
FROM ${tables.selected('smp')} AS s JOIN (SELECT connection, central_addr, peripheral_addr FROM ${ends}) AS c USING (connection)
WHERE identity_addr IS NOT NULL GROUP BY ALL ORDER BY packet`),
    );
    for (const row of rows) {
      const [address, value, packet_no] = [row.text('address'), row.text('identity_addr'), row.number('packet') ?? 0];
      const packet = { capture_id: capture.capture_id, packet_no };
      if (address && value) found.push({ address, token: { term: 'identity', kind: 'identity', value, packet } });
    }
  }
  if (!has('att')) return found;
  const rows = recordsOf(
    await tables.ask(`WITH ${tables.before}
SELECT device AS address, uuid, coalesce(value_text, hex(value)) AS value, min(packet_no)::DOUBLE AS packet
FROM (${valuesSql((what) => (what === 'att' ? tables.selected(what) : tables.whole(what)))})
WHERE uuid IN (${Object.keys(NAMING).map(literal).join(', ')}) GROUP BY ALL ORDER BY packet`),
  );
  for (const row of rows) {
    const [address, value, packet_no] = [row.text('address'), row.text('value'), row.number('packet') ?? 0];
    const kind = NAMING[row.text('uuid') ?? ''];
    if (!address || !value || kind === undefined) continue;
    const packet = { capture_id: capture.capture_id, packet_no };
    if (kind === 'name') found.push(...nameToken(value).map((token) => ({ address, token: { ...token, packet } })));
    else found.push({ address, token: { term: 'identity', kind, value, packet } });
  }
  return found;
}
