import type { TestFigures } from '../contract.ts';
import { finite, log10, type StatisticsMemory } from '../memory.ts';
import type { RankFigures } from './contract.ts';
import { atRiskCounter, counterBelow, distinct, productLimit, type Sorted } from './curves.ts';

/** The log-rank test, and Peto and Peto's test, which weighs early events more. Groups are compared within strata; rows may enter late. */
export function rankTests(memory: StatisticsMemory, strata: readonly (readonly Sorted[])[], groups: number) {
  const pooled = pooledOf(strata.flat());
  const before = survivalBefore(memory, pooled);
  const plain = sums(memory, strata, groups, () => 1);
  const expected = Array.from({ length: groups }, (_, at) => plain.expected(at));
  const kept = expected.flatMap((value, at) => (value > 0 ? [at] : []));
  if (kept.length < 2) return null;
  const weighted = sums(memory, strata, groups, before);
  const figures: RankFigures[] = expected.map((value, at) => ({ observed: plain.observed(at), expected: value }));
  return { log_rank: tested(memory, plain, kept), peto_peto: tested(memory, weighted, kept), groups: figures };
}

export function pooledOf(all: readonly Sorted[]): Sorted {
  const join = (parts: readonly Float64Array[]): Float64Array => {
    const joined = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined.sort();
  };
  return {
    exits: join(all.map(({ exits }) => exits)),
    entries: join(all.map(({ entries }) => entries)),
    events: join(all.map(({ events }) => events)),
  };
}

/** Returns a function for the survival over all rows just before an event time. */
export function survivalBefore(memory: StatisticsMemory, pooled: Sorted): (time: number) => number {
  const { times, counts } = distinct(pooled.events);
  const { before } = productLimit(memory, Float64Array.from(times, atRiskCounter(pooled)), counts);
  const places = new Map(Array.from(times, (time, at) => [time, before[at]!] as const));
  return (time) => places.get(time) ?? NaN;
}

interface Sums {
  readonly groups: number;
  /** Sums as pairs of doubles, in the order in which `rankSums` writes them. */
  readonly cells: Float64Array;
  readonly observed: (group: number) => number;
  readonly expected: (group: number) => number;
}

function sums(memory: StatisticsMemory, strata: readonly (readonly Sorted[])[], groups: number, weight: (time: number) => number): Sums {
  let cells: Float64Array = new Float64Array(2 * (3 * groups + groups * groups));
  for (const stratum of strata) {
    const { times } = distinct(pooledOf(stratum).events);
    const atRisk = new Float64Array(times.length * groups);
    const events = new Float64Array(times.length * groups);
    stratum.forEach((own, group) => {
      const counter = atRiskCounter(own);
      const [below, upTo] = [counterBelow(own.events), counterBelow(own.events, true)];
      times.forEach((time, k) => {
        atRisk[k * groups + group] = counter(time);
        events[k * groups + group] = upTo(time) - below(time);
      });
    });
    memory.clear();
    const out = memory.put(cells);
    memory.run.rankSums(times.length, groups, memory.put(atRisk), memory.put(events), memory.put(times.map(weight)), out);
    cells = memory.take(out, cells.length);
  }
  const at = (place: number): number => cells[2 * place]! + cells[2 * place + 1]!;
  const observed = groups + groups * groups;
  return { groups, cells, observed: (group) => at(observed + group), expected: (group) => at(observed + groups + group) };
}

/** Chi-square test of observed less expected events, over all groups but the last, because these differences add up to 0. */
function tested(memory: StatisticsMemory, { groups, cells }: Sums, kept: readonly number[]): TestFigures {
  const own = kept.slice(0, -1);
  const pair = (place: number): readonly [number, number] => [cells[2 * place]!, cells[2 * place + 1]!];
  memory.clear();
  const difference = memory.put(Float64Array.from(own.flatMap(pair)));
  const covariance = memory.put(Float64Array.from(own.flatMap((row) => own.flatMap((column) => pair(groups + row * groups + column)))));
  return chiSquare(memory, quadratic(memory, own.length, covariance, difference), own.length);
}

/** Computes uᵀ M⁻¹ u for addresses of u and M; NaN if M is singular. */
export function quadratic(memory: StatisticsMemory, p: number, matrix: number, u: number): number {
  const inverse = memory.put(new Float64Array(2 * p * p));
  if (memory.run.invertPairs(p, matrix, SINGULAR, inverse) >= 0) return NaN;
  return bilinear(memory, p, inverse, u, u)[0];
}

export function bilinear(memory: StatisticsMemory, p: number, matrix: number, a: number, b: number): readonly [number, number] {
  const out = memory.put(new Float64Array(2));
  memory.run.bilinear(p, matrix, a, b, out);
  const [high = NaN, low = NaN] = memory.take(out, 2);
  return [high, low];
}

export function chiSquare(memory: StatisticsMemory, statistic: number, df: number): TestFigures {
  const own = Math.max(0, statistic);
  if (!Number.isFinite(statistic)) return { statistic: null, df: [df], p: null, log10_p: null };
  const { upper, log_upper } = memory.tails('chi_square', own, df);
  return { statistic: own, df: [df], p: finite(upper), log10_p: log10(log_upper) };
}

/** A column counts as dependent on earlier ones if its pivot is below this share of its diagonal element. */
export const SINGULAR = 1e-22;
