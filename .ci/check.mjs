/** `npm run check`: runs all static checks. The last line counts the steps. */
import { fromRoot, run, runTool, say } from './lib/command.mjs';
import { canary } from './lib/canary.mjs';
import { setUp } from './setup.mjs';

const STEPS = [
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['--noEmit']) },
  { name: 'types of components', run: () => runTool('svelte-check/bin/svelte-check', ['--fail-on-warnings', '--output', 'human']) },
  { name: 'component types are really checked', run: canary },
  { name: 'lint', run: () => runTool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']) },
  { name: 'format', run: () => runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']) },
  { name: 'dead code', run: () => runTool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'tool manifests', run: () => run(process.execPath, [fromRoot('.ci/lint-tools.mjs')]) },
  { name: 'reference pages', run: () => run(process.execPath, [fromRoot('.ci/reference.mjs'), '--check']) },
  { name: 'architecture', run: () => runTool('vitest/vitest.mjs', ['run', '--project', 'arch', '--reporter', 'dot']) },
];

await setUp();
/** @type {string[]} */
const failed = [];
for (const step of STEPS) {
  say(step.name);
  const { code } = await step.run();
  if (code !== 0) failed.push(step.name);
}
for (const name of failed) console.log(`FAILED: ${name}`);
console.log(`${STEPS.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
