/**
 * AssemblyScript → WebAssembly → the module that `src/kernels` imports: the bytes as text in a script, so that
 * the same import works in a page, in a worker started from a blob, on file://, under a strict CSP and in Node,
 * without a fetch. `--debug` also writes the debug target with its source map.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { fail, fromRoot } from './lib/command.mjs';
import { sha256 } from './lib/sha256.mjs';

const OUT = 'src/kernels/generated';

/** @param {'debug' | 'release'} target */
async function compile(target) {
  const { error, stderr } = await asc.main([
    'index.ts',
    '--config',
    'asconfig.json',
    '--baseDir',
    fromRoot('assembly'),
    '--target',
    target,
  ]);
  if (error) throw new Error(`the kernels do not compile:\n${stderr.toString()}${error.message}`);
}

async function main() {
  mkdirSync(fromRoot('assembly/build'), { recursive: true });
  mkdirSync(fromRoot(OUT), { recursive: true });
  await compile('release');
  if (process.argv.includes('--debug')) await compile('debug');
  const bytes = readFileSync(fromRoot('assembly/build/kernels.wasm'));
  const text = [
    '// Written by .ci/kernels.mjs from assembly/.',
    `export const KERNELS_SHA256 = '${sha256(bytes)}';`,
    `export const KERNELS_BASE64 =\n  '${bytes.toString('base64')}';`,
    '',
  ].join('\n');
  writeFileSync(fromRoot(`${OUT}/module.ts`), text);
  console.log(`kernels.wasm ${bytes.length} bytes`);
}

await main().catch(fail);
