import type { Candidate } from '../../linkage/linkage.ts';
import { SHOWN, UNHEARD_RATE, bornBefore } from '../../linkage/linkage.ts';
import type { Observation } from '../../linkage/observe.ts';
import { firstEndingAfter } from '../../linkage/holes.ts';
import { clockSpread } from '../../linkage/spread.ts';

/** Times in s of the last frame under one address and of the first frame under the next. */
export interface Change {
  readonly from: number;
  readonly until: number;
}

/** Drift of an emitter's clock relative to the sniffer's, µs/s, and its standard error. */
export interface Drift {
  readonly value: number;
  readonly error: number;
}

/** Addresses that probably follow one another on one emitter, or one address alone. Times in seconds since the first row. */
export interface Emitter {
  /** Indices in `Observation.addresses`, in the order in which they were first seen. */
  readonly members: readonly number[];
  readonly frames: number;
  readonly first: number;
  readonly last: number;
  /** Usual spacing in s of the emitter's advertising events near each end of its presence. */
  readonly spacing: readonly [first: number, last: number];
  /** Whether the emitter was present before the recording began, and whether it still was when the recording ended. */
  readonly before: boolean;
  readonly after: boolean;
  readonly changes: readonly Change[];
  readonly drift: Drift | null;
}

/** Maximum number of emitters to compare; those with the most frames are taken. */
export const MOST_EMITTERS = 1000;
/** A clock fit with a smaller residual, µs, follows the radio's clock. */
const USABLE_US = 25;

/** Builds the emitters from chains of chosen links and from single addresses. Addresses with too few frames are left out. */
export function emittersOf(
  observation: Observation,
  candidates: readonly Candidate[],
  minimum: number,
): { readonly emitters: Emitter[]; readonly left: number } {
  const often = (at: number): boolean => {
    const { frames, advertised } = observation.addresses[at]!;
    return frames >= minimum && advertised > 0;
  };
  const links = candidates.filter((pair) => pair.chosen && pair.probability >= SHOWN && often(pair.from) && often(pair.to));
  const successor = new Map(links.map(({ from, to }) => [from, to]));
  const succeeded = new Set(links.map(({ to }) => to));
  const found: Emitter[] = [];
  observation.addresses.forEach((_, head) => {
    if (succeeded.has(head) || !often(head)) return;
    const members = [head];
    for (let next = successor.get(head); next !== undefined; next = successor.get(next)) members.push(next);
    found.push(emitterOf(members, observation));
  });
  found.sort((a, b) => b.frames - a.frames || a.first - b.first || a.members[0]! - b.members[0]!);
  const emitters = found.slice(0, MOST_EMITTERS).sort((a, b) => a.first - b.first || a.members[0]! - b.members[0]!);
  return { emitters, left: found.length - emitters.length };
}

function emitterOf(members: readonly number[], observation: Observation): Emitter {
  const { First, Last, RateFirst, RateLast } = observation.features.columns;
  const [head, tail] = [members[0]!, members.at(-1)!];
  const spacing = (rate: number): number => 1 / (rate > 0 ? rate : UNHEARD_RATE);
  return {
    members,
    frames: members.reduce((sum, at) => sum + observation.addresses[at]!.frames, 0),
    first: First[head]!,
    last: Last[tail]!,
    spacing: [spacing(RateFirst[head]!), spacing(RateLast[tail]!)],
    before: bornBefore(head, observation),
    after: staysOn(Last[tail]!, spacing(RateLast[tail]!), observation),
    changes: members.slice(1).map((next, at) => ({ from: Last[members[at]!]!, until: First[next]! })),
    drift: driftOf(members, observation),
  };
}

/** Whether the recording ended, or a gap began, so soon after its last frame that the emitter probably continued. */
function staysOn(last: number, spacing: number, { holes, span }: Observation): boolean {
  const reach = last + 1 + 3 * spacing;
  return reach >= span || (holes[firstEndingAfter(holes, last)]?.start ?? Infinity) < reach;
}

/** Mean drift over the ends of its addresses, weighted by their errors; only ends with a precise clock count. */
function driftOf(members: readonly number[], { features }: Observation): Drift | null {
  const { DriftFirst, DriftFirstError, ResidualFirst, DriftLast, DriftLastError, ResidualLast } = features.columns;
  let [weights, sum] = [0, 0];
  const add = (value: number, error: number, residual: number): void => {
    if (!(residual < USABLE_US) || !(error < 40)) return;
    const weight = 1 / Math.max(error, 0.1) ** 2;
    weights += weight;
    sum += weight * value;
  };
  for (const at of members) {
    add(DriftFirst[at]!, DriftFirstError[at]!, ResidualFirst[at]!);
    add(DriftLast[at]!, DriftLastError[at]!, ResidualLast[at]!);
  }
  return weights === 0 ? null : { value: sum / weights, error: 1 / Math.sqrt(weights) };
}

/** Standard deviation in µs/s of the change of a drift over the life of an address, measured on all addresses. */
export const driftSpreadOf = (observation: Observation): number =>
  clockSpread(
    observation.addresses.map((_, at) => at),
    observation,
  ).DriftSpread;
