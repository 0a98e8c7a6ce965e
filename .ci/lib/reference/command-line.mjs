/** @typedef {{ name: string, summary: string }} Command */
import { page, table } from './markdown.mjs';

/**
 * Commands as `--help` shows them, and exit codes.
 * @param {readonly Command[]} commands
 * @param {(command: any) => string} helpOf
 * @param {string} exits the source of the exit codes, each with its comment in the line above
 */
export const commandLinePage = (commands, helpOf, exits) =>
  page(
    '# Commands',
    'Every command with its options, as `--help` shows them. [How to use the command line](../how-to/command-line.md).',
    table(
      ['command', 'does'],
      commands.map(({ name, summary }) => [`[\`${name}\`](#${name})`, summary]),
    ),
    commands.flatMap((command) => [`## ${command.name}`, `\`\`\`\n${helpOf(command).trimEnd()}\n\`\`\``]),
    '## Exit codes',
    table(['code', 'meaning'], exitCodes(exits)),
    'Of several calls the highest code counts.',
  );

/** @param {string} source */
function exitCodes(source) {
  const body = /export const EXIT = \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  const codes = [...body.matchAll(/\/\*\* (.*) \*\/\n\s*\w+: (\d+),/g)];
  if (codes.length < 5) throw new Error('src/cli/exit.ts: expected the exit codes in EXIT');
  return codes.map(([, meaning = '', code = '']) => [code, meaning]);
}
