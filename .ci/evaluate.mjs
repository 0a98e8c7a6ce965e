/**
 * `npm run evaluate`: the linkage model over the labelled recordings and simulated scenes, beside simple baselines. Needs
 * WORKBENCH_DATA, the folder of the larger set. `--version 1.3.0` chooses the version of `bluetooth_address_analyzer`, `--only text` the sets, `--seeds 20`
 * how many crowds are drawn per scene.
 * `--repair` breaks valid calls instead and counts how many are repaired to the same result, over the sample. `--kinds seen` takes
 * the kinds that the repairs were written for, `--kinds held-out` those that they were changed after, `--kinds fresh`,
 * `--kinds latest`, `--kinds reported` and `--kinds issues` the newer ones, `--kinds blind-a`, `blind-b`, `blind-c`, `blind-d-open`, `blind-d-sealed`, `blind-e-open`, `blind-e-sealed`, `blind-f-open`, `blind-f-sealed`, `blind-g-open`, `blind-g-sealed`, `blind-h-open`, `blind-h-sealed`, `blind-i-open` and `blind-i-sealed` those written without a look at the repairs; `--seed` and `--count` choose the calls, `--only` the kinds whose names match.
 * `--advice` walks every recording and scene by the first suggested call of each result, and compares predicted with realised benefit.
 * Only what was held out: `--held-out`; only what was looked at: `--no-held-out`; `--only` and `--seeds` as above.
 * `--worlds` draws the worlds of the second generator, each with one assumption of the model broken, and scores every mode of lives
 * (`--modes spec_default,learned` for some); held-out seeds, or those of development with `--no-held-out`. Needs no data.
 * `--companions` composes walks from the recordings and counts how often `companion_analyzer` finds who travels along; held-out seeds,
 * or those of development with `--no-held-out`; `--seeds` says how many walks of each kind.
 * `--devices` draws places in which devices have several parts and compares the devices of `whole_device_analyzer` with the truth; held-out
 * seeds, or those of development with `--no-held-out`; `--only` and `--seeds` as above. Needs no data.
 * `--agents` asks models behind an OpenAI-compatible server on this machine (`--endpoint http://127.0.0.1:11434`) the questions of
 * `--cases` (repeat for several files: ours, BFCL, promptfoo as JSON, webmcp-evals) with every `--models a,b`, `--prompt` and `--catalog`
 * (repeat for several), `--repeats` times, and reports rates with intervals, tokens and cost (`--prices`). `--record` keeps the answers in a
 * folder, `--replay` reads them instead of asking; `--out` keeps report, results and a trace of each run, with `--contents` their texts.
 * `--seed` is the first seed of `--worlds`, `--devices` and `--companions`.
 * `--fixtures folder` writes the chamber sessions that the clone carries.
 */
import { parseArgs } from 'node:util';
import { fail } from './lib/command.mjs';
import { withSources } from './lib/sources.mjs';
import { setUp } from './setup.mjs';

async function main() {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      version: { type: 'string', default: '1.5.0' },
      only: { type: 'string', default: '' },
      seeds: { type: 'string', default: '2' },
      fixtures: { type: 'string', default: '' },
      repair: { type: 'boolean', default: false },
      advice: { type: 'boolean', default: false },
      worlds: { type: 'boolean', default: false },
      companions: { type: 'boolean', default: false },
      devices: { type: 'boolean', default: false },
      modes: { type: 'string', default: '' },
      'held-out': { type: 'boolean' },
      kinds: { type: 'string', default: 'seen' },
      seed: { type: 'string', default: '' },
      count: { type: 'string', default: '2000' },
      agents: { type: 'boolean', default: false },
      cases: { type: 'string', multiple: true, default: [] },
      models: { type: 'string', default: '' },
      prompt: { type: 'string', multiple: true, default: [] },
      catalog: { type: 'string', multiple: true, default: [] },
      repeats: { type: 'string', default: '1' },
      steps: { type: 'string', default: '8' },
      endpoint: { type: 'string', default: '' },
      record: { type: 'string', default: '' },
      replay: { type: 'string', default: '' },
      prices: { type: 'string', default: '' },
      out: { type: 'string', default: '' },
      contents: { type: 'boolean', default: false },
    },
  });
  const data = process.env.WORKBENCH_DATA;
  if (!data && !values.repair && !values.worlds && !values.devices && !values.agents)
    throw new Error('set WORKBENCH_DATA to the folder of the larger data set; without it there is nothing to evaluate');
  await setUp();
  await withSources(async (server) => {
    if (values.agents) await evaluateAgents(server, values);
    else if (values.repair) await evaluateRepair(server, values);
    else if (values.advice) await evaluateAdvice(server, data ?? '', values);
    else if (values.worlds) await evaluateWorlds(server, values);
    else if (values.devices) await evaluateDevices(server, values);
    else if (values.companions) await evaluateCompanions(server, data ?? '', values);
    else await evaluate(server, data ?? '', values);
  });
}

