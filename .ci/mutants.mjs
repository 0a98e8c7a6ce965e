/**
 * `npm run mutants`: StrykerJS generates mutants from the sources of the runner, the policy, the selections and the repairs, and the
 * tests must detect them. Prints the survivors; exit 1 if fewer than 95 % are killed. The options are in docs/contributing/testing.md, the
 * equivalent mutants in tests/mutants/equivalent.ts.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { FOLDER, instrument, sampleOf } from './lib/mutants/instrument.mjs';
import { tryMutants } from './lib/mutants/try.mjs';
import { setUp } from './setup.mjs';

/** @typedef {import('./lib/mutants/instrument.mjs').Mutant} Mutant */
/** @typedef {import('../tests/mutants/equivalent.ts').Equivalent} Equivalent */

/** Required share of killed mutants. */
const ENOUGH = 0.95;
/** Verdicts that mean no test detected the mutant. */
const ALIVE = ['survived', 'unreached'];

/**
 * The folders and the tests that should detect changes in them, fastest first. @type {Record<string, { folder: string, tests: string[] }>}
 */
const ROOMS = {
  policy: {
    folder: 'src/tools/policy',
    tests: ['tests/unit/tools/policy', 'tests/unit/tools/runner', 'tests/unit/core/calls', 'tests/contract/rows.test.ts'],
  },
  runner: {
    folder: 'src/tools/runner',
    tests: ['tests/unit/tools/runner', 'tests/unit/tools/hostile-entries.test.ts', 'tests/unit/core/calls', 'tests/contract/rows.test.ts'],
  },
  selection: { folder: 'src/selection', tests: ['tests/unit/selection', 'tests/unit/tools/repair', 'tests/contract/rows.test.ts'] },
  repair: { folder: 'src/tools/repair', tests: ['tests/unit/tools/repair', 'tests/contract/rows.test.ts'] },
};

/** @param {string} path a test file or a folder of them */
const testFilesOf = (path) =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(fromRoot(path), { recursive: true, encoding: 'utf8' })
        .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
        .filter((name) => name.endsWith('.test.ts'))
        .sort();

/** @typedef {Pick<Mutant, 'file' | 'context' | 'mutator' | 'original' | 'replacement'>} Change a mutant without its place, which moves with the source */

/** @param {Change} mutant */
const changeOf = ({ file, context, mutator, original, replacement }) => [file, context, mutator, original, replacement].join('\0');

/** The changes that survived the last run of a folder. @param {string} name @returns {Set<string>} */
function survivorsOf(name) {
  const path = fromRoot(`${FOLDER}/${name}.json`);
  if (!existsSync(path)) throw new Error(`--again: expected the verdicts of an earlier run in ${FOLDER}/${name}.json, found none`);
  const verdicts = /** @type {(Mutant & { status: string })[]} */ (JSON.parse(readFileSync(path, 'utf8')));
  return new Set(verdicts.filter(({ status }) => ALIVE.includes(status)).map(changeOf));
}

/**
 * @param {string} name @param {readonly Equivalent[]} equivalent @param {{ file: string, sample: string, seed: string, again: boolean, unit: boolean, quick: boolean }} wanted
 * @returns {Promise<boolean>} whether enough mutants were killed
 */
async function tryRoom(name, equivalent, wanted) {
  const { folder, tests } = /** @type {{ folder: string, tests: string[] }} */ (ROOMS[name]);
  const { mutants: all, instrumented } = await instrument([folder]);
  const own = equivalent.filter(({ file }) => file.startsWith(`${folder}/`));
  const changes = new Set(all.map(changeOf));
  const stale = own.filter((entry) => !changes.has(changeOf(entry)));
  if (stale.length > 0)
    throw new Error(
      `tests/mutants/equivalent.ts lists what the sources no longer hold:\n${stale.map((entry) => JSON.stringify(entry)).join('\n')}`,
    );
  const same = new Set(own.map(changeOf));
  const survivors = wanted.again ? survivorsOf(name) : null;
  const changing = all.filter(
    (mutant) =>
      !same.has(changeOf(mutant)) && (wanted.file === '' || mutant.file === wanted.file) && (survivors?.has(changeOf(mutant)) ?? true),
  );
  const mutants = wanted.sample === '' ? changing : sampleOf(changing, Number(wanted.sample), wanted.seed);
  console.log(
    `${name}: ${mutants.length} of ${all.length} mutants, ${all.length - changing.length} equivalent or not chosen, seed ${wanted.seed}`,
  );
  const testFiles = tests.filter((path) => !(wanted.quick || wanted.unit) || path.startsWith('tests/unit/')).flatMap(testFilesOf);
  const effort = { slow: !wanted.quick && !wanted.unit, fresh: !wanted.quick };
  const verdicts = await tryMutants(mutants, { instrumented, testFiles }, effort, (text) => console.log(`· ${text}`));
  return printed(name, mutants, verdicts);
}

/** @param {string} name @param {readonly Mutant[]} mutants @param {ReadonlyMap<string, { status: string }>} verdicts */
function printed(name, mutants, verdicts) {
  const statusOf = (/** @type {Mutant} */ { id }) => verdicts.get(id)?.status ?? 'survived';
  const count = (/** @type {string} */ status) => mutants.filter((mutant) => statusOf(mutant) === status).length;
  const left = mutants.filter((mutant) => ALIVE.includes(statusOf(mutant)));
  for (const mutant of left.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line))
    console.log(
      `${statusOf(mutant).padEnd(9)} ${mutant.file}:${mutant.line} ${mutant.mutator}: ${short(mutant.original)} → ${short(mutant.replacement)}`,
    );
  const share = mutants.length === 0 ? 1 : 1 - left.length / mutants.length;
  console.log(
    `${name}: ${mutants.length} mutants, ${count('killed')} killed, ${count('late')} timed out, ${count('survived')} survived, ${count('unreached')} without coverage: ${(100 * share).toFixed(1)} %`,
  );
  writeFileSync(
    fromRoot(`${FOLDER}/${name}.json`),
    JSON.stringify(
      mutants.map((mutant) => ({ ...mutant, ...verdicts.get(mutant.id) })),
      null,
      1,
    ),
  );
  return share >= ENOUGH;
}

const short = (/** @type {string} */ text) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 110 ? `${line.slice(0, 107)}...` : line;
};

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(ROOMS).join(',') },
      file: { type: 'string', default: '' },
      sample: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      again: { type: 'boolean', default: false },
      unit: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const names = values.only.split(',');
  const unknown = names.find((name) => !Object.hasOwn(ROOMS, name));
  if (unknown !== undefined) throw new Error(`--only: expected ${Object.keys(ROOMS).join(', ')}, got ${unknown}`);
  await setUp();
  const { module } = await runnerImport(fromRoot('tests/mutants/equivalent.ts'));
  const { equivalent } = /** @type {{ equivalent: readonly Equivalent[] }} */ (module);
  let enough = true;
  for (const name of names) enough = (await tryRoom(name, equivalent, values)) && enough;
  process.exitCode = enough ? 0 : 1;
}

// If interrupted, also end the tests.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
await main().catch(fail);
