import { payloadTokens } from '../../../ble/kind/payload-tokens.ts';
import type { Sender, Walk } from './read.ts';

/** A name or a part of the advertised data that only one device at a time sends, although under several addresses. */
export interface Token {
  readonly text: string;
  /** The senders that send it, as at least two positions in `Walk.senders`. */
  readonly members: readonly number[];
  /** Expected number of names or data of its kind that different devices share in as many places by chance. */
  readonly coincidences: number;
}

export interface Tokens {
  /** The names and data that were heard in at least two places. */
  readonly recurring: readonly Token[];
  /** Number of names or data, recurring or not, that only one device at a time sends. */
  readonly unshared: number;
}

/** When a device changes its address, the two addresses may overlap by this much, µs. */
const OVERLAP_US = 2e6;
const SHORTEST_NAME = 3;

interface Use {
  readonly kind: string;
  readonly value: string;
  readonly members: number[];
  /** For each place, the number of devices that send it at the same time. */
  readonly devices: ReadonlyMap<number, number>;
}

/** Names and advertising data that senders in different places of a walk have in common, with an estimate of how often that happens by chance. */
export function tokensOf({ places, senders }: Walk): Tokens {
  const kinds = usesOf(senders);
  const recurring: Token[] = [];
  let unshared = 0;
  for (const uses of kinds.values()) {
    const single = uses.filter(({ devices }) => [...devices.values()].every((count) => count === 1));
    const reached = reachedBy(single);
    unshared += single.length;
    for (const use of single) {
      if (use.members.length < 2 || use.devices.size < 2) continue;
      const text = use.kind === 'name' ? `name "${use.value}"` : `${use.kind}: ${use.value}`;
      const coincidences = coincidencesOf(use, reached) / handoversOf(use.members, senders, places);
      recurring.push({ text, members: use.members, coincidences });
    }
  }
  return { recurring, unshared };
}

function usesOf(senders: readonly Sender[]): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, { kind: string; value: string; members: number[] }>();
  senders.forEach(({ names, payloads }, number) => {
    const own = new Map<string, { kind: string; value: string }>();
    for (const name of names) if (name.trim().length >= SHORTEST_NAME) own.set(`name ${name}`, { kind: 'name', value: name });
    for (const bytes of payloads) for (const token of payloadTokens(bytes)) own.set(`${token.kind} ${token.value}`, token);
    for (const [key, { kind, value }] of own) {
      const use = found.get(key);
      if (use === undefined) found.set(key, { kind, value, members: [number] });
      else use.members.push(number);
    }
  });
  const kinds = new Map<string, Use[]>();
  for (const use of found.values())
    kinds.set(use.kind, [...(kinds.get(use.kind) ?? []), { ...use, devices: devicesOf(use.members, senders) }]);
  return kinds;
}

/** For each place, how many of the senders were heard at once: addresses of one device follow one another, while devices overlap. */
function devicesOf(members: readonly number[], senders: readonly Sender[]): Map<number, number> {
  const ends = new Map<number, [at: number, step: 1 | -1][]>();
  for (const number of members)
    for (const { place, first_us, last_us } of senders[number]!.stays) {
      const list = ends.get(place) ?? [];
      ends.set(place, list);
      list.push([first_us, 1], [Math.max(first_us, last_us - OVERLAP_US), -1]);
    }
  return new Map([...ends].map(([place, list]) => [place, most(list)]));
}

function most(steps: [at: number, step: 1 | -1][]): number {
  steps.sort(([a, one], [b, two]) => a - b || two - one);
  let [now, highest] = [0, 0];
  for (const [, step] of steps) {
    now += step;
    highest = Math.max(highest, now);
  }
  return highest;
}

/**
 * Prior for names or data: share that recur in a second place, share of these that recur in a third, and what number of values it equals.
 */
const SECOND = { share: 0.5, weight: 1 } as const;
const FURTHER = { share: 0.4, weight: 1.5 } as const;

/** Number of values of a kind that were heard in n or more places, at index n. */
function reachedBy(uses: readonly Use[]): number[] {
  const reached: number[] = [];
  for (const { devices } of uses) for (let places = 1; places <= devices.size; places++) reached[places] = (reached[places] ?? 0) + 1;
  return reached;
}

/** Expected number of values of the same kind in as many places by chance, estimated from the other values; imprecise if there are few. */
function coincidencesOf({ devices }: Use, reached: readonly number[]): number {
  let expected = reached[1] ?? 1;
  for (let places = 2; places <= devices.size; places++) {
    const { share, weight } = places === 2 ? SECOND : FURTHER;
    expected *= ((reached[places] ?? 1) - 1 + share * weight) / ((reached[places - 1] ?? 1) - 1 + weight);
  }
  return expected;
}

/**
 * Share of address changes without a pause, mean silence of the others in units of the packet spacing, and limit of one change's weight.
 */
const HANDOVER = { at_once: 0.9, spacings: 2, shortest_us: 2e6, most: 10 } as const;

/**
 * Likelihood ratio of the silences between the members: for one device that changes its address, whose next address is heard at once,
 * against different devices that send the same, which may appear at any time. Places of several stretches are no evidence.
 */
function handoversOf(members: readonly number[], senders: readonly Sender[], places: Walk['places']): number {
  let likelier = 1;
  for (const [place, { spans }] of places.entries()) {
    if (spans.length !== 1) continue;
    const length = Math.max(spans[0]!.until_us - spans[0]!.from_us, HANDOVER.shortest_us);
    const stays = members.flatMap((member) => senders[member]!.stays.filter((stay) => stay.place === place));
    stays.sort((a, b) => a.first_us - b.first_us);
    const passers = stays.length / length;
    for (const [at, stay] of stays.entries()) {
      const before = stays[at - 1];
      if (before === undefined) continue;
      const silence = Math.max(0, stay.first_us - before.last_us);
      const heard = stay.last_us - stay.first_us + before.last_us - before.first_us;
      const mean = Math.max(HANDOVER.shortest_us, (HANDOVER.spacings * heard) / (stay.packets + before.packets));
      const one = (HANDOVER.at_once / mean) * Math.exp(-silence / mean) + (1 - HANDOVER.at_once) / length;
      likelier *= Math.min(HANDOVER.most, one / (passers * Math.exp(-passers * silence)));
    }
  }
  return likelier;
}
