/** How a design lies in the module's memory, and powers of two. */
import type { StatisticsMemory } from '../memory.ts';
import type { DesignColumn, RegressionDesign, RegressionRows } from './contract.ts';

/** 2^k, exact by doubling; 0 and Infinity beyond the range. */
export function powerOfTwo(k: number): number {
  let value = 1;
  for (let left = Math.abs(k); left > 0; left--) value *= k < 0 ? 0.5 : 2;
  return value;
}

/** value · 2^k, in steps, so that no intermediate value leaves the range of a double. */
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

/** Power of two by which a column of the design is larger than in the units of the data. */
export function exponentOf(column: DesignColumn, exponents: readonly number[]): number {
  if (column.kind === 'level') return 0;
  return column.factors.reduce((sum, factor) => sum + (exponents[factor.column] ?? 0) * factor.power, 0);
}

/**
 * Puts rows into memory and makes some columns of the design the one in use.
 *
 * @param kept     positions of the columns
 * @param origins  taken off each of them: high parts, then low parts
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
  // The module needs an address for the factors even when there are none.
  const scales = memory.put(Float64Array.from(design.exponents, powerOfTwo));
  const table = memory.put(Float64Array.from(specs));
  const list = memory.put(Float64Array.from([...factors, 0, 0]));
  memory.run.useDesign(memory.put(data), rows, scales, table, list, design.weight ?? -1);
}
