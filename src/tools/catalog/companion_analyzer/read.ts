import type { Answer as Rows } from '../../../engine/engine.ts';
import type { AddressClass } from '../../../ble/address.ts';
import { classifyAddress } from '../../../ble/address.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { sightings, uncheckedSql } from '../../linkage/relation.ts';
import type { Listened, Place } from './places.ts';

export const COLUMN = 'advertiser_addr';

/** What one sender did during its stay in one place. */
export interface Stay {
  /** Index of the place in `Walk.places`. */
  readonly place: number;
  readonly packets: number;
  /** Times in µs of the sender's first and last packet in the place. */
  readonly first_us: number;
  readonly last_us: number;
  /** Share of the time slots of the place in which the sender was heard. */
  readonly presence: number;
  /** Median RSSI in dBm; null if no packet has one. */
  readonly level: number | null;
}

export interface Sender {
  readonly address: string;
  readonly kind: AddressClass;
  /** The sender's most frequent payloads, at most `PAYLOADS`. */
  readonly payloads: readonly Uint8Array[];
  readonly names: readonly string[];
  readonly stays: readonly Stay[];
}

/** All senders of the selection with what they did in each place. */
export interface Walk {
  readonly places: readonly Place[];
  readonly senders: readonly Sender[];
}

/** Maximum number of payloads that are read per sender. */
const PAYLOADS = 6;
/** Maximum number of time slots per place, and minimum length of a slot in s. */
const SLOTS = { most: 24, shortest_s: 5 } as const;

/** SQL that defines the relation `sightings`: packets with their senders, without damaged packets. */
export async function sentRelation(capabilities: ToolCapabilities): Promise<string> {
  const { selection } = capabilities;
  const sql = uncheckedSql(selection);
  const unchecked = sql === null ? [] : Array.from((await ask(capabilities, sql)).column('capture_id').values as ArrayLike<string>);
  return sightings(selection, { advertiser_addr: COLUMN, initiator_addr: COLUMN }, { clocks: [], from: 'capture', unchecked });
}

const ask = ({ query, selection, signal }: ToolCapabilities, sql: string): Promise<Rows> => query.answer(sql, selection.values, { signal });
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const SENT = 'role = 0 AND ts_us IS NOT NULL';

/** Reads which seconds have packets, capture by capture, in the order of the selection. */
export async function listenedIn(relation: string, capabilities: ToolCapabilities): Promise<Listened[]> {
  const answer = await ask(
    capabilities,
    `${relation} SELECT capture_id, min(ts_us)::DOUBLE AS first_us, max(ts_us)::DOUBLE AS last_us FROM sightings WHERE ${SENT}
GROUP BY capture_id, ts_us // 1000000 ORDER BY capture_id, first_us`,
  );
  const ids = answer.column('capture_id').values as ArrayLike<string>;
  const [first, last] = ['first_us', 'last_us'].map((name) => answer.column(name).values as Float64Array);
  const found = new Map<string, [number, number]>();
  for (let row = 0; row < answer.rows; row++) found.set(ids[row]!, [found.get(ids[row]!)?.[0] ?? row, row + 1]);
  return capabilities.selection.captures.flatMap(({ capture_id }) => {
    const [from, until] = found.get(capture_id) ?? [0, 0];
    return from === until ? [] : [{ capture_id, first: first!.subarray(from, until), last: last!.subarray(from, until) }];
  });
}

/** Reads one row per sender and place, and the most frequent payloads of each sender. */
export async function readWalk(relation: string, places: readonly Place[], capabilities: ToolCapabilities): Promise<Walk> {
  capabilities.progress({ phase: 'reading places', done: 0, total: 0, unit: 'rows' });
  const placed = `${relation}, ${placedSql(places)}`;
  const slots = await slotsOf(placed, places.length, capabilities);
  const stays = await ask(
    capabilities,
    `${placed} SELECT addr, place, count(*)::DOUBLE AS packets, min(ts_us)::DOUBLE AS first_us, max(ts_us)::DOUBLE AS last_us,
count(DISTINCT slot)::DOUBLE AS slots, median(rssi)::DOUBLE AS level, coalesce(sum(random::INTEGER), -1)::DOUBLE AS said_random, count(random)::DOUBLE AS typed
FROM placed GROUP BY addr, place ORDER BY addr, place`,
  );
  const said = await saidBy(placed, capabilities);
  return { places, senders: sendersOf(stays, slots, said) };
}

