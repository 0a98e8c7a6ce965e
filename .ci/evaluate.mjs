/**
 * `npm run evaluate`: the linkage model over the labelled recordings and simulated scenes, beside simple baselines. Needs
 * WORKBENCH_DATA, the folder of the larger set. `--version 1.0.0` chooses the model, `--only text` the sets, `--seeds 20`
 * how many crowds are drawn per scene,
 * `--write` keeps the figures in docs/evaluation.md. `--fixtures folder` writes the chamber sessions that the clone carries.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { setUp } from './setup.mjs';

async function main() {
  const { values } = parseArgs({
    options: {
      version: { type: 'string', default: '1.1.0' },
      only: { type: 'string', default: '' },
      seeds: { type: 'string', default: '2' },
      write: { type: 'boolean', default: false },
      fixtures: { type: 'string', default: '' },
    },
  });
  const data = process.env.WORKBENCH_DATA;
  if (!data) throw new Error('set WORKBENCH_DATA to the folder of the larger data set; without it there is nothing to evaluate');
  await setUp();
  if (values.fixtures) {
    const maker = await runnerImport(fromRoot('tests/evaluate/make-fixtures.ts'), {
      root: fromRoot('.'),
      configFile: false,
      logLevel: 'error',
    });
    maker.module.makeFixtures(data, values.fixtures);
    return;
  }
  const { module } = await runnerImport(fromRoot('tests/evaluate/main.ts'), { root: fromRoot('.'), configFile: false, logLevel: 'error' });
  const text = await module.evaluateAll({
    data,
    version: values.version,
    only: values.only,
    seeds: Number(values.seeds),
    say: console.log,
  });
  console.log(text);
  if (values.write)
    writeFileSync(
      fromRoot('docs/evaluation.md'),
      `# Figures of the linkage, bluetooth_address_analyzer ${values.version}\n\nWritten by \`npm run evaluate -- --write\`. What is measured and how: docs/linkage-model.md.\n\n${text}`,
    );
}

await main().catch(fail);
