import { getF64, getU32, setF64, setU32 } from '../lib/arena';

/**
 * Computes the posterior probability of every candidate pair, where each address has at most one predecessor and one successor: a set of
 * links M has the weight Π exp(llr) over M. Uses fractional belief propagation (Chertkov and Yedidia, JMLR 2013) with γ = −½. Plain belief
 * propagation (γ = −1) is exact on trees, but if two addresses may have exchanged their successors, it puts all the weight on the better of
 * the two ways; γ = −½ is exact there and on single pairs, and slightly too low on stars.
 *
 * Only addresses whose probabilities still change are updated. A message may keep changing for hundreds of rounds although its pair is
 * certain or hopeless, and in a crowd some address always changes. So the cost depends on the undecided neighbourhoods, not on the number
 * of addresses times the slowest of them.
 *
 * @param weights  f64[edges]: exp(llr), grouped by first address
 * @param rows     u32[addresses + 1]: where each first address's edges start
 * @param columns  u32[addresses + 1]: where each second address's entries start in `byColumn`
 * @param byColumn u32[edges]: edge numbers grouped by second address
 * @param still    an address is updated while a probability of its pairs changes by more than this
 * @param out      f64[edges]: probabilities
 * @param scratch  f64[4 × edges], then u32[2 × addresses]
 * @returns rounds that were run
 */
export function marginals(
  weights: usize, rows: usize, columns: usize, byColumn: usize,
  edges: i32, addresses: i32, rounds: i32, still: f64, out: usize, scratch: usize,
): i32 {
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
  memory.fill(out, 0, <usize>edges << 3);
  let round = 0;
  for (let moving = true; round < rounds && moving; round++) {
    moving = ask(weights, open, free, pull, out, rows, 0, rowMoves, columnMoves, starts, addresses, still);
    moving = ask(weights, free, open, pull, out, columns, byColumn, columnMoves, rowMoves, ends, addresses, still) || moving;
  }
  for (let e = 0; e < edges; e++) setF64(out, e, probability(weights, free, open, e));
  return round;
}

/**
 * Runs one half of a round: updates the messages from each address that still changes to the other ends of its pairs.
 *
 * @param heard, said  fourth roots of the messages from the other ends, and from these addresses: the power (1 − γ) / 2 = ¾,
 * with which an isolated pair keeps exactly its odds, is then a cube
 * @param marked       probability of each pair when its ends were last marked for an update
 * @param at, edgeAt   where each address's entries start, and the edges in that order; 0 if the edges are in that order already
 * @param own, other   flags of the addresses on this side, and on the other side, that must be updated
 * @param opposite     address at the other end of each edge
 * @returns whether anything changed
 */
function ask(
  weights: usize, heard: usize, said: usize, pull: usize, marked: usize,
  at: usize, edgeAt: usize, own: usize, other: usize, opposite: usize, addresses: i32, still: f64,
): bool {
  let moving = false;
  for (let a = 0; a < addresses; a++) {
    const low = getU32(at, a);
    const high = getU32(at, a + 1);
    if (low == high || !getU32(own, a)) continue;
    let sum: f64 = 1;
    for (let k = low; k < high; k++) {
      const e = edgeAt ? getU32(edgeAt, k) : k;
      const value = (getF64(weights, e) * cube(getF64(heard, e))) / getF64(said, e);
      setF64(pull, e, value);
      sum += value;
    }
    const share = 1 / sum;
    let moved = false;
    for (let k = low; k < high; k++) {
      const e = edgeAt ? getU32(edgeAt, k) : k;
      const value = getF64(pull, e);
      // Move only half of the way, so that messages around a cycle of competing pairs converge.
      const root = Math.sqrt(getF64(said, e) / Math.sqrt(Math.sqrt(Math.max(sum - value, 1))));
      setF64(said, e, root);
      const now = probability(weights, heard, said, e);
      // In a converged state, `value * share` equals the probability.
      if (Math.abs(value * share - now) > still) moved = true;
      if (Math.abs(now - getF64(marked, e)) > still) {
        setF64(marked, e, now);
        setU32(other, getU32(opposite, e), 1);
        moving = true;
      }
    }
    setU32(own, a, moved ? 1 : 0);
    if (moved) moving = true;
  }
  return moving;
}

// @ts-ignore: decorator
@inline
function probability(weights: usize, free: usize, open: usize, e: i32): f64 {
  const joint = getF64(weights, e) * cube(getF64(free, e) * getF64(open, e));
  return joint / (1 + joint);
}

// @ts-ignore: decorator
@inline
function cube(value: f64): f64 {
  return value * value * value;
}