/** SQL that defines `placed`: packets with their place and time slot. Spans of a place do not overlap within a capture. */
function placedSql(places: readonly Place[]): string {
  const rows = places.flatMap(({ spans }, place) => {
    const length = spans.reduce((sum, { from_us, until_us }) => sum + until_us - from_us, 0);
    const slot = Math.max(SLOTS.shortest_s * 1e6, Math.ceil(length / SLOTS.most));
    return spans.map(
      ({ capture_id, from_us, until_us }) =>
        `(${String(place)}, ${literal(capture_id)}, ${String(Math.floor(from_us))}::BIGINT, ${String(Math.ceil(until_us))}::BIGINT, ${String(slot)}::BIGINT)`,
    );
  });
  return `spans(place, span_capture, from_us, until_us, slot_us) AS (VALUES ${rows.join(', ')}),
placed AS NOT MATERIALIZED (SELECT addr, place, ts_us, ts_us // slot_us AS slot, rssi, random, adv_type, local_name, adv_data
FROM sightings JOIN spans ON span_capture = capture_id AND ts_us BETWEEN from_us AND until_us WHERE ${SENT})`;
}

async function slotsOf(placed: string, places: number, capabilities: ToolCapabilities): Promise<number[]> {
  const answer = await ask(capabilities, `${placed} SELECT place, count(DISTINCT slot)::DOUBLE AS slots FROM placed GROUP BY place`);
  const slots = new Array<number>(places).fill(1);
  for (let row = 0; row < answer.rows; row++)
    slots[Number(answer.column('place').values[row])] = Number(answer.column('slots').values[row]);
  return slots;
}

type Said = ReadonlyMap<string, { readonly payloads: Uint8Array[]; readonly names: Set<string> }>;

async function saidBy(placed: string, capabilities: ToolCapabilities): Promise<Said> {
  const answer = await ask(
    capabilities,
    `${placed}, said AS (SELECT addr, adv_data, min(local_name) AS local_name, count(*) AS packets FROM placed
WHERE adv_data IS NOT NULL OR local_name IS NOT NULL GROUP BY addr, adv_data)
SELECT addr, adv_data, local_name FROM said
QUALIFY row_number() OVER (PARTITION BY addr ORDER BY packets DESC, adv_data) <= ${String(PAYLOADS)} ORDER BY addr, packets DESC, adv_data`,
  );
  const addresses = answer.column('addr').values as ArrayLike<string>;
  const data = answer.column('adv_data').values as ArrayLike<Uint8Array | null>;
  const names = answer.column('local_name').values as ArrayLike<string | null>;
  const said = new Map<string, { payloads: Uint8Array[]; names: Set<string> }>();
  for (let row = 0; row < answer.rows; row++) {
    const own = said.get(addresses[row]!) ?? { payloads: [], names: new Set<string>() };
    said.set(addresses[row]!, own);
    const [bytes, name] = [data[row] ?? null, names[row] ?? null];
    if (bytes !== null && bytes.length > 0) own.payloads.push(bytes);
    if (name !== null && name !== '') own.names.add(name);
  }
  return said;
}

function sendersOf(stays: Rows, slots: readonly number[], said: Said): Sender[] {
  const addresses = stays.column('addr').values as ArrayLike<string>;
  const [place, packets, first, last, heard, level, random, typed] = [
    'place',
    'packets',
    'first_us',
    'last_us',
    'slots',
    'level',
    'said_random',
    'typed',
  ].map((name) => stays.column(name).values as ArrayLike<number | null>);
  const levels = stays.column('level').valid;
  const senders: { address: string; random: number; typed: number; stays: Stay[] }[] = [];
  for (let row = 0; row < stays.rows; row++) {
    const address = addresses[row]!;
    if (senders.at(-1)?.address !== address) senders.push({ address, random: 0, typed: 0, stays: [] });
    const sender = senders.at(-1);
    sender.random += Math.max(0, random![row] ?? 0);
    sender.typed += typed![row] ?? 0;
    const own = Number(place![row]);
    const median = levels?.[row] === 0 ? null : (level![row] ?? null);
    sender.stays.push({
      place: own,
      packets: packets![row] ?? 0,
      first_us: first![row] ?? 0,
      last_us: last![row] ?? 0,
      presence: Math.min(1, (heard![row] ?? 0) / Math.max(1, slots[own] ?? 1)),
      level: median === null || Number.isNaN(median) ? null : median,
    });
  }
  return senders.map(({ address, random: saidRandom, typed: types, stays: own }) => ({
    address,
    kind: classifyAddress(address, types === 0 ? null : saidRandom * 2 >= types),
    payloads: said.get(address)?.payloads ?? [],
    names: [...(said.get(address)?.names ?? [])].sort(),
    stays: own,
  }));
}
