/**
 * Returns the rank of each value (equal values get the mean of their ranks) and the sizes of groups of equal values, to correct for ties.
 */
export function ranksOf(values: Float64Array): { readonly ranks: Float64Array; readonly ties: readonly number[] } {
  const order = sortedPositions(values);
  const ranks = new Float64Array(values.length);
  const ties: number[] = [];
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let k = from; k < to; k++) ranks[order[k]!] = (from + 1 + to) / 2;
    if (to - from > 1) ties.push(to - from);
    from = to;
  }
  return { ranks, ties };
}

/** Returns the positions of the values in ascending order of value; equal values keep their order. */
export function sortedPositions(values: Float64Array): Uint32Array {
  return Uint32Array.from(values, (_, at) => at).sort((a, b) => values[a]! - values[b]! || a - b);
}
