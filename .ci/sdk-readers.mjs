/**
 * `npm run sdk-readers [streams] [first]`: generated streams of seven providers, 500 of each, read by the providers' own packages, by those
 * of the AI SDK, and by the decoder. Every call has to be equal: name, id and arguments. The packages are installed into .cache/sdk-readers,
 * because they are too large for `npm ci`. The last line is "N passed, N failed".
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { runnerImport } from 'vite';
import { fail, fromRoot, run, say } from './lib/command.mjs';
import { sdkReaders } from './lib/sdk-readers.mjs';
import { setUp } from './setup.mjs';

const PACKAGES = {
  openai: '6.49.0',
  '@anthropic-ai/sdk': '1.14.0',
  '@google/genai': '2.32.0',
  ollama: '0.6.4',
  'cohere-ai': '8.1.0',
  '@aws-sdk/client-bedrock-runtime': '3.1164.0',
  '@smithy/eventstream-codec': '4.5.2',
  '@ai-sdk/openai': '3.0.141',
  '@ai-sdk/anthropic': '3.0.140',
  '@ai-sdk/google': '3.0.141',
  '@ai-sdk/amazon-bedrock': '4.0.186',
  '@ai-sdk/cohere': '3.0.63',
  '@ai-sdk/openai-compatible': '2.0.92',
};
const FOLDER = fromRoot('.cache/sdk-readers');
/** Most differences shown of one reader. */
const MOST_SHOWN = 3;

async function install() {
  const path = `${FOLDER}/package.json`;
  const text = JSON.stringify({ private: true, dependencies: PACKAGES });
  if (existsSync(path) && readFileSync(path, 'utf8') === text && existsSync(`${FOLDER}/node_modules`)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, text);
  say('installing the readers');
  const { code, output } = await run('npm', ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'], {
    quiet: true,
  });
  if (code !== 0) throw new Error(`the readers cannot be installed: ${output.trim().split('\n').at(-1) ?? ''}`);
}

/**
 * A response whose body arrives in chunks that end anywhere, also within a character.
 * @param {Uint8Array} bytes @param {import('../tests/support/random.ts').RandomSource} random @param {string} type
 */
function inChunks(bytes, random, type) {
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      const size = 1 + random.below(random.next() < 0.3 ? 7 : 900);
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += size)));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}

const TYPES = /** @type {Record<string, string>} */ ({ ollama: 'application/x-ndjson', bedrock: 'application/vnd.amazon.eventstream' });

/** Calls of two readings are equal; an id of null is not compared, nor arguments of a call that must not run. */
function equal(/** @type {readonly any[]} */ ours, /** @type {readonly any[]} */ theirs) {
  return (
    ours.length === theirs.length &&
    ours.every(({ id, name, args }, at) => {
      const other = theirs[at];
      const sameId = id === null || other.id === null || id === other.id;
      return sameId && name === other.name && (args === null || isDeepStrictEqual(args, other.args));
    })
  );
}

try {
  const [count = 500, first = 1] = process.argv.slice(2).map(Number);
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(first))
    throw new Error('expected a number of streams and the first');
  await setUp();
  await install();
  const load = async (/** @type {string} */ path) => (await runnerImport(path, { configFile: false, logLevel: 'error' })).module;
  const { PROVIDERS, providerStream, readHere } = await load('./tests/support/provider-streams/index.ts');
  const { randomSource } = await load('./tests/support/random.ts');
  const readers = await sdkReaders(FOLDER);
  let passed = 0;
  let failed = 0;
  for (const provider of PROVIDERS)
    for (const { name, read, without } of readers[provider] ?? []) {
      let same = 0;
      let left = 0;
      /** @type {string[]} */
      const differences = [];
      for (let number = first; number < first + count; number++) {
        const stream = providerStream(provider, number);
        if (stream.features.some((/** @type {string} */ feature) => without?.test(feature))) {
          left++;
          continue;
        }
        const random = randomSource(number);
        const body = (/** @type {string | undefined} */ latin1) =>
          inChunks(
            Buffer.from(latin1 ?? stream.text, latin1 === undefined ? 'utf8' : 'latin1'),
            random,
            TYPES[provider] ?? 'text/event-stream',
          );
        const ours = readHere(stream);
        const theirs = await read(stream, body).catch((error) => String(error));
        if (typeof theirs !== 'string' && equal(ours, theirs)) same++;
        else
          differences.push(
            `#${String(number)} (${stream.features.join(', ')}): ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} there`,
          );
      }
      passed += same;
      failed += differences.length;
      say(`${provider} by ${name}: ${String(same)} of ${String(count - left)} equal${left > 0 ? `, ${String(left)} left out` : ''}`);
      for (const each of differences.slice(0, MOST_SHOWN)) say(`  ${each.slice(0, 600)}`);
    }
  console.log(`${String(passed)} passed, ${String(failed)} failed`);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  fail(error);
  console.log('0 passed, 1 failed');
}
