import { getF64, getU32, setF64 } from '../lib/arena';
import { median } from '../lib/median';

/** How far into an address's life its level at an end is taken, s, and how many frames at most. */
const END_SPAN: f64 = 45;
const END_FRAMES: i32 = 32;
const NO_LEVEL: i32 = 127;
const FEWEST: i32 = 8;

/** Medians in dBm at the ends and over the whole life of the last group, and how many frames the ends rest on. */
export let firstLevel: f64 = NaN;
export let firstLevels: i32 = 0;
export let lastLevel: f64 = NaN;
export let lastLevels: i32 = 0;
export let middleLevel: f64 = NaN;
export let beforeLevel: f64 = NaN;
export let afterLevel: f64 = NaN;
/** Median absolute deviation in units of a normal distribution's sigma, dB. */
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
  held = 0;
  for (let n = 0; n < count; n++) held = take(level, rows, n, scratch, held);
  middleLevel = median(scratch, held);
  for (let n = 0; n < held; n++) setF64(scratch, n, Math.abs(getF64(scratch, n) - middleLevel));
  // 1.4826: the median absolute deviation of a normal distribution in units of its sigma.
  spread = 1.4826 * median(scratch, held);
}

/** Levels on both sides of the middle of the life: how much a level moves where nothing rotates. */
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

// @ts-ignore: decorator
@inline
function take(level: usize, rows: usize, n: i32, scratch: usize, held: i32): i32 {
  const dbm = <i32>load<i8>(level + <usize>getU32(rows, n));
  if (dbm == NO_LEVEL) return held;
  setF64(scratch, held, <f64>dbm);
  return held + 1;
}
