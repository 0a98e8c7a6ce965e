/** Least squares in exact rational arithmetic, for integer input. */

export type Rational = readonly [bigint, bigint];

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const reduced = (n: bigint, d: bigint): Rational => {
  const sign = d < 0n ? -1n : 1n;
  const divisor = gcd(n, d) || 1n;
  return [(sign * n) / divisor, (sign * d) / divisor];
};
const minus = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * d - c * b, b * d);
const times = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * c, b * d);
export const over = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * d, b * c);
export const toNumber = ([n, d]: Rational): number => {
  const shift = 10n ** 40n;
  return Number(`${String((n * shift) / d)}e-40`);
};

/** Residual sum of squares of `y` given the columns, which may depend on each other. */
export function squaresLeft(columns: readonly (readonly number[])[], y: readonly number[]): Rational {
  const all = [...columns, y];
  const products = all.map((a) => all.map((b): Rational => [BigInt(a.reduce((sum, value, row) => sum + value * (b[row] ?? 0), 0)), 1n]));
  const last = columns.length;
  for (let k = 0; k < last; k++) {
    const pivot = products[k]![k]!;
    // A column within the span of those before it.
    if (pivot[0] === 0n) continue;
    for (let i = k + 1; i <= last; i++) {
      const factor = over(products[i]![k]!, pivot);
      for (let j = k; j <= last; j++) products[i]![j] = minus(products[i]![j]!, times(factor, products[k]![j]!));
    }
  }
  return products[last]![last]!;
}

export const difference = (a: Rational, b: Rational): number => toNumber(minus(a, b));
