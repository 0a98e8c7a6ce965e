/** Rows of a model in blocks, and powers of two for their columns. */

/** Rows of every block but the last: a fixed cut, so that results do not depend on how rows arrive. */
export const BLOCK_ROWS = 32_768;

/** One block of complete rows: one data column behind the other. */
export interface Block {
  readonly rows: number;
  readonly data: Float64Array;
}

/** The power of two that brings a magnitude into [1/2, 1): of the column's largest. 0 for a column of zeros. */
export function exponentFor(largest: number): number {
  if (largest === 0) return 0;
  let exponent = 0;
  for (let value = largest; value >= 1; value /= 2) exponent--;
  for (let value = largest; value < 0.5 && exponent < 1022; value *= 2) exponent++;
  return exponent;
}
