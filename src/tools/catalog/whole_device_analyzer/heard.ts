import type { Emitter } from './emitters.ts';
import type { Levels } from './levels.ts';
import type { TermName } from './kinds.ts';
import type { PacketRef, Token } from './tokens.ts';

/** What the comparison of emitters starts from; lists are in the order of `emitters`. */
export interface Heard {
  readonly emitters: readonly Emitter[];
  readonly levels: readonly Levels[];
  readonly tokens: readonly (readonly Token[])[];
  /** Seconds from the first row to the last. */
  readonly span: number;
  /** How far the speed of a clock moves while an address lives, µs/s. */
  readonly driftSpread: number;
}

/**
 * How devices differ: how close in time their parts come and go, how closely their levels move together, whether their addresses change
 * together, whether they share a crystal, and whether one begins at once where the other ends. The shares of devices of each kind are learnt, from these on.
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

/** One observation under each kind of device: likelihood ratios against two devices that have nothing to do with each other. */
export interface Part {
  readonly habit: Habit;
  readonly ratios: readonly number[];
}

/** @param nats log-likelihood ratio under each kind of device */
export const partOf = (habit: Habit, nats: readonly number[]): Part => ({ habit, ratios: nats.map((each) => Math.exp(each)) });

/** What one kind of evidence says of two emitters. */
export interface Evidence {
  readonly term: TermName;
  /** Observations whose weight depends on the kind of device. */
  readonly parts: readonly Part[];
  /** What every device would give. */
  readonly fixed: number;
  /** The log-likelihood ratio of two devices that travel together. */
  readonly company: number;
  readonly statement: string;
  /** When it can be seen, s. */
  readonly times: readonly number[];
  readonly packets: readonly PacketRef[];
}

/** Evidence with its weight, a log-likelihood ratio. */
export interface Term extends Pick<Evidence, 'term' | 'statement' | 'times' | 'packets'> {
  readonly nats: number;
}

/** Probability of one observation with these shares, against chance. */
export function ratioOf({ habit, ratios }: Part, shares: Shares): number {
  const own = shares[habit];
  let sum = 0;
  for (let kind = 0; kind < ratios.length; kind++) sum += own[kind]! * ratios[kind]!;
  return sum;
}

/** The weight of evidence with these shares. */
export function weightOf({ parts, fixed }: Evidence, shares: Shares): number {
  let sum = fixed;
  for (const part of parts) sum += Math.log(ratioOf(part, shares));
  return bounded(sum);
}

/** No kind of evidence says more than this about two emitters: a factor of 10,000. */
const MOST_NATS = Math.log(1e4);
export const bounded = (nats: number): number => Math.max(-MOST_NATS, Math.min(MOST_NATS, nats));

/** Density of a Laplace distribution around 0. */
export const laplace = (off: number, scale: number): number => Math.exp(-Math.abs(off) / scale) / (2 * scale);

/** Emitters must be there together for so long, s, to be compared by when and how strongly they were heard. */
export const TOGETHER_S = 20;

/** Seconds in which both were there. */
export const sharedTime = (a: Emitter, b: Emitter): number => Math.min(a.last, b.last) - Math.max(a.first, b.first);
