// `npm run fuzz [mutants] [seed]`: the decoder fuzzer at length (the unit tests run 5 000 of the same mutants), then
// every property test with a seed of its own, printed so that a failure can be had again.
import { spawnSync } from 'node:child_process';

const [mutants = '1000000', seed = '1'] = process.argv.slice(2);
const propertySeed = String(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);

const vitest = (/** @type {string[]} */ args, /** @type {Record<string, string>} */ env) =>
  spawnSync('npx', ['vitest', 'run', '--project', 'unit', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  }).status ?? 1;

const decoders = vitest(['tests/unit/capture/fuzz.test.ts'], { FUZZ_MUTANTS: mutants, FUZZ_SEED: seed });
console.log(`property tests with PROPERTY_SEED=${propertySeed}`);
const properties = vitest(['--exclude', 'tests/unit/capture/fuzz.test.ts'], { PROPERTY_SEED: propertySeed });
process.exitCode = decoders || properties;
