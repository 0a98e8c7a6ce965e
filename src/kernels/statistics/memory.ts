import { STATISTICS_BASE64 } from '../generated/statistics-module.ts';

/** The functions that the WebAssembly module of `assembly/statistics/index.ts` exports. Addresses are byte offsets into `memory`. */
export interface StatisticsExports {
  readonly memory: WebAssembly.Memory;
  reset(): void;
  alloc(bytes: number): number;
  tails(kind: number, x: number, a: number, b: number, out: number): void;
  upperQuantile(kind: number, p: number, a: number, b: number): number;
  logarithm(x: number): number;
  cosine(x: number): number;
  exponential(x: number): number;
  hedgesCorrection(df: number): number;
  noncentralT(t: number, df: number, delta: number, out: number): void;
  noncentralChiSquare(x: number, df: number, lambda: number, out: number): void;
  total(column: number, from: number, to: number, scale: number, out: number): void;
  moments(column: number, rows: number, scale: number, out: number): void;
  coproduct(
    x: number,
    y: number,
    rows: number,
    xScale: number,
    xHigh: number,
    xLow: number,
    yScale: number,
    yHigh: number,
    yLow: number,
    out: number,
  ): void;
  useDesign(data: number, rows: number, scales: number, specs: number, factors: number, weight: number): void;
  fillDesign(width: number, from: number, count: number, stride: number, high: number, low: number): void;
  factorRows(from: number, to: number, width: number, exact: boolean, triangle: number): void;
  mergeFactor(other: number, wide: number, kept: number, width: number, exact: boolean, triangle: number): void;
  levels(triangle: number, width: number, pivots: number, out: number): void;
  contrast(triangle: number, width: number, c: number, out: number): void;
  runMeans(column: number, starts: number, runs: number, scale: number, out: number): void;
  withinSubjects(cells: number, subjects: number, levels: number, out: number): void;
  residualRows(
    from: number,
    to: number,
    terms: number,
    exact: boolean,
    triangle: number,
    slopes: number,
    variance: number,
    mean: number,
    first: number,
    every: number,
    robust: number,
    out: number,
  ): void;
  productLimit(times: number, atRisk: number, events: number, out: number): void;
  invertPairs(p: number, matrix: number, least: number, out: number): number;
  bilinear(p: number, matrix: number, a: number, b: number, out: number): void;
  stepped(p: number, matrix: number, u: number, share: number, beta: number, out: number): void;
  rankSums(times: number, groups: number, atRisk: number, events: number, weights: number, out: number): void;
  partialLikelihood(
    n: number,
    p: number,
    x: number,
    beta: number,
    exit: number,
    entry: number,
    event: number,
    exits: number,
    entries: number,
    strata: number,
    ends: number,
    course: number,
    out: number,
  ): void;
  useResponse(kind: number, values: number, offsets: number, weights: number): void;
  weighRows(from: number, to: number, terms: number, triangle: number, gamma: number, inverse: number, out: number): void;
  weighRowsExact(from: number, to: number, terms: number, triangle: number, gamma: number, inverse: number, out: number): void;
  pearsonRows(from: number, to: number, terms: number, triangle: number, gamma: number, cholesky: number, out: number): void;
  logDeterminant(p: number, matrix: number, out: number): void;
  saturated(count: number, values: number, weights: number, out: number): void;
  scoreRows(from: number, to: number, terms: number, exact: boolean, triangle: number, slopes: number, out: number): void;
}

