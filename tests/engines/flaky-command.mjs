/**
 * The command line for the test of `examples/spark`. The first process of each command does its work, and then kills the task that started
 * it, before the task can keep any output. `flaky-command.mjs FOLDER ARGUMENTS...`; FOLDER holds a mark for each command that was killed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', ...args] = process.argv.slice(2);
const [name = ''] = args;

function isFirst() {
  try {
    mkdirSync(join(folder, name));
    return true;
  } catch {
    return false;
  }
}

const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../../dist/cli/capture-workbench.mjs'), ...args], {
  stdio: 'inherit',
});
if ((name === 'convert' || name === 'run') && isFirst()) process.kill(process.ppid, 'SIGKILL');
process.exitCode = status ?? 1;
