import { Feature } from '../abi';
import { getF64, getU32, setF64 } from '../lib/arena';
import { estimateInterval, scatterOf, supportOf, thin } from './interval';
import { afterLevel, beforeLevel, firstLevel, firstLevels, lastLevel, lastLevels, levels, middleLevel, spread } from './levels';
import { flicker, nearAfter, nearAfters, nearBefore, nearBefores, nearFirst, nearFirsts, nearLast, nearLasts } from './levels';
import { drift, driftError, fitPhase, phase, phaseAt, residual } from './phase';

/** Frames of an address that are closer than this, in s, belong to one advertising event (three channels, scan response). */
const EVENT: f64 = 0.012;
/** Number of event spacings at an end of an address's life from which its rate is computed; each is capped, so that gaps do not count. */
const RATE_SPACINGS: i32 = 32;
const RATE_CAP: f64 = 30;
const INTERVAL_SPACINGS: i32 = 192;
/** If two radio clock values differ by more than this, in s, they come from different clocks. */
const FOREIGN: f64 = 100000;

/**
 * Computes features of the addresses `from` … `to`-1 over rows that `orderRows` has grouped by address.
 *
 * @param radio    f64[rows] seconds of the sniffer's own clock; clocks of different captures are ≥ FOREIGN apart
 * @param level    i8[rows] dBm, 127 if unknown
 * @param channel  u8[rows]: channel of a frame that begins an event on it, else 255
 * @param out      f64[Feature.Columns][addresses]
 * @param scratch  f64[3 × longest group + 1024]
 * @param holes    f64[2 × holeCount]: spans without any row, ascending
 * @param minimum  s; a silence longer than this and than `factor` mean spacings ends a segment
 */
export function featuresOf(
  time: usize, radio: usize, level: usize, channel: usize, order: usize, starts: usize, addresses: i32, from: i32, to: i32,
  holes: usize, holeCount: i32, minimum: f64, factor: f64, out: usize, scratch: usize,
): void {
  for (let a = from; a < to; a++) {
    const start = getU32(starts, a);
    const count = getU32(starts, a + 1) - start;
    const rows = order + (<usize>start << 2);
    put(out, addresses, a, Feature.Count, <f64>count);
    if (count == 0) {
      for (let column = <i32>Feature.First; column < <i32>Feature.Columns; column++) put(out, addresses, a, column, NaN);
      put(out, addresses, a, Feature.Segments, 0);
      put(out, addresses, a, Feature.Events, 0);
      continue;
    }
    const first = getF64(time, getU32(rows, 0));
    const last = getF64(time, getU32(rows, count - 1));
    put(out, addresses, a, Feature.First, first);
    put(out, addresses, a, Feature.Last, last);
    levels(time, level, rows, count, scratch);
    put(out, addresses, a, Feature.RssiFirst, firstLevel);
    put(out, addresses, a, Feature.RssiLast, lastLevel);
    put(out, addresses, a, Feature.RssiMedian, middleLevel);
    put(out, addresses, a, Feature.RssiSpread, spread);
    put(out, addresses, a, Feature.LevelsFirst, <f64>firstLevels);
    put(out, addresses, a, Feature.LevelsLast, <f64>lastLevels);
    put(out, addresses, a, Feature.RssiBefore, beforeLevel);
    put(out, addresses, a, Feature.RssiAfter, afterLevel);
    put(out, addresses, a, Feature.NearFirst, nearFirst);
    put(out, addresses, a, Feature.NearFirsts, <f64>nearFirsts);
    put(out, addresses, a, Feature.NearLast, nearLast);
    put(out, addresses, a, Feature.NearLasts, <f64>nearLasts);
    put(out, addresses, a, Feature.NearBefore, nearBefore);
    put(out, addresses, a, Feature.NearBefores, <f64>nearBefores);
    put(out, addresses, a, Feature.NearAfter, nearAfter);
    put(out, addresses, a, Feature.NearAfters, <f64>nearAfters);
    put(out, addresses, a, Feature.Flicker, flicker);
    for (let end = 0; end < 2; end++) {
      fitPhase(radio, channel, rows, count, end == 0, scratch);
      const at = end == 0 ? <i32>Feature.PhaseFirst : <i32>Feature.PhaseLast;
      put(out, addresses, a, at, phase);
      put(out, addresses, a, at + 1, phaseAt);
      put(out, addresses, a, at + 2, drift);
      put(out, addresses, a, at + 3, driftError);
      put(out, addresses, a, at + 4, residual);
    }
    const spacings = scratch;
    const held = spacingsOf(time, radio, rows, count, spacings);
    put(out, addresses, a, Feature.Events, <f64>(held + 1));
    put(out, addresses, a, Feature.RateFirst, rate(spacings, held, 0));
    put(out, addresses, a, Feature.RateLast, rate(spacings, held, max(held - RATE_SPACINGS, 0)));
    let longest: f64 = 0;
    for (let n = 0; n < held; n++) longest = Math.max(longest, getF64(spacings, n));
    put(out, addresses, a, Feature.MaxGap, longest);
    const few = scratch + (<usize>(count + 1) << 3);
    const taken = thin(spacings, held, INTERVAL_SPACINGS, few);
    const interval = estimateInterval(few, taken, few + (<usize>(taken + 1) << 3));
    put(out, addresses, a, Feature.Interval, interval);
    put(out, addresses, a, Feature.IntervalSupport, interval > 0 ? supportOf(few, taken, interval) : 0);
    put(out, addresses, a, Feature.IntervalScatter, scatterOf(few, taken, interval));
    const limit = Math.max(minimum, factor * (last - first) / <f64>max(held, 1));
    put(out, addresses, a, Feature.Segments, <f64>segments(time, rows, count, a, limit, holes, holeCount, 0, 0));
  }
}

