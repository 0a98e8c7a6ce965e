import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, mixture, mixtureCount, n, param } from './state';

/**
 * What the lives of two addresses say of a rotation between them, at the ages they reached. Ages are known up to the
 * silence around them: a start or an end inside a hole is spread evenly over it. An address that succeeded none was
 * brought here in the middle of its life, so its age is only known to be greater than what was seen.
 *
 * A life is a hazard of rotation, as the model says times the share of due rotations that come here, beside leaving. The
 * end of one speaks through its hazard, given what is known of its beginning; the life of the next one speaks of its
 * beginning, given what is known of its end: one that ran its whole term began here, one that was cut short did not.
 */
const STEPS: i32 = 8;
/** Hazard that is left where the rotation model has nothing, and survival that is left beyond all of it. */
const FLOOR: f64 = 2e-6;
const BEYOND: f64 = 0.02;
/** No posterior is taken for more certain than this when the rest of the evidence is worked out from it. */
const DOUBT: f64 = 1e-3;

/** Odds that the address succeeded another one that was heard, by all but its own life. */
let odds: usize = 0;
/** ln of how much its own life speaks for that. */
let renewed: usize = 0;
/** Hazard of rotation at its end, and rotations due before, for a beginning that is known and for one that is not. */
let hazard: usize = 0;
let due: usize = 0;
let broughtHazard: usize = 0;
let broughtDue: usize = 0;
let densityNow: f64 = 0;
let aliveNow: f64 = 0;

/** Works out for every address what does not change from round to round. */
export function lives(): void {
  odds = alloc(<usize>n << 3);
  renewed = alloc(<usize>n << 3);
  hazard = alloc(<usize>n << 3);
  due = alloc(<usize>n << 3);
  broughtHazard = alloc(<usize>n << 3);
  broughtDue = alloc(<usize>n << 3);
  const usual = param(Prior.Succeeding) / (1 - param(Prior.Succeeding));
  for (let a = 0; a < n; a++) {
    const age = cell(Successor.Last, a) - cell(Successor.First, a);
    // Twice the mean wait for a frame: as much, on average, was missed at either end.
    const before = cell(Successor.HoleBefore, a) + 2 / cell(Successor.RateFirst, a);
    const after = cell(Successor.HoleAfter, a) + 2 / cell(Successor.RateLast, a);
    setF64(odds, a, usual);
    reach(a, age, before, after, hazard, due);
    reach(a, age, Math.max(before, param(Prior.Unseen)), after, broughtHazard, broughtDue);
  }
}

function reach(a: i32, age: f64, before: f64, after: f64, hazards: usize, dues: usize): void {
  at(0, before, 0);
  const alive = aliveNow;
  at(age, before, after);
  setF64(hazards, a, (densityNow + FLOOR) / (aliveNow + BEYOND));
  setF64(dues, a, Math.log((alive + BEYOND) / (aliveNow + BEYOND)));
}

/** How much likelier than not the beginning is known, given that the address lived so long. */
function known(a: i32): f64 {
  const ratio = getF64(odds, a) * Math.exp(param(Prior.Rotating) * (getF64(broughtDue, a) - getF64(due, a)));
  return ratio / (1 + ratio);
}

function hazardOf(a: i32): f64 {
  const share = known(a);
  return share * getF64(hazard, a) + (1 - share) * getF64(broughtHazard, a);
}

/** ln of the hazard of rotation over the rate of leaving. */
export function lifeTerm(a: i32): f64 {
  return Math.log(param(Prior.Rotating) * hazardOf(a)) - Math.log(param(Prior.LeavingRate));
}

/** ln of how much likelier the life of an address is when it began here than when it was brought. */
export function renewalTerm(a: i32): f64 {
  return getF64(renewed, a);
}

/** Rotations that the model expects of an address while it was heard. */
export function rotationsDue(a: i32): f64 {
  const share = known(a);
  return share * getF64(due, a) + (1 - share) * getF64(broughtDue, a);
}

/**
 * Takes over what a round has found of an address: the probability that it succeeded one and that one succeeded it.
 * Both come of its own life too, which is taken out again, so that the life is never evidence for itself.
 */
export function relive(a: i32, succeeded: f64, followed: f64): void {
  const from = Math.min(Math.max(succeeded, DOUBT), 1 - DOUBT);
  setF64(odds, a, (from / (1 - from)) * Math.exp(-getF64(renewed, a)));
  const survived = param(Prior.Rotating) * (getF64(broughtDue, a) - getF64(due, a));
  if (cell(Successor.Ended, a) == 0) return setF64(renewed, a, survived);
  const to = Math.min(Math.max(followed, DOUBT), 1 - DOUBT);
  const left = (hazardOf(a) * (1 - to)) / to;
  setF64(renewed, a, survived + Math.log((getF64(hazard, a) + left) / (getF64(broughtHazard, a) + left)));
}

function at(age: f64, before: f64, after: f64): void {
  densityNow = 0;
  aliveNow = 0;
  const steps = after > 1 ? STEPS : 1;
  for (let k = 0; k < steps; k++) {
    const reached = age + (after * (<f64>k + 0.5)) / <f64>steps;
    if (before > 1) {
      densityNow += (died(reached + before) - died(reached)) / before;
      let left: f64 = 0;
      for (let m = 0; m < STEPS; m++) left += 1 - died(reached + (before * (<f64>m + 0.5)) / <f64>STEPS);
      aliveNow += left / <f64>STEPS;
    } else {
      // Half a second either side: no model of rotation is sharper than that.
      densityNow += died(reached + 0.5) - died(reached - 0.5);
      aliveNow += 1 - died(reached);
    }
  }
  densityNow /= <f64>steps;
  aliveNow /= <f64>steps;
}

/** Share of addresses that rotated by `age`. */
function died(age: f64): f64 {
  let sum: f64 = 0;
  for (let c = 0; c < mixtureCount; c++) {
    const weight = getF64(mixture, 4 * c + 1);
    const a = getF64(mixture, 4 * c + 2);
    const b = getF64(mixture, 4 * c + 3);
    if (getF64(mixture, 4 * c) == 0) sum += weight * Math.min(Math.max((age - a) / (b - a), 0), 1);
    else {
      const tail = 0.5 * Math.exp(-Math.abs(age - a) / b);
      sum += weight * (age < a ? tail : 1 - tail);
    }
  }
  return sum;
}
