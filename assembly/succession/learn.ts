import { Prior, Successor } from '../abi';
import { alloc, getF64, getU32, setF64 } from '../lib/arena';
import { lostPart, relearnHabits, relive, rotationsDue, shareRotations } from './life';
import { habitPart, PAUSE_BINS, pauseBin, quietPart, relearnPauses, relearnSwaps, silenceTerm, swapParts, SWAPS, waitPart } from './silence';
import { cell, defaults, families, kept, n, param, params } from './state';
import { contentPart, familyPart, intervalStray, intervalTerm, layoutPart, payloadTerm, phaseKept, phaseTerm } from './terms';

/**
 * Learns the parameters of the succession model from the probabilities of the last round: expectation maximisation with a prior of a few
 * imagined links, so that a capture with few rotations keeps the defaults.
 */
/** The default parameters weigh as much as this many links that were seen. */
const STRENGTH: f64 = 8;
const PHASE_STRENGTH: f64 = 2;

/**
 * Runs one round of learning.
 *
 * @param from, to      u32[edges]: first and second address of each pair
 * @param probability   f64[edges]
 */
export function successionLearn(from: usize, to: usize, probability: usize, edges: i32): void {
  const into = alloc(<usize>n << 3);
  const out = alloc(<usize>n << 3);
  const keptSum = alloc(<usize>families << 3);
  const phaseSum = alloc(<usize>families << 3);
  const paused = alloc(<usize>PAUSE_BINS << 3);
  const surest = alloc(<usize>PAUSE_BINS << 3);
  const swapped = alloc(<usize>(families * SWAPS) << 3);
  const surestSwap = alloc(<usize>(families * SWAPS) << 3);
  const sure = param(Prior.SurePauses) != 0;
  let links: f64 = 0;
  let quiet: f64 = 0;
  let free: f64 = 0;
  let stray: f64 = 0;
  let spaced: f64 = 0;
  let content: f64 = 0;
  let layout: f64 = 0;
  let family: f64 = 0;
  for (let e = 0; e < edges; e++) {
    const p = getF64(probability, e);
    const i = getU32(from, e);
    const j = getU32(to, e);
    setF64(out, i, getF64(out, i) + p);
    setF64(into, j, getF64(into, j) + p);
    if (p < 0.01) continue;
    silenceTerm(i, j);
    payloadTerm(i, j);
    intervalTerm(i, j);
    phaseTerm(i, j);
    links += p;
    // Square the probability, because chance links are uncertain. By plain probabilities, a few of them with gaps of one length would make
    // pauses of that length common and so support one another.
    const weight = sure ? p * p : p;
    // Learn pauses without silences that the emitter's own habit explains.
    free += weight * (1 - habitPart);
    const pause = weight * quietPart;
    quiet += pause;
    const ways = <i32>cell(Successor.Family, i) * SWAPS;
    for (let swap = 0; swap < SWAPS; swap++) {
      const part = p * waitPart * getF64(swapParts, swap);
      setF64(swapped, ways + swap, getF64(swapped, ways + swap) + part);
      setF64(surestSwap, ways + swap, Math.max(getF64(surestSwap, ways + swap), part));
    }
    setF64(paused, pauseBin, getF64(paused, pauseBin) + pause);
    setF64(surest, pauseBin, Math.max(getF64(surest, pauseBin), pause));
    content += p * contentPart;
    layout += p * layoutPart;
    family += p * familyPart;
    if (intervalStray >= 0) {
      spaced += p;
      stray += p * intervalStray;
    }
    if (phaseKept >= 0) {
      const group = <i32>cell(Successor.Family, i);
      setF64(phaseSum, group, getF64(phaseSum, group) + p);
      setF64(keptSum, group, getF64(keptSum, group) + p * phaseKept);
    }
  }
  let left: f64 = 0;
  let arrived: f64 = 0;
  let exposure: f64 = 0;
  let rotated: f64 = 0;
  let lost: f64 = 0;
  let due: f64 = 0;
  for (let a = 0; a < n; a++) {
    due += rotationsDue(a);
    const followed = Math.min(getF64(out, a), 1);
    const unheard = cell(Successor.Ended, a) != 0 ? (1 - followed) * lostPart(a) : 0;
    lost += unheard;
    rotated += followed;
    relive(a, getF64(into, a), getF64(out, a));
    exposure += cell(Successor.Last, a) - cell(Successor.First, a);
    if (cell(Successor.Ended, a) != 0) left += 1 - followed - unheard;
    if (cell(Successor.HoleBefore, a) < 1) arrived += Math.max(1 - getF64(into, a), 0);
  }
  relearnHabits(out);
  relearnPauses(paused, surest);
  relearnSwaps(swapped, surestSwap);
  // As prior, imagine one departure and one arrival at the default rates.
  learn(Prior.LeavingRate, (left + 1) / (exposure + 1 / before(Prior.LeavingRate)));
  learn(Prior.ArrivalRate, (arrived + 1) / (param(Prior.Listened) + 1 / before(Prior.ArrivalRate)));
  // Limit the share to 1: if addresses rotate at the first moment they can, more rotations happened than were due by then.
  const imagined = param(Prior.RotatingStrength);
  learn(Prior.Rotating, Math.min((rotated + imagined) / (due + imagined), 1));
  if (param(Prior.Corrections) != 0) shareRotations(rotated, due, out);
  learn(Prior.Lost, share(lost, rotated + lost, Prior.Lost));
  learn(Prior.Quiet, share(quiet, free, Prior.Quiet));
  learn(Prior.IntervalStray, share(stray, spaced, Prior.IntervalStray));
  learn(Prior.ContentKept, share(content, links, Prior.ContentKept));
  learn(Prior.LayoutKept, share(layout, links, Prior.LayoutKept));
  learn(Prior.FamilyKept, share(family, links, Prior.FamilyKept));
  const expected = before(Prior.PhaseKept);
  for (let f = 0; f < families; f++) {
    setF64(kept, f, (getF64(keptSum, f) + PHASE_STRENGTH * expected) / (getF64(phaseSum, f) + PHASE_STRENGTH));
  }
}

// @ts-ignore: decorator
@inline
function before(which: Prior): f64 {
  return getF64(defaults, <i32>which);
}

function share(sum: f64, links: f64, which: Prior): f64 {
  return (sum + STRENGTH * before(which)) / (links + STRENGTH);
}

// @ts-ignore: decorator
@inline
function learn(which: Prior, value: f64): void {
  setF64(params, <i32>which, value);
}
