import { kernelPool } from '../../src/kernels/pool.ts';
import type { DesignColumn, RegressionDesign } from '../../src/kernels/contract.ts';
import { BLOCK_ROWS, fitBlocks, heldBlocks, type Block } from '../../src/tools/catalog/statistical_regression_tool/fit.ts';

/**
 * The kernels of the regression in a page of their own: `fit(rows, features)` fits columns that lie in memory, with every
 * default figure, and says how long that took.
 */
const kernels = kernelPool();

/** Uniform noise from a linear congruence; the target is a plane and noise. */
function blocksOf(rows: number, features: number): Block[] {
  let state = 1;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
  return Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, (_, number) => {
    const own = Math.min(BLOCK_ROWS, rows - number * BLOCK_ROWS);
    const data = new Float64Array(own * (features + 1)).map(next);
    for (let row = 0; row < own; row++) for (let at = 0; at < features; at++) data[features * own + row]! += at * data[at * own + row]!;
    return { rows: own, data };
  });
}

async function fit(rows: number, features: number): Promise<{ ms: number; r_squared: number; precision: string }> {
  const blocks = blocksOf(rows, features);
  const plain = Array.from({ length: features + 1 }, (_, column): DesignColumn => ({ kind: 'product', factors: [{ column, power: 1 }] }));
  const design: RegressionDesign = {
    columns: [{ kind: 'product', factors: [] }, ...plain],
    intercept: true,
    exponents: plain.map(() => 0),
    weight: null,
    pivots: [0, ...plain.map((_, at) => blocks[0]?.data[at * BLOCK_ROWS] ?? 0)],
  };
  const began = performance.now();
  const asks = { precision: 'auto' as const, alpha: 0.05, robust: null, normalize: false, predict_at: [] };
  const { figures, model } = await fitBlocks(kernels, design, heldBlocks(blocks), asks);
  return { ms: performance.now() - began, r_squared: figures?.r_squared ?? NaN, precision: model.exact ? 'exact' : 'double' };
}

Object.assign(window, { fit });