/** Distributions by number: the position in this list is the number that `assembly/statistics/distribution.ts` uses. */
const DISTRIBUTIONS = ['normal', 't', 'f', 'chi_square', 'studentized_range'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

export interface Tails {
  readonly lower: number;
  readonly upper: number;
  /** Natural logarithms of the lower and the upper tail probability. */
  readonly log_lower: number;
  readonly log_upper: number;
}

/**
 * Mean of a column and sums of powers of the deviations from it. The values are multiplied by `scale`, a power of two that brings
 * magnitudes to 1 at most.
 */
export interface Moments {
  readonly rows: number;
  readonly scale: number;
  /** Mean as a pair of doubles, high part and low part, whose sum it is. */
  readonly mean: readonly [number, number];
  readonly squares: number;
  readonly cubes: number;
  readonly fourths: number;
  readonly products: number;
}

/** One instance of the statistics module. `put` copies a column into its memory, where it stays at the returned address until `clear`. */
export class StatisticsMemory {
  /** The raw functions of the module, for kernels that manage its memory themselves. */
  readonly run: StatisticsExports;
  #out: number;

  constructor(run: StatisticsExports) {
    this.run = run;
    run.reset();
    this.#out = run.alloc(64);
  }

  clear(): void {
    this.run.reset();
    this.#out = this.run.alloc(64);
  }

  put(values: Float64Array): number {
    const at = this.run.alloc(values.byteLength);
    new Float64Array(this.run.memory.buffer, at, values.length).set(values);
    return at;
  }

  /** Returns a copy of the `count` doubles at address `at`. */
  take(at: number, count: number): Float64Array {
    return new Float64Array(this.run.memory.buffer, at, count).slice();
  }

  /** Tail probabilities of a distribution at x; `a` and `b` are degrees of freedom (studentized range: number of groups, then those). */
  tails(distribution: Distribution, x: number, a = 0, b = 0): Tails {
    this.run.tails(DISTRIBUTIONS.indexOf(distribution), x, a, b, this.#out);
    const [lower = NaN, upper = NaN, log_lower = NaN, log_upper = NaN] = this.#read(4);
    return { lower, upper, log_lower, log_upper };
  }

  /** Returns the x whose upper tail probability is `p`. */
  quantile(distribution: Distribution, p: number, a = 0, b = 0): number {
    return this.run.upperQuantile(DISTRIBUTIONS.indexOf(distribution), p, a, b);
  }

  /** Lower and upper tail probability of a noncentral distribution. */
  noncentral(distribution: 't' | 'chi_square', x: number, df: number, shift: number): { readonly lower: number; readonly upper: number } {
    if (distribution === 't') this.run.noncentralT(x, df, shift, this.#out);
    else this.run.noncentralChiSquare(x, df, shift, this.#out);
    const [lower = NaN, upper = NaN] = this.#read(2);
    return { lower, upper };
  }

  ln(x: number): number {
    return this.run.logarithm(x);
  }

  moments(column: number, rows: number, scale: number): Moments {
    this.run.moments(column, rows, scale, this.#out);
    const [high = NaN, low = NaN, s2 = NaN, s2low = NaN, cubes = NaN, fourths = NaN, next = NaN, nextLow = NaN] = this.#read(8);
    return { rows, scale, mean: [high, low], squares: s2 + s2low, cubes, fourths, products: next + nextLow };
  }

  /** Sum of the values of a column at positions `from` to `to` (exclusive), each multiplied by `scale`. */
  total(column: number, from: number, to: number, scale: number): number {
    const [high, low] = this.exactTotal(column, from, to, scale);
    return high + low;
  }

  /** The same sum as a pair of doubles, high part and low part. */
  exactTotal(column: number, from: number, to: number, scale: number): readonly [number, number] {
    this.run.total(column, from, to, scale, this.#out);
    const [high = NaN, low = NaN] = this.#read(2);
    return [high, low];
  }

  /** Sum of products of two columns' deviations from their means, in the scale of their moments. */
  coproduct(x: number, of: Moments, y: number, and: Moments): number {
    this.run.coproduct(x, y, of.rows, of.scale, of.mean[0], of.mean[1], and.scale, and.mean[0], and.mean[1], this.#out);
    return this.#read(1)[0] ?? NaN;
  }

  #read(count: number): Float64Array {
    return new Float64Array(this.run.memory.buffer, this.#out, count);
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Creates a new instance of the statistics module, which is compiled at the first call. */
export async function statisticsMemory(): Promise<StatisticsMemory> {
  compiled ??= WebAssembly.compile(Uint8Array.from(atob(STATISTICS_BASE64), (byte) => byte.charCodeAt(0)));
  const instance = await WebAssembly.instantiate(await compiled, {});
  return new StatisticsMemory(instance.exports as unknown as StatisticsExports);
}

/** The power of two that brings the largest magnitude into [1/2, 1]; 1 if all values are 0. Scaling by it, and back, is exact. */
export function scaleOf(values: Float64Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  // Ordinary magnitudes need no scaling: no sum or product of them can leave the range.
  if (largest === 0 || (largest < 1e60 && largest > 1e-40)) return 1;
  let scale = 1;
  while (largest * scale > 1) scale /= 2;
  while (largest * scale < 0.5 && scale < 1e307) scale *= 2;
  return scale;
}

/** Returns the value itself, or null if it is NaN or infinite. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const LN10_HIGH = 2.302585092994046;
/** Converts a natural logarithm to a decimal one; null if it is not finite. */
export const log10 = (ln: number): number | null => finite(ln / LN10_HIGH);
