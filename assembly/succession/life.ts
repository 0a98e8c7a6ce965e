import { Prior, Successor } from '../abi';
import { alloc, getF64, setF64 } from '../lib/arena';
import { cell, families, mixture, mixtureCount, n, param } from './state';

/**
 * What the lives of two addresses say of a rotation between them, at the ages they reached. Ages are known up to the
 * silence around them: a start or an end inside a hole is spread evenly over it. An address that succeeded none was
 * brought here in the middle of its life, so its age is only known to be greater than what was seen.
 *
 * A life is a hazard of rotation, as the model says times the share of due rotations that come here, beside leaving. The
 * end of one speaks through its hazard, given what is known of its beginning; the life of the next one speaks of its
 * beginning, given what is known of its end: one that ran its whole term began here, one that was cut short did not.
 */
const STEPS: i32 = 8;
/** Hazard that is left where the rotation model has nothing, and survival that is left beyond all of it. */
const FLOOR: f64 = 2e-6;
const BEYOND: f64 = 0.02;
/** No posterior is taken for more certain than this when the rest of the evidence is worked out from it. */
const DOUBT: f64 = 1e-3;

/** Odds that the address succeeded another one that was heard, by all but its own life. */
let odds: usize = 0;
/** ln of how much its own life speaks for that. */
let renewed: usize = 0;
/** Hazard of rotation at its end, and rotations due before, for a beginning that is known and for one that is not. */
let hazard: usize = 0;
let due: usize = 0;
let broughtHazard: usize = 0;
let broughtDue: usize = 0;
/**
 * The same by component of the rotation model: f64[addresses][components][6] of the share alive at the start, the density at
 * the end and the share alive there, for a beginning that is known and for one that is not.
 */
let parts: usize = 0;
const PARTS: i32 = 6;
/**
 * What the addresses said of the components, where none may speak for itself (`Prior.LeaveOut`): f64[addresses][components] of each,
 * f64[families][components] of all of a family, f64[components] of all, and how many addresses those are.
 */
let credits: usize = 0;
let familyCredits: usize = 0;
let allCredits: usize = 0;
let familySizes: usize = 0;
let allSize: f64 = 0;
/** How many rotations each address counts for among those of its family: f64[addresses]. */
let ownSizes: usize = 0;
let ownFresh: usize = 0;
/** Share of due rotations that come, by the other addresses: f64[addresses]. */
let rotating: usize = 0;
/** How each family of payloads rotates: f64[families][components], which add up to what they do in the model. */
let habits: usize = 0;
/** Credits of the round at work, or 0 where they are not kept by address. */
let fresh: usize = 0;
let densityNow: f64 = 0;
let aliveNow: f64 = 0;

/** Works out for every address what does not change from round to round. */
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
    // Twice the mean wait for a frame: as much, on average, was missed at either end.
    // An emitter that falls silent by habit mostly rotates then.
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

/** Hazards and rotations due under the habits in force. */
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

/** Of those alive at the start, a few outlive all that the model knows. */
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
 * Weight of a lifetime component for the rotations of an address. With `LeaveOut` it is estimated from the other addresses of the
 * family, shrunk towards the other families, and those towards the rotation model.
 */
function habitWeight(a: i32, c: i32): f64 {
  const at = habitOf(a) + c;
  if (param(Prior.LeaveOut) == 0) return getF64(habits, at);
  const strength = param(Prior.HabitStrength);
  const family = <i32>cell(Successor.Family, a);
  const others = allSize - getF64(familySizes, family);
  const elsewhere = Math.max(getF64(allCredits, c) - getF64(familyCredits, at), 0);
  // A hundred addresses of other families are worth no more than the rotation model itself.
  const heed = strength / Math.max(others, strength);
  const before = (heed * elsewhere + strength * weightOf(c)) / (heed * others + strength);
  const own = getF64(credits, a * mixtureCount + c);
  const kin = Math.max(getF64(familyCredits, at) - own, 0);
  return (kin + strength * before) / (Math.max(getF64(familySizes, family) - (param(Prior.Corrections) != 0 ? getF64(ownSizes, a) : 1), 0) + strength);
}

