import { getF64, getU32, setF64 } from '../lib/arena';

/**
 * Posterior probability of every candidate pair under "each address has at most one predecessor and one
 * successor": a set of links M has weight Π exp(llr) over M, and no link at all has weight 1. The marginal
 * of a pair is taken by belief propagation on this monomer-dimer model, whose fixed point is unique and
 * always reached (Bayati, Gamarnik, Katz, Nair, Tetali, STOC 2007). Competition is thereby built in: two
 * equally good successors share the probability, and leaving or arriving competes with both.
 *
 * @param weights  f64[edges]: exp(llr), grouped by first address
 * @param rows     u32[addresses + 1]: where each first address's edges start
 * @param columns  u32[addresses + 1]: where each second address's entries start in `byColumn`
 * @param byColumn u32[edges]: edge numbers grouped by second address
 * @param out      f64[edges]: probabilities
 * @param scratch  f64[2 × edges]
 * @returns largest change of a message in the last round
 */
export function posterior(
  weights: usize, rows: usize, columns: usize, byColumn: usize,
  edges: i32, addresses: i32, rounds: i32, out: usize, scratch: usize,
): f64 {
  const toColumn = scratch;
  const toRow = scratch + (<usize>edges << 3);
  for (let e = 0; e < edges; e++) {
    setF64(toColumn, e, 1);
    setF64(toRow, e, 1);
  }
  let change: f64 = 1;
  for (let round = 0; round < rounds && change > 1e-10; round++) {
    change = 0;
    for (let a = 0; a < addresses; a++) {
      const low = getU32(rows, a);
      const high = getU32(rows, a + 1);
      if (low == high) continue;
      let sum: f64 = 1;
      for (let e = low; e < high; e++) sum += getF64(weights, e) * getF64(toRow, e);
      for (let e = low; e < high; e++) {
        const rest = Math.max(sum - getF64(weights, e) * getF64(toRow, e), 1);
        change = Math.max(change, step(toColumn, e, 1 / rest));
      }
    }
    for (let a = 0; a < addresses; a++) {
      const low = getU32(columns, a);
      const high = getU32(columns, a + 1);
      if (low == high) continue;
      let sum: f64 = 1;
      for (let k = low; k < high; k++) sum += getF64(weights, getU32(byColumn, k)) * getF64(toColumn, getU32(byColumn, k));
      for (let k = low; k < high; k++) {
        const e = getU32(byColumn, k);
        const rest = Math.max(sum - getF64(weights, e) * getF64(toColumn, e), 1);
        change = Math.max(change, step(toRow, e, 1 / rest));
      }
    }
  }
  for (let e = 0; e < edges; e++) {
    const joint = getF64(weights, e) * getF64(toColumn, e) * getF64(toRow, e);
    setF64(out, e, joint / (1 + joint));
  }
  return change;
}

/** Damped update; gives how far the message moved. */
function step(messages: usize, e: i32, value: f64): f64 {
  const before = getF64(messages, e);
  setF64(messages, e, 0.5 * (before + value));
  return Math.abs(value - before);
}

/** exp of each log-likelihood ratio, bounded so that products stay finite. */
export function exponentials(llr: usize, count: i32, out: usize): void {
  for (let e = 0; e < count; e++) setF64(out, e, Math.exp(Math.min(Math.max(getF64(llr, e), -60), 60)));
}

/** Natural logarithms, for hosts that must not use their own. */
export function logarithms(values: usize, count: i32, out: usize): void {
  for (let e = 0; e < count; e++) setF64(out, e, Math.log(getF64(values, e)));
}
