import type { SuccessionTable } from '../../kernels/contract.ts';
import type { ReasonName } from '../../kernels/layout.ts';
import { classOf, isFindMy } from './classify.ts';
import type { Constraint } from './constraints.ts';
import type { ModelEdition } from './editions.ts';
import { lastOver } from './holes.ts';
import type { Observation, Observed } from './observe.ts';
import type { RotationModel } from './rotation.ts';

/** A pair of addresses, of which one may have succeeded the other, as positions in `Observation.addresses`, with its probability. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  /** Whether the pair is part of the best one-to-one assignment. */
  readonly chosen: boolean;
  readonly llr: number;
  /** What each kind of evidence contributed to the pair's `llr`, in nats. */
  readonly reasons: Readonly<Record<ReasonName, number>>;
}

export interface Linkage {
  readonly candidates: readonly Candidate[];
  /** Number of pairs inside the time window that could be successors. */
  readonly considered: number;
  /** Indices of the addresses that took part in the linkage. */
  readonly members: readonly number[];
}

export interface LinkageOptions {
  readonly window_s: number;
  readonly model: RotationModel;
  /** Constraints given by the analyst. */
  readonly constraints?: readonly Constraint[];
  /** The edition of the linkage model to use. */
  readonly edition: ModelEdition;
  /** Groups of ids that may succeed one another, for opaque ids; if absent, groups follow from the addresses' classes. */
  readonly streams?: Streams;
}

/** Groups of addresses that may succeed one another, each ordered by first packet, with the name of each group. */
export interface Streams {
  of(observation: Observation): number[][];
  readonly kind: string;
}

/** A link is shown if its probability is above this: more likely than not. */
export const SHOWN = 0.5;

/** An address needs at least two frames to be linked. */
export const FEWEST_SENT = 2;
export const UNHEARD_RATE = 1 / 30;

/**
 * Groups the addresses that may succeed one another: those of the same private class that all advertise, or all only scan. Static and
 * public addresses do not rotate, except Find My beacons, whose bits only make them look static.
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

/** Sorts addresses by their first frame. */
function inOrder(members: readonly number[], { features }: Observation): number[] {
  const { First } = features.columns;
  return [...members].sort((a, b) => First[a]! - First[b]! || a - b);
}

/** Class and role of an address. Addresses of different kinds never succeed one another. */
export const kindOf = (observed: Observed): string => `${classOf(observed)} ${observed.advertised > 0 ? 'advertises' : 'scans'}`;

/** Whether the address may have been used before listening began or resumed, so that its age is unknown. */
export function bornBefore(number: number, { features, holes }: Observation): boolean {
  const first = features.columns.First[number]!;
  const rate = features.columns.RateFirst[number]!;
  const resumed = lastOver(holes, first)?.end ?? 0;
  return first - resumed < 1 + 3 / (rate > 0 ? rate : UNHEARD_RATE);
}

/** Lifetimes, whose both ends were observed, of addresses that were succeeded with a probability of at least 0.8. */
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
