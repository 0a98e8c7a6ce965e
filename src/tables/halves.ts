/** A column of 64-bit values as 32-bit halves, the low half first, because a bigint would have to be allocated for every row. */
export interface Halves {
  readonly words: Int32Array;
  readonly valid: Uint8Array;
}

export function halves({ values, valid }: { readonly values: BigInt64Array; readonly valid: Uint8Array }): Halves {
  return { words: new Int32Array(values.buffer, values.byteOffset, values.length * 2), valid };
}

/** Stores `value`, which is an integer within ±2^53. */
export function storeHalves({ words, valid }: Halves, row: number, value: number): void {
  const high = Math.floor(value / 4294967296);
  words[row * 2] = value - high * 4294967296;
  words[row * 2 + 1] = high;
  mark(valid, row);
}

/** Sets the bit of `row` in a validity bitmap. */
export function mark(valid: Uint8Array, row: number): void {
  const at = row >> 3;
  valid[at] = (valid[at] ?? 0) | (1 << (row & 7));
}
