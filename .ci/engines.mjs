/**
 * `npm run test:engines`: the native query engine against DuckDB-WASM, the partitioned export in other engines, the job of examples/spark
 * and the MCP Inspector with the built command, and calls as the providers' own packages read them. On a build machine, or with
 * `--install`, it first installs what is missing: native DuckDB into node_modules without saving it, the Inspector into .cache/inspector,
 * the packages into .cache/sdk-readers, chdb, pyspark (which needs a Java) and the client of Trino into .cache/engines, and with Maven the
 * server of Trino (which needs Java 24) into a folder of its release in .cache, 400 MB. An engine that is missing is named with NOT SEEN
 * and left out. The last line is "N passed, N failed".
 */
import { existsSync, writeFileSync } from 'node:fs';
import { fail, fromRoot, run, runScript, runTool, say } from './lib/command.mjs';
import { finish, takeReport, vitestCounts } from './lib/counts.mjs';
import { fillFolder, installTrino } from './lib/fill-folder.mjs';
import { NATIVE_DUCKDB } from './lib/native-duckdb.mjs';
import { READER_PACKAGES } from './lib/sdk-readers.mjs';
import { setUp } from './setup.mjs';

const DUCKDB = `${NATIVE_DUCKDB.name}@${NATIVE_DUCKDB.version}`;
const PYTHON = ['chdb==4.4.0', 'pyspark==4.0.1', 'trino==0.340.0'];
/** The last line of it that runs on Node 20; its packages are kept apart from those of this project. */
const INSPECTOR = '@modelcontextprotocol/inspector@0.22.0';
const REPORT = '.cache/reports/engines.json';

/** @param {string} what @param {string} program @param {readonly string[]} args */
async function attempt(what, program, args) {
  say(`installing ${what}`);
  const { code, output } = await run(program, args, { quiet: true });
  if (code !== 0) say(`${what} cannot be installed: ${output.trim().split('\n').at(-1) ?? ''}`);
  return code === 0;
}

async function install() {
  if (!existsSync(fromRoot('node_modules/@duckdb/node-api')))
    await attempt('native DuckDB', 'npm', ['install', '--no-save', '--no-audit', '--no-fund', DUCKDB]);
  await fillFolder(fromRoot('.cache/inspector'), (folder) =>
    attempt('the MCP Inspector', 'npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', INSPECTOR]),
  );
  await fillFolder(fromRoot('.cache/sdk-readers'), (folder) => {
    writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, dependencies: READER_PACKAGES }));
    return attempt('the packages of providers', 'npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  });
  const python = fromRoot('.cache/engines/bin/python');
  // A run that was killed may have left an environment without pip.
  const { code } = await run(python, ['-m', 'pip', '--version'], { quiet: true });
  const venv = ['-m', 'venv', '--clear', fromRoot('.cache/engines')];
  if (code !== 0 && !(await attempt('a Python environment', 'python3', venv))) return;
  for (const each of PYTHON) await attempt(each, python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', each]);
  // The archive has 800 MB, so its Java is looked for first.
  const look = 'from tests.engines import trino_server; trino_server.java(); print(trino_server.SERVER, trino_server.RELEASE)';
  const java = await run(python, ['-c', look], { quiet: true });
  const [place = '', release = ''] = java.output.trim().split('\n').at(-1)?.split(' ') ?? [];
  if (java.code === 0) await installTrino(place, release, attempt);
}

try {
  await setUp();
  if (process.env.CI || process.argv.includes('--install')) await install();
  if (!existsSync(fromRoot('dist/cli'))) await runScript('.ci/build.mjs', ['--both']);
  const args = ['run', '--project', 'engines', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const { code } = await runTool('vitest/vitest.mjs', args);
  finish([vitestCounts(takeReport(REPORT), code)]);
} catch (error) {
  fail(error);
  console.log('0 passed, 1 failed');
}
