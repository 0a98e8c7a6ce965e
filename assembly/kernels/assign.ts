import { getF64, getU32, setF64, setU32 } from '../lib/arena';

let ratios: usize = 0;
let targets: usize = 0;
let starts: usize = 0;
let origins: usize = 0;
let dual: usize = 0;
let distance: usize = 0;
let owner: usize = 0;
let via: usize = 0;
let touched: usize = 0;
let settled: usize = 0;
let search: i32 = 0;
let heap: usize = 0;
let heapSize: i32 = 0;
let touchedSize: i32 = 0;

/**
 * Finds the one-to-one set of links between addresses with the largest sum of log-likelihood ratios. An address may stay without a
 * successor at cost 0, so only pairs with a positive ratio can be chosen. Uses shortest augmenting paths (Jonker and Volgenant 1987) with a
 * heap. A search stops at the first free address, so its cost depends on the neighbourhood, not on the number of addresses.
 *
 * @param llr        f64[edges], grouped by first address
 * @param from, to   u32[edges]: first and second address of each edge
 * @param rows       u32[addresses + 1]: where the edges of each first address start
 * @param match      out i32[addresses]: edge number chosen for each first address, -1 for none
 * @param scratch    bytes: 32·addresses + 16·(edges + 1) + 16
 */
export function assign(llr: usize, from: usize, to: usize, rows: usize, addresses: i32, match: usize, scratch: usize): void {
  origins = from;
  ratios = llr;
  targets = to;
  starts = rows;
  dual = scratch;
  distance = dual + (<usize>addresses << 3);
  owner = distance + (<usize>addresses << 3);
  via = owner + (<usize>addresses << 2);
  touched = via + (<usize>addresses << 2);
  settled = touched + (<usize>addresses << 2);
  heap = (settled + (<usize>addresses << 2) + 15) & ~15;
  for (let a = 0; a < addresses; a++) {
    setF64(dual, a, 0);
    setF64(distance, a, Infinity);
    setU32(owner, a, -1);
    setU32(via, a, -1);
    setU32(settled, a, -1);
    setU32(match, a, -1);
  }
  for (let a = 0; a < addresses; a++) augment(a, match);
}

/** Finds the cheapest augmenting path: it gives `root` a successor, or leaves an address on the path without one. */
function augment(root: i32, match: usize): void {
  heapSize = 0;
  touchedSize = 0;
  search = root;
  let bestStop: f64 = 0;
  let stopRow = root;
  relax(root, 0);
  let endColumn = -1;
  let reached: f64 = 0;
  while (heapSize > 0) {
    const key = keyAt(0);
    const column = columnAt(0);
    popHeap();
    if (key > getF64(distance, column)) continue;
    if (key >= bestStop) break;
    setU32(settled, column, root);
    const edge = getU32(owner, column);
    if (edge < 0) {
      endColumn = column;
      reached = key;
      break;
    }
    // The address (row) to which this column is assigned may lose its successor or take another column.
    const row = rowOf(edge);
    const offset = key - (-getF64(ratios, edge) - getF64(dual, column));
    if (offset < bestStop) {
      bestStop = offset;
      stopRow = row;
    }
    relax(row, offset);
  }
  if (endColumn < 0) reached = bestStop;
  for (let t = 0; t < touchedSize; t++) {
    const column = getU32(touched, t);
    const d = getF64(distance, column);
    if (d < reached) setF64(dual, column, getF64(dual, column) + d - reached);
  }
  if (endColumn >= 0) flip(endColumn, root, match);
  else if (stopRow != root) {
    const freed = getU32(targets, getU32(match, stopRow));
    setU32(match, stopRow, -1);
    flip(freed, root, match);
  }
  for (let t = 0; t < touchedSize; t++) setF64(distance, getU32(touched, t), Infinity);
}

function relax(row: i32, offset: f64): void {
  for (let edge = getU32(starts, row); edge < getU32(starts, row + 1); edge++) {
    const column = getU32(targets, edge);
    const d = offset - getF64(ratios, edge) - getF64(dual, column);
    // Never lower the distance of a settled column, as rounding could, because its path back to the root would become a cycle.
    if (d >= getF64(distance, column) || getU32(settled, column) == search) continue;
    if (getF64(distance, column) == Infinity) {
      setU32(touched, touchedSize, column);
      touchedSize++;
    }
    setF64(distance, column, d);
    setU32(via, column, edge);
    pushHeap(d, column);
  }
}

/** Assigns `column` to the row from which the search reached it, and repeats that along the path back to `root`. */
function flip(column: i32, root: i32, match: usize): void {
  let at = column;
  while (true) {
    const edge = getU32(via, at);
    const row = rowOf(edge);
    const held = getU32(match, row);
    setU32(match, row, edge);
    setU32(owner, at, edge);
    if (row == root) break;
    at = getU32(targets, held);
  }
}

// @ts-ignore: decorator
@inline
function rowOf(edge: i32): i32 {
  return getU32(origins, edge);
}

// A binary heap of (distance, column) entries of 16 bytes. Among equal distances, the lower column comes first.

// @ts-ignore: decorator
@inline
function keyAt(k: i32): f64 {
  return load<f64>(heap + (<usize>k << 4));
}

// @ts-ignore: decorator
@inline
function columnAt(k: i32): i32 {
  return load<i32>(heap + (<usize>k << 4), 8);
}

// @ts-ignore: decorator
@inline
function place(k: i32, key: f64, column: i32): void {
  store<f64>(heap + (<usize>k << 4), key);
  store<i32>(heap + (<usize>k << 4), column, 8);
}

// @ts-ignore: decorator
@inline
function before(keyA: f64, columnA: i32, keyB: f64, columnB: i32): bool {
  return keyA < keyB || (keyA == keyB && columnA < columnB);
}

function pushHeap(key: f64, column: i32): void {
  let k = heapSize;
  heapSize++;
  while (k > 0) {
    const parent = (k - 1) >> 1;
    if (!before(key, column, keyAt(parent), columnAt(parent))) break;
    place(k, keyAt(parent), columnAt(parent));
    k = parent;
  }
  place(k, key, column);
}

function popHeap(): void {
  heapSize--;
  const key = keyAt(heapSize);
  const column = columnAt(heapSize);
  let k = 0;
  while (true) {
    let child = 2 * k + 1;
    if (child >= heapSize) break;
    if (child + 1 < heapSize && before(keyAt(child + 1), columnAt(child + 1), keyAt(child), columnAt(child))) child++;
    if (!before(keyAt(child), columnAt(child), key, column)) break;
    place(k, keyAt(child), columnAt(child));
    k = child;
  }
  place(k, key, column);
}
