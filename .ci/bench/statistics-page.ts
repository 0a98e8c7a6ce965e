import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { duckDbAssets } from '../../src/core/offline/assets.ts';
import { createDuckDb } from '../../src/engine/duckdb.ts';
import { kernelPool } from '../../src/kernels/pool.ts';
import type { DesignColumn, RegressionDesign } from '../../src/kernels/contract.ts';
import { BLOCK_ROWS, type Block } from '../../src/tools/model-rows/blocks.ts';
import { fitBlocks, heldBlocks } from '../../src/tools/catalog/statistical_regression_tool/fit.ts';
import { run } from '../../src/tools/catalog/statistical_regression_tool/run.ts';
import { Input } from '../../src/tools/catalog/statistical_regression_tool/schema.ts';
import type { ToolCapabilities } from '../../src/tools/definition.ts';

/** Benchmarks the regression in its own page: the kernels alone, and the tool over a table of the engine. */
const kernels = kernelPool();
const engine = createDuckDb(duckDbAssets({ base: document.baseURI, textOf: () => Promise.resolve(null) }));
const namesOf = (features: number): string[] => Array.from({ length: features }, (_, at) => `x${String(at)}`);

/** Uniform noise from a linear congruence; the target is a plane and noise. */
function blocksOf(rows: number, features: number, most = BLOCK_ROWS, seed = 1): Block[] {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
  return Array.from({ length: Math.ceil(rows / most) }, (_, number) => {
    const own = Math.min(most, rows - number * most);
    const data = new Float64Array(own * (features + 1)).map(next);
    for (let row = 0; row < own; row++) for (let at = 0; at < features; at++) data[features * own + row]! += at * data[at * own + row]!;
    return { rows: own, data };
  });
}

/** Fits columns that lie in memory, with every default figure. */
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
  const asks = { precision: 'auto' as const, alpha: 0.05, robust: null, normalize: false, predict_at: [], dependence: { cluster: null } };
  const { figures, model } = await fitBlocks(kernels, design, heldBlocks(blocks), asks);
  return { ms: performance.now() - began, r_squared: figures?.r_squared ?? NaN, precision: model.exact ? 'exact' : 'double' };
}

/** A table of the same noise in the engine, with nothing else in memory. */
async function fill(rows: number, features: number): Promise<void> {
  const names = [...namesOf(features), 'y'];
  await engine.create(
    'noise',
    names.map((name) => ({ name, type: 'DOUBLE' })),
  );
  for (let from = 0; from < rows; from += 4 * BLOCK_ROWS) {
    const [block] = blocksOf(Math.min(4 * BLOCK_ROWS, rows - from), features, 4 * BLOCK_ROWS, from + 1);
    const { rows: own, data } = block!;
    const columns = Object.fromEntries(names.map((name, at) => [name, data.subarray(at * own, (at + 1) * own)]));
    await engine.append('noise', tableToIPC(tableFromArrays(columns), { format: 'stream' }) as Uint8Array);
  }
}

/** Runs the tool over that table and returns the time in ms. */
async function fitTable(features: number): Promise<number> {
  const columns = [...namesOf(features), 'y'].map((name) => ({ name, type: 'DOUBLE' }));
  const args = Input.parse({ operation: 'linear_regression', target: 'y', features: namesOf(features) });
  const selection = { sql: 'SELECT * FROM noise', values: [], captures: [{ columns }] } as unknown as ToolCapabilities['selection'];
  const asks = { selection, query: engine, kernels, signal: new AbortController().signal, progress: () => undefined };
  const began = performance.now();
  const { status, errors } = await run(args, asks as unknown as ToolCapabilities);
  if (status !== 'ok') throw new Error(JSON.stringify(errors));
  return performance.now() - began;
}

/** Fits a logistic regression of columns that lie in memory, with every default figure. */
async function logistic(rows: number, features: number): Promise<{ ms: number; iterations: number; precision: string }> {
  const blocks = blocksOf(rows, features);
  let state = 7;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (const { rows: own, data } of blocks)
    for (let row = 0; row < own; row++) {
      let predictor = -0.5;
      for (let at = 0; at < features; at++) predictor += 0.35 * (at - 4) * data[at * own + row]!;
      data[features * own + row] = next() < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
    }
  const plain = Array.from({ length: features + 1 }, (_, column): DesignColumn => ({ kind: 'product', factors: [{ column, power: 1 }] }));
  const design: RegressionDesign = {
    columns: [{ kind: 'product', factors: [] }, ...plain],
    ...{ intercept: true, exponents: plain.map(() => 0), weight: null },
    pivots: [0, ...plain.map((_, at) => blocks[0]?.data[at * BLOCK_ROWS] ?? 0)],
  };
  const asks = { penalty: 'none', precision: 'auto', alpha: 0.05, per: 64, offset: null, cluster: null, predict_at: [] } as const;
  const terms = Array.from({ length: features }, (_, at) => [at + 1]);
  const began = performance.now();
  const { figures, iterations, exact } = await kernels.generalized({ ...asks, family: 'binomial', blocks, design, terms });
  if (figures === null) throw new Error('no estimates');
  return { ms: performance.now() - began, iterations, precision: exact ? 'exact' : 'double' };
}

declare global {
  interface Window {
    statistics: { fit: typeof fit; fill: typeof fill; fitTable: typeof fitTable; logistic: typeof logistic };
  }
}
window.statistics = { fit, fill, fitTable, logistic };
