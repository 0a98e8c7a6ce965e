import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, families, holeCount, holes, n, param } from './state';

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

/**
 * Ways in which the two waits around a change may lie, s: one wait for both, for an emitter that changes its address between two events
 * of one schedule, anywhere or in whole intervals; or a wait on either side of a pause of so long on average.
 */
const ONE_WAIT: i32 = 0;
const ON_SCHEDULE: i32 = 1;
export const SWAPS: i32 = 3;
const PAUSES: StaticArray<f64> = [0, 0, 0.3];
const LONGEST_PAUSE: f64 = 0.3;
/** How common each is before anything is learnt: mostly the one of model 1.3. */
const USUAL: StaticArray<f64> = [0.1, 0.1, 0.8];
/** How common each of them is among each family of payloads, f64[families][SWAPS]; and how much of the last pair's likelihood each is. */
let swaps: usize = 0;
export let swapParts: usize = 0;
/** How much of the last pair's likelihood is that both ends were waits for an event. */
export let waitPart: f64 = 0;
/** How much of the last pair's likelihood is a silence of the emitter's own habit. */
export let habitPart: f64 = 0;

export function pausesSetup(): void {
  swaps = alloc(<usize>(families * SWAPS) << 3);
  swapParts = alloc(<usize>SWAPS << 3);
  for (let at = 0; at < families * SWAPS; at++) setF64(swaps, at, USUAL[at % SWAPS]);
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
 * @param surest f64[PAUSE_BINS]: the greatest part that one of them has in it
 */
export function relearnPauses(counts: usize, surest: usize): void {
  const strength = param(Prior.PauseStrength);
  if (strength == 0) return;
  const bins = binOf(param(Prior.Window)) + 1;
  let all: f64 = 0;
  // One link that paused so long is no support for itself. A whole one taken off would be more than uncertain links are worth: whether several
  // of them support one another then hangs on their sum passing one in the first round.
  for (let bin = 0; bin < bins; bin++) {
    const own = param(Prior.Corrections) != 0 ? getF64(surest, bin) : 1;
    setF64(counts, bin, Math.max(getF64(counts, bin) - own, 0));
    all += getF64(counts, bin);
  }
  for (let bin = 0; bin < bins; bin++) setF64(pauses, bin, (getF64(counts, bin) * <f64>bins + strength) / (all + strength));
}

/**
 * Learns, for each family from its own links alone, how the waits around an address change are distributed. Pooling families would
 * model pausing earbuds like phones that keep a schedule, and swap them where a gap happens to be a multiple of the interval.
 *
 * @param counts f64[families][SWAPS]: links that rotated in each of the ways
 * @param surest f64[families][SWAPS]: the greatest part that one of them has in it, which is no support for itself
 */
export function relearnSwaps(counts: usize, surest: usize): void {
  const strength = param(Prior.SwapStrength);
  if (strength == 0) return;
  for (let at = 0; at < families * SWAPS; at++) setF64(counts, at, Math.max(getF64(counts, at) - getF64(surest, at), 0));
  for (let f = 0; f < families; f++) {
    let own: f64 = 0;
    for (let swap = 0; swap < SWAPS; swap++) own += getF64(counts, f * SWAPS + swap);
    for (let swap = 0; swap < SWAPS; swap++) {
      setF64(swaps, f * SWAPS + swap, (getF64(counts, f * SWAPS + swap) + strength * USUAL[swap]) / (own + strength));
    }
  }
}

/** Events of one schedule are not nearer than this share of an interval; missed ones make longer waits, with a tail of at least this share. */
const SOONEST: f64 = 0.8;
const TAIL: f64 = 0.25;

/** Density of a wait for the next event that is heard, of an emitter with this interval (NaN: unknown) and mean wait. */
function oneWait(gap: f64, mean: f64, interval: f64): f64 {
  const soonest = interval == interval ? SOONEST * interval : 0;
  if (gap < soonest) return 0;
  const tail = soonest > 0 ? Math.max(mean - soonest, TAIL * interval) : mean;
  return Math.exp((soonest - gap) / tail) / tail;
}

/** Density of a wait of whole intervals, each event missed with the probability that the mean wait shows. */
function onSchedule(i: i32, j: i32, gap: f64, mean: f64, interval: f64): f64 {
  if (interval != interval) return oneWait(gap, mean, interval);
  const k = Math.floor(gap / interval + 0.5);
  if (k < 1) return 0;
  const missed = Math.min(Math.max(1 - interval / mean, 0.02), 0.98);
  const apart = k * interval * Math.hypot(cell(Successor.IntervalError, i), cell(Successor.IntervalError, j));
  const sigma = Math.hypot(Math.sqrt(k) * 0.5 * (cell(Successor.Scatter, i) + cell(Successor.Scatter, j)), apart);
  // Beyond a third of an interval the multiples run into one another.
  if (sigma > interval / 3) return oneWait(gap, mean, interval);
  // A logistic distribution: a computer's stamps are late with exponential tails.
  const scale = 0.5513288954217921 * sigma;
  const tail = Math.exp(-Math.abs(gap - k * interval) / scale);
  return ((1 - missed) * Math.pow(missed, k - 1) * tail) / (scale * (1 + tail) * (1 + tail));
}

/** Density of a silence of `gap` around a change of address, between events heard at the rates `a` and `b`. */
function waits(i: i32, j: i32, gap: f64, a: f64, b: f64): f64 {
  const interval = 0.5 * (cell(Successor.Interval, i) + cell(Successor.Interval, j));
  if (param(Prior.SwapStrength) == 0) return twoWaits(gap + GRAIN * (1 / a + 1 / b), a, b);
  const family = <i32>cell(Successor.Family, i) * SWAPS;
  let sum: f64 = 0;
  // At 40 times the longest wait the density is 0 in a double, and most pairs have longer gaps.
  if (gap > 40 * (1 / a + 1 / b + LONGEST_PAUSE)) {
    memory.fill(swapParts, 0, <usize>SWAPS << 3);
    return 0;
  }
  for (let swap = 0; swap < SWAPS; swap++) {
    const pause = PAUSES[swap];
    const before = 1 / (1 / a + pause - SWAP);
    const after = 1 / (1 / b + pause - SWAP);
    const mean = 0.5 * (1 / before + 1 / after);
    let density: f64;
    if (swap == ONE_WAIT) density = oneWait(gap, mean, interval);
    else if (swap == ON_SCHEDULE) density = onSchedule(i, j, gap, mean, interval);
    else density = twoWaits(gap + GRAIN * 2 * mean, before, after);
    const own = getF64(swaps, family + swap) * density;
    setF64(swapParts, swap, own);
    sum += own;
  }
  for (let swap = 0; swap < SWAPS; swap++) setF64(swapParts, swap, getF64(swapParts, swap) / sum);
  return sum;
}

/** Density of a silence of `gap` by the silences of the two addresses themselves, or 0; `share` of rotations fall into one. */
function byHabit(i: i32, j: i32, gap: f64): f64 {
  const whose = cell(Successor.SilenceShare, i) >= cell(Successor.SilenceShare, j) ? i : j;
  habitShare = cell(Successor.SilenceShare, whose);
  if (habitShare == 0) return 0;
  const scale = cell(Successor.SilenceSpread, whose);
  return Math.exp(-Math.abs(gap - cell(Successor.Silence, whose)) / scale) / (2 * scale);
}

/** Values of a hole: start, end, and seconds that passed unseen in addition. */
const HOLE: i32 = 3;
/** Rotations less than a fiftieth of a hearing step apart count as simultaneous. */
const GRAIN: f64 = 0.02;
/** The pause that is part of the rates, s (`SWAP_S` of src/tools/linkage/successors.ts). */
const SWAP: f64 = 0.3;
let habitShare: f64 = 0;

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
  const habit = byHabit(i, j, gap);
  const moving = 1 - habitShare;
  const waited = waits(i, j, gap, a, b);
  const rotated = moving * ((1 - share) * (waited + covered) + quiet) + habitShare * habit;
  quietPart = (moving * quiet) / rotated;
  habitPart = (habitShare * habit) / rotated;
  waitPart = (moving * (1 - share) * waited) / rotated;
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
