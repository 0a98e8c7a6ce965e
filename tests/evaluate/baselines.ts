import type { Claim, Seen } from './score.ts';

/** What the baselines know of an address; names are hidden from them too. */
export interface Candidate extends Seen {
  readonly frames: number;
  readonly random: boolean;
  /** Median level, dBm. */
  readonly rssi: number;
  /** PDU type and company id of what it mostly sends. */
  readonly kind: string;
}

const RESOLVABLE = /^[4-7]/;
const STATIC = /^[C-F]/;

interface Pair {
  readonly from: Candidate;
  readonly to: Candidate;
  readonly cost: number;
}

/** Each address to the one that appears soonest after it, nearest pairs first, one to one. */
export const nearestInTime = (all: readonly Candidate[], window: number): Claim[] =>
  greedy(pairs(all, window).map(({ from, to }) => ({ from, to, cost: to.first - from.last })));

/** Each address to the one of the same PDU type and company whose level is closest, closest pairs first. */
export const levelAndKind = (all: readonly Candidate[], window: number): Claim[] =>
  greedy(
    pairs(all, window)
      .filter(({ from, to }) => from.kind === to.kind)
      .map(({ from, to }) => ({ from, to, cost: Math.abs(to.rssi - from.rssi) })),
  );

/** Nearest in time among those of the same PDU type and company with levels at most 10 dB apart. */
export const combined = (all: readonly Candidate[], window: number): Claim[] =>
  greedy(
    pairs(all, window)
      .filter(({ from, to }) => from.kind === to.kind && Math.abs(to.rssi - from.rssi) <= 10)
      .map(({ from, to }) => ({ from, to, cost: to.first - from.last })),
  );

/** Private addresses of one class, the second beginning after the first ended. */
function pairs(all: readonly Candidate[], window: number): { from: Candidate; to: Candidate }[] {
  const classes = [RESOLVABLE, STATIC].map((bits) => all.filter((each) => each.random && bits.test(each.address)));
  return classes.flatMap((members) =>
    members.flatMap((from) =>
      members.filter((to) => to !== from && to.first >= from.last && to.first - from.last <= window).map((to) => ({ from, to })),
    ),
  );
}

function greedy(candidates: readonly Pair[]): Claim[] {
  const sorted = [...candidates].sort((a, b) => a.cost - b.cost || (a.from.address < b.from.address ? -1 : 1));
  const left = new Set<string>();
  const taken = new Set<string>();
  const claims: Claim[] = [];
  for (const { from, to } of sorted) {
    if (left.has(from.address) || taken.has(to.address)) continue;
    left.add(from.address);
    taken.add(to.address);
    claims.push({ from: from.address, to: to.address, probability: 1 });
  }
  return claims;
}
