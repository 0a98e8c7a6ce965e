/**
 * The manifest lint over every tool: one JSON line per finding, then the checklist as `passed/total` per tool.
 * `--checklist` prints all 29 lines of each. Exit 0: no errors, 1: errors. `.ci/tools.lock.json` holds the digest of
 * each published version, so that a text or schema cannot change under its number; `--publish` adds new versions.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { fail, fromRoot } from './lib/command.mjs';
import { sha256 } from './lib/sha256.mjs';

const LOCK = '.ci/tools.lock.json';

/** @param {string} path @returns {Promise<any>} */
const load = async (path) => (await runnerImport(fromRoot(path), { configFile: false, logLevel: 'error' })).module;

async function main() {
  const { createRegistry } = await load('src/tools/registry.ts');
  const { catalog } = await load('src/tools/catalog/index.ts');
  const { lint } = await load('src/tools/lint/lint.ts');
  const { checklistOf } = await load('src/tools/lint/checklist.ts');
  const { canonicalJson } = await load('src/base/canonical.ts');
  /** @type {any[]} */
  const manifests = createRegistry(catalog).getAll();
  const digests = new Map(
    manifests.map(({ name, version, description, long_description = '', input_schema, output_schema }) => [
      `${name}@${version}`,
      sha256(Buffer.from(canonicalJson({ description, long_description, input_schema, output_schema }))),
    ]),
  );
  const published = new Map(Object.entries(existsSync(fromRoot(LOCK)) ? JSON.parse(readFileSync(fromRoot(LOCK), 'utf8')) : {}));
  if (process.argv.includes('--publish')) {
    const lock = Object.fromEntries([...digests, ...published].sort());
    writeFileSync(fromRoot(LOCK), `${JSON.stringify(lock, null, 2)}\n`);
  }
  /** @type {{ severity: string }[]} */
  const findings = lint(manifests, { published, digests });
  for (const finding of findings) if (finding.severity !== 'info') console.log(JSON.stringify(finding));
  for (const manifest of manifests) {
    /** @type {{ line: string, holds: boolean }[]} */
    const lines = checklistOf(manifest);
    console.log(`${manifest.name}@${manifest.version} checklist ${lines.filter((line) => line.holds).length}/${lines.length}`);
    if (process.argv.includes('--checklist')) for (const { line, holds } of lines) console.log(`  [${holds ? 'x' : ' '}] ${line}`);
  }
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  console.log(`${errors} errors, ${findings.filter((finding) => finding.severity === 'warning').length} warnings`);
  process.exitCode = errors > 0 ? 1 : 0;
}

await main().catch(fail);