/**
 * Learns how each family of payloads rotates: which component of the model an address follows, given that it was followed
 * with the probability found, and that it outlived what was seen of it otherwise.
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
 * Shares `amount` of an address among the components by how well they say part `which` of it, and gives how much that adds. An address
 * that was brought here in the middle of its life is met the likelier the longer it lives: long lives count less by as much.
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

/** Takes over what a round has found: sums of families, and the share of each address in them. */
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

/** How much likelier than not the beginning is known, given that the address lived so long. */
function known(a: i32): f64 {
  const ratio = getF64(odds, a) * Math.exp(param(Prior.Rotating) * (getF64(broughtDue, a) - getF64(due, a)));
  return ratio / (1 + ratio);
}

function hazardOf(a: i32): f64 {
  const share = known(a);
  return share * getF64(hazard, a) + (1 - share) * getF64(broughtHazard, a);
}

/**
 * Stores the share of due rotations that happened, for each address from the other addresses. Including its own would let a chance
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

/** Share of due rotations that come, for an address. */
// @ts-ignore: decorator
@inline
function rotatingOf(a: i32): f64 {
  return param(Prior.Corrections) != 0 ? getF64(rotating, a) : param(Prior.Rotating);
}

/** ln of the hazard of rotation over the rate of leaving and of rotating to an address that is not heard. */
export function lifeTerm(a: i32): f64 {
  const rotating = rotatingOf(a) * hazardOf(a);
  return Math.log(rotating) - Math.log(param(Prior.LeavingRate) + param(Prior.Lost) * rotating);
}

/** Of an address that none was seen to follow: how probably it rotated all the same. */
export function lostPart(a: i32): f64 {
  const lost = param(Prior.Lost) * rotatingOf(a) * hazardOf(a);
  return lost / (lost + param(Prior.LeavingRate));
}

/** ln of how much likelier the life of an address is when it began here than when it was brought. */
export function renewalTerm(a: i32): f64 {
  return getF64(renewed, a);
}

/** Rotations that the model expects of an address while it was heard. */
export function rotationsDue(a: i32): f64 {
  const share = known(a);
  return share * getF64(due, a) + (1 - share) * getF64(broughtDue, a);
}

/**
 * Takes over what a round has found of an address: the probability that it succeeded one and that one succeeded it.
 * Both come of its own life too, which is taken out again, so that the life is never evidence for itself.
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

/** Density of a component's ends at an age that is known up to `before` and `after`, and the share that is alive there. */
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
      // Half a second either side: no model of rotation is sharper than that.
      densityNow += died(component, reached + 0.5) - died(component, reached - 0.5);
      aliveNow += 1 - died(component, reached);
    }
  }
  densityNow /= <f64>steps;
  aliveNow /= <f64>steps;
}

/** Share of a component's addresses that rotated by `age`. */
function died(component: i32, age: f64): f64 {
  const a = getF64(mixture, 4 * component + 2);
  const b = getF64(mixture, 4 * component + 3);
  if (getF64(mixture, 4 * component) == 0) return Math.min(Math.max((age - a) / (b - a), 0), 1);
  const tail = 0.5 * Math.exp(-Math.abs(age - a) / b);
  return age < a ? tail : 1 - tail;
}

/** The integral of `died` up to `age`; only differences of it mean anything. */
function diedBy(component: i32, age: f64): f64 {
  const a = getF64(mixture, 4 * component + 2);
  const b = getF64(mixture, 4 * component + 3);
  if (getF64(mixture, 4 * component) == 0) {
    const inside = Math.min(Math.max(age - a, 0), b - a);
    return (0.5 * inside * inside) / (b - a) + Math.max(age - b, 0);
  }
  return Math.max(age - a, 0) + 0.5 * b * Math.exp(-Math.abs(age - a) / b);
}
