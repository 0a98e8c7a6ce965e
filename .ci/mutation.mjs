/**
 * `npm run test:mutation`: disables rules of the source one by one and requires that the contract tests which name them fail. A sample by
 * default (`--sample 40`, `--seed N` repeats one); `--all` takes every mutant; `--only S0-5` those whose ids begin so. Prints one line per
 * mutant; exit 1 when one survives or its text is not found. Nothing is written: the edit happens while a module is loaded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createServer } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { setUp } from './setup.mjs';

/** @typedef {{ file: string, find: string, replace: string }} Edit */
/** @typedef {{ ids: readonly string[], file: string, find: string, replace: string, schema: boolean, also?: Edit }} Mutant */
/** @typedef {{ ids: readonly string[], asks: string, finds: () => unknown, expected: unknown }} Row */

/** Validators compiled at build time would not reflect a changed schema, so use the schema itself. */
const FOLLOW = {
  file: 'src/tools/contract/schema.ts',
  find: 'const ajv = validator(value);',
  replace: 'const ajv = (validator(value), parsed.success);',
};
/** Longer than any row takes, because a disabled rule may make a call wait forever. */
const PATIENCE_MS = 30_000;

const option = (/** @type {string} */ name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** @param {string} text @param {{ file: string, find: string, replace: string }} edit */
function edited(text, { file, find, replace }) {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file}: expected once, found ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

/** Small and repeatable: a linear congruential generator. @param {number} seed */
function shuffler(seed) {
  let state = seed >>> 0;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return (/** @type {readonly Mutant[]} */ items) =>
    items
      .map((item) => ({ item, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
}

class Laboratory {
  /** @type {readonly { file: string, find: string, replace: string }[]} */
  #edits = [];
  /** @type {import('vite').ViteDevServer | undefined} */
  #server;

  async start() {
    // Load the sources as the tests do, with Svelte for the page.
    process.env['VITEST'] ??= 'true';
    const edits = () => this.#edits;
    this.#server = await createServer({
      root: fromRoot('.'),
      logLevel: 'error',
      appType: 'custom',
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [
        {
          name: 'mutation',
          enforce: 'pre',
          transform(code, id) {
            const own = edits().filter(({ file }) => id.split('?')[0] === fromRoot(file));
            return own.reduce((text, edit) => edited(text, edit), code);
          },
        },
      ],
    });
  }

  get #environment() {
    const environment = this.#server?.environments['ssr'];
    if (environment === undefined || !('runner' in environment)) throw new Error('vite offers no module runner');
    return /** @type {import('vite').RunnableDevEnvironment} */ (environment);
  }

  /** @param {readonly { file: string, find: string, replace: string }[]} edits */
  #become(edits) {
    const graph = this.#environment.moduleGraph;
    for (const { file } of [...this.#edits, ...edits])
      for (const module of graph.getModulesByFile(fromRoot(file)) ?? []) graph.invalidateModule(module);
    this.#edits = edits;
    this.#environment.runner.clearCache();
  }

  /** @param {string} path @returns {Promise<any>} */
  load(path) {
    return this.#environment.runner.import(fromRoot(path));
  }

  /**
   * The rows of these files with one of the ids, and which of them fail.
   * @param {readonly string[]} files @param {readonly string[]} ids @param {readonly Mutant[]} edits
   */
  async judge(files, ids, edits) {
    this.#become(edits.flatMap(editsOf));
    /** @type {Map<string, string>} */
    const red = new Map();
    try {
      const { verdict } = await this.load('tests/contract/frame/row.ts');
      for (const file of files) {
        /** @type {{ rows: readonly Row[] }} */
        const { rows } = await this.load(file);
        for (const row of rows) {
          const named = row.ids.filter((id) => ids.includes(id) && !red.has(id));
          if (named.length === 0) continue;
          if (await Promise.race([verdict(row), patience()])) for (const id of named) red.set(id, row.asks);
          if (ids.every((id) => red.has(id))) break;
        }
      }
    } catch (error) {
      // Without the rule the product does not even start.
      for (const id of ids) if (!red.has(id)) red.set(id, String(error).slice(0, 120));
    }
    const { closeWorkbench } = await this.load('tests/contract/frame/workbench.ts').catch(() => ({ closeWorkbench: () => undefined }));
    await closeWorkbench();
    return red;
  }

  async stop() {
    await this.#server?.close();
  }
}

/** @param {Mutant} edit @returns {readonly Edit[]} */
const editsOf = (edit) => [edit, ...(edit.also ? [edit.also] : []), ...(edit.schema ? [FOLLOW] : [])];

/** @param {Mutant} edit @param {ReadonlyMap<string, unknown>} rowFiles */
function staleness(edit, rowFiles) {
  const found = edit.ids.flatMap((id) => (rowFiles.has(id) ? [] : [`no row answers ${id}`]));
  for (const each of editsOf(edit)) {
    try {
      edited(readFileSync(fromRoot(each.file), 'utf8'), each);
    } catch (error) {
      found.push(error instanceof Error ? error.message : String(error));
    }
  }
  return found;
}

/** @returns {Promise<string>} */
const patience = () =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, 'still waiting').unref();
  });

