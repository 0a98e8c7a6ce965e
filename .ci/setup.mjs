/**
 * Prepares a fresh clone for building: packages from the lock file, compiled kernels, generated validators. Needs Node and nothing else;
 * does nothing when all is fresh.
 */
import { pathToFileURL } from 'node:url';
import { fail, run, runScript, say } from './lib/command.mjs';
import { installed, whenStale } from './lib/freshness.mjs';

const MINIMUM = { major: 20, minor: 19 };

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM.major || (major === MINIMUM.major && minor >= MINIMUM.minor)) return;
  throw new Error(`Node ${MINIMUM.major}.${MINIMUM.minor} or newer is needed, this is ${process.versions.node}`);
}

async function installPackages() {
  if (installed()) return;
  say('installing the packages of package-lock.json (npm ci); this takes about half a minute');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error('npm ci failed; a network or a package cache is needed once');
}

async function generate() {
  await whenStale({
    name: 'kernels',
    inputs: ['assembly', '.ci/kernels.mjs', 'package-lock.json'],
    outputs: ['assembly/build', 'src/kernels/generated'],
    work: async () => {
      say('compiling the kernels (AssemblyScript to WebAssembly)');
      await runScript('.ci/kernels.mjs');
    },
  });
  await whenStale({
    name: 'validators',
    inputs: ['src/tools', 'src/base', 'src/selection', '.ci/validators.mjs', 'package-lock.json'],
    outputs: ['src/tools/contract/generated/validators.js', 'src/tools/contract/generated/output-validators.js'],
    work: async () => {
      say('generating the validators of the tool contract');
      await runScript('.ci/validators.mjs');
    },
  });
}

export async function setUp() {
  checkNode();
  await installPackages();
  await generate();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp().catch(fail);
}
