import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot, run, say } from '../command.mjs';

/** StrykerJS generates the mutants. Version 10 needs Node 22; its packages are not part of `npm ci`, which every build runs. */
const INSTRUMENTER = { name: '@stryker-mutator/instrumenter', version: '9.6.1' };
export const FOLDER = '.cache/mutants';

/**
 * @typedef {object} Mutant one small change of a source
 * @property {string} id unique in one run
 * @property {string} file relative to the root
 * @property {number} line from 1
 * @property {string} context text of that line, which tells apart equal changes of one file
 * @property {string} mutator StrykerJS's name of the kind of change
 * @property {string} original the text that is replaced
 * @property {string} replacement
 */

async function instrumenter() {
  const folder = fromRoot(FOLDER);
  const packages = join(folder, 'node_modules', INSTRUMENTER.name);
  const installed = join(packages, 'package.json');
  if (!existsSync(installed) || JSON.parse(readFileSync(installed, 'utf8')).version !== INSTRUMENTER.version) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    say(`installs ${INSTRUMENTER.name} ${INSTRUMENTER.version} into ${FOLDER}`);
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--save-exact', `${INSTRUMENTER.name}@${INSTRUMENTER.version}`];
    const { code } = await run('npm', args, { quiet: true });
    if (code !== 0) throw new Error(`npm could not install ${INSTRUMENTER.name} ${INSTRUMENTER.version}`);
  }
  const { Instrumenter } = await import(pathToFileURL(join(packages, 'dist/src/index.js')).href);
  const silent = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]));
  return new Instrumenter({ ...silent, isDebugEnabled: () => false });
}

/**
 * Writes copies of the sources that hold every mutant behind a switch.
 * @param {readonly string[]} folders relative to the root
 * @returns {Promise<{ mutants: Mutant[], instrumented: Record<string, string> }>} `instrumented`: copy by absolute path of the source
 */
export async function instrument(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(fromRoot(folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name: `${folder}/${name}`, mutate: true, content: readFileSync(fromRoot(`${folder}/${name}`), 'utf8') })),
  );
  const made = await (await instrumenter()).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
  /** @type {Record<string, string>} */
  const instrumented = {};
  mkdirSync(fromRoot(`${FOLDER}/sources`), { recursive: true });
  for (const { name, content } of made.files) {
    const copy = fromRoot(`${FOLDER}/sources/${name.replaceAll('/', '-')}`);
    writeFileSync(copy, content);
    instrumented[fromRoot(name)] = copy;
  }
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const mutants = made.mutants.map((/** @type {any} */ { id, fileName, mutatorName, location, replacement }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    context: texts.get(fileName)?.[location.start.line]?.trim() ?? '',
    mutator: mutatorName,
    original: textAt(texts.get(fileName) ?? [], location),
    replacement,
  }));
  return { mutants: mutants.filter((/** @type {Mutant} */ mutant) => !isWording(mutant)), instrumented };
}

/** @param {readonly string[]} lines @param {{ start: Place, end: Place }} range @typedef {{ line: number, column: number }} Place */
function textAt(lines, { start, end }) {
  const part = lines.slice(start.line, end.line + 1);
  part[part.length - 1] = (part.at(-1) ?? '').slice(0, end.column);
  part[0] = (part[0] ?? '').slice(start.column);
  return part.join('\n');
}

/** Whether a mutant only changes a message: two lower-case words, and not SQL. Such mutants are ignored. @param {Mutant} mutant */
function isWording({ mutator, original }) {
  return (
    mutator === 'StringLiteral' &&
    /[a-z]{2,},? [a-z]{2,}/.test(original) &&
    !/\b(AND|OR|IN|IS|NOT|SELECT|BETWEEN|FROM|WHERE)\b/.test(original)
  );
}

/** A sample that is reproducible by its seed. @param {readonly Mutant[]} mutants @param {number} size @param {string} seed */
export function sampleOf(mutants, size, seed) {
  const keyOf = (/** @type {Mutant} */ { file, line, mutator, replacement, id }) =>
    createHash('sha256').update([seed, file, line, mutator, replacement, id].join('\0')).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, key: keyOf(mutant) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
