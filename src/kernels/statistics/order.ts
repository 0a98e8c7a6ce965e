/** Figures of a column that need its sorted values: quantiles, median absolute deviation, mode and entropy, histogram. */
import type { ColumnFigures } from './contract.ts';
import type { StatisticsMemory } from './memory.ts';
import { finite } from './memory.ts';

/** The two parameters of each of Hyndman and Fan's continuous quantile types 4 to 9. */
const PLOTTING: Readonly<Record<number, readonly [number, number]>> = {
  4: [0, 1],
  5: [0.5, 0.5],
  6: [0, 0],
  7: [1, 1],
  8: [1 / 3, 1 / 3],
  9: [3 / 8, 3 / 8],
};
/** A position this close to a whole number counts as that number, because probabilities such as 0.1 are not exact in a double. */
const FUZZ = 4 * Number.EPSILON;

/** Returns a quantile of a sample. @param sorted the values, ascending; at least one */
export function quantileOf(sorted: Float64Array, probability: number, type: number): number {
  const n = sorted.length;
  const at = (rank: number): number => sorted[Math.min(n, Math.max(1, rank)) - 1] ?? NaN;
  const plotting = PLOTTING[type];
  if (plotting === undefined) {
    const place = type === 3 ? n * probability - 0.5 : n * probability;
    const rank = Math.floor(place + FUZZ * n);
    const beyond = place - rank > FUZZ * n;
    if (type === 1) return at(beyond ? rank + 1 : rank);
    if (type === 2) return beyond ? at(rank + 1) : between(at(rank), at(rank + 1), 0.5);
    return beyond || rank % 2 !== 0 ? at(rank + 1) : at(rank);
  }
  const [a, b] = plotting;
  const place = a + probability * (n + 1 - a - b);
  const rank = Math.floor(place + FUZZ);
  const share = place - rank;
  return Math.abs(share) < FUZZ ? at(rank) : between(at(rank), at(rank + 1), share);
}

const between = (low: number, high: number, share: number): number => (low === high ? low : (1 - share) * low + share * high);

/** Returns the median of the distances of all values from their median. */
export function medianDistance(sorted: Float64Array, median: number): number {
  const distances = Float64Array.from(sorted, (value) => Math.abs(value - median)).sort();
  return quantileOf(distances, 0.5, 7);
}

/** Returns the most frequent value (null if all values occur once) and the entropy in bits of the distinct values. */
export function frequencies(memory: StatisticsMemory, sorted: Float64Array): Pick<ColumnFigures, 'mode' | 'entropy'> {
  const n = sorted.length;
  let mode: number | null = null;
  let most = 1;
  let weighted = 0;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && sorted[to] === sorted[from]) to++;
    const run = to - from;
    if (run > most) {
      most = run;
      mode = sorted[from] ?? null;
    }
    if (run > 1) weighted += run * memory.ln(run);
    from = to;
  }
  // −Σ p ln p = ln n − Σ cₖ ln cₖ / n
  return { mode, entropy: finite(Math.max(0, (memory.ln(n) - weighted / n) / memory.ln(2))) };
}

const MOST_BINS = 64;

/** Builds a histogram of ⌈log₂ n⌉ + 1 bins of equal width (Sturges's rule), at most 64; one bin if all values are equal. */
export function histogramOf(sorted: Float64Array): ColumnFigures['histogram'] {
  const n = sorted.length;
  const [low, high] = [sorted[0], sorted[n - 1]];
  if (low === undefined || high === undefined) return { edges: [], counts: [] };
  if (low === high) return { edges: [low, high], counts: [n] };
  let bins = 1;
  for (let reach = 1; reach < n; reach *= 2) bins += 1;
  bins = Math.min(MOST_BINS, bins);
  // Edges are weighted means of both ends, because the width may exceed the range of a double.
  const edges = Array.from({ length: bins + 1 }, (_, k) => (k === bins ? high : low * (1 - k / bins) + high * (k / bins)));
  const counts = new Array<number>(bins).fill(0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < bins - 1 && value >= (edges[bin + 1] ?? Infinity)) bin++;
    counts[bin]! += 1;
  }
  return { edges, counts };
}
