import type { Tracker } from '../../../ble/kind/tracker.ts';
import { trackerOf } from '../../../ble/kind/tracker.ts';
import type { Sender, Stay, Walk } from './read.ts';
import type { Arguments, Recognition } from './schema.ts';
import { tokensOf, type Token } from './tokens.ts';

/** A pair of senders, by position: the second is probably the first under its next address. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
}

/** A group of one or more senders that may be one device, and where it was heard. */
export interface Candidate {
  readonly members: readonly number[];
  readonly by: Recognition;
  /** Probability that those links are right without which the device would have been heard in fewer places. */
  readonly linked: number;
  /** Expected number of different devices that look like one in as many places by chance; 0 if an address identifies the device. */
  readonly coincidences: number;
  /** The device's stays, one for each place in which it was heard, in the order of the places. */
  readonly stays: readonly Stay[];
  readonly token?: string;
  readonly known?: { readonly name: string; readonly mine: boolean };
  readonly tracker?: Tracker;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** For each kind of identity (address, name, data), how many could have been recognised again in another place. */
  readonly identities: ReadonlyMap<Recognition, number>;
}

/** Finds senders that may be one device in several places, by address, linked successors, name, data, and what the caller knows. */
export function candidatesIn(walk: Walk, links: readonly Link[], known: Arguments['known_devices']): Candidates {
  const { senders } = walk;
  const trackers = senders.map(({ payloads }) => payloads.map(trackerOf).find((each) => each !== undefined));
  const given = knownIn(senders, known);
  const taken = new Set(given.flatMap(({ members }) => members));
  const chains = chainsOf(senders, links, taken).map((chain) => chainCandidate(chain, senders, trackers));
  const { recurring, unshared } = tokensOf(walk);
  const tokens = recurring
    .filter(({ members }) => !members.some((member) => taken.has(member)))
    .map((token) => tokenCandidate(token, senders, trackers));
  const found = [...given, ...withTokens(chains, tokens)];
  const identities = new Map<Recognition, number>([['payload', unshared]]);
  for (const { by } of [...given, ...chains]) identities.set(by, (identities.get(by) ?? 0) + 1);
  return { found, identities };
}

function knownIn(senders: readonly Sender[], known: Arguments['known_devices']): Candidate[] {
  const numbers = new Map(senders.map(({ address }, number) => [address, number]));
  return known.flatMap(({ name, mine, addresses }) => {
    const members = [...new Set(addresses)].flatMap((address) => numbers.get(address) ?? []);
    return members.length === 0
      ? []
      : [{ members, by: 'known' as const, linked: 1, coincidences: 0, stays: staysOf(members, senders), known: { name, mine } }];
  });
}

interface Chain {
  readonly members: readonly number[];
  /** Probabilities of the links between neighbouring members of the chain; one fewer than members. */
  readonly links: readonly number[];
}

/** Splits the senders into chains of links; each sender is in exactly one chain. */
function chainsOf(senders: readonly Sender[], links: readonly Link[], taken: ReadonlySet<number>): Chain[] {
  const free = links.filter(({ from, to }) => !taken.has(from) && !taken.has(to));
  const next = new Map(free.map((link) => [link.from, link]));
  const followers = new Set(free.map(({ to }) => to));
  return senders.flatMap((_, head) => {
    if (taken.has(head) || followers.has(head)) return [];
    const members = [head];
    const probabilities: number[] = [];
    for (let link = next.get(head); link !== undefined; link = next.get(link.to)) {
      members.push(link.to);
      probabilities.push(link.probability);
    }
    return [{ members, links: probabilities }];
  });
}

function chainCandidate({ members, links }: Chain, senders: readonly Sender[], trackers: readonly (Tracker | undefined)[]): Candidate {
  const tracker = members.map((member) => trackers[member]).find((each) => each !== undefined);
  const { kind } = senders[members[0]!]!;
  const rotates = kind === 'rpa' || kind === 'nrpa';
  const by = tracker !== undefined ? 'tracker_address' : rotates ? 'private_address' : 'fixed_address';
  const placesOf = (part: readonly number[]): number =>
    new Set(part.flatMap((member) => senders[member]!.stays.map(({ place }) => place))).size;
  const all = placesOf(members);
  // Multiply only the probabilities of the links without which fewer places would be reached.
  const linked = links.reduce(
    (product, probability, at) =>
      Math.max(placesOf(members.slice(0, at + 1)), placesOf(members.slice(at + 1))) < all ? product * probability : product,
    1,
  );
  return { members, by, linked, coincidences: 0, stays: staysOf(members, senders), ...(tracker && { tracker }) };
}

function tokenCandidate(token: Token, senders: readonly Sender[], trackers: readonly (Tracker | undefined)[]): Candidate {
  const { members, text, coincidences } = token;
  const tracker = members.map((member) => trackers[member]).find((each) => each !== undefined);
  return { members, by: 'payload', linked: 1, coincidences, stays: staysOf(members, senders), token: text, ...(tracker && { tracker }) };
}

/** Counts each device once, by the identity that recognises it in most places; an address is preferred to a name or data. */
function withTokens(chains: readonly Candidate[], tokens: readonly Candidate[]): Candidate[] {
  const chainOf = new Map(chains.flatMap((chain) => chain.members.map((member) => [member, chain] as const)));
  const replaced = new Set<Candidate>();
  const kept: Candidate[] = [];
  const used = new Set<number>();
  const best = [...tokens].sort(
    (a, b) => b.stays.length - a.stays.length || a.coincidences - b.coincidences || (a.token! < b.token! ? -1 : 1),
  );
  for (const token of best) {
    const own = [...new Set(token.members.flatMap((member) => chainOf.get(member) ?? []))];
    const covered = own.some(({ stays }) => stays.length >= token.stays.length);
    if (covered || token.members.some((member) => used.has(member))) continue;
    kept.push(token);
    for (const member of token.members) used.add(member);
    for (const chain of own) replaced.add(chain);
  }
  return [...chains.filter((chain) => !replaced.has(chain)), ...kept];
}

/** Merges the stays of several senders into one stay per place. */
function staysOf(members: readonly number[], senders: readonly Sender[]): Stay[] {
  const merged = new Map<number, Stay & { readonly loudest: number }>();
  for (const member of members)
    for (const stay of senders[member]!.stays) {
      const before = merged.get(stay.place);
      if (before === undefined) {
        merged.set(stay.place, { ...stay, loudest: stay.packets });
        continue;
      }
      const longer = stay.packets > before.loudest;
      merged.set(stay.place, {
        place: stay.place,
        packets: before.packets + stay.packets,
        first_us: Math.min(before.first_us, stay.first_us),
        last_us: Math.max(before.last_us, stay.last_us),
        presence: Math.min(1, before.presence + stay.presence),
        level: longer ? stay.level : before.level,
        loudest: Math.max(before.loudest, stay.packets),
      });
    }
  return [...merged.values()].sort((a, b) => a.place - b.place).map(({ loudest: _, ...stay }) => stay);
}
