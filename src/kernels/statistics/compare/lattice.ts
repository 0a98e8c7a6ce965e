import type { StatisticsMemory } from '../memory.ts';
import type { Tailed } from './contract.ts';

/**
 * Probability distributions on whole numbers in which the ratio of neighbouring probabilities is simple: binomial and hypergeometric. Every
 * term is positive, so sums lose no digits. Powers of two are kept separately, so even tails below the range of a double keep their digits.
 */
export interface Lattice {
  readonly least: number;
  /** Probabilities of all values up to a common factor: the entry is part · 2^(500 · power). */
  readonly parts: Float64Array;
  readonly powers: Int32Array;
}

const STEP = 500;
const HUGE = 2 ** STEP;

/** Builds a distribution on the whole numbers from `least` to `most`. @param ratio  P(k + 1) / P(k) for k in least … most − 1 */
export function lattice(least: number, most: number, ratio: (k: number) => number): Lattice {
  const parts = new Float64Array(most - least + 1);
  const powers = new Int32Array(parts.length);
  let [part, power] = [1, 0];
  for (let at = 0; at < parts.length; at++) {
    if (at > 0) part *= ratio(least + at - 1);
    while (part >= HUGE) [part, power] = [part / HUGE, power + 1];
    while (part > 0 && part < 1 / HUGE) [part, power] = [part * HUGE, power - 1];
    parts[at] = part;
    powers[at] = power;
  }
  return { least, parts, powers };
}

export const binomial = (n: number, share: number): Lattice => lattice(0, n, (k) => ((n - k) / (k + 1)) * (share / (1 - share)));

/** Distribution of the count in the first cell of a two-by-two table with the given row and column totals and odds ratio. */
export function hypergeometric(firstRow: number, secondRow: number, firstColumn: number, odds = 1): Lattice {
  const least = Math.max(0, firstColumn - secondRow);
  const most = Math.min(firstRow, firstColumn);
  return lattice(least, most, (k) => odds * ((firstRow - k) / (k + 1)) * ((firstColumn - k) / (secondRow - firstColumn + k + 1)));
}

interface Sum {
  readonly part: number;
  readonly power: number;
}

function sumOf({ parts, powers }: Lattice, counted: (at: number) => boolean): Sum {
  let power = -Infinity;
  for (let at = 0; at < parts.length; at++) if (counted(at) && parts[at]! > 0) power = Math.max(power, powers[at]!);
  let part = 0;
  for (let at = 0; at < parts.length; at++) if (counted(at)) part += scaled(parts[at]!, powers[at]! - power);
  return { part, power };
}

const scaled = (part: number, power: number): number => (power === 0 ? part : power > -3 ? part * HUGE ** power : 0);

/** Returns the probability of all values that `counted` accepts, and its natural logarithm. */
function share(memory: StatisticsMemory, of: Lattice, counted: (at: number) => boolean, all: Sum): { p: number; ln: number } {
  const { part, power } = sumOf(of, counted);
  if (!(part > 0)) return { p: 0, ln: -Infinity };
  const ratio = part / all.part;
  return { p: Math.min(1, scaled(ratio, power - all.power)), ln: memory.ln(ratio) + STEP * (power - all.power) * Math.LN2 };
}

/** Two probabilities count as equal if the larger is at most this times the smaller, because rounding alone can make that difference. */
const EQUAL = 1 + 1e-7;

/**
 * One-sided and two-sided p-values of an observed count. The two-sided one sums all values that are not more probable than the observed one
 * (Freeman and Halton, Biometrika 38, 1951).
 */
export function tailsAt(memory: StatisticsMemory, of: Lattice, observed: number): Tailed {
  const all = sumOf(of, () => true);
  const own = observed - of.least;
  const [part, power] = [of.parts[own]!, of.powers[own]!];
  const notMore = (at: number): boolean => {
    const apart = of.powers[at]! - power;
    return apart < -1 || (apart <= 1 && of.parts[at]! * HUGE ** apart <= part * EQUAL);
  };
  const two = share(memory, of, notMore, all);
  return {
    statistic: observed,
    df: null,
    method: 'exact',
    p: two.p,
    log10_p: Number.isFinite(two.ln) ? Math.min(0, two.ln / Math.LN10) : null,
    below: share(memory, of, (at) => at <= own, all).p,
    above: share(memory, of, (at) => at >= own, all).p,
  };
}

/** Returns the probability of a value of at most `observed`. */
export function atMost(memory: StatisticsMemory, of: Lattice, observed: number): number {
  return share(
    memory,
    of,
    (at) => at <= observed - of.least,
    sumOf(of, () => true),
  ).p;
}

export function meanOf(of: Lattice): number {
  const all = sumOf(of, () => true);
  let mean = 0;
  for (let at = 0; at < of.parts.length; at++) mean += at * scaled(of.parts[at]! / all.part, of.powers[at]! - all.power);
  return of.least + mean;
}
