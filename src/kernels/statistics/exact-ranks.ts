/**
 * Exact two-sided p-values of rank correlations for few rows: the share of all pairings of the same ranks whose correlation is at least as
 * far from zero as the observed one (Kendall and Gibbons, Rank Correlation Methods, 5th edition, chapter 4). Ties are allowed where noted.
 */

/** Largest number of rows for which all pairings are enumerated: one limit for ranks with ties, one for distinct ranks. */
export const MOST_PAIRED = { ties: 9, distinct: 12 } as const;
/** Largest number of rows without ties for which the distribution of Kendall's score is computed by its recurrence. */
export const MOST_SCORED = 100;

/** Exact p of Spearman's correlation from the ranks of both columns; at most `MOST_PAIRED.ties` rows (without ties, `.distinct` rows). */
export function spearmanExact(ranksOfX: readonly number[], ranksOfY: readonly number[]): number {
  const n = ranksOfX.length;
  const distinct = new Set(ranksOfX).size === n && new Set(ranksOfY).size === n;
  // Mean ranks of ties are multiples of one half. Doubled, every sum is a whole number.
  const [x, y] = distinct ? [ranksOfX, ranksOfY] : [ranksOfX.map((rank) => 2 * rank), ranksOfY.map((rank) => 2 * rank)];
  const sums = distinct ? distinctSums(x) : pairedSums(x, y);
  // Sum of products of ranks less its mean over all pairings, times n, which makes it a whole number.
  const mean = total(x) * total(y);
  const observed = Math.abs(n * x.reduce((sum, rank, row) => sum + rank * y[row]!, 0) - mean);
  return shareOf(sums, (sum) => Math.abs(n * sum - mean) >= observed);
}

/** Caches by number of rows: sums of ranks without ties, and shares of inversions, are the same for all columns of equal length. */
const [sumsOf, sharesOf] = [new Map<number, Float64Array>(), new Map<number, Float64Array>()];

function distinctSums(ranks: readonly number[]): Float64Array {
  const known = sumsOf.get(ranks.length) ?? pairedSums(ranks, ranks);
  sumsOf.set(ranks.length, known);
  return known;
}

/** For every possible sum of products, counts the pairings that have it. Values of y are assigned one by one; a bit mask tells which. */
function pairedSums(x: readonly number[], y: readonly number[]): Float64Array {
  const n = x.length;
  const [up, down] = [[...x].sort((a, b) => a - b), [...y].sort((a, b) => a - b)];
  const most = up.reduce((sum, rank, at) => sum + rank * down[at]!, 0);
  const counts: (Float64Array | undefined)[] = [Float64Array.of(1, ...new Array<number>(most).fill(0))];
  for (let mask = 0; mask < (1 << n) - 1; mask++) {
    const from = counts[mask]!;
    const rank = x[bitsOf(mask)]!;
    for (let at = 0; at < n; at++) {
      if ((mask & (1 << at)) !== 0) continue;
      const to = (counts[mask | (1 << at)] ??= new Float64Array(most + 1));
      const step = rank * y[at]!;
      for (let sum = 0; sum + step <= most; sum++) to[sum + step]! += from[sum]!;
    }
    counts[mask] = undefined;
  }
  return counts[(1 << n) - 1]!;
}

/**
 * Exact p-value of Kendall's correlation from the ranks of both columns; at most `MOST_PAIRED.ties` rows. Rows of equal x are assigned
 * together, because they add nothing to the score among themselves.
 */
export function kendallExact(x: readonly number[], y: readonly number[]): number {
  const n = x.length;
  const most = (n * (n - 1)) / 2;
  const order = x.map((_, row) => row).sort((a, b) => x[a]! - x[b]!);
  const observed = Math.abs(
    order.reduce((sum, row, at) => sum + order.slice(0, at).reduce((part, before) => part + signs(x, y, row, before), 0), 0),
  );
  let states = new Map<number, Float64Array>([[0, scoreOf(most)]]);
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && x[order[to]!] === x[order[from]!]) to++;
    states = placed(states, y, to - from);
    from = to;
  }
  return shareOf(states.get((1 << n) - 1)!, (at) => Math.abs(at - most) >= observed);
}

const signs = (x: readonly number[], y: readonly number[], a: number, b: number): number =>
  Math.sign(x[a]! - x[b]!) * Math.sign(y[a]! - y[b]!);

/** An array of counts by score, offset by the maximum score `most`; it starts with one pairing of score 0. */
function scoreOf(most: number): Float64Array {
  const counts = new Float64Array(2 * most + 1);
  counts[most] = 1;
  return counts;
}

/** Assigns the next `size` rows, which have equal x, to values of y that are not yet taken, in every possible way. */
function placed(states: ReadonlyMap<number, Float64Array>, y: readonly number[], size: number): Map<number, Float64Array> {
  const next = new Map<number, Float64Array>();
  const sets = Array.from({ length: 1 << y.length }, (_, set) => set).filter((set) => bitsOf(set) === size);
  for (const [mask, from] of states) {
    // For each value of y, compute what it adds to Kendall's score when it is compared with the values that are already taken.
    const adds = y.map((value, at) =>
      y.reduce((sum, other, before) => ((mask & (1 << before)) === 0 || at === before ? sum : sum + Math.sign(value - other)), 0),
    );
    for (const set of sets) {
      if ((mask & set) !== 0) continue;
      const step = adds.reduce((sum, add, at) => ((set & (1 << at)) === 0 ? sum : sum + add), 0);
      const to = next.get(mask | set) ?? new Float64Array(from.length);
      for (let at = Math.max(0, -step); at < Math.min(from.length, from.length - step); at++) to[at + step]! += from[at]!;
      next.set(mask | set, to);
    }
  }
  return next;
}

/** Exact p-value of Kendall's score without ties, from the distribution of the number of inversions. */
export function kendallDistinct(n: number, score: number): number {
  const shares = inversions(n);
  const most = shares.length - 1;
  return shareOf(shares, (count) => Math.abs(most - 2 * count) >= Math.abs(score));
}

/** For each number of inversions, the share of orders of n rows with it. All terms are positive, so even small tails keep all digits. */
function inversions(n: number): Float64Array {
  const known = sharesOf.get(n);
  if (known) return known;
  const fewer = n < 2 ? Float64Array.of() : inversions(n - 1);
  const shares = n < 2 ? Float64Array.of(1) : new Float64Array((n * (n - 1)) / 2 + 1);
  for (let count = 0; n > 1 && count < shares.length; count++)
    for (let at = Math.max(0, count - n + 1); at <= Math.min(count, fewer.length - 1); at++) shares[count]! += fewer[at]! / n;
  sharesOf.set(n, shares);
  return shares;
}

/** Natural logarithm of the smallest p-value that `n` rows can have, where `ties` holds the sizes of groups of equal values. */
export const leastPairing = (n: number, ties: readonly number[]): number =>
  ties.reduce((sum, size) => sum + factorial(size), ties.length === 0 && n > 1 ? Math.LN2 : 0) - factorial(n);

/** Natural logarithm of n!. Above 20 it uses Stirling's series, whose first omitted term is below 1e-10. */
function factorial(n: number): number {
  if (n > 20) return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
  let sum = 0;
  for (let k = 2; k <= n; k++) sum += Math.log(k);
  return sum;
}

function shareOf(counts: Float64Array, counted: (at: number) => boolean): number {
  let [inside, all] = [0, 0];
  counts.forEach((count, at) => {
    all += count;
    if (counted(at)) inside += count;
  });
  return inside / all;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function bitsOf(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}
