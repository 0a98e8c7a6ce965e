// `npm run fuzz [mutants] [seed]`: the decoder fuzzer at length (the unit tests run the first 5 000 of the same mutants),
// then 1,000,000 mutants of connections, 100,000 statements, 1,000,000 changed sessions and bundles, 2,000 changed shared files (where `dist` is built), 200,000 changed
// transcripts and 200,000 changed streams of calls, then every property test with a seed of its own, printed so that a failure can be had again.
// `npm run fuzz -- connections|statements|seals|pages [count] [seed]`: these alone.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runnerImport } from 'vite';
import { setUp } from '../../.ci/setup.mjs';
import { checkInProcesses, CONNECTIONS, MUTANTS, PAGES, SEALS, STATEMENTS } from './processes.mjs';

const given = process.argv.slice(2);
const COUNTS = new Map([
  [CONNECTIONS, 1_000_000],
  [STATEMENTS, 100_000],
  [SEALS, 1_000_000],
  [PAGES, 2_000],
]);
const alone = new Map(Object.entries({ connections: CONNECTIONS, statements: STATEMENTS, seals: SEALS, pages: PAGES })).get(given[0] ?? '');
const [count = COUNTS.get(alone ?? MUTANTS) ?? 1_000_000, seed = 1] = given.slice(alone ? 1 : 0).map(Number);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error(`expected how many and the number of the first, got ${given.join(' ')}`);
const propertySeed = String(process.env['PROPERTY_SEED'] ?? Date.now() % 2 ** 31);

await setUp();
if (alone) process.exit((await checkInProcesses(alone, count, seed)) ? 0 : 1);
const decoded = await checkInProcesses(MUTANTS, count, seed);
const others = [CONNECTIONS, STATEMENTS, SEALS, ...(existsSync('dist/offline/capture-workbench.html') ? [PAGES] : [])];
let sound = decoded;
for (const fuzzer of others) sound = (await checkInProcesses(fuzzer, COUNTS.get(fuzzer) ?? 0, seed)) && sound;

const TRANSCRIPTS = 200_000;
const module = await runnerImport('./tests/fuzz/transcripts.ts', { configFile: false, logLevel: 'error' });
console.log(`${String(TRANSCRIPTS)} changed transcripts: ${JSON.stringify(module.module.decodeTranscripts(TRANSCRIPTS, seed))}`);

const streams = await runnerImport('./tests/fuzz/streams.ts', { configFile: false, logLevel: 'error' });
console.log(
  `${String(TRANSCRIPTS)} changed streams of documented calls: ${JSON.stringify(streams.module.decodeStreams(TRANSCRIPTS, seed))}`,
);

console.log(`property tests with PROPERTY_SEED=${propertySeed}`);
const properties = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'unit', '--project', 'long', '--exclude', 'tests/unit/capture/fuzz.long.test.ts'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PROPERTY_SEED: propertySeed },
  },
).status;
process.exitCode = sound ? (properties ?? 1) : 1;
