import type { SuccessionTable } from '../../kernels/contract.ts';
import type { ReasonName } from '../../kernels/layout.ts';
import { classOf, isFindMy } from './classify.ts';
import type { Constraint } from './constraints.ts';
import type { ModelEdition } from './editions.ts';
import { lastOver } from './holes.ts';
import type { Observation, Observed } from './observe.ts';
import type { RotationModel } from './rotation.ts';

/** A candidate pair with its posterior; numbers are positions in `Observation.addresses`. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  /** Part of the best one-to-one assignment. */
  readonly chosen: boolean;
  readonly llr: number;
  /** What each kind of evidence contributed to `llr`, nats. */
  readonly reasons: Readonly<Record<ReasonName, number>>;
}

export interface Linkage {
  readonly candidates: readonly Candidate[];
  /** Pairs inside the window that could be successors. */
  readonly considered: number;
  /** Addresses that took part, by position. */
  readonly members: readonly number[];
}

export interface LinkageOptions {
  readonly window_s: number;
  readonly model: RotationModel;
  /** Constraints given by the analyst. */
  readonly constraints?: readonly Constraint[];
  /** Which edition of the model of succession. */
  readonly edition: ModelEdition;
  /** Members that may succeed one another, for ids without an address; derived from the address class when absent. */
  readonly streams?: Streams;
}

/** Groups of those that may succeed one another, each ordered by first seen, and what a group is called. */
export interface Streams {
  of(observation: Observation): number[][];
  readonly kind: string;
}

/** A link is shown when it is more likely than not. */
export const SHOWN = 0.5;

/** An address needs at least two frames to be linked. */
export const FEWEST_SENT = 2;
export const UNHEARD_RATE = 1 / 30;

/**
 * Addresses that may succeed one another: the same private class, and advertising or only scanning. Static and
 * public addresses do not rotate, except Find My beacons, whose bits only look static.
 */
export function streamKinds(observation: Observation): number[][] {
  const kinds = new Map<string, number[]>();
  observation.addresses.forEach((observed, number) => {
    const type = classOf(observed);
    const rotates = type === 'rpa' || type === 'nrpa' || (type === 'random_static' && isFindMy(observed));
    if (!rotates || observed.sent < FEWEST_SENT) return;
    const kind = kindOf(observed);
    const members = kinds.get(kind);
    if (members === undefined) kinds.set(kind, [number]);
    else members.push(number);
  });
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, members]) => inOrder(members, observation));
}

/** Sorted by first frame. */
function inOrder(members: readonly number[], { features }: Observation): number[] {
  const { First } = features.columns;
  return [...members].sort((a, b) => First[a]! - First[b]! || a - b);
}

/** Class and role: addresses of different kinds never succeed one another. */
export const kindOf = (observed: Observed): string => `${classOf(observed)} ${observed.advertised > 0 ? 'advertises' : 'scans'}`;

/** Whether the address may have been there before listening began, or resumed: its age is then unknown. */
export function bornBefore(number: number, { features, holes }: Observation): boolean {
  const first = features.columns.First[number]!;
  const rate = features.columns.RateFirst[number]!;
  const resumed = lastOver(holes, first)?.end ?? 0;
  return first - resumed < 1 + 3 / (rate > 0 ? rate : UNHEARD_RATE);
}

/** Lives with both ends seen of addresses that were succeeded with p ≥ 0.8. */
export function confidentLives(
  members: readonly number[],
  table: Pick<SuccessionTable, 'from' | 'probability'>,
  observation: Observation,
): number[] {
  const { First, Last } = observation.features.columns;
  const lives: number[] = [];
  for (let pair = 0; pair < table.from.length; pair++) {
    const number = members[table.from[pair]!]!;
    if (table.probability[pair]! >= 0.8 && !bornBefore(number, observation)) lives.push(Last[number]! - First[number]!);
  }
  return lives;
}
