import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, families, mixture, mixtureCount, n, param } from './state';

/**
 * Evidence for a rotation between two addresses from how long each was in use. Ages are known only up to the silence around an address: if
 * it starts or ends in a span without packets, the time is uniform over that span. An address without predecessor came into range in the
 * middle of its life, so its age is only known to exceed what was seen.
 *
 * A life ends by rotation, with the hazard of the rotation model times the share of due rotations that happen here, or because the device
 * leaves. For the first address of a pair the term is its hazard at the end, given what is known of its beginning. For the second it is
 * about its beginning, given what is known of its end: an address that lasted a whole term began here, one that was cut short did not.
 */
const STEPS: i32 = 8;
/** Small hazard that remains where the rotation model has none, and share of addresses that survive beyond all of it. */
const FLOOR: f64 = 2e-6;
const BEYOND: f64 = 0.02;
/** Probabilities are limited to this distance from 0 and 1 before the other evidence is derived from them. */
const DOUBT: f64 = 1e-3;

/** For each address, odds that it succeeded another one that was heard, without the evidence of its own lifetime. */
let odds: usize = 0;
/** For each address, ln of the likelihood ratio of its own lifetime for having succeeded another one. */
let renewed: usize = 0;
/**
 * For each address, hazard of rotation at its end and number of rotations due before: if its beginning is known, and if it came into range
 * later (`brought…`).
 */
let hazard: usize = 0;
let due: usize = 0;
let broughtHazard: usize = 0;
let broughtDue: usize = 0;
/**
 * The same by component of the rotation model, f64[addresses][components][6]: share alive at the start, density at the end and share alive
 * there, first for a known beginning and then for one that is not known.
 */
let parts: usize = 0;
const PARTS: i32 = 6;
/**
 * How much addresses support each component of the rotation model, kept so that none supports itself (`Prior.LeaveOut`):
 * f64[addresses][components] by address, f64[families][components] by family, f64[components] in total, and the numbers of addresses behind
 * the latter two.
 */
let credits: usize = 0;
let familyCredits: usize = 0;
let allCredits: usize = 0;
let familySizes: usize = 0;
let allSize: f64 = 0;
/** How many rotations each address counts for in the sums of its family: f64[addresses]. */
let ownSizes: usize = 0;
let ownFresh: usize = 0;
/** For each address, share of due rotations that happen, estimated from the other addresses: f64[addresses]. */
let rotating: usize = 0;
/**
 * Weights of the rotation model's components for each family of payloads, f64[families][components]; they have the same sum as in the
 * model.
 */
let habits: usize = 0;
/** The support by address that the current round collects; 0 if support is not kept by address. */
let fresh: usize = 0;
let densityNow: f64 = 0;
let aliveNow: f64 = 0;

/** Computes for every address the values that do not change from round to round. */
export function lives(): void {
  odds = alloc(<usize>n << 3);
  renewed = alloc(<usize>n << 3);
  rotating = alloc(<usize>n << 3);
  hazard = alloc(<usize>n << 3);
  due = alloc(<usize>n << 3);
  broughtHazard = alloc(<usize>n << 3);
  broughtDue = alloc(<usize>n << 3);
  parts = alloc(<usize>(n * mixtureCount * PARTS) << 3);
  habits = alloc(<usize>(families * mixtureCount) << 3);
  for (let f = 0; f < families; f++) {
    for (let c = 0; c < mixtureCount; c++) setF64(habits, f * mixtureCount + c, weightOf(c));
  }
  if (param(Prior.LeaveOut) != 0) {
    credits = alloc(<usize>(n * mixtureCount) << 3);
    ownSizes = alloc(<usize>n << 3);
    familyCredits = alloc(<usize>(families * mixtureCount) << 3);
    allCredits = alloc(<usize>mixtureCount << 3);
    familySizes = alloc(<usize>families << 3);
    allSize = 0;
  }
  const usual = param(Prior.Succeeding) / (1 - param(Prior.Succeeding));
  for (let a = 0; a < n; a++) {
    const age = cell(Successor.Last, a) - cell(Successor.First, a);
    // Twice the mean wait for a frame: on average, that much was missed before the first frame and after the last.
    // An emitter that falls silent by habit mostly rotates during such a silence.
    const silence = cell(Successor.SilenceShare, a) > 0.5 ? cell(Successor.Silence, a) : 0;
    const before = cell(Successor.HoleBefore, a) + silence + 2 / cell(Successor.RateFirst, a);
    const after = cell(Successor.HoleAfter, a) + silence + 2 / cell(Successor.RateLast, a);
    setF64(odds, a, usual);
    setF64(rotating, a, param(Prior.Rotating));
    for (let c = 0; c < mixtureCount; c++) {
      reach(a, c, 0, age, before, after);
      reach(a, c, 3, age, Math.max(before, param(Prior.Unseen)), after);
    }
  }
  reckon();
}

