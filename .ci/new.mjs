/**
 * Writes a skeleton that works, with a test, and lists it where it is used:
 *   npm run new tool NAME "TITLE"   a tool that counts rows; `npm run lint:tool NAME` prints all its faults at once
 *   npm run new format NAME         a capture format of simple records
 *   npm run new chart TOOL_NAME     a chart of the answers of a tool
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { fail, fromRoot, run, say } from './lib/command.mjs';
import { sha256 } from './lib/sha256.mjs';
import { chartEdits, chartFiles, chartSteps } from './skeletons/chart.mjs';
import { formatEdits, formatFiles, formatSteps } from './skeletons/format.mjs';
import { toolEdits, toolFiles } from './skeletons/tool.mjs';

const SAMPLE = 'public/samples/chamber_four_phones.pcapng';
const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/** @param {string} path @param {string} text */
async function write(path, text) {
  mkdirSync(dirname(fromRoot(path)), { recursive: true });
  writeFileSync(fromRoot(path), await format(text, { ...(await resolveConfig(fromRoot(path))), filepath: path }));
  say(`wrote ${path}`);
}

/** @param {Record<string, string>} files @param {Record<string, (text: string) => string>} edits */
async function writeAll(files, edits) {
  const [taken] = Object.keys(files).filter((path) => existsSync(fromRoot(path)));
  if (taken !== undefined) throw new Error(`${taken} exists`);
  for (const [path, text] of Object.entries(files)) await write(path, text);
  for (const [path, edit] of Object.entries(edits)) await write(path, edit(readFileSync(fromRoot(path), 'utf8')));
}

/** @param {readonly (readonly string[])[]} steps */
async function runAll(steps) {
  for (const [script = '', ...rest] of steps) {
    const { code } = await run(process.execPath, [fromRoot(script), ...rest]);
    if (code !== 0) throw new Error(`${[script, ...rest].join(' ')} failed`);
  }
}

/** @param {readonly string[]} steps */
const left = (steps) => say(`next:\n${steps.map((step) => `  ${step}`).join('\n')}`);

async function main() {
  const [kind, name = '', title = ''] = process.argv.slice(2);
  if (kind === 'tool' && SNAKE.test(name) && /^[A-Z][A-Za-z0-9 ,()-]{2,59}$/.test(title)) {
    const sample = sha256(readFileSync(fromRoot(SAMPLE)));
    const files = Object.entries(toolFiles(name, title)).map(([path, text]) => [path, text.replaceAll('@sample', sample)]);
    await writeAll(Object.fromEntries(files), toolEdits(name));
    const lint = ['.ci/lint-tools.mjs', '--only', name];
    return runAll([['.ci/setup.mjs'], [...lint, '--write-examples'], lint]);
  }
  if (kind === 'format' && /^[a-z][a-z0-9]{2,15}$/.test(name)) {
    await writeAll(formatFiles(name), formatEdits(name));
    return left([`npm run test:unit -- tests/unit/capture/containers/${name}.test.ts`, ...formatSteps(name)]);
  }
  if (kind === 'chart' && existsSync(fromRoot(`src/tools/catalog/${name}/index.ts`))) {
    await writeAll(chartFiles(name), chartEdits(name));
    return left([`npm run test:unit -- tests/unit/answers/statistics/${name.replaceAll('_', '-')}-plots.test.ts`, ...chartSteps(name)]);
  }
  throw new Error(
    `expected one of:
  npm run new tool NAME "TITLE"   the name in snake_case with at least two words, the title in letters, digits, spaces and , ( ) -
  npm run new format NAME         3 to 16 lower-case letters and digits
  npm run new chart TOOL_NAME     the name of a tool of the catalog`,
  );
}

await main().catch(fail);