/**
 * Writes the segments (spans of activity) of the addresses `from` … `to`-1, each as four f64: address, start, end, frames. Their number is
 * the sum of these addresses' `Feature.Segments`.
 */
export function segmentsOf(
  time: usize, order: usize, starts: usize, addresses: i32, from: i32, to: i32,
  holes: usize, holeCount: i32, minimum: f64, factor: f64, features: usize, out: usize,
): i32 {
  let written = 0;
  for (let a = from; a < to; a++) {
    const start = getU32(starts, a);
    const count = getU32(starts, a + 1) - start;
    if (count == 0) continue;
    const events = get(features, addresses, a, Feature.Events);
    const lasting = get(features, addresses, a, Feature.Last) - get(features, addresses, a, Feature.First);
    const limit = Math.max(minimum, factor * lasting / Math.max(events - 1, 1));
    written += segments(time, order + (<usize>start << 2), count, a, limit, holes, holeCount, out, written);
  }
  return written;
}

// @ts-ignore: decorator
@inline
function put(out: usize, addresses: i32, a: i32, column: i32, value: f64): void {
  setF64(out, column * addresses + a, value);
}

// @ts-ignore: decorator
@inline
function get(table: usize, addresses: i32, a: i32, column: i32): f64 {
  return getF64(table, column * addresses + a);
}

/** Writes the times between the starts of successive advertising events, by the sniffer's own clock if it has one. */
function spacingsOf(time: usize, radio: usize, rows: usize, count: i32, out: usize): i32 {
  let held = 0;
  let event = getU32(rows, 0);
  for (let n = 1; n < count; n++) {
    const row = getU32(rows, n);
    const exact = getF64(radio, row) - getF64(radio, event);
    const spacing = exact >= 0 && exact < FOREIGN ? exact : getF64(time, row) - getF64(time, event);
    if (spacing <= EVENT) continue;
    setF64(out, held, spacing);
    held++;
    event = row;
  }
  return held;
}

function rate(spacings: usize, count: i32, from: i32): f64 {
  const to = min(from + RATE_SPACINGS, count);
  if (to == from) return NaN;
  let sum: f64 = 0;
  for (let n = from; n < to; n++) sum += Math.min(getF64(spacings, n), RATE_CAP);
  return <f64>(to - from) / sum;
}

function segments(
  time: usize, rows: usize, count: i32, a: i32, limit: f64, holes: usize, holeCount: i32, out: usize, at: i32,
): i32 {
  let found = 0;
  let start = getF64(time, getU32(rows, 0));
  let last = start;
  let frames = 1;
  let hole = 0;
  for (let n = 1; n < count; n++) {
    const t = getF64(time, getU32(rows, n));
    while (hole < holeCount && getF64(holes, 2 * hole + 1) <= last) hole++;
    const crossed = hole < holeCount && getF64(holes, 2 * hole + 1) <= t;
    if (t - last > limit || crossed) {
      if (out) writeSegment(out, at + found, a, start, last, frames);
      found++;
      start = t;
      frames = 0;
    }
    last = t;
    frames++;
  }
  if (out) writeSegment(out, at + found, a, start, last, frames);
  return found + 1;
}

function writeSegment(out: usize, at: i32, a: i32, start: f64, end: f64, frames: i32): void {
  setF64(out, 4 * at, <f64>a);
  setF64(out, 4 * at + 1, start);
  setF64(out, 4 * at + 2, end);
  setF64(out, 4 * at + 3, <f64>frames);
}
