import { getF64 } from '../lib/arena';

/**
 * How long an address lives before it rotates: a mixture, four f64 per component (kind, weight, a, b).
 * Kind 0 is uniform on a…b seconds, kind 1 is Laplace with centre a and scale b (heavy tails forgive a
 * rotation that the host delayed). An address that was already there when listening began has lived
 * longer than was seen: its residual life in a renewal process has density survival / mean.
 */

/** Density per second of a rotation at age `age`, both ends seen. */
export function density(mixture: usize, count: i32, age: f64): f64 {
  let sum: f64 = 0;
  for (let c = 0; c < count; c++) {
    const weight = getF64(mixture, 4 * c + 1);
    const a = getF64(mixture, 4 * c + 2);
    const b = getF64(mixture, 4 * c + 3);
    if (getF64(mixture, 4 * c) == 0) {
      if (age >= a && age < b) sum += weight / (b - a);
    } else {
      sum += weight * Math.exp(-Math.abs(age - a) / b) / (2 * b);
    }
  }
  return sum;
}

/** Density per second of a rotation `seen` seconds after listening began, the start not seen. */
export function residual(mixture: usize, count: i32, seen: f64): f64 {
  let sum: f64 = 0;
  let mean: f64 = 0;
  for (let c = 0; c < count; c++) {
    const weight = getF64(mixture, 4 * c + 1);
    const a = getF64(mixture, 4 * c + 2);
    const b = getF64(mixture, 4 * c + 3);
    if (getF64(mixture, 4 * c) == 0) {
      mean += weight * 0.5 * (a + b);
      sum += weight * (seen <= a ? 1 : seen >= b ? 0 : (b - seen) / (b - a));
    } else {
      mean += weight * a;
      const tail = 0.5 * Math.exp(-Math.abs(seen - a) / b);
      sum += weight * (seen < a ? 1 - tail : tail);
    }
  }
  return sum / mean;
}
