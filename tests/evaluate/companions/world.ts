import { randomSource } from '../../support/random.ts';

/** Who comes along: `none` of them in a control walk. */
export const FOLLOWERS = [
  'fixed address',
  'Find My tag',
  'Find Hub tag',
  'DULT tag',
  'phone by its name',
  'phone by its data',
  'private address that stays',
] as const;
export type FollowerKind = (typeof FOLLOWERS)[number] | typeof ROTATING;
/** An Apple phone of which nothing stays but how it sends: only links between its addresses follow it. */
export const ROTATING = 'phone that only rotates' as const;

export interface WalkPlan {
  readonly seed: number;
  readonly follower: FollowerKind | null;
  readonly places: number;
  /** Devices that are met on the way, all places together. */
  readonly passing: number;
  /** Devices of the walker, which travel along too. */
  readonly own: boolean;
  /** All places are one place under several names: the same fixed devices are heard in each. */
  readonly onePlace: boolean;
}

/** Shares and times of composed walks, none of which the model knows. */
export interface World {
  /** Shortest and longest place, and time between two, s. */
  readonly length_s: readonly [number, number];
  readonly between_s: readonly [number, number];
  /** Mean stay of those who pass, s, and the share of them that stays for the whole time. */
  readonly dwell_s: number;
  readonly sitting: number;
  /** Fewest and most fixed devices of a place. */
  readonly fixed: readonly [number, number];
  /** Of the fixed devices of a place, the share that a neighbouring place hears too, of these one more, and how much weaker, dB. */
  readonly reaching: number;
  readonly reachingFurther: number;
  readonly reachingLoss: number;
  /** Of those who pass, the share that is met again, and of these once more. */
  readonly metAgain: number;
  readonly onceMore: number;
  /** Share of packets that are not heard. */
  readonly missed: number;
  /** Share of places in which a device that travels along is not heard. */
  readonly missedPlace: number;
  /** Spread of the level from place to place of a device that travels along and of a fixed one, dB. */
  readonly levelSpread: number;
  readonly fixedSpread: number;
  /** Packets below this level are not heard, dBm. */
  readonly sensitivity: number;
  /** Share of devices whose data are their own, not those of the model. */
  readonly personal: number;
  /** Of those who pass, the share with an address that does not change, and with a tag. */
  readonly keeping: number;
  readonly tags: number;
}

export const WORLD: World = {
  length_s: [300, 900],
  between_s: [600, 2400],
  dwell_s: 60,
  sitting: 0,
  fixed: [15, 30],
  reaching: 0.03,
  reachingFurther: 0,
  reachingLoss: 0,
  metAgain: 0.015,
  onceMore: 0.1,
  missed: 0.3,
  missedPlace: 0.02,
  levelSpread: 5,
  fixedSpread: 3,
  sensitivity: -95,
  personal: 0.5,
  keeping: 0.15,
  tags: 0.03,
};

/** A plan and a world with other crowds, lengths, receivers and habits for each seed. */
export function drawWorld(seed: number): { readonly plan: WalkPlan; readonly world: World } {
  const random = randomSource(seed * 7919 + 101);
  const log = (from: number, to: number): number => from * (to / from) ** random.next();
  const shortest = log(120, 900);
  const apart = log(120, 1800);
  const fewest = random.below(25) + 3;
  const world: World = {
    length_s: [shortest, shortest * random.between(1, 3)],
    between_s: [apart, apart * random.between(1, 3)],
    dwell_s: log(20, 240),
    sitting: random.next() < 0.5 ? 0 : random.between(0, 0.1),
    fixed: [fewest, fewest + 1 + random.below(30)],
    reaching: random.between(0, 0.08),
    reachingFurther: random.between(0, 0.06),
    reachingLoss: random.between(0, 15),
    metAgain: log(0.002, 0.05),
    onceMore: random.between(0.02, 0.3),
    missed: random.between(0.05, 0.6),
    missedPlace: random.between(0, 0.08),
    levelSpread: random.between(3, 9),
    sensitivity: random.between(-100, -86),
    personal: random.between(0.2, 0.8),
    keeping: random.between(0.05, 0.3),
    tags: random.between(0, 0.06),
    fixedSpread: random.between(3, 9),
  };
  const follower = random.next() < 0.6 ? FOLLOWERS[random.below(FOLLOWERS.length)]! : null;
  const places = [2, 3, 3, 3, 4, 5, 6, 8][random.below(8)]!;
  const plan = { seed, follower, places, passing: Math.round(log(40, 4000)), own: random.next() < 0.4, onePlace: false };
  return { plan, world };
}
