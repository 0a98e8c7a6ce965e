import { getF64, setF64 } from './arena';

/** Lower median of `count` f64 at `base`, by Hoare's selection, which reorders them. NaN if there are none. */
export function median(base: usize, count: i32): f64 {
  if (count == 0) return NaN;
  return select(base, count, (count - 1) >> 1);
}

/** Returns the value of rank `rank` (counted from 0) among `count` f64 at `base`, and reorders them. */
export function select(base: usize, count: i32, rank: i32): f64 {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = getF64(base, (low + high) >> 1);
    let i = low;
    let j = high;
    while (i <= j) {
      while (getF64(base, i) < pivot) i++;
      while (getF64(base, j) > pivot) j--;
      if (i <= j) {
        const swap = getF64(base, i);
        setF64(base, i, getF64(base, j));
        setF64(base, j, swap);
        i++;
        j--;
      }
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return getF64(base, rank);
}