function reach(a: i32, component: i32, at: i32, age: f64, before: f64, after: f64): void {
  const out = partAt(a, component) + at;
  spread(component, 0, before, 0);
  setF64(parts, out, aliveNow);
  spread(component, age, before, after);
  setF64(parts, out + 1, densityNow);
  setF64(parts, out + 2, aliveNow);
}

// @ts-ignore: decorator
@inline
function partAt(a: i32, component: i32): i32 {
  return (a * mixtureCount + component) * PARTS;
}

// @ts-ignore: decorator
@inline
function weightOf(component: i32): f64 {
  return getF64(mixture, 4 * component + 1);
}

/** Computes hazards and due rotations from the current weights of the components. */
function reckon(): void {
  for (let a = 0; a < n; a++) {
    let start: f64 = 0;
    let density: f64 = 0;
    let alive: f64 = 0;
    let broughtStart: f64 = 0;
    let broughtDensity: f64 = 0;
    let broughtAlive: f64 = 0;
    for (let c = 0; c < mixtureCount; c++) {
      const weight = habitWeight(a, c);
      const at = partAt(a, c);
      start += weight * getF64(parts, at);
      density += weight * getF64(parts, at + 1);
      alive += weight * getF64(parts, at + 2);
      broughtStart += weight * getF64(parts, at + 3);
      broughtDensity += weight * getF64(parts, at + 4);
      broughtAlive += weight * getF64(parts, at + 5);
    }
    setF64(hazard, a, hazardOver(start, density, alive));
    setF64(due, a, dueOver(start, alive));
    setF64(broughtHazard, a, hazardOver(broughtStart, broughtDensity, broughtAlive));
    setF64(broughtDue, a, dueOver(broughtStart, broughtAlive));
  }
}

/** Hazard at the end of a life. A few of those alive at the start are assumed to live longer than the model allows. */
function hazardOver(start: f64, density: f64, alive: f64): f64 {
  return (density + FLOOR * start) / (alive + BEYOND * start);
}

function dueOver(start: f64, alive: f64): f64 {
  return Math.log((start + BEYOND * start) / (alive + BEYOND * start));
}

// @ts-ignore: decorator
@inline
function habitOf(a: i32): i32 {
  return <i32>cell(Successor.Family, a) * mixtureCount;
}

/**
 * Weight of a lifetime component for the rotations of an address. With `LeaveOut` it is estimated from the other addresses of the family,
 * shrunk towards the other families, and those towards the rotation model.
 */
function habitWeight(a: i32, c: i32): f64 {
  const at = habitOf(a) + c;
  if (param(Prior.LeaveOut) == 0) return getF64(habits, at);
  const strength = param(Prior.HabitStrength);
  const family = <i32>cell(Successor.Family, a);
  const others = allSize - getF64(familySizes, family);
  const elsewhere = Math.max(getF64(allCredits, c) - getF64(familyCredits, at), 0);
  // Limit the weight of all other families together to that of the rotation model itself.
  const heed = strength / Math.max(others, strength);
  const before = (heed * elsewhere + strength * weightOf(c)) / (heed * others + strength);
  const own = getF64(credits, a * mixtureCount + c);
  const kin = Math.max(getF64(familyCredits, at) - own, 0);
  return (kin + strength * before) / (Math.max(getF64(familySizes, family) - (param(Prior.Corrections) != 0 ? getF64(ownSizes, a) : 1), 0) + strength);
}

/**
 * Learns how each family of payloads rotates: which component of the model its addresses follow, given the probability that each was
 * followed by another address, and otherwise that it outlived its last packet.
 *
 * @param followed f64[addresses]
 */
