import type { Emitter } from './emitters.ts';
import type { Levels } from './levels.ts';
import type { TermName } from './kinds.ts';
import type { PacketRef, Token } from './tokens.ts';

/** Input of the comparison of emitters. Each list has one item per emitter. */
export interface Heard {
  readonly emitters: readonly Emitter[];
  readonly levels: readonly Levels[];
  readonly tokens: readonly (readonly Token[])[];
  /** Seconds from the first row to the last. */
  readonly span: number;
  /** Standard deviation in µs/s of the change of a drift over the life of an address. */
  readonly driftSpread: number;
}

/**
 * Habits by which kinds of devices differ: how close in time parts appear and disappear, how levels vary together, whether addresses change
 * together, whether parts share a crystal, whether one begins when another ends. Values are initial shares of devices, which learning
 * changes.
 */
export const HABITS = {
  ends: [0.4, 0.2, 0.2, 0.2],
  level: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4],
  rotation: [0.5, 0.5],
  clock: [0.6, 0.4],
  handover: [0.5, 0.5],
} as const;
export type Habit = keyof typeof HABITS;
export type Shares = Readonly<Record<Habit, readonly number[]>>;

/** Likelihood ratios of one observation, one per kind of device: two parts of one such device, against two unrelated devices. */
export interface Part {
  readonly habit: Habit;
  readonly ratios: readonly number[];
}

/** Builds a part of evidence. @param nats log likelihood ratio under each kind of device */
export const partOf = (habit: Habit, nats: readonly number[]): Part => ({ habit, ratios: nats.map((each) => Math.exp(each)) });

/** One kind of evidence about two emitters. */
export interface Evidence {
  readonly term: TermName;
  /** Observations whose weight depends on the kind of device. */
  readonly parts: readonly Part[];
  /** Weight that does not depend on the kind of device, in nats. */
  readonly fixed: number;
  /** Log-likelihood ratio of two devices that travel together against two unrelated ones. */
  readonly company: number;
  readonly statement: string;
  /** Times in s at which this evidence can be seen in the capture. */
  readonly times: readonly number[];
  readonly packets: readonly PacketRef[];
}

/** A kind of evidence with its weight, a log likelihood ratio. */
export interface Term extends Pick<Evidence, 'term' | 'statement' | 'times' | 'packets'> {
  readonly nats: number;
}

/** Likelihood ratio of one observation, averaged over the kinds of devices with these shares. */
export function ratioOf({ habit, ratios }: Part, shares: Shares): number {
  const own = shares[habit];
  let sum = 0;
  for (let kind = 0; kind < ratios.length; kind++) sum += own[kind]! * ratios[kind]!;
  return sum;
}

/** Weight of a piece of evidence, in nats, with these shares of kinds. */
export function weightOf({ parts, fixed }: Evidence, shares: Shares): number {
  let sum = fixed;
  for (const part of parts) sum += Math.log(ratioOf(part, shares));
  return bounded(sum);
}

/** Limit of one kind of evidence about two emitters: a factor of 10,000. */
const MOST_NATS = Math.log(1e4);
export const bounded = (nats: number): number => Math.max(-MOST_NATS, Math.min(MOST_NATS, nats));

export const laplace = (off: number, scale: number): number => Math.exp(-Math.abs(off) / scale) / (2 * scale);

/** Times and levels of two emitters are compared only if both were present together for this long, s. */
export const TOGETHER_S = 20;

export const sharedTime = (a: Emitter, b: Emitter): number => Math.min(a.last, b.last) - Math.max(a.first, b.first);
