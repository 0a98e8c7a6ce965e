/** Regression: columns in memory in a page, through the runner over a table, in R and with ml-matrix. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { fromRoot } from '../lib/command.mjs';
import { serve } from '../lib/serve.mjs';
import { highWater, renderers, resetHighWater } from './memory.mjs';
import { median, open, repeat, time } from './page.mjs';

const FEATURES = 10;

/** The page of `statistics-page.ts`. @param {import('@playwright/test').Browser} browser */
async function ownPage(browser) {
  const folder = '.cache/bench/statistics';
  mkdirSync(fromRoot(folder), { recursive: true });
  const output = { format: /** @type {const} */ ('es'), entryFileNames: 'page.js' };
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    worker: { format: 'iife' },
    build: {
      outDir: fromRoot(folder),
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rollupOptions: { input: fromRoot('.ci/bench/statistics-page.ts'), output },
    },
  });
  writeFileSync(fromRoot(join(folder, 'index.html')), '<!doctype html><meta charset="utf-8"><script type="module" src="page.js"></script>');
  const site = await serve(folder);
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => 'statistics' in window);
  return { page, close: () => Promise.all([page.close(), site.close()]) };
}

/** @param {import('@playwright/test').Browser} browser @param {number} rows @param {number} runs */
export async function inMemory(browser, rows, runs) {
  const { page, close } = await ownPage(browser);
  const sizes = /** @type {const} */ ([rows, FEATURES]);
  const linear = () => page.evaluate(([n, p]) => window.statistics.fit(n, p), sizes);
  const logistic = () => page.evaluate(([n, p]) => window.statistics.logistic(n, p), sizes);
  try {
    await linear();
    const fits = await repeat(runs, linear);
    await logistic();
    return { linear: fits, logistic: await repeat(runs, logistic) };
  } finally {
    await close();
  }
}

/**
 * More rows than fit in memory, so that each pass reads them again: time, and memory of the page beyond its table.
 *
 * @param {import('@playwright/test').Browser} browser @param {number} rows
 * @returns {Promise<string[][]>} lines of what, figure, rate
 */
export async function statisticsMemoryLines(browser, rows) {
  const { page, close } = await ownPage(browser);
  try {
    await page.evaluate(([n, p]) => window.statistics.fill(n, p), /** @type {const} */ ([rows, FEATURES]));
    const pid = (await renderers(browser)).reduce((most, own) => (highWater(own) > highWater(most) ? own : most));
    resetHighWater(pid);
    const before = highWater(pid);
    const ms = await page.evaluate((p) => window.statistics.fitTable(p), FEATURES);
    const mebibytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
    return [
      [`regression of ${rows.toLocaleString('en')} rows on ${FEATURES} columns from a table`, '', ''],
      ['table to answer, the tool alone', time(ms), ''],
      ['memory of the page with its table', mebibytes(before), `${mebibytes(rows * (FEATURES + 1) * 8)} of values`],
      ['  at most during the fit, beyond that', mebibytes(highWater(pid) - before), '512 MiB wanted'],
    ];
  } finally {
    await close();
  }
}

/** @param {import('@playwright/test').Page} page @param {string} path @param {number} runs */
async function throughRunner(page, path, runs) {
  await open(page, path);
  return repeat(runs, () =>
    page.evaluate(
      async (features) => {
        const began = performance.now();
        const result = await window.workbench.run({
          tool_name: 'statistical_regression_tool',
          tool_version: '1.2.0',
          capture_selection: { capture_ids: window.workbench.captures().map(({ capture_id }) => capture_id) },
          // Use a different level each round, because an equal call would be answered from the cache.
          arguments: { operation: 'linear_regression', target: 'y', features, alpha: 0.05 + performance.now() / 1e9 },
          request_id: crypto.randomUUID(),
          timeout_ms: 300_000,
        });
        if (result.status !== 'ok') throw new Error(JSON.stringify(result.errors));
        return performance.now() - began;
      },
      Array.from({ length: FEATURES }, (_, at) => `x${String(at)}`),
    ),
  );
}

const IN_R = {
  linear: 'summary(lm(f, d))',
  logistic: 'summary(glm(f, binomial, d))',
};

/** Median ms of a fit; NaN without R. @param {keyof typeof IN_R} kind @param {number} rows @param {number} runs */
export function inR(kind, rows, runs) {
  const script = `set.seed(1); n <- ${rows}; d <- as.data.frame(matrix(rnorm(n * ${FEATURES + 1}), n)); f <- reformulate(names(d)[-1], names(d)[1])
    if (${kind === 'logistic' ? 'TRUE' : 'FALSE'}) d[[1]] <- rbinom(n, 1, plogis(-0.5 + as.matrix(d[-1]) %*% (0.1 * (0:${FEATURES - 1} - 4))))
    t <- replicate(${runs}, system.time(${IN_R[kind]})[["elapsed"]]); cat(1000 * median(t), as.character(getRversion()))`;
  const { status, stdout } = spawnSync('Rscript', ['-e', script], { encoding: 'utf8' });
  const [ms = 'NaN', version = ''] = status === 0 ? stdout.trim().split(' ') : [];
  return { ms: Number(ms), version };
}

/** ml-matrix is not a dependency; it is used if `folder` contains it. @param {string} folder @param {number} rows */
function withMlMatrix(folder, rows) {
  /** @type {{ Matrix: { rand(rows: number, columns: number): unknown }, QrDecomposition: new (matrix: unknown) => { solve(right: unknown): unknown } }} */
  let library;
  try {
    library = createRequire(join(folder, 'package.json'))('ml-matrix');
  } catch {
    return NaN;
  }
  const [x, y] = [library.Matrix.rand(rows, FEATURES + 1), library.Matrix.rand(rows, 1)];
  const began = performance.now();
  new library.QrDecomposition(x).solve(y);
  return performance.now() - began;
}

/**
 * @param {{ browser: import('@playwright/test').Browser, page: import('@playwright/test').Page }} bench
 * @param {{ rows: number, runs: number, path: string, mlMatrix: string }} asks
 * @returns {Promise<string[][]>} lines of what, figure, rate
 */
export async function statisticsLines({ browser, page }, { rows, runs, path, mlMatrix }) {
  const { linear: list, logistic } = await inMemory(browser, rows, runs);
  const ours = median(list.map(({ ms }) => ms));
  const runner = median(await throughRunner(page, path, runs));
  const [r, glm] = [inR('linear', rows, runs), inR('logistic', rows, runs)];
  const odds = median(logistic.map(({ ms }) => ms));
  const other = withMlMatrix(mlMatrix, rows);
  const beside = (/** @type {number} */ ms) => `${(ms / ours).toFixed(1)} × our time in memory`;
  return [
    [`regression of ${rows.toLocaleString('en')} rows on ${FEATURES} columns, precision ${list[0]?.precision ?? ''}`, '', ''],
    ['columns in memory, every default figure', time(ours), ''],
    ['table to answer, through the runner', time(runner), ''],
    ...(Number.isNaN(r.ms) ? [['R: not measured', '', '']] : [[`R ${r.version} summary(lm())`, time(r.ms), beside(r.ms)]]),
    ...(Number.isNaN(other) ? [['ml-matrix: not measured', '', '']] : [['ml-matrix QR, coefficients only', time(other), beside(other)]]),
    [`logistic regression of the same size, ${logistic[0]?.iterations ?? ''} steps, in memory`, time(odds), ''],
    ...(Number.isNaN(glm.ms)
      ? []
      : [[`R ${glm.version} summary(glm())`, time(glm.ms), `${(glm.ms / odds).toFixed(1)} × our time in memory`]]),
  ];
}
