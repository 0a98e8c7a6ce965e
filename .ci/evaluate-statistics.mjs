/**
 * `npm run evaluate:statistics`: correct digits of the statistics kernels on certified sets, beside what doubles allow
 * and what R reaches. `--write` keeps the tables in docs/explanation/statistics.md below its line of figures; `--fixtures` writes the
 * reference data of the clone from WORKBENCH_DATA.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { setUp } from './setup.mjs';

const MARK = '<!-- figures -->';
const PAGE = fromRoot('docs/explanation/statistics.md');

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
  if (process.argv.includes('--write')) {
    const [head = ''] = readFileSync(PAGE, 'utf8').split(MARK);
    writeFileSync(PAGE, `${head}${MARK}\n\n${text}`);
  }
}

await main().catch(fail);
