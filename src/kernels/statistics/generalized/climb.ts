/**
 * Maximises the likelihood (by Newton's method) or the penalised likelihood (by Fisher scoring) over the coordinates γ of the coefficients.
 * The last `held` coordinates keep their given values.
 */
import type { Basis, ModelRows, Pass, Share } from './rows.ts';

const MOST_STEPS = 200;
const MOST_STEPS_PENALISED = 2000;
const MOST_HALVINGS = 30;
/** A fit has converged if the squared Newton decrement, in units of log likelihood, is below this; further steps would only be rounding. */
const SETTLED = 1e-22;
const SETTLED_EXACT = 1e-30;
/** Once the squared decrement is below this, a fit continues with pairs of doubles; one more step doubles the number of exact digits. */
const NEAR = 1e-11;
/** A fit may have no maximum if |η| of some row exceeds `FAR` and a step leaves more than the share `SLOW` of the decrement. */
const FAR = 18;
const SLOW = 0.05;

export interface Asked {
  readonly firth: boolean;
  readonly exact: boolean;
  /** Number of coordinates at the end of γ that keep their given values. */
  readonly held: number;
  readonly share?: Share;
  readonly mostSteps?: number;
  /** Called once if the steps do not get shorter. If it returns true (the rows are separated, so there is no maximum), the fit ends. */
  readonly separated?: () => boolean;
}

export interface Climbed {
  readonly converged: boolean;
  readonly gamma: Float64Array;
  readonly pass: Pass;
  /** What the fit maximises, as a pair of doubles: −½ deviance, plus half of ln |information| if the fit is penalised. */
  readonly objective: readonly [number, number];
  readonly steps: number;
}

interface Point {
  readonly gamma: Float64Array;
  readonly pass: Pass;
  readonly objective: readonly [number, number];
  /** The next Newton step; null if the information matrix cannot be inverted. */
  readonly step: { readonly decrement: number; readonly direction: Float64Array } | null;
}

export function climb(rows: ModelRows, basis: Basis, start: Float64Array, asked: Asked): Climbed {
  let exact = false;
  let point = evaluate(rows, basis, start, asked, exact);
  let before = Infinity;
  let doubted = false;
  const most = asked.mostSteps ?? (asked.firth ? MOST_STEPS_PENALISED : MOST_STEPS);
  for (let steps = 1; ; steps++) {
    const { step } = point;
    const stuck = step === null || (point.pass.reach > FAR && step.decrement > SLOW * before && step.decrement < 10);
    if (stuck && !asked.firth && !doubted) {
      doubted = true;
      if (asked.separated?.() === true) return { ...point, converged: false, steps };
    }
    if (step === null || steps >= most || !Number.isFinite(step.decrement)) return { ...point, converged: false, steps };
    // If steps do not get shorter any more, only rounding errors are left.
    const rounding = asked.firth
      ? step.decrement < 1e-24 && step.decrement > before
      : step.decrement < 1e-15 && step.decrement > 0.3 * before;
    if (step.decrement < (exact ? SETTLED_EXACT : SETTLED) || rounding) {
      if (exact || !asked.exact) return { ...point, gamma: moved(point.gamma, step.direction, 1), converged: true, steps };
      exact = true;
      point = evaluate(rows, basis, moved(point.gamma, step.direction, 1), asked, exact);
      before = Infinity;
      continue;
    }
    before = step.decrement;
    if (asked.exact && !exact && step.decrement < NEAR && !asked.firth) exact = true;
    const next = better(rows, basis, point, asked, exact);
    if (next === null) return { ...point, converged: step.decrement < 1e-12, steps };
    point = next;
  }
}

/** Tries a Newton step, then half of it, and so on, until the objective does not fall. Returns null if it always falls. */
function better(rows: ModelRows, basis: Basis, point: Point, asked: Asked, exact: boolean): Point | null {
  const { direction } = point.step!;
  for (let share = 1, halvings = 0; halvings < MOST_HALVINGS; share /= 2, halvings++) {
    const next = evaluate(rows, basis, moved(point.gamma, direction, share), asked, exact);
    const gain = next.objective[0] - point.objective[0] + (next.objective[1] - point.objective[1]);
    if (gain > -1e-9 * (1 + Math.abs(point.objective[0]) * 1e-3)) return next;
  }
  return null;
}

/** Returns γ + share · direction, where γ is stored as pairs of doubles. */
export function moved(gamma: Float64Array, direction: Float64Array, share: number): Float64Array {
  const out = gamma.slice();
  for (let at = 0; at < direction.length; at++) {
    const [high, low] = sum(out[2 * at]!, out[2 * at + 1]!, share * direction[at]!);
    out[2 * at] = high;
    out[2 * at + 1] = low;
  }
  return out;
}

/** Adds a double to a number that is a pair of doubles (high and low part). */
function sum(high: number, low: number, add: number): readonly [number, number] {
  const s = high + add;
  const v = s - high;
  const rest = high - (s - v) + (add - v) + low;
  const h = s + rest;
  return [h, rest - (h - s)];
}

function evaluate(rows: ModelRows, basis: Basis, gamma: Float64Array, { firth, held, share }: Asked, exact: boolean): Point {
  const plain = rows.pass(basis, gamma, { exact, ...(share !== undefined && { share }) });
  const half: readonly [number, number] = [-plain.deviance[0] / 2, -plain.deviance[1] / 2];
  if (!firth) return { gamma, pass: plain, objective: half, step: stepOf(rows, basis, plain, held) };
  const inverse = rows.inverse(basis.terms, plain.information);
  if (inverse === null) return { gamma, pass: plain, objective: [-Infinity, 0], step: null };
  const pass = rows.pass(basis, gamma, { exact, inverse });
  const [logHigh, logLow] = rows.logDeterminant(basis.terms, pass.information);
  const [high, low] = sum(half[0], half[1] + logLow / 2, logHigh / 2);
  return { gamma, pass, objective: [high, low], step: stepOf(rows, basis, pass, held) };
}

function stepOf(rows: ModelRows, { terms }: Basis, { information, score }: Pass, held: number): Point['step'] {
  const free = terms - held;
  if (free === 0) return { decrement: 0, direction: new Float64Array(0) };
  const own = new Float64Array(2 * free * free);
  for (let i = 0; i < free; i++) own.set(information.subarray(2 * i * terms, 2 * (i * terms + free)), 2 * i * free);
  const inverse = rows.inverse(free, own);
  if (inverse === null) return null;
  const pairs = rows.step(free, inverse, score.subarray(0, 2 * free), new Float64Array(2 * free), 1);
  const direction = Float64Array.from({ length: free }, (_, at) => pairs[2 * at]! + pairs[2 * at + 1]!);
  return { decrement: direction.reduce((total, value, at) => total + value * score[2 * at]!, 0), direction };
}

/** Cholesky factor U of a matrix U'U of pairs, row by row, as doubles; null if the matrix is not positive definite. */
export function choleskyOf(terms: number, matrix: Float64Array): Float64Array | null {
  const out = new Float64Array(terms * terms);
  for (let i = 0; i < terms; i++)
    for (let j = i; j < terms; j++) {
      let left = matrix[2 * (i * terms + j)]!;
      for (let k = 0; k < i; k++) left -= out[k * terms + i]! * out[k * terms + j]!;
      if (i === j && !(left > 0)) return null;
      out[i * terms + j] = i === j ? Math.sqrt(left) : left / out[i * terms + i]!;
    }
  return out;
}
