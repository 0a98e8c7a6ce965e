import { Prior, Successor } from '../abi';
import { getF64 } from '../lib/arena';
import { cell, holeCount, holes, n, param } from './state';

/**
 * The silence between the last frame of one address and the first of the next, as in model 1.0 (`kernels/gap.ts`): two
 * exponential waits at the rates heard near the ends, holes in which nothing was heard, and a share of emitters that
 * stay quiet for a while. The alternative is a new arrival at the rate learnt here.
 */
/** How much of the pair's likelihood is the quiet share. */
export let quietPart: f64 = 0;

/** Values of a hole: start, end, and seconds that passed unseen in addition. */
const HOLE: i32 = 3;
/** A rotation inside one step of hearing is not told from one a fiftieth of it later. */
const GRAIN: f64 = 0.02;

function twoWaits(g: f64, a: f64, b: f64): f64 {
  const difference = b - a;
  if (Math.abs(difference) < 1e-6 * a) return a * a * g * Math.exp(-a * g);
  return (a * b / difference) * (Math.exp(-a * g) - Math.exp(-b * g));
}

export function silenceTerm(i: i32, j: i32): f64 {
  const end = cell(Successor.Last, i);
  const start = cell(Successor.First, j);
  const a = cell(Successor.RateLast, i);
  const b = cell(Successor.RateFirst, j);
  const first = firstHole(end);
  let silent: f64 = 0;
  for (let h = first; h < holeCount && getF64(holes, HOLE * h) < start; h++) silent += inside(h, end, start);
  const gap = Math.max(start - end - silent, 0);
  let covered: f64 = 0;
  let endsBlind: f64 = 0;
  let startsBlind: f64 = 0;
  let passed: f64 = 0;
  for (let h = first; h < holeCount && getF64(holes, HOLE * h) < start; h++) {
    const stamped = inside(h, end, start);
    // A loss whose ends both lie between hides more time than the stamps show.
    const length = getF64(holes, HOLE * h) >= end && getF64(holes, HOLE * h + 1) <= start ? stamped + getF64(holes, HOLE * h + 2) : stamped;
    const before = Math.max(getF64(holes, HOLE * h) - end - passed, 0);
    const unheardEnd = a * Math.exp(-a * before);
    const unheardStart = b * Math.exp(-b * Math.max(gap - before, 0));
    covered += length * unheardEnd * unheardStart;
    endsBlind += length * unheardEnd;
    startsBlind += length * unheardStart;
    passed += stamped;
  }
  const share = param(Prior.Quiet);
  const quiet = share / ((gap + 1 / a + 1 / b) * Math.log(1 + param(Prior.Window) * Math.min(a, b)));
  const rotated = (1 - share) * (twoWaits(gap + GRAIN * (1 / a + 1 / b), a, b) + covered) + quiet;
  quietPart = quiet / rotated;
  return Math.log(rotated) - Math.log((1 + endsBlind) * (1 + startsBlind) * param(Prior.ArrivalRate));
}

// @ts-ignore: decorator
@inline
function inside(h: i32, end: f64, start: f64): f64 {
  return Math.max(Math.min(getF64(holes, HOLE * h + 1), start) - Math.max(getF64(holes, HOLE * h), end), 0);
}

function firstHole(end: f64): i32 {
  let low = 0;
  let high = holeCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getF64(holes, HOLE * middle + 1) <= end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First address, in order of first seen, that starts at or after `time`. */
export function startingAt(time: f64): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cell(Successor.First, middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
