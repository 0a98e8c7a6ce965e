import { Link, Param, Term } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { density, residual } from './lifetime';
import { gapRatio } from './gap';

/**
 * Successor candidates and their log-likelihood ratios.
 *
 * Addresses come ordered by first seen, so the candidates of address i — those that start between its end
 * and its end + window — are one run found by binary search. A pair is scored on named terms; the sum is
 * ln P(data | j succeeds i) − ln P(data | i left, j arrived). Pairs below `Param.Prune` are counted, not kept.
 */
let table: usize = 0;
let n: i32 = 0;
let params: usize = 0;
let holes: usize = 0;
let holeCount: i32 = 0;
let mixture: usize = 0;
let mixtureCount: i32 = 0;
let logInterval: usize = 0;
let intervalDensity: usize = 0;
let considered: f64 = 0;
let edges: i32 = 0;

const NARROWEST: f64 = -4.1;
const BIN: f64 = 0.04;
const BINS: i32 = 170;

/** One kept pair: from, to, the sum, then the terms; f64 each. */
const EDGE: i32 = 3 + <i32>Term.Columns;

export function pairsSetup(
  linkTable: usize, addresses: i32, parameters: usize, holeTable: usize, holesCount: i32, lifetimes: usize, lifetimeCount: i32,
): void {
  table = linkTable;
  n = addresses;
  params = parameters;
  holes = holeTable;
  holeCount = holesCount;
  mixture = lifetimes;
  mixtureCount = lifetimeCount;
  considered = 0;
  intervals();
}

/** Logarithm of every interval, and how common such an interval is here: a smoothed histogram of ln T. */
function intervals(): void {
  logInterval = alloc(<usize>n << 3);
  intervalDensity = alloc(<usize>n << 3);
  const counts = alloc(<usize>(BINS + 4) << 3);
  let total: f64 = 0;
  for (let a = 0; a < n; a++) {
    const value = Math.log(cell(Link.Interval, a));
    setF64(logInterval, a, value);
    if (value != value) continue;
    total += 1;
    const middle = binOf(value);
    for (let off = -2; off <= 2; off++) setF64(counts, middle + off, getF64(counts, middle + off) + <f64>(3 - abs(off)) / 9);
  }
  const width = BIN * <f64>BINS;
  for (let a = 0; a < n; a++) {
    const value = getF64(logInterval, a);
    if (value != value) continue;
    // One observation's worth of "any interval is possible" keeps rare intervals from looking unique.
    setF64(intervalDensity, a, (getF64(counts, binOf(value)) + BIN / width) / ((total + 1) * BIN));
  }
}

// @ts-ignore: decorator
@inline
function binOf(value: f64): i32 {
  return min(max(<i32>((value - NARROWEST) / BIN), 2), BINS + 1);
}

/** Pairs inside the window so far, kept or not. */
export function pairsConsidered(): f64 {
  return considered;
}

/** Pairs that the last `pairsRun` wrote. */
export function pairsWritten(): i32 {
  return edges;
}

/**
 * Scores the candidates of addresses `from` … `to`-1 into `out` (f64[EDGE] each, `most` at most) and gives
 * the address to go on with: `to`, or an earlier one when `out` has no room for another full run.
 */
export function pairsRun(from: i32, to: i32, out: usize, most: i32): i32 {
  edges = 0;
  const window = param(Param.Window);
  for (let i = from; i < to; i++) {
    const end = cell(Link.Last, i);
    const first = lowerBound(end - param(Param.Slack));
    const past = lowerBound(end + window + 1e-9);
    if (edges + (past - first) > most) return i;
    const hole = firstHole(end);
    const life = lifeTerm(i);
    for (let j = first; j < past; j++) {
      if (j == i || cell(Link.Last, j) <= end) continue;
      considered += 1;
      score(i, j, end, hole, life, out);
    }
  }
  return to;
}

function score(i: i32, j: i32, end: f64, hole: i32, life: f64, out: usize): void {
  const at = edges * EDGE;
  const gap = gapRatio(
    end, cell(Link.First, j), cell(Link.RateLast, i), cell(Link.RateFirst, j), param(Param.ArrivalRate),
    param(Param.TailWeight), param(Param.Window), holes, holeCount, hole,
  );
  const layout = layoutTerm(i, j);
  const name = nameTerm(i, j);
  const interval = intervalTerm(i, j);
  const level = levelTerm(i, j, Math.max(cell(Link.First, j) - end, 0));
  const sum = gap + life + layout + name + interval + level;
  if (!(sum >= param(Param.Prune))) return;
  setF64(out, at, <f64>i);
  setF64(out, at + 1, <f64>j);
  setF64(out, at + 2, sum);
  setF64(out, at + 3 + <i32>Term.Gap, gap);
  setF64(out, at + 3 + <i32>Term.Lifetime, life);
  setF64(out, at + 3 + <i32>Term.Layout, layout);
  setF64(out, at + 3 + <i32>Term.Name, name);
  setF64(out, at + 3 + <i32>Term.Interval, interval);
  setF64(out, at + 3 + <i32>Term.Rssi, level);
  edges++;
}

