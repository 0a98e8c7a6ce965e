/** @typedef {{ name: string, summary: string }} Command */
import { page, table } from './markdown.mjs';
import { typeOf } from './tools.mjs';

/**
 * Commands as `--help` shows them, exit codes, and the file of `--policy`.
 * @param {readonly Command[]} commands
 * @param {(command: any) => string} helpOf
 * @param {string} exits the source of the exit codes, each with its comment in the line above
 * @param {{ schema: Record<string, any>, example: object }} policy JSON Schema of a policy, and the policy that applies without a file
 */
export const commandLinePage = (commands, helpOf, exits, policy) =>
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
    '## Policy file',
    'The file of `--policy` is JSON with these members and no others. A profile in `agents` has the same members, without `format`, `version` and `agents`; the assistant of the command `mcp` is the agent `mcp`.',
    table(['member', 'type', 'required', 'meaning'], membersOf(policy.schema)),
    'Without a file, this policy applies; `mcp` adds a profile with the read-only tools for its assistant:',
    `\`\`\`json\n${JSON.stringify(policy.example, null, 2)}\n\`\`\``,
  );

/**
 * Members of an object, also of the objects in it. A profile of an agent has the members of the policy itself, so it is not opened.
 * @param {Record<string, any>} schema @param {string} before @returns {string[][]}
 */
function membersOf({ properties = {}, required = [] }, before = '') {
  return Object.entries(properties).flatMap(([name, member]) => [
    [`\`${before}${name}\``, typeOf(member), required.includes(name) ? 'yes' : '', member.description ?? ''],
    ...membersOf(member, `${before}${name}.`),
  ]);
}

/** @param {string} source */
function exitCodes(source) {
  const body = /export const EXIT = \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  const codes = [...body.matchAll(/\/\*\* (.*) \*\/\n\s*\w+: (\d+),/g)];
  if (codes.length < 5) throw new Error('src/cli/exit.ts: expected the exit codes in EXIT');
  return codes.map(([, meaning = '', code = '']) => [code, meaning]);
}
