import type { Hole } from './observe.ts';

/** Index of the first hole (span without packets) that ends after `time`, or their number if there is none. Holes must be ascending. */
export function firstEndingAfter(holes: readonly Hole[], time: number): number {
  let low = 0;
  let high = holes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holes[middle]!.end <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the last hole that ended before or at `time`; undefined if there is none. */
export const lastOver = (holes: readonly Hole[], time: number): Hole | undefined => holes[firstEndingAfter(holes, time) - 1];
