/** Finds the k-th smallest of all differences between two samples, or of all means of two values of one sample, without listing them. */

interface Pairs {
  readonly count: number;
  readonly least: number;
  readonly most: number;
  /** Returns how many of the pairs have a value of at most `value`, and the smallest value above that. */
  upTo(value: number): { readonly count: number; readonly next: number };
}

/** The differences of every value of the first sample and every value of the second. Both samples must be ascending. */
export function differences(x: Float64Array, y: Float64Array): Pairs {
  const [n, m] = [x.length, y.length];
  return {
    count: n * m,
    least: x[0]! - y[m - 1]!,
    most: x[n - 1]! - y[0]!,
    upTo(value) {
      let [count, next, at] = [0, Infinity, 0];
      for (let row = 0; row < n; row++) {
        while (at < m && x[row]! - y[at]! > value) at++;
        count += m - at;
        if (at > 0) next = Math.min(next, x[row]! - y[at - 1]!);
      }
      return { count, next };
    },
  };
}

/** Walsh averages: the means of each value with itself and with every other value. The values must be ascending. */
export function averages(x: Float64Array): Pairs {
  const n = x.length;
  return {
    count: (n * (n + 1)) / 2,
    least: x[0]!,
    most: x[n - 1]!,
    upTo(value) {
      let [count, next, at] = [0, Infinity, n];
      for (let row = 0; row < n; row++) {
        while (at > 0 && x[row]! / 2 + x[at - 1]! / 2 > value) at--;
        const inside = Math.max(row, at);
        count += inside - row;
        if (inside < n) next = Math.min(next, x[row]! / 2 + x[inside]! / 2);
      }
      return { count, next };
    },
  };
}

const HALVINGS = 48;

/** Returns the value at position `place` (counted from 1) if the values of all pairs were sorted. */
export function atPlace(pairs: Pairs, place: number): number {
  let [low, high] = [pairs.least, pairs.most];
  if (pairs.upTo(low).count >= place) return low;
  // Invariant: fewer than `place` values are at most `low`. Halve both ends before adding them, because their sum may overflow.
  for (let n = 0; n < HALVINGS; n++) {
    const middle = low / 2 + high / 2;
    if (!(middle > low && middle < high)) break;
    if (pairs.upTo(middle).count >= place) high = middle;
    else low = middle;
  }
  for (;;) {
    const { next } = pairs.upTo(low);
    if (next === Infinity || pairs.upTo(next).count >= place) return next === Infinity ? pairs.most : next;
    low = next;
  }
}

export function medianOf(pairs: Pairs): number {
  const half = Math.floor((pairs.count + 1) / 2);
  const low = atPlace(pairs, half);
  return pairs.count % 2 === 1 ? low : low / 2 + atPlace(pairs, half + 1) / 2;
}
