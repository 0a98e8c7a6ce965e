import { getF64 } from '../lib/arena';
import { mixture, mixtureCount } from './state';

/**
 * Rotation against leaving, at the age an address reached: ln of the hazard of rotation over the rate of leaving. Ages
 * are known up to the silence around them: a start or an end inside a hole is spread evenly over it.
 */
const STEPS: i32 = 8;
/** Hazard that is left where the rotation model has nothing, and survival that is left beyond all of it. */
const FLOOR: f64 = 2e-6;
const BEYOND: f64 = 0.02;

export function hazard(age: f64, before: f64, after: f64): f64 {
  let rotating: f64 = 0;
  let living: f64 = 0;
  const steps = after > 1 ? STEPS : 1;
  for (let k = 0; k < steps; k++) {
    const reached = age + (after * (<f64>k + 0.5)) / <f64>steps;
    if (before > 1) {
      rotating += (died(reached + before) - died(reached)) / before;
      let left: f64 = 0;
      for (let m = 0; m < STEPS; m++) left += 1 - died(reached + (before * (<f64>m + 0.5)) / <f64>STEPS);
      living += left / <f64>STEPS;
    } else {
      // Half a second either side: no model of rotation is sharper than that.
      rotating += died(reached + 0.5) - died(reached - 0.5);
      living += 1 - died(reached);
    }
  }
  return (rotating / <f64>steps + FLOOR) / (living / <f64>steps + BEYOND);
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
