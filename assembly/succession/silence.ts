import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, families, holeCount, holes, n, param } from './state';

/**
 * The term for the silence between the last frame of one address and the first of the next: two exponential waits at the rates heard near
 * the ends, spans without any packets, and a share of emitters that stay quiet for a while. The alternative is a new arrival, at the rate
 * learned from this capture.
 */
/** Share of the last pair's likelihood that comes from emitters that stay quiet for a while. */
export let quietPart: f64 = 0;
/** Bin of lengths that contains the last pair's silence. */
export let pauseBin: i32 = 0;
/** How much more frequent pauses of each bin's length are than the share of quiet emitters implies: f64[PAUSE_BINS], 1 before learning. */
let pauses: usize = 0;

/** Number of bins for the length of a silence, each 12 % wide, from half a second to a day. */
export const PAUSE_BINS: i32 = 110;
const SHORTEST: f64 = 0.5;
const BIN: f64 = 0.11;

/**
 * Models of the waits around a change of address. `ONE_WAIT` and `ON_SCHEDULE`: the emitter changes its address between two events of one
 * schedule, so there is one wait, of any length or of whole intervals. Otherwise there are two waits around a pause of this mean length, in
 * s.
 */
const ONE_WAIT: i32 = 0;
const ON_SCHEDULE: i32 = 1;
export const SWAPS: i32 = 3;
const PAUSES: StaticArray<f64> = [0, 0, 0.3];
const LONGEST_PAUSE: f64 = 0.3;
/** Share of each of these models before anything is learned; two waits around a pause are the most frequent. */
const USUAL: StaticArray<f64> = [0.1, 0.1, 0.8];
/** Share of each of these models in each family of payloads, f64[families][SWAPS]; and the part of each in the last pair's likelihood. */
let swaps: usize = 0;
export let swapParts: usize = 0;
/** Share of the last pair's likelihood that comes from ordinary waits for an event at both ends. */
export let waitPart: f64 = 0;
/** Share of the last pair's likelihood that comes from a silence that the emitter has by habit. */
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
 * @param counts f64[PAUSE_BINS]: number of links with a pause of that length
 * @param surest f64[PAUSE_BINS]: the largest part that a single link has in that number
 */
export function relearnPauses(counts: usize, surest: usize): void {
  const strength = param(Prior.PauseStrength);
  if (strength == 0) return;
  const bins = binOf(param(Prior.Window)) + 1;
  let all: f64 = 0;
  // Subtract the largest single part, so that a link does not support itself. Subtracting a whole link would be more than uncertain links
  // are worth:
  // whether several of them support one another would then depend on their sum exceeding one in the first round.
  for (let bin = 0; bin < bins; bin++) {
    const own = param(Prior.Corrections) != 0 ? getF64(surest, bin) : 1;
    setF64(counts, bin, Math.max(getF64(counts, bin) - own, 0));
    all += getF64(counts, bin);
  }
  for (let bin = 0; bin < bins; bin++) setF64(pauses, bin, (getF64(counts, bin) * <f64>bins + strength) / (all + strength));
}

/**
 * Learns, for each family from its own links alone, how the waits around an address change are distributed. If families were pooled,
 * earbuds that pause would be modelled like phones that keep a schedule, and would be confused where a gap is a multiple of the interval.
 *
 * @param counts f64[families][SWAPS]: number of links by wait model
 * @param surest f64[families][SWAPS]: the largest part that a single link has in that number, which is subtracted
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

/**
 * Two events of one schedule are at least this share of an interval apart. Missed events make waits longer, with a tail of at least `TAIL`
 * intervals.
 */
const SOONEST: f64 = 0.8;
const TAIL: f64 = 0.25;

/** Density of the wait for the next event that is heard, given the emitter's interval (NaN if unknown) and mean wait. */
function oneWait(gap: f64, mean: f64, interval: f64): f64 {
  const soonest = interval == interval ? SOONEST * interval : 0;
  if (gap < soonest) return 0;
  const tail = soonest > 0 ? Math.max(mean - soonest, TAIL * interval) : mean;
  return Math.exp((soonest - gap) / tail) / tail;
}

/** Density of a wait of a whole number of intervals, where each event is missed with the probability that the mean wait implies. */
function onSchedule(i: i32, j: i32, gap: f64, mean: f64, interval: f64): f64 {
  if (interval != interval) return oneWait(gap, mean, interval);
  const k = Math.floor(gap / interval + 0.5);
  if (k < 1) return 0;
  const missed = Math.min(Math.max(1 - interval / mean, 0.02), 0.98);
  const apart = k * interval * Math.hypot(cell(Successor.IntervalError, i), cell(Successor.IntervalError, j));
  const sigma = Math.hypot(Math.sqrt(k) * 0.5 * (cell(Successor.Scatter, i) + cell(Successor.Scatter, j)), apart);
  // If the spread exceeds a third of an interval, the multiples of the interval overlap.
  if (sigma > interval / 3) return oneWait(gap, mean, interval);
  // Use a logistic distribution, because the delays of a computer's timestamps have exponential tails.
  const scale = 0.5513288954217921 * sigma;
  const tail = Math.exp(-Math.abs(gap - k * interval) / scale);
  return ((1 - missed) * Math.pow(missed, k - 1) * tail) / (scale * (1 + tail) * (1 + tail));
}

/** Density of a silence of `gap` seconds around a change of address, between events heard at the rates `a` and `b`. */
function waits(i: i32, j: i32, gap: f64, a: f64, b: f64): f64 {
  const interval = 0.5 * (cell(Successor.Interval, i) + cell(Successor.Interval, j));
  if (param(Prior.SwapStrength) == 0) return twoWaits(gap + GRAIN * (1 / a + 1 / b), a, b);
  const family = <i32>cell(Successor.Family, i) * SWAPS;
  let sum: f64 = 0;
  // Skip gaps of more than 40 times the longest wait, as most pairs have, because the density is then 0 in a double.
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

/**
 * Density of a silence of `gap` seconds from the habitual silences of both addresses, or 0; sets the share of rotations that happen in one.
 */
function byHabit(i: i32, j: i32, gap: f64): f64 {
  const whose = cell(Successor.SilenceShare, i) >= cell(Successor.SilenceShare, j) ? i : j;
  habitShare = cell(Successor.SilenceShare, whose);
  if (habitShare == 0) return 0;
  const scale = cell(Successor.SilenceSpread, whose);
  return Math.exp(-Math.abs(gap - cell(Successor.Silence, whose)) / scale) / (2 * scale);
}

/** Number of values per span without packets: start, end, and the seconds in it that the timestamps do not show. */
const HOLE: i32 = 3;
/** Rotations that are closer than this share of the mean waits count as simultaneous. */
const GRAIN: f64 = 0.02;
/** Pause in s that the rates already include (`SWAP_S` of src/tools/linkage/successors.ts). */
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
    // If such a span lies completely between the two frames, more time passed in it than the timestamps show.
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

/** Returns the first address, in the order of their first packets, that starts at or after `time`. */
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
