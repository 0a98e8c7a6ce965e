import { Prior, Successor } from '../abi';
import { alloc, getF64, getU32, setF64, setU32 } from '../lib/arena';
import { lives } from './life';
import { pausesSetup } from './silence';

/**
 * The state of the succession model: the table of addresses, the parameters (learned values are written back after every round), and how
 * common each interval and each clock error is in this capture.
 */
export let table: usize = 0;
export let n: i32 = 0;
export let params: usize = 0;
export let holes: usize = 0;
export let holeCount: i32 = 0;
export let mixture: usize = 0;
export let mixtureCount: i32 = 0;
export let logInterval: usize = 0;
export let intervalHere: usize = 0;
export let driftHere: usize = 0;
/** The parameters as they were given, before learning. */
export let defaults: usize = 0;
/** For each family of payloads, the share of rotations that keep the phase on the 625 µs grid. */
export let kept: usize = 0;
export let families: i32 = 0;

/** Half the width of a box that is as high as a normal density at its centre, in standard deviations of ln T (T is the interval). */
const INTERVAL_REACH: f64 = 1.2533141373155;
/** Density of ln T for one imagined further address, so that no interval looks impossible. */
const ANY_INTERVAL: f64 = 1 / 5;
const DRIFT_REACH: i32 = 3;
const MOST_DRIFT: i32 = 125;

export function successionSetup(
  columns: usize, addresses: i32, parameters: usize, holeTable: usize, holesCount: i32, lifetimes: usize, lifetimeCount: i32,
): void {
  table = columns;
  n = addresses;
  params = parameters;
  holes = holeTable;
  holeCount = holesCount;
  mixture = lifetimes;
  mixtureCount = lifetimeCount;
  defaults = alloc(<usize>Prior.Columns << 3);
  memory.copy(defaults, params, <usize>Prior.Columns << 3);
  families = 0;
  for (let a = 0; a < n; a++) families = max(families, <i32>cell(Successor.Family, a) + 1);
  kept = alloc(<usize>families << 3);
  for (let f = 0; f < families; f++) setF64(kept, f, param(Prior.PhaseKept));
  intervals();
  drifts();
  lives();
  pausesSetup();
}

/** Computes the density of each address's interval among the addresses that send the same kind of payload. */
function intervals(): void {
  logInterval = alloc(<usize>n << 3);
  intervalHere = alloc(<usize>n << 3);
  for (let a = 0; a < n; a++) setF64(logInterval, a, Math.log(cell(Successor.Interval, a)));
  for (let from = 0; from < n;) {
    const family = cell(Successor.Family, ordered(from));
    let to = from;
    let known: i32 = 0;
    for (; to < n && cell(Successor.Family, ordered(to)) == family; to++) {
      if (getF64(logInterval, ordered(to)) == getF64(logInterval, ordered(to))) known++;
    }
    // Addresses with unknown intervals come last in the order.
    const end = from + known;
    for (let at = from; at < end; at++) {
      const value = getF64(logInterval, ordered(at));
      // Make the box as wide as two such intervals can be told apart, so that an interval typical of the device model is no evidence.
      const error = cell(Successor.IntervalError, ordered(at));
      const reach = INTERVAL_REACH * Math.hypot(param(Prior.IntervalSpread), error * Math.SQRT2);
      const others = <f64>(beyond(value + reach, from, end) - beyond(value - reach, from, end) - 1);
      setF64(intervalHere, ordered(at), (Math.max(others, 0) / (2 * reach) + ANY_INTERVAL) / <f64>known);
    }
    from = to;
  }
}

/** Returns the first of the ordered addresses `from` … `to`-1 whose interval is greater than `value`. */
function beyond(value: f64, from: i32, to: i32): i32 {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getF64(logInterval, ordered(middle)) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// @ts-ignore: decorator
@inline
function ordered(at: i32): i32 {
  return <i32>cell(Successor.Order, at);
}

/** Computes the density of each address's clock error among all addresses, per µs/s. */
function drifts(): void {
  driftHere = alloc(<usize>n << 3);
  const counts = alloc(<usize>(2 * MOST_DRIFT + 1) << 2);
  let known: f64 = 0;
  for (let a = 0; a < n; a++) {
    const value = cell(Successor.DriftFirst, a);
    if (value != value) continue;
    known += 1;
    setU32(counts, binOf(value), getU32(counts, binOf(value)) + 1);
  }
  for (let a = 0; a < n; a++) {
    const value = cell(Successor.DriftFirst, a);
    if (value != value) continue;
    let near: f64 = -1;
    for (let bin = max(binOf(value) - DRIFT_REACH, 0); bin <= min(binOf(value) + DRIFT_REACH, 2 * MOST_DRIFT); bin++) {
      near += <f64>getU32(counts, bin);
    }
    setF64(driftHere, a, (near / <f64>(2 * DRIFT_REACH + 1) + 1 / <f64>(2 * MOST_DRIFT)) / known);
  }
}

function binOf(drift: f64): i32 {
  return min(max(<i32>Math.floor(drift + 0.5) + MOST_DRIFT, 0), 2 * MOST_DRIFT);
}

// @ts-ignore: decorator
@inline
export function cell(column: Successor, address: i32): f64 {
  return getF64(table, <i32>column * n + address);
}

// @ts-ignore: decorator
@inline
export function param(which: Prior): f64 {
  return getF64(params, <i32>which);
}
