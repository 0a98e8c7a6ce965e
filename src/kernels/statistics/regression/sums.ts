import { FIELDS, HEAD, WORST } from './blocks.ts';
import type { ResidualBlock } from './contract.ts';

/** Sums over all residuals from the second pass, added in the order of the blocks. */
export interface Summed {
  /** Sum of the residuals; the next fields are sums of their powers. */
  readonly sum: number;
  readonly squares: number;
  readonly cubes: number;
  readonly fourths: number;
  /** Sum of squared differences of neighbouring residuals, for Durbin and Watson's statistic. */
  readonly steps: number;
  /** For the test of equal variances: sum of u = squared residual − mean squared residual, and the sum of u². */
  readonly spread: number;
  readonly spread_squares: number;
  readonly unit_leverages: number;
  /** The vector Q'u, where u are those centred squared residuals. */
  readonly projections: Float64Array;
  readonly worst: readonly { row: number; leverage: number; residual: number; cook: number }[];
  readonly points: readonly { row: number; fitted: number; residual: number; leverage: number }[];
  /** The quadratic form t'Mt, where M is the middle matrix ("meat") of the robust covariance. */
  meatOf(projected: Float64Array): number;
}

export function summed(blocks: readonly Pick<ResidualBlock, 'sums'>[], terms: number): Summed {
  const head = new Float64Array(HEAD);
  const projections = new Float64Array(terms);
  const meat = new Float64Array(terms * terms);
  const worst: Summed['worst'][number][] = [];
  const points: Summed['points'][number][] = [];
  let last: number | undefined;
  for (const { sums } of blocks) {
    const at = (field: number): number => sums[field] ?? 0;
    for (const field of [0, 1, 2, 3, 4, 7, 8, 9]) head[field]! += at(field);
    if (last !== undefined) head[4]! += (at(5) - last) ** 2;
    last = at(6);
    for (let j = 0; j < terms; j++) projections[j]! += at(HEAD + j);
    for (let j = 0; j < terms * terms; j++) meat[j]! += at(HEAD + terms + j);
    const list = HEAD + terms + terms * terms;
    const field = (start: number, item: number, of: number): number => at(start + item * FIELDS + of);
    for (let item = 0; item < at(10); item++)
      worst.push({ row: field(list, item, 0), leverage: field(list, item, 1), residual: field(list, item, 2), cook: field(list, item, 3) });
    const start = list + WORST * FIELDS;
    for (let item = 0; item < at(11); item++)
      points.push({
        row: field(start, item, 0),
        fitted: field(start, item, 1),
        residual: field(start, item, 2),
        leverage: field(start, item, 3),
      });
  }
  const [sum = 0, squares = 0, cubes = 0, fourths = 0, steps = 0, , , spread = 0, spread_squares = 0, unit_leverages = 0] = head;
  const meatOf = (t: Float64Array): number => {
    let total = 0;
    for (let a = 0; a < terms; a++) for (let b = 0; b < terms; b++) total += (meat[a * terms + b] ?? 0) * (t[a] ?? 0) * (t[b] ?? 0);
    return total;
  };
  return {
    ...{ sum, squares, cubes, fourths, steps, spread, spread_squares, unit_leverages, projections, points, meatOf },
    worst: worst.sort((a, b) => b.cook - a.cook || a.row - b.row).slice(0, WORST),
  };
}
