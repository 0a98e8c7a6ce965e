import type { Stay } from './read.ts';

/** Limits of the five bins of presence (share of the time in a place): up to .1, .3, .6, .85, and above. */
export const PRESENCE_BOUNDS = [0.1, 0.3, 0.6, 0.85] as const;
export const binOf = (presence: number): number => PRESENCE_BOUNDS.filter((bound) => presence >= bound).length;

/** Prior of how often devices recur: the share that is heard in one place more, and the number of devices that this share counts as. */
export interface Prior {
  readonly share: number;
  readonly weight: number;
}

/** A kind of device by how steadily it sends: its share of all devices, and how frequent each bin of presence is for it. */
export interface Sending {
  readonly share: number;
  readonly presence: readonly number[];
}

/** Fixed parameters of the model, fitted to simulated walks in many different environments; see docs/measurements.md. */
export interface Parameters {
  /** Probability that a companion (a device that travels along) is heard in a place where it is. */
  readonly detected: number;
  /** Probability that a companion travels along from the first place to the last. */
  readonly whole: number;
  /** Expected number of companions of one kind: the prior, the increase for each companion found, and the maximum. */
  readonly expected: number;
  readonly more: number;
  readonly most: number;
  /** Prior for people with the same route: share met in a second place, and share of these met in a third. */
  readonly again: Prior;
  readonly onceMore: Prior;
  /** Prior for fixed devices that are heard for long: share heard in a second place, and share of these heard in a third. */
  readonly reaching: Prior;
  readonly reachingFurther: Prior;
  /**
   * Standard deviations in dB of the median level from place to place: of a companion, of a fixed device, and the minimum for all others.
   */
  readonly companionSpread: number;
  readonly fixedSpread: number;
  readonly crowdSpread: number;
  /** Share of devices whose levels do not follow this model, and limit of the evidence from levels. */
  readonly levelStray: number;
  readonly levelMost: number;
  /** Kinds of device by how steadily they send, among devices that stay in a place the whole time (companions and fixed devices). */
  readonly sending: readonly Sending[];
  /** Prior shares of all other devices by bin of presence, and the number of stays that this prior counts as. */
  readonly crowdPresence: readonly number[];
  readonly crowdPresenceWeight: number;
  /** Exponent that weakens the evidence of presence, because the stays of one device are not independent. */
  readonly tempered: number;
}

/** Log probability that a companion is heard in exactly these places: it travels along for consecutive places and is sometimes missed. */
export function logAlong(stays: readonly Stay[], places: number, { detected, whole }: Parameters): number {
  const heard = stays.length;
  const [first, last] = [stays[0]!.place, stays.at(-1)!.place];
  const runs = (places * (places - 1)) / 2;
  let chance = 0;
  for (let from = 0; from <= first; from++)
    for (let to = last; to < places; to++) {
      const missed = to - from + 1 - heard;
      const prior = runs === 1 ? 1 : from === 0 && to === places - 1 ? whole : (1 - whole) / (runs - 1);
      chance += prior * detected ** heard * (1 - detected) ** missed;
    }
  return Math.log(chance);
}

/** Log probability that a device recurring by chance is heard in exactly these places; `ladder`: share that reaches a 2nd, 3rd, … place. */
export function logChance(count: number, ladder: readonly number[]): number {
  const reached = ladder.slice(2, count + 1).reduce((product, share) => product * share, 1);
  const places = ladder.length - 1;
  const ends = count < places ? 1 - ladder[count + 1]! : 1;
  return Math.log(reached * ends) - logChoose(places, count);
}

function logChoose(all: number, some: number): number {
  let log = 0;
  for (let at = 1; at <= some; at++) log += Math.log((all - some + at) / at);
  return log;
}

/**
 * Log likelihood ratio of a device's presence in its places: as one that is there the whole time, against the counts of all other devices.
 * How steadily it sends is the same in each place, so a steady device is unusual once and not once per place.
 */
export function logPresence(stays: readonly Stay[], counts: readonly number[], { sending, tempered }: Parameters): number {
  const sum = counts.reduce((all, count) => all + count, 0);
  const bins = stays.map(({ presence }) => binOf(presence));
  const own = sending.reduce((all, { share, presence }) => all + bins.reduce((product, bin) => product * presence[bin]!, share), 0);
  const crowd = bins.reduce((log, bin) => log + Math.log(counts[bin]! / sum), 0);
  return tempered * (Math.log(own) - crowd);
}

export interface Levels {
  readonly mean: number;
  readonly variance: number;
}

/** Mean and variance of the median levels of all devices together. */
export function crowdLevels(stays: readonly Stay[], { crowdSpread }: Parameters): Levels {
  const levels = stays.flatMap(({ level }) => level ?? []);
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / Math.max(1, levels.length);
  return { mean, variance: Math.max(variance, crowdSpread ** 2) };
}

/** Log likelihood ratio of a device's levels: with this spread from place to place, against the levels of all devices. */
export function logLevels(stays: readonly Stay[], spread: number, { mean, variance }: Levels, parameters: Parameters): number {
  const levels = stays.flatMap(({ level }) => level ?? []);
  if (levels.length < 2) return 0;
  const own = spread ** 2;
  const between = Math.max(variance - own, 9);
  const centre = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const scatter = levels.reduce((sum, level) => sum + (level - centre) ** 2, 0);
  const whole = own + levels.length * between;
  const along =
    -((levels.length - 1) * Math.log(own) + Math.log(whole) + scatter / own + (levels.length * (centre - mean) ** 2) / whole) / 2;
  const crowd = -levels.reduce((sum, level) => sum + Math.log(own + between) + (level - mean) ** 2 / (own + between), 0) / 2;
  const { levelStray, levelMost } = parameters;
  return Math.log(levelStray + (1 - levelStray) * Math.min(levelMost, Math.exp(along - crowd)));
}