/**
 * @param {import('vite').ViteDevServer} server
 * @param {{ cases: string[], models: string, prompt: string[], catalog: string[], repeats: string, steps: string, endpoint: string, record: string, replay: string, prices: string, out: string, contents: boolean }} values
 */
async function evaluateAgents(server, { models, prompt, catalog, repeats, steps, ...values }) {
  const agents = await server.ssrLoadModule('/tests/evaluate/agents/main.ts');
  const matrix = { models: models.split(',').filter((model) => model !== ''), prompts: prompt, catalogs: catalog };
  console.log(await agents['evaluateAgents']({ ...values, ...matrix, repeats: Number(repeats), steps: Number(steps), say: console.log }));
}

/**
 * @param {import('vite').ViteDevServer} server
 * @param {{ kinds: string, seed: string, count: string, only: string }} values
 */
async function evaluateRepair(server, { kinds, seed, count, only }) {
  const { evaluateRepairs } = await server.ssrLoadModule('/tests/evaluate/repair/main.ts');
  const chosen = seed === '' ? Math.floor(Math.random() * 2 ** 32) : Number(seed);
  console.log(await evaluateRepairs({ set: kinds, only, seed: chosen, count: Number(count), say: console.log }));
}

/**
 * @param {import('vite').ViteDevServer} server
 * @param {string} data
 * @param {{ only: string, seeds: string, 'held-out'?: boolean | undefined }} values
 */
async function evaluateAdvice(server, data, { only, seeds, 'held-out': heldOut }) {
  const advice = await server.ssrLoadModule('/tests/evaluate/advice/main.ts');
  console.log(await advice['evaluateAdvice']({ data, only, seeds: Number(seeds), heldOut, say: console.log }));
}

/** @param {string} seed empty: the one that `held-out` means */
const firstOf = (seed) => (seed === '' ? undefined : Number(seed));

/**
 * @param {import('vite').ViteDevServer} server
 * @param {{ version: string, only: string, seeds: string, seed: string, modes: string, 'held-out'?: boolean | undefined }} values
 */
async function evaluateWorlds(server, { version, only, seeds, seed, modes, 'held-out': heldOut = true }) {
  const worlds = await server.ssrLoadModule('/tests/evaluate/worlds/main.ts');
  const chosen = modes === '' ? undefined : modes.split(',');
  console.log(
    await worlds['evaluateWorlds']({ version, only, seeds: Number(seeds), heldOut, first: firstOf(seed), modes: chosen, say: console.log }),
  );
}

/**
 * @param {import('vite').ViteDevServer} server
 * @param {string} data
 * @param {{ only: string, seeds: string, seed: string, 'held-out'?: boolean | undefined }} values
 */
async function evaluateCompanions(server, data, { only, seeds, seed, 'held-out': heldOut = true }) {
  const companions = await server.ssrLoadModule('/tests/evaluate/companions/main.ts');
  const first = firstOf(seed);
  console.log(await companions['evaluateCompanions']({ data, only, seeds: Number(seeds), heldOut, first, say: console.log }));
}

/**
 * @param {import('vite').ViteDevServer} server
 * @param {{ only: string, seeds: string, seed: string, 'held-out'?: boolean | undefined }} values
 */
async function evaluateDevices(server, { only, seeds, seed, 'held-out': heldOut = true }) {
  const devices = await server.ssrLoadModule('/tests/evaluate/devices/main.ts');
  console.log(await devices['evaluateDevices']({ only, seeds: Number(seeds), heldOut, first: firstOf(seed), say: console.log }));
}

/**
 * @param {import('vite').ViteDevServer} server
 * @param {string} data
 * @param {{ version: string, only: string, seeds: string, fixtures: string }} values
 */
async function evaluate(server, data, values) {
  if (values.fixtures) {
    const maker = await server.ssrLoadModule('/tests/evaluate/make-fixtures.ts');
    maker['makeFixtures'](data, values.fixtures);
    return;
  }
  const { evaluateAll } = await server.ssrLoadModule('/tests/evaluate/main.ts');
  const text = await evaluateAll({
    data,
    version: values.version,
    only: values.only,
    seeds: Number(values.seeds),
    say: console.log,
  });
  console.log(text);
}

await main().catch(fail);