export function relearnHabits(followed: usize): void {
  const strength = param(Prior.HabitStrength);
  const sums = alloc(<usize>(families * mixtureCount) << 3);
  const counts = alloc(<usize>families << 3);
  fresh = param(Prior.LeaveOut) != 0 ? alloc(<usize>(n * mixtureCount) << 3) : 0;
  ownFresh = alloc(<usize>n << 3);
  for (let a = 0; a < n; a++) {
    const share = known(a);
    const gone = Math.min(getF64(followed, a), 1);
    const family = <i32>cell(Successor.Family, a);
    const own = credit(a, 1, share * gone, sums)
      + credit(a, 2, share * (1 - gone), sums)
      + credit(a, 4, (1 - share) * gone, sums)
      + credit(a, 5, (1 - share) * (1 - gone), sums);
    const size = param(Prior.Corrections) != 0 ? own : 1;
    setF64(counts, family, getF64(counts, family) + size);
    if (fresh) setF64(ownFresh, a, size);
  }
  if (param(Prior.LeaveOut) != 0) {
    keepCredits(sums, counts);
    return reckon();
  }
  for (let f = 0; f < families; f++) {
    for (let c = 0; c < mixtureCount; c++) {
      const at = f * mixtureCount + c;
      setF64(habits, at, (getF64(sums, at) + strength * weightOf(c)) / (getF64(counts, f) + strength));
    }
  }
  reckon();
}

/**
 * Distributes `amount` of an address over the components by how well each explains part `which` of its life, and returns the sum of what
 * was added. An address that came into range in the middle of its life is more likely to be met the longer it lives, so long lives count
 * less.
 */
function credit(a: i32, which: i32, amount: f64, sums: usize): f64 {
  const habit = habitOf(a);
  const brought = param(Prior.Corrections) != 0 && which > 3;
  let all: f64 = 0;
  let met: f64 = 0;
  let added: f64 = 0;
  for (let c = 0; c < mixtureCount; c++) {
    all += habitWeight(a, c) * (getF64(parts, partAt(a, c) + which) + FLOOR);
    if (brought) met += habitWeight(a, c) * getF64(parts, partAt(a, c) + 3);
  }
  for (let c = 0; c < mixtureCount; c++) {
    let own = (amount * habitWeight(a, c) * (getF64(parts, partAt(a, c) + which) + FLOOR)) / all;
    if (brought) own *= met / Math.max(getF64(parts, partAt(a, c) + 3), FLOOR);
    added += own;
    setF64(sums, habit + c, getF64(sums, habit + c) + own);
    if (fresh) setF64(fresh, a * mixtureCount + c, getF64(fresh, a * mixtureCount + c) + own);
  }
  return added;
}

/** Stores the results of a round: sums by family, and the share of each address in them. */
function keepCredits(sums: usize, counts: usize): void {
  memory.copy(credits, fresh, <usize>(n * mixtureCount) << 3);
  memory.copy(ownSizes, ownFresh, <usize>n << 3);
  memory.copy(familyCredits, sums, <usize>(families * mixtureCount) << 3);
  memory.copy(familySizes, counts, <usize>families << 3);
  memory.fill(allCredits, 0, <usize>mixtureCount << 3);
  allSize = 0;
  for (let f = 0; f < families; f++) {
    allSize += getF64(counts, f);
    for (let c = 0; c < mixtureCount; c++) setF64(allCredits, c, getF64(allCredits, c) + getF64(sums, f * mixtureCount + c));
  }
}

/** Probability that the beginning of an address's life is known, given how long it lived. */
function known(a: i32): f64 {
  const ratio = getF64(odds, a) * Math.exp(param(Prior.Rotating) * (getF64(broughtDue, a) - getF64(due, a)));
  return ratio / (1 + ratio);
}

function hazardOf(a: i32): f64 {
  const share = known(a);
  return share * getF64(hazard, a) + (1 - share) * getF64(broughtHazard, a);
}

/**
 * Stores for each address the share of due rotations that happened, from the other addresses only. Including its own would let a chance
 * link support itself where nothing rotates.
 *
 * @param followed f64[addresses]
 */
export function shareRotations(rotated: f64, due: f64, followed: usize): void {
  const imagined = param(Prior.RotatingStrength);
  for (let a = 0; a < n; a++) {
    const others = Math.max(rotated - Math.min(getF64(followed, a), 1), 0) + imagined;
    setF64(rotating, a, Math.min(others / (Math.max(due - rotationsDue(a), 0) + imagined), 1));
  }
}

