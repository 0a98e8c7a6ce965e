import { adLayout } from '../../../ble/ad/layout.ts';
import { walkAd } from '../../../ble/ad/structure.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { SpanWords } from '../../linkage/times.ts';
import { bornBefore, kindOf, SHOWN } from '../../linkage/linkage.ts';
import type { Observation } from '../../linkage/observe.ts';
import { advertisedSql, sharedSql } from '../../linkage/relation.ts';
import type { Candidate } from '../../linkage/linkage.ts';

/** One payload of one of the device's addresses, with the times (s) of its first and last packet. */
export interface Advertised {
  readonly number: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly hex: string;
  readonly layout: string;
  /** Positions of the manufacturer's or service's own bytes: those after the company id or UUID. */
  readonly own: readonly number[];
  readonly nameLength: number;
  readonly nameKey: bigint;
  readonly first: number;
  readonly last: number;
  /** Number of other addresses that send the same bytes as this payload. */
  readonly sharedBy: number;
}

export interface Rotation {
  readonly from: number;
  readonly to: number;
  readonly gap: number;
  readonly probability: number;
  readonly carried: number;
  readonly kept: number;
  readonly bytes: number;
  /** Positions of the bytes that did not change at the rotation, which are compared with those of other devices. */
  readonly keptAt: readonly number[];
}

export interface Stream {
  readonly kind: string;
  readonly members: readonly number[];
  readonly rotations: readonly Rotation[];
  /** Lifetimes in seconds of those addresses whose beginning and end were both observed. */
  readonly lives: readonly { readonly number: number; readonly seconds: number }[];
}

export interface Device {
  /** Formats a length of time for the findings. */
  readonly spanWords: SpanWords;
  readonly observation: Observation;
  readonly advertised: readonly Advertised[];
  readonly streams: readonly Stream[];
}

/** Length of the id (company id or UUID) at the start of each AD type's data. */
const HEADERS: Readonly<Record<number, number>> = { 0xff: 2, 0x16: 2, 0x20: 4, 0x21: 16 };

/** Maximum time in s by which the next address may overlap the previous one. */
const OVERLAP_S = 1;

/** The audited addresses: those that the call names and, if it asks for it, all addresses that the linkage model links to them. */
export function membersOf(named: readonly number[], candidates: readonly Candidate[], follow: boolean): number[] {
  const found = new Set(named);
  if (!follow) return [...found];
  const shown = candidates.filter(({ chosen, probability }) => chosen && probability >= SHOWN);
  const next = new Map(shown.map(({ from, to }) => [from, to]));
  const before = new Map(shown.map(({ from, to }) => [to, from]));
  for (const way of [next, before]) {
    for (const start of named) for (let at = way.get(start); at !== undefined && !found.has(at); at = way.get(at)) found.add(at);
  }
  return [...found];
}

export async function readDevice(
  members: readonly number[],
  observation: Observation & { readonly relation: string },
  candidates: readonly Candidate[],
  window_s: number,
  capabilities: ToolCapabilities,
  spanWords: SpanWords,
): Promise<Device> {
  const advertised = await readAdvertised(members, observation, capabilities);
  const probabilities = new Map(candidates.map(({ from, to, probability }) => [`${String(from)} ${String(to)}`, probability]));
  const streams = chainsOf(members, observation).map((chain): Stream => {
    const rotations = chain.slice(1).flatMap((to, at) => rotationOf(chain[at]!, to, observation, advertised, probabilities, window_s));
    return { kind: kindOf(observation.addresses[chain[0]!]!), members: chain, rotations, lives: livesOf(rotations, observation) };
  });
  return { observation, advertised, streams, spanWords };
}

