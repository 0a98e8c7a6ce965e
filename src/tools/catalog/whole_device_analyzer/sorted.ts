/** How many of the sorted values lie between two. */
export function count(sorted: Float64Array, from: number, until: number): number {
  return place(sorted, until) - place(sorted, from);
}

/** Position of the first sorted value that is not below this one. */
export function place(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
