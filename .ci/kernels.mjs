/**
 * Compiles AssemblyScript to WebAssembly and writes it as the module that `src/kernels` imports: the bytes as text in a script, so that the
 * same import works in a page, in a worker started from a blob, on file://, under a strict CSP and in Node, without a fetch. `--debug` also
 * writes the debug target with its source map.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { fail, fromRoot } from './lib/command.mjs';
import { sha256 } from './lib/sha256.mjs';

const OUT = 'src/kernels/generated';

/**
 * Separate modules, so that a thread compiles only what it runs: linkage and statistics; decoding, for the reader's worker; and the
 * link-layer cipher, for captures that are read with keys.
 */
const MODULES = [
  { entry: 'index.ts', name: 'kernels', script: 'module.ts', prefix: 'KERNELS' },
  { entry: 'statistics/index.ts', name: 'statistics', script: 'statistics-module.ts', prefix: 'STATISTICS' },
  { entry: 'decode/index.ts', name: 'decode', script: 'decode-module.ts', prefix: 'DECODE' },
  { entry: 'cipher/index.ts', name: 'cipher', script: 'cipher-module.ts', prefix: 'CIPHER' },
];

/** @param {typeof MODULES[number]} module @param {'debug' | 'release'} target */
async function compile({ entry, name }, target) {
  const outFile = `build/${name}${target === 'debug' ? '.debug' : ''}.wasm`;
  const { error, stderr } = await asc.main([
    entry,
    '--config',
    'asconfig.json',
    '--baseDir',
    fromRoot('assembly'),
    '--target',
    target,
    '--outFile',
    outFile,
  ]);
  if (error) throw new Error(`the kernels do not compile:\n${stderr.toString()}${error.message}`);
}

async function main() {
  mkdirSync(fromRoot('assembly/build'), { recursive: true });
  mkdirSync(fromRoot(OUT), { recursive: true });
  for (const module of MODULES) {
    await compile(module, 'release');
    if (process.argv.includes('--debug')) await compile(module, 'debug');
  }
  const bytesOf = (/** @type {string} */ name) => readFileSync(fromRoot(`assembly/build/${name}.wasm`));
  for (const { name, script, prefix } of MODULES) {
    const bytes = bytesOf(name);
    // The kernel version in results covers both modules of the kernels' workers.
    const digest = sha256(name === 'kernels' ? Buffer.concat([bytes, bytesOf('statistics')]) : bytes);
    const text = [
      '// Written by .ci/kernels.mjs from assembly/.',
      `export const ${prefix}_SHA256 = '${digest}';`,
      `export const ${prefix}_BASE64 =\n  '${bytes.toString('base64')}';`,
      '',
    ].join('\n');
    writeFileSync(fromRoot(`${OUT}/${script}`), text);
    console.log(`${name}.wasm ${bytes.length} bytes`);
  }
}

await main().catch(fail);
