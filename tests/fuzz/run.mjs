// `npm run fuzz [mutants] [seed]`: the decoder fuzzer at length (the unit tests run the first 5 000 of the same mutants),
// then 200,000 changed transcripts, then every property test with a seed of its own, printed so that a failure can be had again.
import { spawnSync } from 'node:child_process';
import { runnerImport } from 'vite';
import { setUp } from '../../.ci/setup.mjs';
import { decodeInProcesses } from './processes.mjs';

const [mutants = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(mutants) || mutants < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error(`expected how many mutants and the number of the first, got ${process.argv.slice(2).join(' ')}`);
const propertySeed = String(process.env['PROPERTY_SEED'] ?? Date.now() % 2 ** 31);

await setUp();
const sound = await decodeInProcesses(mutants, seed);

const TRANSCRIPTS = 200_000;
const module = await runnerImport('./tests/fuzz/transcripts.ts', { configFile: false, logLevel: 'error' });
console.log(`${String(TRANSCRIPTS)} changed transcripts: ${JSON.stringify(module.module.decodeTranscripts(TRANSCRIPTS, seed))}`);

console.log(`property tests with PROPERTY_SEED=${propertySeed}`);
const properties = spawnSync('npx', ['vitest', 'run', '--project', 'unit', '--exclude', 'tests/unit/capture/fuzz.test.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, PROPERTY_SEED: propertySeed },
}).status;
process.exitCode = sound ? (properties ?? 1) : 1;
