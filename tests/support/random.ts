/** Seeded chance for tests: mulberry32, 32 bits of state, equal on every machine. */
export interface RandomSource {
  /** Uniform on [0, 1). */
  next(): number;
  /** Whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** Uniform on [from, to). */
  between(from: number, to: number): number;
  /** Normal with mean 0 and the given spread. */
  normal(sigma: number): number;
  /** Exponential with the given mean. */
  exponential(mean: number): number;
  /** A separate random stream, so that a change in one part of a scene does not affect another. */
  fork(): RandomSource;
}

export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    below: (below) => Math.floor(next() * below),
    between: (from, to) => from + (to - from) * next(),
    normal: (sigma) => sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: (mean) => -mean * Math.log(1 - next()),
    fork: () => randomSource(Math.floor(next() * 4294967296)),
  };
}