const filesIn = (/** @type {string} */ folder) =>
  readdirSync(fromRoot(folder))
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => `${folder}/${name}`);

async function main() {
  await setUp();
  const laboratory = new Laboratory();
  await laboratory.start();
  try {
    /** @type {Mutant[]} */
    const all = [];
    for (const file of filesIn('tests/mutation')) all.push(...((await laboratory.load(file)).mutants ?? []));
    /** @type {Map<string, Set<string>>} */
    const rowFiles = new Map();
    for (const file of filesIn('tests/contract/rows'))
      for (const row of (await laboratory.load(file)).rows)
        for (const id of row.ids) rowFiles.set(id, (rowFiles.get(id) ?? new Set()).add(file));
    const stale = all.flatMap((edit) => staleness(edit, rowFiles));
    if (stale.length > 0) throw new Error(`mutants that no longer fit the source:\n${stale.join('\n')}`);

    const only = option('--only');
    const wanted = all.filter(({ ids }) => only === undefined || ids.some((id) => id.startsWith(only)));
    const seed = Number(option('--seed') ?? Date.now() % 100_000);
    const size = process.argv.includes('--all') || only !== undefined ? wanted.length : Number(option('--sample') ?? 40);
    const sample = shuffler(seed)(wanted).slice(0, size);
    console.log(`${sample.length} of ${all.length} mutants, seed ${seed}, ${availableParallelism()} cores`);

    const ids = [...new Set(sample.flatMap((edit) => edit.ids))];
    const filesOf = (/** @type {readonly string[]} */ names) => [...new Set(names.flatMap((id) => [...(rowFiles.get(id) ?? [])]))];
    const before = await laboratory.judge(filesOf(ids), ids, []);
    for (const [id, asks] of before) console.log(`red without any mutant: ${id} ${asks}`);

    let survived = 0;
    for (const edit of sample) {
      const red = await laboratory.judge(filesOf(edit.ids), edit.ids, [edit]);
      const alive = edit.ids.filter((id) => !red.has(id));
      if (alive.length > 0) survived += 1;
      const what = `${edit.file}: ${edit.find.replaceAll(/\s+/g, ' ').slice(0, 70)}`;
      console.log(alive.length === 0 ? `killed   ${edit.ids.join(' ')} ${what}` : `SURVIVED ${alive.join(' ')} ${what}`);
    }
    console.log(`${sample.length - survived} killed, ${survived} survived`);
    process.exitCode = survived > 0 || before.size > 0 ? 1 : 0;
  } finally {
    await laboratory.stop();
  }
}

await main().catch(fail);
process.exit();
