import { payloadTokens } from '../../../ble/kind/payload-tokens.ts';
import type { Sender, Walk } from './read.ts';

/** A name or a part of the data that one device at a time sends, under several addresses. */
export interface Token {
  readonly text: string;
  /** Positions in `Walk.senders`, two at least. */
  readonly members: readonly number[];
  /** How many tokens of its kind different devices would share in as many places by chance. */
  readonly coincidences: number;
}

export interface Tokens {
  /** Tokens heard in two places or more. */
  readonly recurring: readonly Token[];
  /** Tokens that only one device at a time sends, the recurring ones included. */
  readonly unshared: number;
}

/** Addresses of one device may overlap by so much when they change, µs. */
const OVERLAP_US = 2e6;
const SHORTEST_NAME = 3;

interface Use {
  readonly kind: string;
  readonly value: string;
  readonly members: number[];
  /** Devices that send it at one time, place by place. */
  readonly devices: ReadonlyMap<number, number>;
}

/** What senders have in common across places, with what the other senders say about how telling it is. */
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

/** How many of the senders were heard at one time, place by place: changes of address follow one another, devices do not. */
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

/** What share of values recurs in a second place before anything is seen, and of these in a third, and what it counts in values. */
const SECOND = { share: 0.5, weight: 1 } as const;
const FURTHER = { share: 0.4, weight: 1.5 } as const;

/** How many values of a kind were heard in at least so many places, by that number. */
function reachedBy(uses: readonly Use[]): number[] {
  const reached: number[] = [];
  for (const { devices } of uses) for (let places = 1; places <= devices.size; places++) reached[places] = (reached[places] ?? 0) + 1;
  return reached;
}

/** How many values of its kind would be heard in as many places by chance, estimated from the others. A kind with few values says little. */
function coincidencesOf({ devices }: Use, reached: readonly number[]): number {
  let expected = reached[1] ?? 1;
  for (let places = 2; places <= devices.size; places++) {
    const { share, weight } = places === 2 ? SECOND : FURTHER;
    expected *= ((reached[places] ?? 1) - 1 + share * weight) / ((reached[places - 1] ?? 1) - 1 + weight);
  }
  return expected;
}

/** Share of changes of address after which a device is heard on at once, mean silence in its own spacings, and the most one change counts. */
const HANDOVER = { at_once: 0.9, spacings: 2, shortest_us: 2e6, most: 10 } as const;

/**
 * How much likelier the silences between the members are if one device changes its address than if devices that say the same pass by:
 * the next address of a device is heard at once, the next passer at any time. A place of several stretches says nothing.
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
