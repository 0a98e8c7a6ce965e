import { getF64, getU32, setF64 } from '../lib/arena';
import { median } from '../lib/median';

/** The median level (RSSI) at each end of an address's life uses frames within this many seconds of that end, up to a maximum number. */
const END_SPAN: f64 = 45;
const END_FRAMES: i32 = 32;
/**
 * Range in seconds, and limits of frames, for the mean level next to each end; the minimum can also be met by addresses with few events.
 */
const NEAR_SPAN: f64 = 4;
const NEAR_FEWEST: i32 = 6;
const NO_LEVEL: i32 = 127;
const FEWEST: i32 = 8;

/**
 * Results for the last group: median levels in dBm at both ends and over the whole life, and the number of frames behind each end's median.
 */
export let firstLevel: f64 = NaN;
export let firstLevels: i32 = 0;
export let lastLevel: f64 = NaN;
export let lastLevels: i32 = 0;
export let middleLevel: f64 = NaN;
export let beforeLevel: f64 = NaN;
export let afterLevel: f64 = NaN;
/** Results for the last group: mean levels over a few seconds at each end and on both sides of the middle, and the frames behind each. */
export let nearFirst: f64 = NaN;
export let nearFirsts: i32 = 0;
export let nearLast: f64 = NaN;
export let nearLasts: i32 = 0;
export let nearBefore: f64 = NaN;
export let nearBefores: i32 = 0;
export let nearAfter: f64 = NaN;
export let nearAfters: i32 = 0;
/** How much the level changes from frame to frame, as the standard deviation of a normal distribution, in dB. */
export let flicker: f64 = NaN;
/** Spread of the levels in dB: the median absolute deviation, scaled to a normal distribution's standard deviation. */
export let spread: f64 = NaN;

export function levels(time: usize, level: usize, rows: usize, count: i32, scratch: usize): void {
  const first = getF64(time, getU32(rows, 0));
  const last = getF64(time, getU32(rows, count - 1));
  let held = 0;
  for (let n = 0; n < count && held < END_FRAMES && getF64(time, getU32(rows, n)) <= first + END_SPAN; n++) {
    held = take(level, rows, n, scratch, held);
  }
  firstLevels = held;
  firstLevel = median(scratch, held);
  held = 0;
  for (let n = count - 1; n >= 0 && held < END_FRAMES && getF64(time, getU32(rows, n)) >= last - END_SPAN; n--) {
    held = take(level, rows, n, scratch, held);
  }
  lastLevels = held;
  lastLevel = median(scratch, held);
  halves(time, level, rows, count, scratch);
  nearLevels(time, level, rows, count);
  held = 0;
  for (let n = 0; n < count; n++) held = take(level, rows, n, scratch, held);
  middleLevel = median(scratch, held);
  for (let n = 0; n < held; n++) setF64(scratch, n, Math.abs(getF64(scratch, n) - middleLevel));
  // 1.4826 converts the median absolute deviation of a normal distribution to its standard deviation.
  spread = 1.4826 * median(scratch, held);
}

/**
 * Computes the mean levels on both sides of the middle of an address's life: they show how much its level changes without a new address.
 */
function halves(time: usize, level: usize, rows: usize, count: i32, scratch: usize): void {
  const middle = count >> 1;
  const at = getF64(time, getU32(rows, middle));
  let held = 0;
  for (let n = middle - 1; n >= 0 && held < END_FRAMES && getF64(time, getU32(rows, n)) >= at - END_SPAN; n--) {
    held = take(level, rows, n, scratch, held);
  }
  beforeLevel = held >= FEWEST ? median(scratch, held) : NaN;
  held = 0;
  for (let n = middle; n < count && held < END_FRAMES && getF64(time, getU32(rows, n)) <= at + END_SPAN; n++) {
    held = take(level, rows, n, scratch, held);
  }
  afterLevel = held >= FEWEST ? median(scratch, held) : NaN;
}

function nearLevels(time: usize, level: usize, rows: usize, count: i32): void {
  const middle = count >> 1;
  nearFirst = nearby(time, level, rows, count, 0, 1);
  nearFirsts = held;
  nearLast = nearby(time, level, rows, count, count - 1, -1);
  nearLasts = held;
  nearBefore = nearby(time, level, rows, count, middle - 1, -1);
  nearBefores = held;
  nearAfter = nearby(time, level, rows, count, middle, 1);
  nearAfters = held;
  let sum: f64 = 0;
  let pairs: f64 = 0;
  for (let n = 1; n < count; n++) {
    const a = <i32>load<i8>(level + <usize>getU32(rows, n - 1));
    const b = <i32>load<i8>(level + <usize>getU32(rows, n));
    if (a == NO_LEVEL || b == NO_LEVEL) continue;
    sum += <f64>abs(a - b);
    pairs += 1;
  }
  // The mean absolute difference of two equal normal values is 2 / √π times their standard deviation.
  flicker = (0.886226925452758 * sum) / pairs;
}

let held: i32 = 0;

/** Mean level of the frames near frame `from`, in the direction of `step`; NaN if there are too few. */
function nearby(time: usize, level: usize, rows: usize, count: i32, from: i32, step: i32): f64 {
  held = 0;
  if (from < 0) return NaN;
  const at = getF64(time, getU32(rows, from));
  let sum: f64 = 0;
  for (let n = from; n >= 0 && n < count && held < END_FRAMES; n += step) {
    const away = Math.abs(getF64(time, getU32(rows, n)) - at);
    if (away > END_SPAN || (away > NEAR_SPAN && held >= NEAR_FEWEST)) break;
    const dbm = <i32>load<i8>(level + <usize>getU32(rows, n));
    if (dbm == NO_LEVEL) continue;
    sum += <f64>dbm;
    held++;
  }
  return sum / <f64>held;
}

// @ts-ignore: decorator
@inline
function take(level: usize, rows: usize, n: i32, scratch: usize, held: i32): i32 {
  const dbm = <i32>load<i8>(level + <usize>getU32(rows, n));
  if (dbm == NO_LEVEL) return held;
  setF64(scratch, held, <f64>dbm);
  return held + 1;
}
