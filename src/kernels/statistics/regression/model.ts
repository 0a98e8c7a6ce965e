import type { StatisticsMemory } from '../memory.ts';
import type { MergeInput, RegressionDesign, RegressionModel } from './contract.ts';

/** A column of unit length counts as dependent on the earlier ones if its part outside their span is shorter than this. */
const DEPENDENT = 1e-11;

/** Merges the triangles R of all blocks in order, and drops columns that depend on earlier ones; `dropped` lists them. */
export function mergeFactors(memory: StatisticsMemory, { design, exact, rows, triangles }: MergeInput): RegressionModel {
  memory.clear();
  const wide = design.columns.length;
  let triangle = triangles.reduce((merged, own) => joined(memory, [merged, own], wide, exact), new Float64Array(2 * wide * wide));
  let kept = [...design.columns.keys()];
  const dropped: { at: number; reason: 'constant' | 'dependent' }[] = [];
  for (;;) {
    const found = dependentOf(triangle, kept.length, design);
    if (found === undefined) break;
    dropped.push({ at: kept[found.at] ?? 0, reason: found.reason });
    const left = [...kept.keys()].filter((at) => at !== found.at);
    triangle = reduced(memory, triangle, kept.length, left, exact);
    kept = left.map((at) => kept[at] ?? 0);
  }
  const width = kept.length;
  const pivots = kept.map((at) => design.pivots[at] ?? 0);
  const squares = Array.from({ length: width }, (_, row) => (triangle[row * width + width - 1] ?? 0) ** 2);
  return {
    rows,
    exact,
    kept,
    dropped,
    triangle,
    condition: conditionOf(triangle, width, pivots, design.intercept),
    levels: levelsOf(memory, triangle, width, pivots, design.intercept),
    slopes: slopesOf(memory, triangle, width, design.intercept),
    residual_squares: squares[width - 1] ?? 0,
    total_squares: squares.slice(design.intercept ? 1 : 0).reduce((sum, value) => sum + value, 0),
  };
}

function joined(memory: StatisticsMemory, triangles: readonly Float64Array[], width: number, exact: boolean): Float64Array {
  const [merged = new Float64Array(0), own = new Float64Array(0)] = triangles;
  memory.clear();
  const into = memory.put(merged);
  const kept = memory.put(Float64Array.from({ length: width }, (_, at) => at));
  memory.run.mergeFactor(memory.put(own), width, kept, width, exact, into);
  return memory.take(into, 2 * width * width);
}

function reduced(memory: StatisticsMemory, from: Float64Array, wide: number, left: readonly number[], exact: boolean): Float64Array {
  memory.clear();
  const width = left.length;
  const into = memory.put(new Float64Array(2 * width * width));
  memory.run.mergeFactor(memory.put(from), wide, memory.put(Float64Array.from(left)), width, exact, into);
  return memory.take(into, 2 * width * width);
}

/** Returns the first column that depends on the earlier ones; undefined if there is none. */
function dependentOf(triangle: Float64Array, width: number, { intercept }: RegressionDesign) {
  for (let j = intercept ? 1 : 0; j < width - 1; j++) {
    const length = lengthOf(triangle, width, j, intercept);
    if (length === 0) return { at: j, reason: 'constant' as const };
    if (Math.abs(triangle[j * width + j] ?? 0) < DEPENDENT * length) return { at: j, reason: 'dependent' as const };
  }
  return undefined;
}

/** Returns the length of a column, about its mean in a model with a constant. */
export function lengthOf(triangle: Float64Array, width: number, j: number, intercept: boolean): number {
  let squares = 0;
  for (let row = intercept ? 1 : 0; row <= j; row++) squares += (triangle[row * width + j] ?? 0) ** 2;
  return Math.sqrt(squares);
}

function levelsOf(memory: StatisticsMemory, triangle: Float64Array, width: number, pivots: readonly number[], intercept: boolean) {
  if (!intercept) return new Float64Array(2 * width);
  memory.clear();
  const out = memory.put(new Float64Array(2 * width));
  memory.run.levels(memory.put(triangle), width, memory.put(Float64Array.from(pivots)), out);
  return memory.take(out, 2 * width);
}

/** Solves the triangular system for the slopes. That of the constant is 0, because means were subtracted from all columns. */
function slopesOf(memory: StatisticsMemory, triangle: Float64Array, width: number, intercept: boolean): Float64Array {
  const terms = width - 1;
  const slopes = new Float64Array(2 * terms);
  for (let j = intercept ? 1 : 0; j < terms; j++) {
    const unit = new Float64Array(2 * terms);
    unit[j] = 1;
    const { estimate } = contrastOf(memory, triangle, width, unit);
    slopes[j] = estimate[0];
    slopes[terms + j] = estimate[1];
  }
  return slopes;
}

export interface Contrast {
  /** The estimate of the combination as high and low part. */
  readonly estimate: readonly [number, number];
  /** Variance of the estimate, divided by the residual variance. */
  readonly variance: number;
  /** The combination in the basis of Q: the vector t with estimate t'Q'y. */
  readonly projected: Float64Array;
}

/** Evaluates a linear combination of the coefficients. `weights` has the high parts, then the low parts. */
export function contrastOf(memory: StatisticsMemory, triangle: Float64Array, width: number, weights: Float64Array): Contrast {
  memory.clear();
  const c = memory.put(weights);
  const out = memory.put(new Float64Array(4));
  memory.run.contrast(memory.put(triangle), width, c, out);
  const [high = NaN, low = NaN, variance = NaN, rest = NaN] = memory.take(out, 4);
  return { estimate: [high, low], variance: variance + rest, projected: memory.take(c, width - 1) };
}

/** Condition number of the columns, scaled to unit length, from their singular values by one-sided Jacobi rotations. */
function conditionOf(triangle: Float64Array, width: number, pivots: readonly number[], intercept: boolean): number {
  const terms = width - 1;
  const columns = Array.from({ length: terms }, (_, j) => {
    const column = Float64Array.from({ length: terms }, (__, row) => (row <= j ? (triangle[row * width + j] ?? 0) : 0));
    // Undo the subtraction of the origins (pivots), because the condition number is that of the original columns.
    if (intercept && j > 0) column[0] = (column[0] ?? 0) + (pivots[j] ?? 0) * (triangle[0] ?? 0);
    const length = Math.sqrt(product(column, column));
    return column.map((value) => value / length);
  });
  for (let sweep = 0; sweep < 40; sweep++) {
    let turned = false;
    for (let a = 0; a < terms; a++) for (let b = a + 1; b < terms; b++) turned = rotate(columns[a]!, columns[b]!) || turned;
    if (!turned) break;
  }
  const values = columns.map((column) => Math.sqrt(product(column, column)));
  return terms === 0 ? 1 : Math.max(...values) / Math.min(...values);
}

function product(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < x.length; at++) sum += x[at]! * y[at]!;
  return sum;
}

function rotate(x: Float64Array, y: Float64Array): boolean {
  const [xx, yy, xy] = [product(x, x), product(y, y), product(x, y)];
  if (Math.abs(xy) <= 1e-15 * Math.sqrt(xx * yy)) return false;
  const zeta = (yy - xx) / (2 * xy);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = c * t;
  for (let at = 0; at < x.length; at++) {
    const [a, b] = [x[at]!, y[at]!];
    x[at] = c * a - s * b;
    y[at] = s * a + c * b;
  }
  return true;
}
