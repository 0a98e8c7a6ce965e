/** Other readers of the same files: DuckDB-WASM's own CSV reader in the same browser, native DuckDB's Parquet reader. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { fromRoot } from '../lib/command.mjs';
import { serve } from '../lib/serve.mjs';
import { repeat } from './page.mjs';

const DUCKDB = 'node_modules/@duckdb/duckdb-wasm/dist';

/** @param {import('@playwright/test').Browser} browser @param {string} path @param {number} runs @returns {Promise<{ ms: number, rows: number }[]>} */
export async function duckdbCsv(browser, path, runs) {
  const folder = '.cache/bench/reader';
  mkdirSync(fromRoot(folder), { recursive: true });
  const output = { format: /** @type {const} */ ('es'), entryFileNames: 'page.js' };
  await build({
    configFile: false,
    logLevel: 'warn',
    build: { outDir: fromRoot(folder), emptyOutDir: false, rollupOptions: { input: fromRoot('.ci/bench/reader-page.mjs'), output } },
  });
  writeFileSync(fromRoot(join(folder, 'index.html')), '<!doctype html><meta charset="utf-8"><script type="module" src="page.js"></script>');
  for (const name of ['duckdb-eh.wasm', 'duckdb-browser-eh.worker.js'])
    copyFileSync(fromRoot(join(DUCKDB, name)), fromRoot(join(folder, name)));
  const site = await serve(folder);
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => 'readCsv' in window);
  const results = repeat(runs, async () => {
    const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
    await input.setInputFiles(path);
    return page.evaluate((element) => {
      const [file] = /** @type {HTMLInputElement} */ (element).files ?? [];
      const { readCsv } = /** @type {{ readCsv: (file: File | undefined) => Promise<{ ms: number, rows: number }> }} */ (
        /** @type {unknown} */ (window)
      );
      return readCsv(file);
    }, input);
  });
  return results.finally(() => Promise.all([page.close(), site.close()]));
}

/**
 * `CREATE TABLE … AS FROM 'file.parquet'` in native DuckDB, on all cores. Its binaries are no dependency of this
 * repository (60 MB that only this figure needs); they are used where `folder` or the repository has them.
 * @param {string} path @param {string} folder holds node_modules/@duckdb/node-api @param {number} runs
 * @returns {Promise<{ version: string, ms: number[] } | null>} null where native DuckDB is not installed
 */
export async function duckdbParquet(path, folder, runs) {
  /** @type {{ DuckDBInstance: { create(): Promise<{ connect(): Promise<{ run(sql: string): Promise<unknown>, closeSync(): void }> }> }, version(): string }} */
  let native;
  try {
    native = createRequire(join(folder, 'package.json'))('@duckdb/node-api');
  } catch {
    return null;
  }
  const connection = await (await native.DuckDBInstance.create()).connect();
  const ms = await repeat(runs, async () => {
    const began = performance.now();
    await connection.run(`CREATE TABLE bench AS FROM '${path.replaceAll("'", "''")}'`);
    const taken = performance.now() - began;
    await connection.run('DROP TABLE bench');
    return taken;
  });
  connection.closeSync();
  return { version: native.version(), ms };
}
