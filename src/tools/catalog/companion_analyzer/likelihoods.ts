import type { Stay } from './read.ts';

/** Bounds of the bins of presence: below .1, .3, .6, .85 and above. */
export const PRESENCE_BOUNDS = [0.1, 0.3, 0.6, 0.85] as const;
export const binOf = (presence: number): number => PRESENCE_BOUNDS.filter((bound) => presence >= bound).length;

/** Prior: share of devices that recur in one place more, and the number of devices that this share counts as. */
export interface Prior {
  readonly share: number;
  readonly weight: number;
}

/** A kind of device: its share of all, and how common each presence is of it. */
export interface Sending {
  readonly share: number;
  readonly presence: readonly number[];
}

/** What the model takes as given. Fitted to composed walks of many worlds; see docs/measurements.md. */
export interface Parameters {
  /** Probability that a companion is heard in a place where it is. */
  readonly detected: number;
  /** Probability that a companion is there from the first place to the last. */
  readonly whole: number;
  /** Expected number of companions of one kind: prior, increase for each companion found, and maximum. */
  readonly expected: number;
  readonly more: number;
  readonly most: number;
  /** People with the same route: prior of being met in a second place, and of these in a third. */
  readonly again: Prior;
  readonly onceMore: Prior;
  /** Fixed devices heard for long: prior of being heard in a second place, and of these in a third. */
  readonly reaching: Prior;
  readonly reachingFurther: Prior;
  /** Standard deviation of the median level from place to place, dB: of a companion, of a fixed device, and the least of the crowd. */
  readonly companionSpread: number;
  readonly fixedSpread: number;
  readonly crowdSpread: number;
  /** Share of devices whose levels differ from this model, and the largest weight of levels as evidence. */
  readonly levelStray: number;
  readonly levelMost: number;
  /** Kinds of device by how steadily they send, for those that are in a place all the time: companions and fixed devices alike. */
  readonly sending: readonly Sending[];
  /** Shares of presence of the crowd before anything is seen, and in how many stays they count. */
  readonly crowdPresence: readonly number[];
  readonly crowdPresenceWeight: number;
  /** Exponent for the evidence of presence, because the stays of one device are not independent. */
  readonly tempered: number;
}

/** Log probability that a companion is heard in exactly these places: it is there for a run of places and sometimes missed. */
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
 * Log of how common the presences are of a device that is in its places all the time, against counts of the crowd. How steadily it
 * sends is the same in each of them, so that a steady device is rare once, not once a place.
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

/** Log-likelihood ratio of the levels: with this spread from place to place against the levels of the crowd. */
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
