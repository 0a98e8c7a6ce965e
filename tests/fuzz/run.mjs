// `npm run fuzz [mutants] [seed]`: the decoder fuzzer at length; the unit tests run 5 000 of the same mutants.
import { spawnSync } from 'node:child_process';

const [mutants = '1000000', seed = '1'] = process.argv.slice(2);
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', 'tests/unit/capture/fuzz.test.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, FUZZ_MUTANTS: mutants, FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
