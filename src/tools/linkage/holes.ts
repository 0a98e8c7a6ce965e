import type { Hole } from './observe.ts';

/** Position of the first of the holes, which are ascending, that ends after `time`; their number where none does. */
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

/** The last hole that was over at `time`. */
export const lastOver = (holes: readonly Hole[], time: number): Hole | undefined => holes[firstEndingAfter(holes, time) - 1];
