import type { LeastSquaresFit, LeastSquaresInput } from './contract.ts';
import type { Tick } from './chunks.ts';
import type { KernelMemory } from './memory.ts';

/** A column whose part outside the span of the earlier ones is shorter than this, of 1, depends on them. */
const DEPENDENT = 1e-11;

/**
 * Host of the QR kernel: ordinary least squares with an intercept. Columns are centred and brought to unit length
 * first, so that the intercept costs no digits and the test for dependence has no unit.
 */
export function computeLeastSquares(memory: KernelMemory, { features, target }: LeastSquaresInput, tick: Tick): LeastSquaresFit {
  const { run } = memory;
  const rows = target.length;
  const width = features.length;
  run.reset();
  const matrix = run.alloc((width + 1) * rows * 8);
  const out = memory.floats(2);
  const means: number[] = [];
  const lengths: number[] = [];
  [...features, target].forEach((values, j) => {
    const column = matrix + j * rows * 8;
    new Float64Array(run.memory.buffer, column, rows).set(values);
    run.centre(column, rows, out);
    const [mean = NaN, length = NaN] = memory.takeFloats(out, 2);
    means.push(mean);
    lengths.push(length);
    tick({ phase: 'reading columns', done: j + 1, total: width + 1, unit: 'steps' });
  });
  const fit = factorise(memory, matrix, rows, width, lengths, tick);
  if (fit.dependent.length > 0) return { rows, dependent: fit.dependent, means, deviations: deviationsOf(lengths, rows), solution: null };
  const targetLength = lengths[width] ?? 0;
  const residual = run.squaresBelow(matrix, rows, width, width) * targetLength ** 2;
  const scaled = backSubstitute(fit.r, fit.projected);
  const slopes = scaled.map((value, j) => (value * targetLength) / (lengths[j] ?? 1));
  const intercept = slopes.reduce((sum, slope, j) => sum - slope * (means[j] ?? 0), means[width] ?? 0);
  const covariance = inverseGram(fit.r, lengths);
  return {
    rows,
    dependent: [],
    means,
    deviations: deviationsOf(lengths, rows),
    solution: { intercept, slopes, residual_squares: residual, total_squares: targetLength ** 2, covariance },
  };
}

const deviationsOf = (lengths: readonly number[], rows: number): number[] => lengths.map((length) => length / Math.sqrt(rows - 1));

interface Factors {
  /** Upper triangle, row by row. */
  readonly r: readonly (readonly number[])[];
  /** First elements of Qᵗy. */
  readonly projected: readonly number[];
  readonly dependent: readonly number[];
}

function factorise({ run }: KernelMemory, matrix: number, rows: number, width: number, lengths: readonly number[], tick: Tick): Factors {
  const r: number[][] = Array.from({ length: width }, () => new Array<number>(width).fill(0));
  const projected: number[] = [];
  const dependent: number[] = [];
  for (let k = 0; k < width; k++) {
    const diagonal = lengths[k] === 0 ? 0 : run.reflector(matrix, rows, k);
    if (Math.abs(diagonal) < DEPENDENT) {
      dependent.push(k);
      continue;
    }
    r[k]![k] = diagonal;
    for (let j = k + 1; j < width; j++) {
      r[k]![j] = run.reflect(matrix, rows, k, j);
      tick({ phase: 'fitting', done: k, total: width, unit: 'steps' });
    }
    projected.push(run.reflect(matrix, rows, k, width));
  }
  return { r, projected, dependent };
}

function backSubstitute(r: Factors['r'], right: readonly number[]): number[] {
  const x = [...right];
  for (let k = r.length - 1; k >= 0; k--) {
    for (let j = k + 1; j < r.length; j++) x[k]! -= r[k]![j]! * x[j]!;
    x[k]! /= r[k]![k]!;
  }
  return x;
}

/** (XᵗX)⁻¹ of the centred columns in their own units: R⁻¹R⁻ᵗ over the lengths. */
function inverseGram(r: Factors['r'], lengths: readonly number[]): number[][] {
  const width = r.length;
  const inverse = Array.from({ length: width }, (_, k) =>
    backSubstitute(
      r,
      Array.from({ length: width }, (__, j) => (j === k ? 1 : 0)),
    ),
  );
  return Array.from({ length: width }, (_, a) =>
    Array.from({ length: width }, (__, b) => {
      let sum = 0;
      for (let k = Math.max(a, b); k < width; k++) sum += inverse[k]![a]! * inverse[k]![b]!;
      return sum / (lengths[a]! * lengths[b]!);
    }),
  );
}
