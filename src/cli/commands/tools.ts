import type { ToolManifest } from '../../tools/contract/index.ts';
import { answer, formatOf } from '../context.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { printTable, printValues } from '../output/print.ts';
import { ANSWER_OPTIONS, type Command } from './command.ts';

/** The command `tools`: lists the tools; needs no capture. */
export const toolsCommand: Command = {
  name: 'tools',
  arguments: '[list | describe NAME | search WORDS...]',
  summary: 'List the tools, describe one, or search them.',
  options: ANSWER_OPTIONS,
  filesIn: () => [],
  async run(context) {
    const { positionals, given } = context;
    const [action = 'list', ...words] = positionals;
    const { catalog } = await import('../../tools/catalog/index.ts');
    const { createRegistry } = await import('../../tools/registry.ts');
    const registry = createRegistry(catalog);
    const newest = registry.names().flatMap((name) =>
      registry
        .versions(name)
        .slice(-1)
        .map(({ manifest }) => manifest),
    );
    if (action === 'describe') {
      const manifest = newest.find(({ name }) => name === words[0]);
      if (manifest === undefined)
        throw new Stop(EXIT.usage, `expected the name of a tool, found ${words[0] ?? 'none'}; "tools list" names them`);
      await answer(context, async (outlet) => {
        await outlet.write(formatOf(given) === 'text' ? described(manifest) : `${JSON.stringify(manifest, null, 2)}\n`);
      });
      return EXIT.done;
    }
    if (action !== 'list' && action !== 'search') throw usage(`expected list, describe or search, found ${action}`);
    const found = action === 'list' ? newest : await fitting(words.join(' '), newest);
    await answer(context, async (outlet) => {
      const printed = await printValues(outlet, given, found);
      if (!printed) await printTable(outlet, given, { columns: ['name', 'version', 'title', 'effect'], rows: found.map(rowOf) });
    });
    return EXIT.done;
  },
};

const rowOf = ({ name, version, title, effect }: ToolManifest): readonly unknown[] => [name, version, title, effect];

async function fitting(words: string, tools: readonly ToolManifest[]): Promise<readonly ToolManifest[]> {
  if (words === '') throw usage('expected words to search for');
  const { rankedSearch } = await import('../../core/search/ranked.ts');
  const found = rankedSearch(words, { tools, captures: [] }, tools.length, ['tool']);
  return found.flatMap(({ id }) => tools.filter(({ name }) => name === id));
}

const described = ({ name, version, title, description, effect, examples }: ToolManifest): string =>
  [
    `${name} ${version}: ${title}`,
    '',
    description,
    '',
    `effect: ${effect}`,
    ...examples.map((example) => `example: ${example.description}`),
    '',
    'With --json: the manifest with the schemas of arguments and answer.',
    '',
  ].join('\n');
