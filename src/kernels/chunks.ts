import type { Progress } from '../base/progress.ts';

/** A callback that a long computation calls between two pieces of its work; it throws when the work is cancelled. */
export type Tick = (progress: Progress) => void;

const AIM_MS = 50;

/**
 * Works through `total` items in pieces that take about 50 ms each. The number of items in a piece depends on the clock, but the results do
 * not. `work` processes items [from, to) and returns the first item of the next piece.
 */
export function inChunks(total: number, first: number, work: (from: number, to: number) => number): void {
  let size = first;
  for (let from = 0; from < total;) {
    const start = performance.now();
    from = work(from, Math.min(from + size, total));
    const spent = performance.now() - start;
    if (spent < AIM_MS / 2) size *= 2;
    else if (spent > AIM_MS) size = Math.max(1, size >> 1);
  }
}
