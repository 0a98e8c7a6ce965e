/** Writes rows and a regression design to the module's memory, and computes powers of two. */
import type { StatisticsMemory } from '../memory.ts';
import type { DesignColumn, RegressionDesign, RegressionRows } from './contract.ts';

/** Returns 2^k, computed exactly by doubling; 0 or Infinity beyond the range of a double. */
export function powerOfTwo(k: number): number {
  let value = 1;
  for (let left = Math.abs(k); left > 0; left--) value *= k < 0 ? 0.5 : 2;
  return value;
}

/** Returns value · 2^k in steps, so that no intermediate value leaves the range of a double. */
export function shifted(value: number, k: number): number {
  let out = value;
  let left = k;
  while (left !== 0) {
    const step = Math.max(-1000, Math.min(1000, left));
    out *= powerOfTwo(step);
    left -= step;
  }
  return out;
}

/** Returns the power of two by which a scaled design column is larger than it is in the units of the data. */
export function exponentOf(column: DesignColumn, exponents: readonly number[]): number {
  if (column.kind === 'level') return 0;
  return column.factors.reduce((sum, factor) => sum + (exponents[factor.column] ?? 0) * factor.power, 0);
}

/**
 * Puts rows into the module's memory and selects some columns of the design for its next passes.
 * @param kept     indices of the columns
 * @param origins  what is subtracted from each column: high parts, then low parts
 */
export function useDesign(
  memory: StatisticsMemory,
  { rows, data }: RegressionRows,
  design: RegressionDesign,
  kept: readonly number[],
  origins: Float64Array,
): void {
  const factors: number[] = [];
  const specs = kept.flatMap((position, at) => {
    const column = design.columns[position];
    const origin = [origins[at] ?? 0, origins[kept.length + at] ?? 0];
    if (column?.kind === 'level') return [1, column.column, column.code, column.reference ?? -1, ...origin];
    const first = factors.length / 2;
    for (const factor of column?.factors ?? []) factors.push(factor.column, factor.power);
    return [0, first, factors.length / 2 - first, 0, ...origin];
  });
  // The module needs a valid address for the list of factors even if it is empty.
  const scales = memory.put(Float64Array.from(design.exponents, powerOfTwo));
  const table = memory.put(Float64Array.from(specs));
  const list = memory.put(Float64Array.from([...factors, 0, 0]));
  memory.run.useDesign(memory.put(data), rows, scales, table, list, design.weight ?? -1);
}
