/**
 * `npm run evaluate:statistics`: correct digits of the statistics kernels on certified sets, beside what doubles allow
 * and what R reaches. `--write` keeps the tables in docs/measurements.md; `--fixtures` writes the
 * reference data of the clone from WORKBENCH_DATA.
 */
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { writeMeasurement } from './lib/measurements.mjs';
import { setUp } from './setup.mjs';

/** @param {string} path @returns {Promise<any>} */
const load = async (path) => (await runnerImport(fromRoot(path), { root: fromRoot('.'), configFile: false, logLevel: 'error' })).module;

async function main() {
  await setUp();
  if (process.argv.includes('--fixtures')) {
    const data = process.env.WORKBENCH_DATA;
    if (!data) throw new Error('set WORKBENCH_DATA to the folder of the larger data set');
    const { makeStatisticsFixtures } = await load('tests/evaluate/make-statistics-fixtures.ts');
    makeStatisticsFixtures(data, fromRoot('tests/fixtures/statistics'));
    return;
  }
  const { evaluateStatistics } = await load('tests/evaluate/statistics.ts');
  const text = await evaluateStatistics();
  console.log(text);
  if (process.argv.includes('--write')) writeMeasurement('statistics', text);
}

await main().catch(fail);
