import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, mixture, mixtureCount, n, param } from './state';

/**
 * Rotation against leaving, at the age an address reached: ln of the hazard of rotation over the rate of leaving. Ages
 * are known up to the silence around them: a start or an end inside a hole is spread evenly over it. An address that
 * succeeded none was brought here in the middle of its life, so its age is only known to be greater than what was
 * seen; how probable that is, the last round of learning said.
 */
const STEPS: i32 = 8;
/** Hazard that is left where the rotation model has nothing, and survival that is left beyond all of it. */
const FLOOR: f64 = 2e-6;
const BEYOND: f64 = 0.02;

/** Probability that the address succeeded another one that was heard. */
export let succeeded: usize = 0;
/** Density of rotating and share still alive, for an age that is known and for one that is not. */
let rotating: usize = 0;
let living: usize = 0;
let broughtRotating: usize = 0;
let broughtLiving: usize = 0;
let densityNow: f64 = 0;
let aliveNow: f64 = 0;

/** Works out for every address what does not change from round to round. */
export function lives(): void {
  succeeded = alloc(<usize>n << 3);
  rotating = alloc(<usize>n << 3);
  living = alloc(<usize>n << 3);
  broughtRotating = alloc(<usize>n << 3);
  broughtLiving = alloc(<usize>n << 3);
  for (let a = 0; a < n; a++) {
    const age = cell(Successor.Last, a) - cell(Successor.First, a);
    const before = cell(Successor.HoleBefore, a);
    const after = cell(Successor.HoleAfter, a);
    setF64(succeeded, a, param(Prior.Succeeding));
    at(age, before, after);
    setF64(rotating, a, densityNow);
    setF64(living, a, aliveNow);
    at(age, Math.max(before, param(Prior.Unseen)), after);
    setF64(broughtRotating, a, densityNow);
    setF64(broughtLiving, a, aliveNow);
  }
}

/** ln of hazard over the rate of leaving. */
export function lifeTerm(a: i32): f64 {
  const known = getF64(succeeded, a);
  const density = known * getF64(rotating, a) + (1 - known) * getF64(broughtRotating, a);
  const alive = known * getF64(living, a) + (1 - known) * getF64(broughtLiving, a);
  return Math.log((density + FLOOR) / (alive + BEYOND)) - Math.log(param(Prior.LeavingRate));
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
