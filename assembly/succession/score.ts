import { Prior, Reason, Successor } from '../abi';
import { getF64, setF64 } from '../lib/arena';
import { lifeTerm, renewalTerm } from './life';
import { silenceTerm, startingAt } from './silence';
import { cell, param } from './state';
import { driftTerm, intervalTerm, levelTerm, nameTerm, payloadTerm, phaseTerm } from './terms';

/** Scores pairs of addresses that may be successors by log-likelihood ratios. docs/explanation/linkage-model.md describes the model. */
const EDGE: i32 = 3 + <i32>Reason.Columns;

let considered: f64 = 0;
let written: i32 = 0;

/** Returns the number of pairs inside the time window in the last run, whether they were kept or not. */
export function successionConsidered(): f64 {
  return considered;
}

/** Returns the number of pairs that the last `successionRun` wrote. */
export function successionWritten(): i32 {
  return written;
}

/**
 * Scores the candidate successors of addresses `from` … `to`-1 into `out` (f64[EDGE] each: from, to, sum, terms; at most `most` pairs).
 * Returns the address to continue with: `to`, or an earlier one if `out` might be too small for the pairs of another address.
 */
export function successionRun(from: i32, to: i32, out: usize, most: i32): i32 {
  written = 0;
  if (from == 0) considered = 0;
  for (let i = from; i < to; i++) {
    const end = cell(Successor.Last, i);
    const first = startingAt(end - param(Prior.Slack));
    const past = startingAt(end + param(Prior.Window) + 1e-9);
    if (written + (past - first) > most) return i;
    const life = lifeTerm(i);
    for (let j = first; j < past; j++) {
      if (j == i || cell(Successor.Last, j) <= end) continue;
      considered += 1;
      score(i, j, life, out);
    }
  }
  return to;
}

function score(i: i32, j: i32, life: f64, out: usize): void {
  const row = out + ((<usize>written * EDGE) << 3);
  const sum = terms(i, j, life, row + 24);
  if (!(sum >= param(Prior.Prune))) return;
  setF64(row, 0, <f64>i);
  setF64(row, 1, <f64>j);
  setF64(row, 2, sum);
  written++;
}

/** Computes the terms of a pair under the current parameters: f64[3 + terms] as `successionRun` writes them; 0 if it is no candidate. */
export function successionTerms(i: i32, j: i32, out: usize): void {
  const end = cell(Successor.Last, i);
  const start = cell(Successor.First, j);
  memory.fill(out, 0, EDGE << 3);
  if (start < end - param(Prior.Slack) || start >= end + param(Prior.Window) + 1e-9 || cell(Successor.Last, j) <= end) return;
  const sum = terms(i, j, lifeTerm(i), out + 24);
  if (!(sum >= param(Prior.Prune))) memory.fill(out, 0, EDGE << 3);
}

/** Writes the terms of a pair and returns their sum. */
function terms(i: i32, j: i32, life: f64, out: usize): f64 {
  setF64(out, <i32>Reason.Gap, silenceTerm(i, j));
  setF64(out, <i32>Reason.Lifetime, life);
  setF64(out, <i32>Reason.Renewal, renewalTerm(j));
  setF64(out, <i32>Reason.Payload, payloadTerm(i, j));
  setF64(out, <i32>Reason.Name, nameTerm(i, j));
  setF64(out, <i32>Reason.Interval, intervalTerm(i, j));
  setF64(out, <i32>Reason.Level, levelTerm(i, j, Math.max(cell(Successor.First, j) - cell(Successor.Last, i), 0)));
  setF64(out, <i32>Reason.Phase, phaseTerm(i, j));
  setF64(out, <i32>Reason.Drift, driftTerm(i, j));
  let sum: f64 = 0;
  for (let term = 0; term < <i32>Reason.Columns; term++) sum += getF64(out, term);
  return sum;
}
