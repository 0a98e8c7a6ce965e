import type { StatisticsMemory } from '../memory.ts';
import type { FactorInput, FactoredBlock, ResidualBlock, ResidualInput, RobustKind } from './contract.ts';
import { powerOfTwo, useDesign } from './layout.ts';
import { scoredBlock } from './scores.ts';

/** How many of its most influential rows a block keeps, and numbers of fields of such a row and of a point; the same as in the module. */
export const HEAD = 12;
export const WORST = 10;
export const FIELDS = 4;

export const ROBUST_KINDS: readonly RobustKind[] = ['HC0', 'HC1', 'HC2', 'HC3'];

/** Computes the triangle R of one block of rows (first pass over the data). */
export function factorBlock(memory: StatisticsMemory, { rows, data, design, exact }: FactorInput): FactoredBlock {
  memory.clear();
  const width = design.columns.length;
  useDesign(memory, { rows, data }, design, [...design.columns.keys()], Float64Array.from(design.pivots));
  const triangle = memory.put(new Float64Array(2 * width * width));
  memory.run.factorRows(0, rows, width, exact, triangle);
  return { triangle: memory.take(triangle, 2 * width * width), data };
}

/** Computes residuals and the sums over them for one block of rows (second pass over the data). */
export function residualBlock(memory: StatisticsMemory, input: ResidualInput): ResidualBlock {
  const { rows, data, design, model, first, every, robust } = input;
  memory.clear();
  const width = model.kept.length;
  const terms = width - 1;
  useDesign(memory, { rows, data }, design, model.kept, model.levels);
  const triangle = memory.put(design.intercept ? withoutLevels(model.triangle, width) : model.triangle);
  const slopes = memory.put(model.slopes);
  const points = Math.floor((first + rows - 1) / every) - Math.ceil(first / every) + 1;
  const fixed = HEAD + terms + terms * terms + WORST * FIELDS;
  const out = memory.put(new Float64Array(fixed + points * FIELDS));
  const kind = robust === null ? -1 : ROBUST_KINDS.indexOf(robust);
  const variance = model.residual_squares / (model.rows - terms);
  const mean = model.residual_squares / model.rows;
  memory.run.residualRows(0, rows, terms, model.exact, triangle, slopes, variance, mean, first, every, kind, out);
  const sums = memory.take(out, fixed + points * FIELDS);
  const list = HEAD + terms + terms * terms;
  const influential = Array.from({ length: sums[HEAD - 2] ?? 0 }, (_, at) => sums[list + at * FIELDS] ?? 0);
  return {
    sums,
    scores: input.dependence === null ? null : scoredBlock(memory, input, input.dependence, triangle, slopes, influential),
    log_weights: logWeights(memory, input),
    data,
  };
}

/** Sets the constant's row to 0 beyond its diagonal, because columns less their means are orthogonal to the constant. */
function withoutLevels(triangle: Float64Array, width: number): Float64Array {
  const own = triangle.slice();
  own.fill(0, 1, width);
  own.fill(0, width * width + 1, width * width + width);
  return own;
}

function logWeights(memory: StatisticsMemory, { rows, data, design: { weight, exponents } }: ResidualInput): number {
  if (weight === null) return 0;
  const scale = powerOfTwo(exponents[weight] ?? 0);
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += memory.ln((data[weight * rows + row] ?? NaN) * scale);
  return sum;
}
