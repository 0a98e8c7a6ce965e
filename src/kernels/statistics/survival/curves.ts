import type { StatisticsMemory } from '../memory.ts';
import type { SurvivalCurve } from './contract.ts';

/** Entry, exit and event times of the rows of one group, each array sorted. */
export interface Sorted {
  readonly exits: Float64Array;
  /** Entry times; empty if every row is under observation from time 0. */
  readonly entries: Float64Array;
  readonly events: Float64Array;
}

/** Returns a function that counts how many of the ascending values are below a bound. Its bounds must not decrease from call to call. */
export function counterBelow(values: Float64Array, orEqual = false): (bound: number) => number {
  let at = 0;
  return (bound) => {
    while (at < values.length && (orEqual ? values[at]! <= bound : values[at]! < bound)) at++;
    return at;
  };
}

/** Returns a function that counts the rows at risk just before a time: entered earlier and not yet exited. Times must not decrease. */
export function atRiskCounter({ exits, entries }: Sorted): (time: number) => number {
  const [out, into] = [counterBelow(exits), counterBelow(entries)];
  return entries.length === 0 ? (time) => exits.length - out(time) : (time) => into(time) - out(time);
}

/** Returns the distinct values of an ascending array, and how often each occurs. */
export function distinct(values: Float64Array): { readonly times: Float64Array; readonly counts: Float64Array } {
  const times: number[] = [];
  const counts: number[] = [];
  for (const value of values) {
    if (times.at(-1) === value) counts[counts.length - 1]! += 1;
    else {
      times.push(value);
      counts.push(1);
    }
  }
  return { times: Float64Array.from(times), counts: Float64Array.from(counts) };
}

export interface Product {
  readonly survival: Float64Array;
  readonly before: Float64Array;
  readonly logarithm: Float64Array;
  readonly greenwood: Float64Array;
}

export function productLimit(memory: StatisticsMemory, atRisk: Float64Array, deaths: Float64Array): Product {
  memory.clear();
  const times = atRisk.length;
  const out = memory.put(new Float64Array(5 * times));
  memory.run.productLimit(times, memory.put(atRisk), memory.put(deaths), out);
  const part = (at: number): Float64Array => memory.take(out + at * times * 8, times);
  return { survival: part(0), logarithm: part(2), greenwood: part(3), before: part(4) };
}

export function curveOf(memory: StatisticsMemory, sorted: Sorted, at: Float64Array, alpha: number): SurvivalCurve {
  const { times, counts: deaths } = distinct(sorted.events);
  const atRisk = Float64Array.from(times, atRiskCounter(sorted));
  const { survival, logarithm, greenwood } = productLimit(memory, atRisk, deaths);
  const z = memory.quantile('normal', alpha / 2);
  const bound = (sign: number): Float64Array =>
    survival.map((own, k) => {
      if (!(own > 0)) return NaN;
      const shift = (sign * z * Math.sqrt(greenwood[k]!)) / -logarithm[k]!;
      return memory.run.exponential(logarithm[k]! * memory.run.exponential(shift));
    });
  const [low, high] = [bound(1), bound(-1)];
  const counter = atRiskCounter(sorted);
  const entered = sorted.entries.length === 0 ? 0 : counterBelow(sorted.entries, true)(0);
  const end = survival.findIndex((own) => own === 0);
  return {
    rows: sorted.exits.length,
    events: sorted.events.length,
    times,
    at_risk: atRisk,
    deaths,
    survival,
    error: survival.map((own, k) => (own > 0 ? own * Math.sqrt(greenwood[k]!) : NaN)),
    low,
    high,
    median: { value: crossing(times, survival), low: crossing(times, low), high: crossing(times, high) },
    counts: Float64Array.from(at, (time) => (time <= 0 && sorted.entries.length > 0 ? entered : counter(time))),
    emptied: end >= 0 && sorted.exits.at(-1) > times[end]! ? times[end]! : null,
  };
}

/** Median of a falling curve: when it first falls below one half. If it equals one half before, the middle of the times of both falls. */
function crossing(times: Float64Array, curve: Float64Array): number | null {
  const at = curve.findIndex((value) => value <= 0.5 + HALF);
  if (at < 0) return null;
  if (curve[at]! < 0.5 - HALF) return times[at]!;
  const next = curve.findIndex((value, k) => k > at && value < curve[at]!);
  return next < 0 ? times[at]! : times[at]! / 2 + times[next]! / 2;
}

/** A value this close to one half counts as one half, because it may differ by rounding. */
const HALF = 1e-14;
