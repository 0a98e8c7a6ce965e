/**
 * `npm run reference`: writes the pages of docs/reference that follow from the sources. `--check` writes nothing and fails when a page
 * differs from what it would write. Each page names this command in its first line.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { commandLinePage } from './lib/reference/command-line.mjs';
import { interfacePage } from './lib/reference/interface.mjs';
import { tablesPage } from './lib/reference/tables.mjs';
import { toolsPage } from './lib/reference/tools.mjs';

const FIRST = '<!-- Written by `npm run reference` from the sources. Do not edit this page. -->\n\n';

/** @param {string} path @returns {Promise<any>} */
const load = async (path) => (await runnerImport(fromRoot(path), { root: fromRoot('.'), configFile: false, logLevel: 'error' })).module;

async function main() {
  const { ADVERT_COLUMNS } = await load('src/tables/adverts.ts');
  const { TIME_COLUMN } = await load('src/tables/capture-time.ts');
  const { MERGE_COLUMNS } = await load('src/merge/sql.ts');
  const { CONVERSATION_TABLES } = await load('src/tables/conversation/index.ts');
  const { catalog } = await load('src/tools/catalog/index.ts');
  const { createRegistry } = await load('src/tools/registry.ts');
  const { COMMANDS, helpOf } = await load('src/cli/command-line.ts');
  const { ToolPolicy } = await load('src/tools/contract/policy.ts');
  const { jsonSchemaOf } = await load('src/tools/contract/derive-schema.ts');
  const { defaultPolicy } = await load('src/tools/policy/default-policy.ts');
  const manifests = createRegistry(catalog).getAll();
  const policy = { schema: jsonSchemaOf(ToolPolicy, 'input'), example: defaultPolicy(manifests) };
  const exits = readFileSync(fromRoot('src/cli/exit.ts'), 'utf8');
  /** @type {[name: string, text: string][]} */
  const pages = [
    ['tables', tablesPage(ADVERT_COLUMNS, TIME_COLUMN, MERGE_COLUMNS, CONVERSATION_TABLES)],
    ['tools', toolsPage(manifests)],
    ['commands', commandLinePage(COMMANDS, helpOf, exits, policy)],
    ['interface', interfacePage(readFileSync(fromRoot('src/workbench/public.ts'), 'utf8'))],
  ];
  const stale = pages.filter(([name, text]) => readPage(name) !== FIRST + text);
  if (!process.argv.includes('--check')) for (const [name, text] of stale) writeFileSync(pathOf(name), FIRST + text);
  else if (stale.length > 0)
    throw new Error(`${stale.map(([name]) => `docs/reference/${name}.md`).join(', ')}: differs from the sources; run npm run reference`);
}

const pathOf = (/** @type {string} */ name) => fromRoot(`docs/reference/${name}.md`);

/** @param {string} name */
function readPage(name) {
  try {
    return readFileSync(pathOf(name), 'utf8');
  } catch {
    return '';
  }
}

await main().catch(fail);
