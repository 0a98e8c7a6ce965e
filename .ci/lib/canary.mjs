import { mkdirSync, writeFileSync } from 'node:fs';
import { fromRoot, runTool } from './command.mjs';

const FOLDER = '.cache/canary';
const PLANTED = `<script lang="ts">
  let { rows }: { rows: number } = $props();
  const text: string = rows;
</script>

<p>{text.missing}</p>
`;

const PLANTED_MODULE = `export const text: string = true;
`;

/**
 * Proves that the checker works, because one that finds nothing looks like a clean tree: adds type errors to the script and the markup of a
 * component and to a module, and fails unless svelte-check reports all three.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function canary() {
  mkdirSync(fromRoot(FOLDER), { recursive: true });
  writeFileSync(fromRoot(`${FOLDER}/Planted.svelte`), PLANTED);
  writeFileSync(fromRoot(`${FOLDER}/planted.ts`), PLANTED_MODULE);
  writeFileSync(fromRoot(`${FOLDER}/tsconfig.json`), JSON.stringify({ extends: '../../tsconfig.json', include: ['./*'] }));
  const args = ['--tsgo', '--workspace', FOLDER, '--tsconfig', './tsconfig.json', '--output', 'machine'];
  const { output } = await runTool('svelte-check/bin/svelte-check', args, { quiet: true });
  const seen = [
    "'number' is not assignable to type 'string'",
    "'missing' does not exist",
    "'boolean' is not assignable to type 'string'",
  ].every((message) => output.includes(message));
  return seen ? { code: 0, output: '' } : { code: 1, output: `svelte-check did not report the planted errors:\n${output}` };
}
