/** `npm run check`: runs all static checks, two at a time. The last line counts the steps. */
import { fromRoot, run, runTool, say } from './lib/command.mjs';
import { canary } from './lib/canary.mjs';
import { checkFormat } from './lib/format.mjs';
import { setUp } from './setup.mjs';

const quiet = { quiet: true };

/** The longest first, so that the others run beside it. svelte-check also checks the types of every other file of tsconfig.json. */
const STEPS = [
  { name: 'lint of components', run: () => runTool('eslint/bin/eslint.js', ['.', '--max-warnings', '0'], quiet) },
  { name: 'types', run: () => runTool('svelte-check/bin/svelte-check', ['--tsgo', '--fail-on-warnings', '--output', 'human'], quiet) },
  { name: 'lint', run: () => runTool('oxlint/bin/oxlint', ['.'], quiet) },
  { name: 'types are really checked', run: canary },
  { name: 'format', run: checkFormat },
  { name: 'dead code', run: () => runTool('knip/bin/knip.js', ['--no-progress'], quiet) },
  { name: 'tool manifests', run: () => run(process.execPath, [fromRoot('.ci/lint-tools.mjs')], quiet) },
  { name: 'reference pages', run: () => run(process.execPath, [fromRoot('.ci/reference.mjs'), '--check'], quiet) },
  { name: 'architecture', run: () => runTool('vitest/vitest.mjs', ['run', '--project', 'arch', '--reporter', 'dot'], quiet) },
];
const AT_ONCE = 2;

await setUp();
/** @type {string[]} */
const failed = [];
const left = [...STEPS];

/** Runs steps until none is left. The output of a step appears in one piece, when it ends. */
async function work() {
  for (let step = left.shift(); step; step = left.shift()) {
    const { code, output } = await step.run();
    say(step.name);
    process.stdout.write(output);
    if (code !== 0) failed.push(step.name);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const name of failed) console.log(`FAILED: ${name}`);
console.log(`${STEPS.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