async function readAdvertised(
  members: readonly number[],
  { relation, baseUs, addresses }: Observation & { readonly relation: string },
  { query, selection, signal }: ToolCapabilities,
): Promise<Advertised[]> {
  const names = members.map((number) => addresses[number]!.address);
  const numbers = new Map(members.map((number, at) => [names[at]!, number]));
  const answer = await query.answer(advertisedSql(relation, baseUs, names), selection.values, { signal });
  const others = await query.answer(sharedSql(relation, names), selection.values, { signal });
  const senders = new Map(
    Array.from({ length: others.rows }, (_, row) => [
      hexOf(others.column('adv_data').values[row] as Uint8Array),
      Number(others.column('senders').values[row]),
    ]),
  );
  const cell = (name: string, row: number): unknown => answer.column(name).values[row];
  return Array.from({ length: answer.rows }, (_, row): Advertised => {
    const data = (cell('adv_data', row) as Uint8Array | null) ?? new Uint8Array();
    const hex = hexOf(data);
    return {
      number: numbers.get(String(cell('addr', row)))!,
      type: (cell('adv_type', row) as string | null) ?? '',
      data,
      hex,
      layout: adLayout(data),
      own: ownBytes(data),
      nameLength: Number(cell('name_length', row) ?? 0),
      nameKey: cell('name_key', row) as bigint,
      first: Number(cell('first', row)),
      last: Number(cell('last', row)),
      sharedBy: senders.get(hex) ?? 0,
    };
  });
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function ownBytes(data: Uint8Array): number[] {
  return walkAd(data).structures.flatMap(({ type, value, end }) => {
    const from = value + (HEADERS[type] ?? Infinity);
    return Array.from({ length: Math.max(0, Math.min(end, data.length) - from) || 0 }, (_, at) => from + at);
  });
}

/** Builds chains of addresses of one kind, each of which begins after the one before has ended; if several have, after the last of them. */
function chainsOf(members: readonly number[], observation: Observation): number[][] {
  const { First, Last } = observation.features.columns;
  const heard = members.filter((number) => !Number.isNaN(First[number]!)).sort((a, b) => First[a]! - First[b]! || a - b);
  const chains: number[][] = [];
  for (const number of heard) {
    const { payload } = observation.addresses[number]!;
    const kind = kindOf(observation.addresses[number]!);
    let best: number[] | undefined;
    for (const chain of chains) {
      const tail = chain.at(-1);
      const free = Last[tail]! <= First[number]! + OVERLAP_S && kindOf(observation.addresses[tail]!) === kind;
      if (!free || observation.addresses[tail]!.payload.family !== payload.family) continue;
      if (best === undefined || Last[tail]! > Last[best.at(-1)]!) best = chain;
    }
    if (best === undefined) chains.push([number]);
    else best.push(number);
  }
  return chains;
}

function rotationOf(
  from: number,
  to: number,
  { features }: Observation,
  advertised: readonly Advertised[],
  probabilities: ReadonlyMap<string, number>,
  window_s: number,
): Rotation[] {
  const { First, Last } = features.columns;
  const gap = First[to]! - Last[from]!;
  if (gap > window_s) return [];
  const unasked = advertised.filter(({ type }) => type !== 'SCAN_RSP');
  const before = unasked.filter(({ number }) => number === from);
  const after = unasked.filter(({ number }) => number === to);
  const known = new Set(before.map(({ hex }) => hex));
  let carried = 0;
  for (const { hex, own, sharedBy, first, last } of after) {
    if (known.has(hex) && own.length > 0 && sharedBy === 0) carried = Math.max(carried, last - Math.min(first, First[to]!));
  }
  const late = before.reduce<Advertised | undefined>(
    (best, each) => (best === undefined || each.last > best.last ? each : best),
    undefined,
  );
  const early = after.reduce<Advertised | undefined>(
    (best, each) => (best === undefined || each.first < best.first ? each : best),
    undefined,
  );
  const alike = late !== undefined && early !== undefined && late.layout === early.layout;
  const keptAt = alike ? early.own.filter((at) => early.data[at] === late.data[at]) : [];
  const probability = probabilities.get(`${String(from)} ${String(to)}`) ?? 0;
  return [{ from, to, gap, probability, carried, kept: keptAt.length, bytes: early?.own.length ?? 0, keptAt }];
}

/** Lifetimes whose both ends were observed: the address followed another or appeared while recording, and another one followed it. */
function livesOf(rotations: readonly Rotation[], observation: Observation): Stream['lives'] {
  const { First } = observation.features.columns;
  const followed = new Set(rotations.map(({ to }) => to));
  return rotations.flatMap(({ from, to }) =>
    followed.has(from) || !bornBefore(from, observation) ? [{ number: from, seconds: First[to]! - First[from]! }] : [],
  );
}