/** Returns the share of due rotations that happen, as it applies to an address. */
// @ts-ignore: decorator
@inline
function rotatingOf(a: i32): f64 {
  return param(Prior.Corrections) != 0 ? getF64(rotating, a) : param(Prior.Rotating);
}

/**
 * Natural logarithm of the hazard of rotation at the address's end, divided by the rate at which devices leave or rotate to an address that
 * is not heard.
 */
export function lifeTerm(a: i32): f64 {
  const rotating = rotatingOf(a) * hazardOf(a);
  return Math.log(rotating) - Math.log(param(Prior.LeavingRate) + param(Prior.Lost) * rotating);
}

/** Probability that an address without a heard successor rotated nevertheless. */
export function lostPart(a: i32): f64 {
  const lost = param(Prior.Lost) * rotatingOf(a) * hazardOf(a);
  return lost / (lost + param(Prior.LeavingRate));
}

/** Natural logarithm of how much likelier the lifetime of an address is if it began here than if it came into range later. */
export function renewalTerm(a: i32): f64 {
  return getF64(renewed, a);
}

/** Number of rotations that the model expects of an address while it was heard. */
export function rotationsDue(a: i32): f64 {
  const share = known(a);
  return share * getF64(due, a) + (1 - share) * getF64(broughtDue, a);
}

/**
 * Stores the results of a round for an address: the probabilities that it succeeded another one, and that another succeeded it. Both
 * include this address's own lifetime term, which is subtracted, so that the lifetime is never evidence for itself.
 */
export function relive(a: i32, succeeded: f64, followed: f64): void {
  const from = Math.min(Math.max(succeeded, DOUBT), 1 - DOUBT);
  setF64(odds, a, (from / (1 - from)) * Math.exp(-getF64(renewed, a)));
  const survived = param(Prior.Rotating) * (getF64(broughtDue, a) - getF64(due, a));
  if (cell(Successor.Ended, a) == 0) return setF64(renewed, a, survived);
  const to = Math.min(Math.max(followed, DOUBT), 1 - DOUBT);
  const left = (hazardOf(a) * (1 - to)) / to;
  setF64(renewed, a, survived + Math.log((getF64(hazard, a) + left) / (getF64(broughtHazard, a) + left)));
}

/** Computes the density of a component's lifetime at an age known up to `before` and `after`, and the share that is alive at that age. */
function spread(component: i32, age: f64, before: f64, after: f64): void {
  densityNow = 0;
  aliveNow = 0;
  const steps = after > 1 ? STEPS : 1;
  for (let k = 0; k < steps; k++) {
    const reached = age + (after * (<f64>k + 0.5)) / <f64>steps;
    if (before > 1) {
      densityNow += (died(component, reached + before) - died(component, reached)) / before;
      aliveNow += 1 - (diedBy(component, reached + before) - diedBy(component, reached)) / before;
    } else {
      // Use half a second on either side, because no rotation model is sharper than that.
      densityNow += died(component, reached + 0.5) - died(component, reached - 0.5);
      aliveNow += 1 - died(component, reached);
    }
  }
  densityNow /= <f64>steps;
  aliveNow /= <f64>steps;
}

/** Share of a component's addresses that have rotated by `age`. */
function died(component: i32, age: f64): f64 {
  const a = getF64(mixture, 4 * component + 2);
  const b = getF64(mixture, 4 * component + 3);
  if (getF64(mixture, 4 * component) == 0) return Math.min(Math.max((age - a) / (b - a), 0), 1);
  const tail = 0.5 * Math.exp(-Math.abs(age - a) / b);
  return age < a ? tail : 1 - tail;
}

/** Integral of `died` up to `age`. Only differences of it have a meaning. */
function diedBy(component: i32, age: f64): f64 {
  const a = getF64(mixture, 4 * component + 2);
  const b = getF64(mixture, 4 * component + 3);
  if (getF64(mixture, 4 * component) == 0) {
    const inside = Math.min(Math.max(age - a, 0), b - a);
    return (0.5 * inside * inside) / (b - a) + Math.max(age - b, 0);
  }
  return Math.max(age - a, 0) + 0.5 * b * Math.exp(-Math.abs(age - a) / b);
}
