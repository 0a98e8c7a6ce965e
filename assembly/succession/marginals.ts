import { getF64, getU32, setF64, setU32 } from '../lib/arena';

/** Messages that change by less than this share have settled. */
const SETTLED: f64 = 1e-4;
/** An address none of whose messages moved by more is not asked again until one that it hears moves; 0 changes no bit. */
const STILL: f64 = 0;

/**
 * Posterior probability of every candidate pair under "each address has at most one predecessor and one successor": a
 * set of links M has weight Π exp(llr) over M. The marginals are taken by fractional belief propagation (Chertkov and
 * Yedidia, JMLR 2013) with γ = −½. Plain belief propagation (γ = −1) is exact on trees but, where two addresses may
 * have exchanged their successors, puts all the weight on the better of the two ways; γ = −½ is exact there and on
 * single pairs, and a little modest on stars.
 *
 * @param weights  f64[edges]: exp(llr), grouped by first address
 * @param rows     u32[addresses + 1]: where each first address's edges start
 * @param columns  u32[addresses + 1]: where each second address's entries start in `byColumn`
 * @param byColumn u32[edges]: edge numbers grouped by second address
 * @param out      f64[edges]: probabilities
 * @param scratch  f64[4 × edges], then u32[2 × addresses]
 * @returns largest change of a message in the last round
 */
export function marginals(
  weights: usize, rows: usize, columns: usize, byColumn: usize,
  edges: i32, addresses: i32, rounds: i32, out: usize, scratch: usize,
): f64 {
  const free = scratch;
  const open = scratch + (<usize>edges << 3);
  const pull = scratch + (<usize>edges << 4);
  const ends = scratch + (<usize>edges << 4) + (<usize>edges << 3);
  const starts = ends + (<usize>edges << 2);
  const rowMoves = scratch + (<usize>edges << 5);
  const columnMoves = rowMoves + (<usize>addresses << 2);
  for (let e = 0; e < edges; e++) {
    setF64(free, e, 1);
    setF64(open, e, 1);
  }
  for (let a = 0; a < addresses; a++) {
    setU32(rowMoves, a, 1);
    setU32(columnMoves, a, 1);
    for (let e = getU32(rows, a); e < getU32(rows, a + 1); e++) setU32(ends, e, a);
    for (let k = getU32(columns, a); k < getU32(columns, a + 1); k++) setU32(starts, getU32(byColumn, k), a);
  }
  let change: f64 = 1;
  for (let round = 0; round < rounds && change > SETTLED; round++) {
    change = 0;
    for (let a = 0; a < addresses; a++) {
      const low = getU32(rows, a);
      const high = getU32(rows, a + 1);
      if (low == high || !getU32(rowMoves, a)) continue;
      setU32(rowMoves, a, 0);
      let sum: f64 = 1;
      for (let e = low; e < high; e++) {
        const value = (getF64(weights, e) * threeQuarters(getF64(open, e))) / quarter(getF64(free, e));
        setF64(pull, e, value);
        sum += value;
      }
      for (let e = low; e < high; e++) {
        const moved = step(free, e, 1 / Math.max(sum - getF64(pull, e), 1));
        if (moved > STILL) {
          setU32(rowMoves, a, 1);
          setU32(columnMoves, getU32(starts, e), 1);
        }
        change = Math.max(change, moved);
      }
    }
    for (let a = 0; a < addresses; a++) {
      const low = getU32(columns, a);
      const high = getU32(columns, a + 1);
      if (low == high || !getU32(columnMoves, a)) continue;
      setU32(columnMoves, a, 0);
      let sum: f64 = 1;
      for (let k = low; k < high; k++) {
        const e = getU32(byColumn, k);
        const value = (getF64(weights, e) * threeQuarters(getF64(free, e))) / quarter(getF64(open, e));
        setF64(pull, e, value);
        sum += value;
      }
      for (let k = low; k < high; k++) {
        const e = getU32(byColumn, k);
        const moved = step(open, e, 1 / Math.max(sum - getF64(pull, e), 1));
        if (moved > STILL) {
          setU32(columnMoves, a, 1);
          setU32(rowMoves, getU32(ends, e), 1);
        }
        change = Math.max(change, moved);
      }
    }
  }
  for (let e = 0; e < edges; e++) {
    const joint = getF64(weights, e) * threeQuarters(getF64(free, e) * getF64(open, e));
    setF64(out, e, joint / (1 + joint));
  }
  return change;
}

/** The power (1 − γ) / 2, with which an isolated pair keeps exactly its odds. */
// @ts-ignore: decorator
@inline
function threeQuarters(value: f64): f64 {
  const root = Math.sqrt(value);
  return root * Math.sqrt(root);
}

// @ts-ignore: decorator
@inline
function quarter(value: f64): f64 {
  return Math.sqrt(Math.sqrt(value));
}

/** Damped update; gives how far the message moved, relative to what it was. */
function step(messages: usize, e: i32, value: f64): f64 {
  const before = getF64(messages, e);
  setF64(messages, e, Math.sqrt(before * value));
  return Math.abs(value - before) / before;
}
