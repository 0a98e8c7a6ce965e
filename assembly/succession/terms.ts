import { Prior, Successor } from '../abi';
import { getF64 } from '../lib/arena';
import { driftHere, intervalHere, kept, logInterval, cell, param } from './state';

/**
 * The terms of a pair's score: each is ln P(observation | one emitter) − ln P(observation | two emitters). If a term is a mixture, the
 * shares of its parts are stored here for the learning step.
 */
export let intervalStray: f64 = 0;
export let contentPart: f64 = 0;
export let layoutPart: f64 = 0;
export let familyPart: f64 = 0;
/** Share of the pair's phase likelihood from emitters that keep the 625 µs grid; −1 if the grid is no evidence for the pair. */
export let phaseKept: f64 = -1;

/** Length of one slot of the advertising grid in µs (Core Vol 6 Part B 4.4.2.2). */
const SLOT: f64 = 625;
/** A phase fit with a larger residual than this, in µs, does not come from a radio's clock. */
const USABLE: f64 = 25;
/** If two clock values differ by more than this, in s, they come from clocks of different recordings. */
const FOREIGN: f64 = 100000;
/** Time constant, in s, after which a level no longer tells what it was. */
const LEVEL_MEMORY: f64 = 300;

/** Term for what is sent: the same bytes where bytes should stay, the same structure, the same kind of payload, or anything. */
export function payloadTerm(i: i32, j: i32): f64 {
  contentPart = 0;
  layoutPart = 0;
  familyPart = 0;
  if (cell(Successor.Content, i) == cell(Successor.Content, j)) contentPart = param(Prior.ContentKept) / cell(Successor.ContentShare, j);
  if (cell(Successor.Layout, i) == cell(Successor.Layout, j)) layoutPart = param(Prior.LayoutKept) / cell(Successor.LayoutShare, j);
  if (cell(Successor.Family, i) == cell(Successor.Family, j)) familyPart = param(Prior.FamilyKept) / cell(Successor.FamilyShare, j);
  const other = Math.max(1 - param(Prior.ContentKept) - param(Prior.LayoutKept) - param(Prior.FamilyKept), 1e-4);
  const sum = contentPart + layoutPart + familyPart + other;
  contentPart /= sum;
  layoutPart /= sum;
  familyPart /= sum;
  return Math.log(sum);
}

/** Term for the advertised name, which is kept over a rotation. If either address has no name, the term is 0. */
export function nameTerm(i: i32, j: i32): f64 {
  const a = cell(Successor.Name, i);
  const b = cell(Successor.Name, j);
  if (a < 0 || b < 0) return 0;
  const same = param(Prior.NameKept);
  return a == b ? Math.log(same / cell(Successor.NameShare, j) + 1 - same) : Math.log(1 - same);
}

/** Term for the mean event spacing, relative to how common it is among payloads of this kind, because devices of one model share it. */
export function intervalTerm(i: i32, j: i32): f64 {
  const off = getF64(logInterval, j) - getF64(logInterval, i);
  intervalStray = -1;
  if (off != off) return 0;
  const sigma = Math.hypot(param(Prior.IntervalSpread), Math.hypot(cell(Successor.IntervalError, i), cell(Successor.IntervalError, j)));
  const stray = param(Prior.IntervalStray);
  const here = getF64(intervalHere, j);
  const ratio = ((1 - stray) * normal(off, sigma)) / here + stray;
  intervalStray = stray / ratio;
  return Math.log(ratio);
}

/** Term for the level (RSSI). It is weak, because turning a phone changes it by 10 dB; its spread grows with the silence. */
export function levelTerm(i: i32, j: i32, gap: f64): f64 {
  const off = cell(Successor.RssiFirst, j) - cell(Successor.RssiLast, i);
  if (off != off) return 0;
  const near = param(Prior.LevelNear);
  const far = param(Prior.LevelFar);
  const noise = param(Prior.LevelNoise);
  const rest = noise / Math.max(cell(Successor.LevelsLast, i), 1) + noise / Math.max(cell(Successor.LevelsFirst, j), 1);
  const moves = near * near + (far * far - near * near) * (1 - Math.exp(-gap / LEVEL_MEMORY));
  // If the level of an emitter changed much while it kept its address, it changes as much when the address changes.
  const sigma = Math.sqrt(0.5 * (cell(Successor.Restless, i) + cell(Successor.Restless, j)) * moves + rest);
  const stray = param(Prior.LevelStray);
  const here = normal(cell(Successor.RssiFirst, j) - param(Prior.LevelMean), param(Prior.LevelSpread)) + 1e-3;
  return Math.log((1 - stray) * (normal(off, sigma) / here) + stray);
}

/** Whether both addresses have a phase that was measured by the same radio clock. */
function oneClock(i: i32, j: i32): bool {
  if (!(cell(Successor.ResidualLast, i) < USABLE && cell(Successor.ResidualFirst, j) < USABLE)) return false;
  return Math.abs(cell(Successor.PhaseFirstAt, j) - cell(Successor.PhaseLastAt, i)) < FOREIGN;
}

/** Term for the clock drift: an emitter keeps its crystal. Some phones switch between two, which a share of stray drifts accounts for. */
export function driftTerm(i: i32, j: i32): f64 {
  if (!oneClock(i, j)) return 0;
  const off = cell(Successor.DriftFirst, j) - cell(Successor.DriftLast, i);
  const error = Math.hypot(cell(Successor.DriftFirstError, j), cell(Successor.DriftLastError, i));
  const scale = Math.hypot(param(Prior.DriftSpread), error);
  if (!(scale < 40)) return 0;
  const stray = param(Prior.DriftStray);
  const same = Math.exp(-Math.abs(off) / scale) / (2 * scale);
  return Math.log(((1 - stray) * same) / getF64(driftHere, j) + stray);
}

/** Term for whether the events of both are on one 625 µs grid, as far as clocks can be extrapolated over the silence. */
export function phaseTerm(i: i32, j: i32): f64 {
  phaseKept = -1;
  if (!oneClock(i, j)) return 0;
  const step = cell(Successor.PhaseFirstAt, j) - cell(Successor.PhaseLastAt, i);
  const error = Math.hypot(param(Prior.DriftSpread), Math.hypot(cell(Successor.DriftLastError, i), cell(Successor.DriftFirstError, j)));
  const scale = Math.hypot(param(Prior.PhaseSpread), error * step);
  if (!(scale < 120)) return 0;
  const rate = 0.5 * (cell(Successor.DriftLast, i) + cell(Successor.DriftFirst, j));
  const raw = cell(Successor.PhaseFirst, j) - cell(Successor.PhaseLast, i) - rate * step;
  const off = Math.abs(raw - SLOT * Math.floor(raw / SLOT + 0.5));
  const share = getF64(kept, <i32>cell(Successor.Family, i));
  // A Laplace density on a circle of one slot, relative to a uniform phase.
  const fit = (SLOT * Math.exp(-off / scale)) / (2 * scale * (1 - Math.exp(-SLOT / 2 / scale)));
  const ratio = share * fit + 1 - share;
  phaseKept = (share * fit) / ratio;
  return Math.log(ratio);
}

// @ts-ignore: decorator
@inline
function normal(off: f64, sigma: f64): f64 {
  return Math.exp(-0.5 * (off / sigma) * (off / sigma)) / (sigma * 2.5066282746310002);
}