/** "It rotated at this age" against "it left at this age". */
function lifeTerm(i: i32): f64 {
  const age = cell(Link.Last, i) - cell(Link.First, i);
  const share = param(Param.DepartureShare);
  const mean = param(Param.DepartureMean);
  const leaving = Math.exp(-age / mean) / mean;
  const rotating = cell(Link.BornBefore, i) != 0 ? residual(mixture, mixtureCount, age) : density(mixture, mixtureCount, age);
  return Math.log((1 - share) * (rotating + 1e-7)) - Math.log(share * (leaving + 1e-7));
}

/** What is sent: the same bytes where bytes should stay, the same structure, the same kind, or anything. */
function layoutTerm(i: i32, j: i32): f64 {
  const exact = param(Param.ContentKept);
  const kept = param(Param.LayoutKept);
  const alike = param(Param.FamilyKept);
  let same = 1 - exact - kept - alike;
  if (cell(Link.Family, i) == cell(Link.Family, j)) same += alike / cell(Link.FamilyShare, j);
  if (cell(Link.Layout, i) == cell(Link.Layout, j)) same += kept / cell(Link.LayoutShare, j);
  if (cell(Link.Content, i) == cell(Link.Content, j)) same += exact / cell(Link.ContentShare, j);
  return Math.log(same);
}

/** A broadcast name is kept over a rotation; silence on either side says nothing. */
function nameTerm(i: i32, j: i32): f64 {
  const a = cell(Link.Name, i);
  const b = cell(Link.Name, j);
  if (a < 0 || b < 0) return 0;
  const kept = param(Param.NameKept);
  return a == b ? Math.log(kept / cell(Link.NameShare, j) + 1 - kept) : Math.log(1 - kept);
}

/** Mean event spacing: stays within a fraction of a per cent on one emitter. */
function intervalTerm(i: i32, j: i32): f64 {
  const off = getF64(logInterval, j) - getF64(logInterval, i);
  if (off != off) return 0;
  const sigma = param(Param.IntervalSigma);
  const stray = param(Param.IntervalOutlier);
  const here = getF64(intervalDensity, j);
  const near = Math.exp(-0.5 * (off / sigma) * (off / sigma)) / (sigma * 2.5066282746310002);
  return Math.log((1 - stray) * near + stray * here) - Math.log(here);
}

/** Level: weak, because turning a phone moves it by 10 dB; the spread grows with the silence. */
function levelTerm(i: i32, j: i32, gap: f64): f64 {
  const off = cell(Link.RssiFirst, j) - cell(Link.RssiLast, i);
  if (off != off) return 0;
  const base = param(Param.RssiSigma);
  const sigma = Math.sqrt(base * base + param(Param.RssiDrift) * Math.min(gap, 600));
  const stray = param(Param.RssiOutlier);
  const wide = param(Param.RssiPopulationSigma);
  const here = normal(cell(Link.RssiFirst, j) - param(Param.RssiPopulationMean), wide) + 1e-4;
  return Math.log((1 - stray) * normal(off, sigma) + stray * here) - Math.log(here);
}

// @ts-ignore: decorator
@inline
function normal(off: f64, sigma: f64): f64 {
  return Math.exp(-0.5 * (off / sigma) * (off / sigma)) / (sigma * 2.5066282746310002);
}

// @ts-ignore: decorator
@inline
function cell(column: Link, address: i32): f64 {
  return getF64(table, <i32>column * n + address);
}

// @ts-ignore: decorator
@inline
function param(which: Param): f64 {
  return getF64(params, <i32>which);
}

/** First address, in order of first seen, that starts at or after `time`. */
function lowerBound(time: f64): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cell(Link.First, middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstHole(end: f64): i32 {
  let low = 0;
  let high = holeCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getF64(holes, 2 * middle + 1) <= end) low = middle + 1;
    else high = middle;
  }
  return low;
}
