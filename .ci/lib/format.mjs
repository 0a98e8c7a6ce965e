import { runTool } from './command.mjs';

/**
 * Checks that files are formatted as Prettier formats them. oxfmt clears the files that it would leave unchanged, because it needs a second
 * where Prettier needs a minute. Prettier decides about components, which oxfmt skips, and about files that oxfmt would write differently.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function checkFormat() {
  const quick = await runTool('oxfmt/bin/oxfmt', ['--list-different', '.'], { quiet: true });
  const listed = quick.output.split('\n').filter(Boolean);
  // oxfmt ends with 1 for a list and for an error; an error is no list of files, and Prettier then fails on its lines.
  if (quick.code > 1 || (quick.code === 1 && listed.length === 0)) return { code: 1, output: `oxfmt failed:\n${quick.output}` };
  return runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', ...listed, '**/*.svelte'], { quiet: true });
}
