import { getF64 } from '../lib/arena';

/**
 * The silence between the last frame of one address and the first of the next, as a likelihood ratio:
 * "the emitter rotated" against "one left and another arrived", both under missed packets and holes.
 *
 * With events of an address heard at rate r (1/s) the time from its last heard frame to its true end is
 * exponential with rate r, and the same before the first heard frame of the successor. A rotation at an
 * unknown instant between them therefore gives the observed silence g the density of a sum of two
 * exponentials. Time in which the sniffer heard nothing at all (a hole of length H) costs nothing: a
 * rotation inside it is as likely as its length, and so are a departure and an arrival inside it, which
 * is why a long hole is weak evidence. See docs/explanation/linkage-model.md, "Gap".
 */

/** Density of the sum of two exponential waits with rates a and b, at g ≥ 0. */
function twoWaits(g: f64, a: f64, b: f64): f64 {
  const difference = b - a;
  if (Math.abs(difference) < 1e-6 * a) return a * a * g * Math.exp(-a * g);
  return (a * b / difference) * (Math.exp(-a * g) - Math.exp(-b * g));
}

/**
 * Natural logarithm of the ratio, per unit of arrival rate.
 *
 * @param end, start    s, last frame of the first and first frame of the second address
 * @param rateEnd, rateStart  events per second heard near that end
 * @param arrivals      1/s, rate at which addresses of this kind appear without a predecessor
 * @param holes         f64[2 × holeCount], ascending; `hole` is the first that ends after `end`
 */
export function gapRatio(
  end: f64, start: f64, rateEnd: f64, rateStart: f64, arrivals: f64, tailWeight: f64, window: f64,
  holes: usize, holeCount: i32, hole: i32,
): f64 {
  const a = rateEnd;
  const b = rateStart;
  let silent: f64 = 0;
  let inHoles: f64 = 0;
  let beforeStart: f64 = 0;
  for (let h = hole; h < holeCount && getF64(holes, 2 * h) < start; h++) silent += holeInside(holes, h, end, start);
  const gap = Math.max(start - end - silent, 0);
  let endsBlind: f64 = 0;
  let startsBlind: f64 = 0;
  for (let h = hole; h < holeCount && getF64(holes, 2 * h) < start; h++) {
    const length = holeInside(holes, h, end, start);
    const listenedBefore = Math.max(getF64(holes, 2 * h) - end - beforeStart, 0);
    const listenedAfter = Math.max(gap - listenedBefore, 0);
    const unheardEnd = a * Math.exp(-a * listenedBefore);
    const unheardStart = b * Math.exp(-b * listenedAfter);
    inHoles += length * unheardEnd * unheardStart;
    endsBlind += length * unheardEnd;
    startsBlind += length * unheardStart;
    beforeStart += length;
  }
  // A rotation that was seen from both sides, one that a hole covers, and one that stayed quiet for long.
  const quiet = 1 / ((gap + 1 / a + 1 / b) * Math.log(1 + window * Math.min(a, b)));
  const rotated = (1 - tailWeight) * (twoWaits(gap + 0.02 * (1 / a + 1 / b), a, b) + inHoles) + tailWeight * quiet;
  return Math.log(rotated) - Math.log((1 + endsBlind) * (1 + startsBlind) * arrivals);
}

// @ts-ignore: decorator
@inline
function holeInside(holes: usize, h: i32, end: f64, start: f64): f64 {
  return Math.max(Math.min(getF64(holes, 2 * h + 1), start) - Math.max(getF64(holes, 2 * h), end), 0);
}
