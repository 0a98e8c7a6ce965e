import { getF64, getU32, setU32 } from '../lib/arena';

/**
 * Groups rows by address, each group in time order, without moving the rows.
 *
 * @param time      f64[rows], seconds
 * @param address   u32[rows], below `addresses`
 * @param radio     f64[rows], the sniffer's own clock in seconds, NaN where there is none: breaks ties
 * @param level     i8[rows], dBm, breaks what ties are left, so that the order of the rows does not matter
 * @param order     out u32[rows], row numbers group by group
 * @param starts    out u32[addresses + 1], where each group starts in `order`
 */
export function orderRows(time: usize, address: usize, radio: usize, level: usize, rows: i32, addresses: i32, order: usize, starts: usize): void {
  memory.fill(starts, 0, (<usize>addresses + 1) << 2);
  for (let row = 0; row < rows; row++) {
    const at = getU32(address, row) + 1;
    setU32(starts, at, getU32(starts, at) + 1);
  }
  for (let a = 0; a < addresses; a++) setU32(starts, a + 1, getU32(starts, a + 1) + getU32(starts, a));
  for (let row = 0; row < rows; row++) {
    const a = getU32(address, row);
    const at = getU32(starts, a);
    setU32(order, at, row);
    setU32(starts, a, at + 1);
  }
  for (let a = addresses; a > 0; a--) setU32(starts, a, getU32(starts, a - 1));
  setU32(starts, 0, 0);
  for (let a = 0; a < addresses; a++) {
    const from = getU32(starts, a);
    const count = getU32(starts, a + 1) - from;
    if (!sorted(order + (<usize>from << 2), count, time, radio, level)) heapSort(order + (<usize>from << 2), count, time, radio, level);
  }
}

// @ts-ignore: decorator
@inline
function after(a: i32, b: i32, time: usize, radio: usize, level: usize): bool {
  const ta = getF64(time, a);
  const tb = getF64(time, b);
  if (ta != tb) return ta > tb;
  const ra = getF64(radio, a);
  const rb = getF64(radio, b);
  if (ra > rb || ra < rb) return ra > rb;
  return load<i8>(level + <usize>a) > load<i8>(level + <usize>b);
}

function sorted(order: usize, count: i32, time: usize, radio: usize, level: usize): bool {
  for (let k = 1; k < count; k++) {
    if (after(getU32(order, k - 1), getU32(order, k), time, radio, level)) return false;
  }
  return true;
}

function heapSort(order: usize, count: i32, time: usize, radio: usize, level: usize): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) sift(order, root, count, time, radio, level);
  for (let end = count - 1; end > 0; end--) {
    const first = getU32(order, 0);
    setU32(order, 0, getU32(order, end));
    setU32(order, end, first);
    sift(order, 0, end, time, radio, level);
  }
}

function sift(order: usize, from: i32, count: i32, time: usize, radio: usize, level: usize): void {
  let root = from;
  const moving = getU32(order, root);
  while (true) {
    let child = 2 * root + 1;
    if (child >= count) break;
    if (child + 1 < count && after(getU32(order, child + 1), getU32(order, child), time, radio, level)) child++;
    if (!after(getU32(order, child), moving, time, radio, level)) break;
    setU32(order, root, getU32(order, child));
    root = child;
  }
  setU32(order, root, moving);
}
