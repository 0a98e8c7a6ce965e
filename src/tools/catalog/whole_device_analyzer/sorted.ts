/** Returns how many of the sorted values are between `from` and `until`. */
export function count(sorted: Float64Array, from: number, until: number): number {
  return place(sorted, until) - place(sorted, from);
}

/** Returns the index of the first sorted value that is at least `value`. */
export function place(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
