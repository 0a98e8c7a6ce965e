/**
 * `npm run evaluate:statistics`: correct digits of the statistics kernels on certified sets, beside what doubles allow
 * and what R reaches. `--write` keeps the tables in docs/measurements.md; `--fixtures` writes the
 * reference data of the clone from WORKBENCH_DATA. `--shuffled` instead counts false positives of the headlines over the recordings of
 * WORKBENCH_DATA with shuffled labels, `--traps` right conclusions on data that lead simple tests astray; `--seed` as a number, and `--count`
 * sets of each recording or trap.
 */
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { writeMeasurement } from './lib/measurements.mjs';
import { withSources } from './lib/sources.mjs';
import { setUp } from './setup.mjs';

/** @param {string} path @returns {Promise<any>} */
const load = async (path) => (await runnerImport(fromRoot(path), { root: fromRoot('.'), configFile: false, logLevel: 'error' })).module;

function dataFolder() {
  const data = process.env.WORKBENCH_DATA;
  if (!data) throw new Error('set WORKBENCH_DATA to the folder of the larger data set');
  return data;
}

/**
 * The whole product in Node, from file to headline.
 *
 * @param {{ shuffled?: boolean | undefined, seed: string, count: string }} values
 */
const headlines = ({ shuffled, seed, count }) =>
  withSources(async (server) => {
    const asked = { seed: Number(seed), sets: Number(count) };
    const { shuffledLabels } = await server.ssrLoadModule('/tests/evaluate/recorded/shuffled.ts');
    const { trapLines } = await server.ssrLoadModule('/tests/evaluate/recorded/traps.ts');
    console.log(await (shuffled ? shuffledLabels({ ...asked, data: dataFolder(), say: console.error }) : trapLines(asked)));
  });

async function main() {
  await setUp();
  const { values } = parseArgs({
    options: {
      fixtures: { type: 'boolean' },
      write: { type: 'boolean' },
      shuffled: { type: 'boolean' },
      traps: { type: 'boolean' },
      seed: { type: 'string', default: '66102' },
      count: { type: 'string', default: '30' },
    },
  });
  if (values.shuffled || values.traps) {
    await headlines(values);
    return;
  }
  if (values.fixtures) {
    const data = dataFolder();
    const { makeStatisticsFixtures } = await load('tests/evaluate/make-statistics-fixtures.ts');
    makeStatisticsFixtures(data, fromRoot('tests/fixtures/statistics'));
    return;
  }
  const { evaluateStatistics } = await load('tests/evaluate/statistics.ts');
  const text = await evaluateStatistics();
  console.log(text);
  if (values.write) writeMeasurement('statistics', text);
}

await main().catch(fail);
