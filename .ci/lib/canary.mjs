import { mkdirSync, writeFileSync } from 'node:fs';
import { fromRoot, runTool } from './command.mjs';

const FOLDER = '.cache/canary';
const PLANTED = `<script lang="ts">
  let { rows }: { rows: number } = $props();
  const text: string = rows;
</script>

<p>{text.missing}</p>
`;

/**
 * Proves that the checker works, because one that finds nothing looks like a clean tree: adds two type errors to a component, one in the
 * script and one in the markup, and fails unless svelte-check reports both.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function canary() {
  mkdirSync(fromRoot(FOLDER), { recursive: true });
  writeFileSync(fromRoot(`${FOLDER}/Planted.svelte`), PLANTED);
  writeFileSync(fromRoot(`${FOLDER}/tsconfig.json`), JSON.stringify({ extends: '../../tsconfig.json', include: ['./*'] }));
  const args = ['--workspace', FOLDER, '--tsconfig', './tsconfig.json', '--output', 'machine'];
  const { output } = await runTool('svelte-check/bin/svelte-check', args, { quiet: true });
  const seen = ["'number' is not assignable to type 'string'", "'missing' does not exist"].every((message) => output.includes(message));
  if (!seen) console.log(`svelte-check did not report the planted errors:\n${output}`);
  return { code: seen ? 0 : 1, output };
}
