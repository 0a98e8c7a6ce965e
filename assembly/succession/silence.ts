import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, holeCount, holes, n, param } from './state';

/**
 * The silence between the last frame of one address and the first of the next, as in model 1.0 (`kernels/gap.ts`): two
 * exponential waits at the rates heard near the ends, holes in which nothing was heard, and a share of emitters that
 * stay quiet for a while. The alternative is a new arrival at the rate learnt here.
 */
/** How much of the pair's likelihood is the quiet share. */
export let quietPart: f64 = 0;
/** In which bin of lengths the last pair's silence lies. */
export let pauseBin: i32 = 0;
/** How much commoner pauses of a bin's length are than the share of quiet emitters says: f64[PAUSE_BINS], 1 before learning. */
let pauses: usize = 0;

/** Bins of lengths of silence, each 12 % wide, from half a second to a day. */
export const PAUSE_BINS: i32 = 110;
const SHORTEST: f64 = 0.5;
const BIN: f64 = 0.11;

export function pausesSetup(): void {
  pauses = alloc(<usize>PAUSE_BINS << 3);
  for (let bin = 0; bin < PAUSE_BINS; bin++) setF64(pauses, bin, 1);
}

// @ts-ignore: decorator
@inline
function binOf(gap: f64): i32 {
  return max(min(<i32>Math.floor(Math.log(Math.max(gap, SHORTEST) / SHORTEST) / BIN), PAUSE_BINS - 1), 0);
}

/**
 * Learns how long emitters pause around a change of address.
 *
 * @param counts f64[PAUSE_BINS]: links that paused for so long
 */
export function relearnPauses(counts: usize): void {
  const strength = param(Prior.PauseStrength);
  if (strength == 0) return;
  const bins = binOf(param(Prior.Window)) + 1;
  let all: f64 = 0;
  // One link that paused so long is no support for itself.
  for (let bin = 0; bin < bins; bin++) {
    setF64(counts, bin, Math.max(getF64(counts, bin) - 1, 0));
    all += getF64(counts, bin);
  }
  for (let bin = 0; bin < bins; bin++) setF64(pauses, bin, (getF64(counts, bin) * <f64>bins + strength) / (all + strength));
}

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
  pauseBin = binOf(gap);
  const quiet = (share * getF64(pauses, pauseBin)) / ((gap + 1 / a + 1 / b) * Math.log(1 + param(Prior.Window) * Math.min(a, b)));
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
