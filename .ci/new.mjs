/**
 * `npm run new tool NAME "TITLE"`: writes a tool that works, with a test, and lists it in the catalog. Replace what it counts;
 * `npm run lint:tool NAME` prints all its faults at once.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { fail, fromRoot, run, say } from './lib/command.mjs';
import { sha256 } from './lib/sha256.mjs';
import { camelCase, toolFiles } from './skeletons/tool.mjs';

const CATALOG = 'src/tools/catalog/index.ts';
const SAMPLE = 'public/samples/chamber_four_phones.pcapng';

/** @param {string} path @param {string} text */
async function write(path, text) {
  mkdirSync(dirname(fromRoot(path)), { recursive: true });
  writeFileSync(fromRoot(path), await format(text, { ...(await resolveConfig(fromRoot(path))), filepath: path }));
  say(`wrote ${path}`);
}

/** Adds a tool to the catalog, in order of names. @param {string} text @param {string} name */
function listed(text, name) {
  const camel = camelCase(name);
  const [head = '', list = ''] = text.split(/(?=^export const catalog)/m);
  const imports = head.split('\n').filter((line) => line.startsWith('import { '));
  const next = imports.find((line) => (/from '\.\/([a-z0-9_]+)\//.exec(line)?.[1] ?? '') > name);
  const line = `import { ${camel} } from './${name}/index.ts';`;
  const imported = next === undefined ? head.replace(/(\n\n\/\*\*)/, `\n${line}$1`) : head.replace(next, `${line}\n${next}`);
  // The earlier minor versions of a tool come before it, with their number behind its name.
  const entry =
    next === undefined ? '\n];' : new RegExp(`\\n  ${/^import \{ ([a-zA-Z]+?)\d* \}/.exec(next)?.[1] ?? ''}\\d*,`).exec(list)?.[0];
  if (entry === undefined) throw new Error(`expected in ${CATALOG} the tool of: ${next ?? ''}`);
  return imported + list.replace(entry, `\n  ${camel},${entry}`);
}

async function main() {
  const [kind, name = '', title = ''] = process.argv.slice(2);
  if (kind !== 'tool' || !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name) || !/^[A-Z][A-Za-z0-9 ,()-]{2,59}$/.test(title))
    throw new Error(
      'expected: npm run new tool NAME "TITLE", the name in snake_case with at least two words, the title in letters, digits, spaces and , ( ) -',
    );
  if (existsSync(fromRoot(`src/tools/catalog/${name}`))) throw new Error(`src/tools/catalog/${name} exists`);
  const sample = sha256(readFileSync(fromRoot(SAMPLE)));
  for (const [path, text] of Object.entries(toolFiles(name, title))) await write(path, text.replaceAll('@sample', sample));
  await write(CATALOG, listed(readFileSync(fromRoot(CATALOG), 'utf8'), name));
  for (const step of [
    ['.ci/setup.mjs'],
    ['.ci/lint-tools.mjs', '--only', name, '--write-examples'],
    ['.ci/lint-tools.mjs', '--only', name],
  ]) {
    const { code } = await run(
      process.execPath,
      step.map((part, at) => (at === 0 ? fromRoot(part) : part)),
    );
    if (code !== 0) throw new Error(`${step.join(' ')} failed`);
  }
}

await main().catch(fail);
