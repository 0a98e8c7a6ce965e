/**
 * `node .ci/read-streams.mjs FOLDER`: reads streams of providers with the packages in a folder, each in every reader of its dialect. It gets a
 * list of streams as JSON on standard input, and writes the list of `{ reader, stream, calls }` to standard output: `stream` is the place in
 * the list, and `calls` the text of an error if the reader refuses the stream. It is a process of its own because tests in Node resolve
 * packages as browsers do.
 */
import { json } from 'node:stream/consumers';
import { sdkReaders } from './lib/sdk-readers.mjs';

const TYPES = /** @type {Record<string, string>} */ ({ ollama: 'application/x-ndjson', bedrock: 'application/vnd.amazon.eventstream' });

/**
 * A response whose body arrives in chunks of the given sizes, over and over.
 * @param {Uint8Array} bytes @param {readonly number[]} sizes @param {string} type
 */
function inChunks(bytes, sizes, type) {
  let at = 0;
  let nth = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += sizes[nth++ % sizes.length] ?? 1)));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}

const readers = await sdkReaders(process.argv[2] ?? '');
const found = [];
for (const [at, stream] of /** @type {any[]} */ (await json(process.stdin)).entries())
  for (const { name, read, without } of readers[stream.dialect] ?? []) {
    if (stream.features.some((/** @type {string} */ feature) => without?.test(feature))) continue;
    const body = (/** @type {string | undefined} */ latin1) =>
      inChunks(
        Buffer.from(latin1 ?? stream.text, latin1 === undefined ? 'utf8' : 'latin1'),
        stream.sizes,
        TYPES[stream.dialect] ?? 'text/event-stream',
      );
    found.push({ reader: name, stream: at, calls: await read(stream, body).catch(String) });
  }
process.stdout.write(JSON.stringify(found));
