/**
 * `npm run build`: one source, four outputs.
 *   dist/                                 the site, with source maps beside its scripts
 *   dist/offline/capture-workbench.html   everything in one file
 *   dist/capture-workbench.zip            the site again without the maps, as a zip
 *   dist/cli/capture-workbench.mjs        the command for Node
 * The one file and the zip have their SHA-256 beside them; dist/SHA256SUMS and dist/cli/SHA256SUMS name every file of the site and the
 * command, and dist/provenance.json the commit and the packages they come from. Two builds of one commit are equal byte for byte: no times,
 * no random names, sorted entries.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import { fail, fromRoot, runTool, say } from './lib/command.mjs';
import { NATIVE_DUCKDB } from './lib/native-duckdb.mjs';
import { provenance } from './lib/provenance.mjs';
import { sha256 } from './lib/sha256.mjs';

/** The build must not depend on the caller, for instance a test runner. */
const PRODUCTION = { NODE_ENV: 'production', VITEST: undefined };
const ZIP = 'capture-workbench.zip';
/** What `provenance.json` states the source of; the sums name every single file. */
const OUTPUTS = [ZIP, 'offline/capture-workbench.html', 'SHA256SUMS', 'cli/SHA256SUMS'];
/** The earliest time that a zip can represent, in local time because zip files have no time zone. */
const ZIP_TIME = new Date(1980, 0, 1);

/** @param {readonly string[]} args */
async function vite(args) {
  const { code } = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { env: PRODUCTION });
  if (code !== 0) throw new Error(`vite build ${args.join(' ')} failed`);
}

/** @param {string} folder @returns {string[]} paths relative to it, sorted, with forward slashes */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** @param {string} path */
function writeDigest(path) {
  writeFileSync(`${path}.sha256`, `${sha256(readFileSync(path))}  ${basename(path)}\n`);
}

/** @param {string} folder */
function writeSums(folder) {
  const sums = filesOf(folder).map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

/** @param {boolean} both also build the site for local models, to test it */
async function build(both) {
  const dist = fromRoot('dist');
  say('building the one-file workbench');
  await vite(['--mode', 'one-file']);
  say('building the site');
  await vite([]);
  if (both) await vite(['--mode', 'local-model']);
  rmSync(fromRoot('.cache/one-file'), { recursive: true });
  writeDigest(join(dist, 'offline/capture-workbench.html'));
  writeSums(dist);
  say('packing the zip');
  const zipped = filesOf(dist).filter((path) => !path.endsWith('.map'));
  const entries = zipped.map((path) => [path, readFileSync(join(dist, path))]);
  // The one-file page and the module are already compressed or compress well at any level.
  writeFileSync(join(dist, ZIP), zipSync(Object.fromEntries(entries), { level: 6, mtime: ZIP_TIME }));
  writeDigest(join(dist, ZIP));
  await buildCommand();
  writeFileSync(join(dist, 'provenance.json'), provenance(dist, OUTPUTS));
}

/** Files that the command reads at run time, by the name beside it, and its licence. */
const BESIDE_COMMAND = {
  LICENSE: 'LICENSE',
  'duckdb-eh.wasm': 'node_modules/@duckdb/duckdb-wasm/dist/duckdb-eh.wasm',
  'parquet_wasm_bg.wasm': 'node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm',
  'resvg.wasm': 'node_modules/@resvg/resvg-wasm/index_bg.wasm',
  'inter-latin.woff2': 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
};

/** The package.json with which npm packs and installs the folder of the command. It is private, so that npm never publishes it. */
function packageOfCommand() {
  const { version, description, license, type, engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const name = 'capture-workbench';
  const optionalDependencies = { [NATIVE_DUCKDB.name]: NATIVE_DUCKDB.version };
  const own = { name, version, private: true, description, license, type, bin: { [name]: `${name}.mjs` }, engines, optionalDependencies };
  return `${JSON.stringify(own, null, 2)}\n`;
}

/** The command needs additional files. It is built last, because it is not part of the site or the zip. */
async function buildCommand() {
  say('building the command');
  await vite(['--mode', 'cli']);
  const cli = fromRoot('dist/cli');
  for (const [name, source] of Object.entries(BESIDE_COMMAND)) copyFileSync(fromRoot(source), join(cli, name));
  copyPage(cli);
  writeFileSync(join(cli, 'package.json'), packageOfCommand());
  writeSums(cli);
}

/** The page that the installed package shares and serves. `--cli` alone does not build it. @param {string} cli */
function copyPage(cli) {
  const page = fromRoot('dist/offline/capture-workbench.html');
  if (!existsSync(page)) return;
  mkdirSync(join(cli, 'page'));
  copyFileSync(page, join(cli, 'page/index.html'));
}

/**
 * `npm run build:local-model`: builds only the site, into dist-local-model/, with a content security policy that additionally allows
 * servers on this machine. The one file that it shares is the ordinary build, which may not connect to anything.
 */
async function buildLocalModel() {
  say('building the one-file workbench');
  await vite(['--mode', 'one-file']);
  say('building the site for models on this machine');
  await vite(['--mode', 'local-model']);
  rmSync(fromRoot('.cache/one-file'), { recursive: true });
}

await (
  process.argv.includes('--cli')
    ? buildCommand()
    : process.argv.includes('--local-model')
      ? buildLocalModel()
      : build(process.argv.includes('--both'))
).catch(fail);
