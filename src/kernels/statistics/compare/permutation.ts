import type { Tailed } from './contract.ts';

/**
 * Permutation tests of means. Their statistic is Welch's t (Student's for one sample), so that large samples may also have unequal spreads
 * (Janssen, Stat. Probab. Lett. 36, 1997). All divisions are tried if there are few; otherwise random ones are drawn, and p also counts the
 * observed division (Phipson and Smyth, Stat. Appl. Genet. Mol. Biol. 9, 2010).
 */
const MOST_EXACT = 50_000;
const MOST_DRAWN = 9999;
const LEAST_DRAWN = 999;
/** Limit on the number of values that are processed over all random permutations together. */
const WORK = 4e7;
/** Two statistics count as equal if they differ by no more than this, because rounding alone can make that difference. */
const EQUAL = 1e-9;

type Found = Omit<Tailed, 'log10_p'>;

/** Returns a seeded generator of uniform random numbers in [0, 1): Marsaglia's xorshift with 32 bits. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

const drawsFor = (rows: number): number => Math.min(MOST_DRAWN, Math.floor(WORK / rows));

class Tally {
  readonly #observed: number;
  #all = 0;
  #far = 0;
  #below = 0;
  #above = 0;

  constructor(observed: number) {
    this.#observed = observed;
  }

  add(statistic: number): void {
    const slack = EQUAL * Math.abs(this.#observed);
    this.#all++;
    if (Math.abs(statistic) >= Math.abs(this.#observed) - slack) this.#far++;
    if (statistic <= this.#observed + slack) this.#below++;
    if (statistic >= this.#observed - slack) this.#above++;
  }

  result(method: 'exact' | 'sampled'): Found {
    const more = method === 'exact' ? 0 : 1;
    const share = (count: number): number => (count + more) / (this.#all + more);
    return {
      statistic: Number.isFinite(this.#observed) ? this.#observed : null,
      df: null,
      method,
      p: share(this.#far),
      below: share(this.#below),
      above: share(this.#above),
    };
  }
}

/** Number of ways to choose k of n items; once it exceeds `MOST_EXACT`, counting stops there. */
function ways(n: number, k: number): number {
  let count = 1;
  for (let at = 1; at <= Math.min(k, n - k) && count <= MOST_EXACT; at++) count = (count * (n - at + 1)) / at;
  return count;
}

/**
 * Permutation test of two samples. @param values  both samples one after the other, less a common centre; the first `n` are the first
 * sample
 */
export function permuteDivided(values: Float64Array, n: number): Found | null {
  const all = values.length;
  const m = all - n;
  if (n < 2 || m < 2) return null;
  let [total, squares] = [0, 0];
  for (const value of values) [total, squares] = [total + value, squares + value * value];
  const statistic = (sum: number, own: number): number => {
    const rest = total - sum;
    const between = sum / n - rest / m;
    const variance = Math.max(0, own - (sum * sum) / n) / (n - 1) / n + Math.max(0, squares - own - (rest * rest) / m) / (m - 1) / m;
    return between === 0 ? 0 : between / Math.sqrt(Math.max(variance, 1e-28 * squares));
  };
  const of = (places: Iterable<number>): number => {
    let [sum, own] = [0, 0];
    for (const at of places) {
      const value = values[at]!;
      sum += value;
      own += value * value;
    }
    return statistic(sum, own);
  };
  const tally = new Tally(of(Array.from({ length: n }, (_, at) => at)));
  if (ways(all, n) <= MOST_EXACT) {
    for (const chosen of choices(all, n)) tally.add(of(chosen));
    return tally.result('exact');
  }
  const draws = drawsFor(all);
  if (draws < LEAST_DRAWN) return null;
  const random = randomFrom(20261126);
  const places = Uint32Array.from(values, (_, at) => at);
  for (let draw = 0; draw < draws; draw++) {
    for (let at = 0; at < n; at++) {
      const other = at + Math.floor(random() * (all - at));
      [places[at], places[other]] = [places[other]!, places[at]!];
    }
    tally.add(of(places.subarray(0, n)));
  }
  return tally.result('sampled');
}

/** Yields every choice of k of n positions, in lexicographic order. */
function* choices(n: number, k: number): Generator<readonly number[]> {
  const chosen = Array.from({ length: k }, (_, at) => at);
  for (;;) {
    yield chosen;
    let at = k - 1;
    while (at >= 0 && chosen[at] === n - k + at) at--;
    if (at < 0) return;
    chosen[at]!++;
    for (let next = at + 1; next < k; next++) chosen[next] = chosen[next - 1]! + 1;
  }
}

/** Permutation test of one sample: flips the signs of the values, from which the value under the null hypothesis was subtracted. */
export function permuteSigns(values: Float64Array): Found | null {
  const n = values.length;
  let squares = 0;
  for (const value of values) squares += value * value;
  if (n < 2 || !(squares > 0)) return null;
  const statistic = (sum: number): number => {
    const variance = Math.max(0, squares - (sum * sum) / n) / (n - 1);
    return sum === 0 ? 0 : sum / Math.sqrt(Math.max(n * variance, 1e-28 * squares));
  };
  const tally = new Tally(statistic(values.reduce((sum, value) => sum + value, 0)));
  if (2 ** n <= MOST_EXACT) {
    for (let signs = 0; signs < 2 ** n; signs++)
      tally.add(statistic(values.reduce((sum, value, at) => sum + ((signs >> at) & 1 ? -value : value), 0)));
    return tally.result('exact');
  }
  const draws = drawsFor(n);
  if (draws < LEAST_DRAWN) return null;
  const random = randomFrom(20261126);
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (const value of values) sum += random() < 0.5 ? -value : value;
    tally.add(statistic(sum));
  }
  return tally.result('sampled');
}
