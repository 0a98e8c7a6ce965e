import { randomSource } from '../../support/random.ts';
import type { ModelEdition } from '../../../src/tools/linkage/editions.ts';
import type { RotationModel } from '../../../src/tools/linkage/rotation.ts';
import type { Candidate } from '../baselines.ts';
import { nearestInTime } from '../baselines.ts';
import { forecastsOf } from '../evaluate.ts';
import { candidatesIn, linkObserved, observeFrames } from '../heard.ts';
import type { Claim, Forecast } from '../score.ts';
import { scoreLinks } from '../score.ts';
import type { TrueStream } from '../truth.ts';
import { drawWorld } from './generate.ts';
import type { World } from './world.ts';

export const MODES: readonly RotationModel[] = ['spec_default', 'fast_rotation', 'slow_rotation', 'learned'];
const WINDOW_S = 180;
const MINIMUM = 5;
const CHANCE_DRAWS = 5;

/** How many were claimed, owed and right; sums over seeds. */
export interface Counts {
  readonly claimed: number;
  readonly owed: number;
  readonly right: number;
}

export interface Measured {
  readonly links: Counts;
  /** Unordered pairs of addresses in one chain of links, against pairs of one stream. */
  readonly pairs: Counts;
  readonly forecasts: readonly Forecast[];
}

/** What one world with one seed gives: by mode of lives, for links drawn at random, and for the nearest in time. */
export interface WorldResult {
  readonly addresses: number;
  readonly modes: ReadonlyMap<RotationModel, Measured>;
  readonly chance: Counts;
  readonly nearest: Counts;
}

/**
 * Draws a world and links it under every mode.
 *
 * @param edition of the model of succession
 */
export async function measureWorld(
  world: World,
  seed: number,
  modes: readonly RotationModel[],
  edition: ModelEdition,
): Promise<WorldResult> {
  const { frames, addresses, streams } = drawWorld(world, seed);
  const set = { frames, addresses, minimum: MINIMUM, name: world.name, streams, windows: [WINDOW_S] };
  const observation = await observeFrames(set);
  const seen = candidatesIn(set);
  const links = (claims: readonly Claim[]): Counts => linkCounts(claims, streams, seen);
  const measured = new Map<RotationModel, Measured>();
  for (const mode of modes) {
    const { claims, forecasts } = await linkObserved(observation, edition, WINDOW_S, MINIMUM, mode);
    measured.set(mode, {
      links: links(claims),
      pairs: pairCounts(claims, streams, seen),
      forecasts: forecastsOf(forecasts, streams, seen),
    });
  }
  return {
    addresses: seen.length,
    modes: measured,
    chance: chanceCounts(seen, streams, seed),
    nearest: links(nearestInTime(seen, WINDOW_S)),
  };
}

function linkCounts(claims: readonly Claim[], streams: readonly TrueStream[], seen: readonly Candidate[]): Counts {
  const { owed, found, wrong } = scoreLinks(claims, streams, seen, WINDOW_S);
  return { owed, right: found, claimed: found + wrong };
}

/** What links drawn at random give: each address to one of those that begin within the window after it ended. */
function chanceCounts(seen: readonly Candidate[], streams: readonly TrueStream[], seed: number): Counts {
  const random = randomSource(seed + 17);
  const draws = Array.from({ length: CHANCE_DRAWS }, () => {
    const taken = new Set<string>();
    const claims: Claim[] = [];
    const order = seen.map((each) => ({ each, place: random.next() })).sort((a, b) => a.place - b.place);
    for (const { each: from } of order) {
      const open = seen.filter(
        ({ address, first }) => !taken.has(address) && address !== from.address && first >= from.last && first - from.last <= WINDOW_S,
      );
      const to = open[random.below(Math.max(open.length, 1))];
      if (to === undefined) continue;
      taken.add(to.address);
      claims.push({ from: from.address, to: to.address, probability: 1 });
    }
    return linkCounts(claims, streams, seen);
  });
  return draws.reduce(plus);
}

export const plus = (a: Counts, b: Counts): Counts => ({ claimed: a.claimed + b.claimed, owed: a.owed + b.owed, right: a.right + b.right });

export function f1({ claimed, owed, right }: Counts): number {
  return claimed + owed === 0 ? 1 : (2 * right) / (claimed + owed);
}

/** Pairs of one chain, against pairs of heard addresses of one stream whose neighbours are all at most a window apart. */
function pairCounts(claims: readonly Claim[], streams: readonly TrueStream[], seen: readonly Candidate[]): Counts {
  const times = new Map(seen.map((each) => [each.address, each]));
  const truth = streams.flatMap(({ addresses }) => runsOf(addresses.flatMap((address) => times.get(address) ?? [])));
  const found = chainsOf(claims);
  const group = new Map(truth.flatMap((members, at) => members.map((address) => [address, at])));
  const size = (members: readonly string[]): number => (members.length * (members.length - 1)) / 2;
  let right = 0;
  for (const members of found) {
    members.forEach((a, at) => {
      for (const b of members.slice(at + 1)) if (group.has(a) && group.get(a) === group.get(b)) right++;
    });
  }
  const sum = (all: readonly (readonly string[])[]): number => all.reduce((total, members) => total + size(members), 0);
  return { claimed: sum(found), owed: sum(truth), right };
}

/** Cuts a stream where a silence was too long for any link. */
function runsOf(seen: readonly Candidate[]): string[][] {
  const runs: string[][] = [];
  seen.forEach((each, at) => {
    const before = seen[at - 1];
    if (before !== undefined && each.first - before.last <= WINDOW_S) runs.at(-1).push(each.address);
    else runs.push([each.address]);
  });
  return runs;
}

function chainsOf(claims: readonly Claim[]): string[][] {
  const next = new Map(claims.map(({ from, to }) => [from, to]));
  const after = new Set(next.values());
  return [...next.keys()]
    .filter((address) => !after.has(address))
    .map((head) => {
      const chain = [head];
      for (let at = next.get(head); at !== undefined; at = next.get(at)) chain.push(at);
      return chain;
    });
}
