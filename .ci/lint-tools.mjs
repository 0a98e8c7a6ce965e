/**
 * The manifest lint over every tool and version: one JSON line per finding, then the checklist as `passed/total` per tool. Exit 0: no
 * errors, 1: errors. Every example is run over the capture it names and compared by hash (DL-31).
 * `.ci/tools.lock.json` holds the digest and the schemas of each published version: a text or schema cannot change under its number, a name
 * cannot go, and a newer version carries the number that its schemas ask for (DL-63). Before the first release (1.0.0 of the package) an
 * entry may be deleted together with its version: callers outside this repository never had it, and the contract keeps one previous minor.
 * From the first release on, entries stay.
 * `--only NAME` runs the examples of one tool and prints its findings alone; `--checklist` prints all 29 lines of each;
 * `--publish` adds new versions to the lock; `--write-examples` stores the current answers of the examples, after an intentional change.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';
import { bare } from './lib/ajv-options.mjs';
import { fail, fromRoot } from './lib/command.mjs';
import { sha256 } from './lib/sha256.mjs';

const LOCK = '.ci/tools.lock.json';
const asked = (/** @type {string} */ option) => process.argv.includes(option);
const only = asked('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
if (only !== undefined) process.env.EXAMPLES_OF = only;

/** @param {string} path @returns {Promise<any>} */
const load = async (path) => (await runnerImport(fromRoot(path), { root: fromRoot('.'), configFile: false, logLevel: 'error' })).module;

/** @typedef {{ key: string, example: { expectedResult: object }, answered: object }} ExampleRun */

/** @param {readonly ExampleRun[]} runs */
async function writeExamples(runs) {
  /** @type {Map<string, Record<string, { expectedResult: object }[]>>} */
  const files = new Map();
  for (const { key, answered } of runs) {
    const [name = '', version = '', index = ''] = key.split(/[@#]/);
    const path = fromRoot(`src/tools/catalog/${name}/examples.json`);
    const file = files.get(path) ?? JSON.parse(readFileSync(path, 'utf8'));
    const example = file[version]?.[Number(index)];
    if (!example) throw new Error(`${path} has no example ${key}`);
    example.expectedResult = answered;
    files.set(path, file);
  }
  for (const [path, file] of files)
    writeFileSync(path, await format(JSON.stringify(file), { ...(await resolveConfig(path)), filepath: path }));
}

/** @typedef {{ name: string, version: string, digest: string, input_schema: object, output_schema: object }} Published */

/** Both schemas without annotations for readers, which the digest covers. @param {any} manifest */
const bareSchemas = ({ input_schema, output_schema }) => ({ input_schema: bare(input_schema), output_schema: bare(output_schema) });

/** Writes what is new beside what was published; a published version is never replaced.
 * @param {Record<string, Published>} before @param {readonly any[]} manifests @param {ReadonlyMap<string, string>} digests */
async function publish(before, manifests, digests) {
  const now = manifests.map((manifest) => {
    const { name, version } = manifest;
    const key = `${name}@${version}`;
    return [key, { name, version, digest: digests.get(key) ?? '', ...bareSchemas(manifest) }];
  });
  const lock = Object.fromEntries([...now, ...Object.entries(before)].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
  const path = fromRoot(LOCK);
  writeFileSync(path, await format(JSON.stringify(lock), { ...(await resolveConfig(path)), filepath: path }));
}

async function main() {
  const { createRegistry } = await load('src/tools/registry.ts');
  const { catalog } = await load('src/tools/catalog/index.ts');
  const { lint } = await load('src/tools/lint/lint.ts');
  const { promisesBroken } = await load('src/tools/lint/published.ts');
  const { checklistOf } = await load('src/tools/lint/checklist.ts');
  const { canonicalJson } = await load('src/base/canonical.ts');
  /** @type {{ runs: ExampleRun[] }} */
  const { runs } = await load('tests/support/example-runs.ts');
  if (asked('--write-examples')) {
    await writeExamples(runs);
    console.log(`${runs.length} examples written`);
    return;
  }
  const examples = new Map(
    runs.map(({ key, example, answered }) => {
      const same = canonicalJson(answered) === canonicalJson(example.expectedResult);
      return [key, same ? { ok: true } : { ok: false, message: `a run of it answers ${JSON.stringify(answered)}` }];
    }),
  );
  const registry = createRegistry(catalog);
  /** @type {any[]} */
  const manifests = registry
    .names()
    .flatMap((/** @type {string} */ name) => registry.versions(name).map((/** @type {any} */ entry) => entry.manifest));
  const digests = new Map(
    manifests.map(({ name, version, description, long_description = '', input_schema, output_schema }) => [
      `${name}@${version}`,
      sha256(Buffer.from(canonicalJson({ description, long_description, input_schema, output_schema }))),
    ]),
  );
  /** @type {Record<string, Published>} */
  const before = existsSync(fromRoot(LOCK)) ? JSON.parse(readFileSync(fromRoot(LOCK), 'utf8')) : {};
  if (asked('--publish')) await publish(before, manifests, digests);
  const published = new Map(Object.entries(before).map(([key, { digest }]) => [key, digest]));
  /** @type {{ severity: string, tool: string }[]} */
  const findings = [
    ...lint(manifests, { published, digests, examples }),
    ...promisesBroken(
      Object.values(before),
      manifests.map((manifest) => ({ ...manifest, ...bareSchemas(manifest) })),
    ),
  ];
  const own = findings.filter(({ tool }) => only === undefined || tool === only || tool.startsWith(`${only}@`));
  for (const finding of own) if (finding.severity !== 'info') console.log(JSON.stringify(finding));
  for (const manifest of manifests.filter(({ name }) => only === undefined || name === only)) {
    /** @type {{ line: string, holds: boolean }[]} */
    const lines = checklistOf(manifest);
    console.log(`${manifest.name}@${manifest.version} checklist ${lines.filter((line) => line.holds).length}/${lines.length}`);
    if (asked('--checklist')) for (const { line, holds } of lines) console.log(`  [${holds ? 'x' : ' '}] ${line}`);
  }
  const errors = own.filter((finding) => finding.severity === 'error').length;
  console.log(
    `${examples.size} examples run; ${errors} errors, ${own.filter((finding) => finding.severity === 'warning').length} warnings`,
  );
  process.exitCode = errors > 0 ? 1 : 0;
}

await main().catch(fail);
