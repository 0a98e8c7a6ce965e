import { firstEndingAfter } from './holes.ts';
import type { Observation } from './observe.ts';

/** Gaps that an emitter makes by habit, without changing its address. */
export interface Habit {
  /** Usual length of a gap, s. */
  readonly silence: number;
  /** Scale in s of a Laplace distribution around the usual length. */
  readonly spread: number;
  /** Share of the time that the emitter spends in such gaps, 0–1. */
  readonly share: number;
}

const NONE: Habit = { silence: 0, spread: 1, share: 0 };
/**
 * Number of gaps at which the observed habit gets half of the weight. The same number of pseudo-gaps of any length is added when
 * their spread is estimated, because a single gap has no spread.
 */
const IMAGINED = 4;
/** Silences of the other addresses of the family count as at most this many. */
const MOST_OTHERS = 12;
/** The family's habit counts as much as this many seconds of an address's own life. */
const FAMILY_S = 120;
/** Lower bounds of that scale, in s and as a share of the gap, because the waits for its last and first event add uncertainty. */
const SHARPEST_S = 0.5;
const SHARPEST = 0.01;
/** Factor from the median absolute deviation to the scale of a Laplace distribution. */
const LAPLACE = 1.4427;

/**
 * Finds for each address the silences that it, and others with its kind of payload, make while keeping their address. An emitter that
 * advertises in bursts is silent for as long when it changes its address.
 * @param members positions in `Observation.addresses`
 * @param family  number of each member's kind of payload
 */
export function silenceHabits(members: readonly number[], family: ArrayLike<number>, observation: Observation): Habit[] {
  const own = ownSilences(observation);
  const { First, Last, RateFirst } = observation.features.columns;
  const families = new Map<number, { readonly silences: number[]; readonly off: number[]; time: number }>();
  members.forEach((number, at) => {
    let group = families.get(family[at]!);
    if (group === undefined) families.set(family[at]!, (group = { silences: [], off: [], time: 0 }));
    const silences = own.get(number) ?? [];
    group.silences.push(...silences);
    group.off.push(...differences(silences));
    group.time += Last[number]! - First[number]!;
  });
  const common = new Map(
    [...families].map(([key, { silences, off, time }]) => {
      const usual = median(silences);
      return [
        key,
        { silences: silences.length, silent: sum(silences), time, usual, within: scaleOf(off), among: scaleOf(differences(silences)) },
      ];
    }),
  );
  return members.map((number, at) => {
    const group = common.get(family[at]!)!;
    const silences = own.get(number) ?? [];
    const others = group.silences - silences.length;
    if (silences.length + others === 0) return NONE;
    const life = Last[number]! - First[number]!;
    const total = sum(silences);
    const elsewhere = (group.silent - total) / Math.max(group.time - life, 1);
    const [silence, scale] = silences.length > 0 ? [median(silences), group.within] : [group.usual, group.among];
    const count = silences.length + Math.min(others, MOST_OTHERS);
    return {
      silence,
      spread: scale(silence, Math.max(2 / RateFirst[number]!, SHARPEST_S, SHARPEST * silence)),
      share: ((total + FAMILY_S * elsewhere) / (life + FAMILY_S)) * (count / (count + IMAGINED)),
    };
  });
}

/** Distances of the silences from their median. The median itself is left out, so a single silence has no distance. */
function differences(silences: readonly number[]): number[] {
  const ordered = Float64Array.from(silences).sort();
  const middle = ordered.length >> 1;
  return [...ordered].flatMap((each, at) => (at === middle ? [] : [Math.abs(each - ordered[middle]!)]));
}

/** Returns a function for the scale of gaps around a length, at least `sharpest`; with few observations it approaches that length. */
function scaleOf(off: readonly number[]): (silence: number, sharpest: number) => number {
  const seen = LAPLACE * median(off);
  const heed = off.length / (off.length + IMAGINED);
  return (silence, sharpest) => Math.max(seen, sharpest) ** heed * silence ** (1 - heed);
}

/** Gaps in s between the segments of each address, without gaps of the whole capture. */
function ownSilences({ features: { segments }, holes }: Observation): Map<number, number[]> {
  const silences = new Map<number, number[]>();
  for (let at = 4; at < segments.length; at += 4) {
    const number = segments[at]!;
    if (segments[at - 4] !== number) continue;
    const [from, to] = [segments[at - 2]!, segments[at + 1]!];
    const hole = holes[firstEndingAfter(holes, from)];
    if (hole !== undefined && hole.start < to) continue;
    const list = silences.get(number);
    if (list === undefined) silences.set(number, [to - from]);
    else list.push(to - from);
  }
  return silences;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}
