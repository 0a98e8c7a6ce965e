import { readClock, type ClockLine } from './line.ts';
import { firstOfKey, type Track } from './track.ts';

/** Rows of two tracks that are the same transmission, as positions in `a` and in `b`. Each row is in at most one pair. */
export interface Pairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** A time range on the clock of `b`, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const EVERYTHING: Span = { from: -Infinity, to: Infinity };

/**
 * Pairs rows with equal code that are nearest to each other after converting `b`'s clock with `line`, and at most `tolerance` µs apart.
 * Passes over both tracks once.
 */
export function matchRows(a: Track, b: Track, line: ClockLine, tolerance: number, span: Span = EVERYTHING): Pairs {
  const foundA: number[] = [];
  const foundB: number[] = [];
  const keys = b.starts.length - 1;
  for (let code = 0; code < keys; code++) {
    const endA = a.starts[code + 1]!;
    const startB = b.starts[code]!;
    const endB = b.starts[code + 1]!;
    if (a.starts[code] === endA || startB === endB) continue;
    const firstB = span.from === -Infinity ? startB : firstOfKey(b, code, span.from);
    if (firstB === endB) continue;
    const at = (j: number): number => readClock(line, b.time[b.order[j]!]!);
    let i = firstOfKey(a, code, at(firstB) - tolerance);
    for (let j = firstB; j < endB && b.time[b.order[j]!]! <= span.to && i < endA; j++) {
      const t = at(j);
      while (i + 1 < endA && Math.abs(a.time[a.order[i + 1]!]! - t) <= Math.abs(a.time[a.order[i]!]! - t)) i++;
      const time = a.time[a.order[i]!]!;
      const distance = Math.abs(time - t);
      if (distance > tolerance) continue;
      // Only the neighbour on the other side of `time` can be nearer. If both are equally near, the earlier one is used.
      if (time > t ? j + 1 < endB && Math.abs(at(j + 1) - time) < distance : j > startB && Math.abs(at(j - 1) - time) <= distance) continue;
      foundA.push(a.order[i]!);
      foundB.push(b.order[j]!);
    }
  }
  return { a: Uint32Array.from(foundA), b: Uint32Array.from(foundB) };
}
