/** Rows of a model in blocks, and powers of two for their columns. */

/** Number of rows in every block except the last. It is fixed, so that results do not depend on how rows arrive. */
export const BLOCK_ROWS = 32_768;

/** A block of complete rows, with its data columns stored one after another. */
export interface Block {
  readonly rows: number;
  readonly data: Float64Array;
}

/** Returns the exponent of the power of two that brings a column's largest magnitude into [1/2, 1); 0 for a column of zeros. */
export function exponentFor(largest: number): number {
  if (largest === 0) return 0;
  let exponent = 0;
  for (let value = largest; value >= 1; value /= 2) exponent--;
  for (let value = largest; value < 0.5 && exponent < 1022; value *= 2) exponent++;
  return exponent;
}
