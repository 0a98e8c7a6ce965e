/** Calls as the providers' own packages and the AI SDK read them, each against the decoder: of generated streams, and of documented examples. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Dialect } from '../../src/wire/record.ts';
import { DOCUMENTED } from '../support/documented-cases.ts';
import type { DocumentedCase } from '../support/documented-messages.ts';
import { PROVIDERS, providerStream, readHere, type ReadCall } from '../support/provider-streams/index.ts';
import type { ProviderStream } from '../support/provider-streams/stream.ts';
import { randomSource, type RandomSource } from '../support/random.ts';

const FOLDER = resolve('.cache/sdk-readers');
const seen = existsSync(`${FOLDER}/node_modules`);
if (!seen) console.info('NOT SEEN: the packages of providers are not installed (npm run test:engines -- --install)');

/** How many generated streams, and the number of the first. */
const [STREAMS, FIRST] = [Number(process.env['SDK_STREAMS'] ?? 100), Number(process.env['SDK_FIRST'] ?? 1)];
/** Whether the calls of two readings are equal; an id of null is not compared, nor arguments of a call that must not run. */
const equal = (ours: readonly ReadCall[], theirs: readonly { id: string | null; name: string; args: unknown }[]): boolean =>
  ours.length === theirs.length &&
  ours.every(({ id, name, args }, at) => {
    const other = theirs[at]!;
    const sameId = id === null || other.id === null || id === other.id;
    return sameId && name === other.name && (args === null || isDeepStrictEqual(args, other.args));
  });

/** A stream, the calls that the decoder reads in it, and its name for a failure. */
interface Given {
  readonly name: string;
  readonly stream: Pick<ProviderStream, 'events' | 'text' | 'calls' | 'features'>;
  readonly ours: readonly ReadCall[];
}

/** The streams among the documented examples: those that begin and end as the provider's do, without a fault. */
const STREAM_STARTS: Readonly<Record<(typeof PROVIDERS)[number], RegExp>> = {
  'openai-chat': /"object":"chat\.completion\.chunk"/,
  'openai-responses': /^\{"type":"response\.created"/,
  anthropic: /^\{"type":"message_start"/,
  gemini: /^\{"candidates":/,
  bedrock: /^\{"messageStart":/,
  cohere: /^\{"type":"message-start"/,
  ollama: /^\{"model":.*"message":/,
};

const documented = (dialect: (typeof PROVIDERS)[number]): readonly Given[] =>
  DOCUMENTED.filter(
    (given) =>
      given.dialect === dialect &&
      given.calls.length > 0 &&
      given.problems === undefined &&
      given.results === undefined &&
      STREAM_STARTS[dialect].test(JSON.stringify(given.transcript[0])),
  ).map(({ what, transcript, calls }: DocumentedCase) => ({
    name: what,
    stream: { events: transcript, text: framed(dialect, transcript), calls: calls.map(asCall), features: [what] },
    ours: calls.map(asCall),
  }));

const asCall = ([id, name, args]: DocumentedCase['calls'][number]): ReadCall & { args: Readonly<Record<string, unknown>> } => ({
  id: /^call-\d+$/.test(id) ? null : id,
  name,
  args: { ...args },
});

/** Adds members that the examples leave out, because they say nothing about calls, and without which the packages read nothing. */
function completed(event: object): object {
  const { type, message, response } = event as { readonly type?: string; readonly message?: object; readonly response?: object };
  if (type === 'message_start') return { ...event, message: { model: 'm', usage: { input_tokens: 1, output_tokens: 1 }, ...message } };
  if (type === 'message_delta') return { usage: { output_tokens: 1 }, ...event };
  return type === 'response.created' ? { ...event, response: { created_at: 1, model: 'm', service_tier: null, ...response } } : event;
}

function framed(dialect: string, events: readonly object[]): string {
  if (dialect === 'ollama') return events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const name = (event: object): string => ('type' in event ? `event: ${String(event.type)}\n` : '');
  const end = dialect === 'openai-chat' ? 'data: [DONE]\n\n' : '';
  return events.map((event) => `${name(event)}data: ${JSON.stringify(completed(event))}\n\n`).join('') + end;
}

/**
 * Documented examples that a package reads as other calls, with the reason. Everywhere else, a package that reads an example at all has to
 * read the calls that the decoder reads.
 */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // It takes the calls from the last event alone, which repeats no output in these.
  openai: ['events of a remote server’s call, with its arguments in pieces, beside one of ours', 'pieces of parallel calls in turn'],
  // It gives a call at its own events only.
  '@ai-sdk/openai': ['a stream of which only the last event holds the call'],
  // They read no names in snake_case, and arguments in pieces not at all or without names in brackets.
  '@google/genai': [
    'chunks without ids, in snake_case as the Python library writes them',
    'arguments in pieces at JSON paths, then a call without arguments',
    'pieces of arguments of every type, ended by an empty piece',
  ],
  '@ai-sdk/google': [
    'chunks without ids, in snake_case as the Python library writes them',
    'arguments in pieces at JSON paths, then a call without arguments',
  ],
};

/** Documented examples that no package reads: they have forms of other libraries, leave out events, or are newer than the packages. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  'openai-chat': ['a custom tool in pieces'],
  'openai-responses': [
    'events of a custom tool, of a shell whose id changes, and of a call that only the last event contains',
    'events of parallel function calls beside a message and a call of the vendor’s own',
    'events of reasoning with its summary, of a cited text, and of a call',
    'pieces of parallel calls in turn',
  ],
  gemini: [
    'arguments in pieces at JSON paths, then a call without arguments',
    'chunks without ids, in snake_case as the Python library writes them',
  ],
};

const generated = (dialect: (typeof PROVIDERS)[number]): readonly Given[] =>
  Array.from({ length: STREAMS }, (_, at) => {
    const stream = providerStream(dialect, FIRST + at);
    return { name: `#${String(FIRST + at)} (${stream.features.join(', ')})`, stream, ours: readHere(stream) };
  });

interface Reading {
  readonly reader: string;
  /** Place of the stream in the list. */
  readonly stream: number;
  /** The text of an error if the reader refuses the stream. */
  readonly calls: string | { id: string | null; name: string; args: unknown }[];
}

/** Reads streams with the packages, in chunks that end anywhere, also within a character. */
function readThere(dialect: Dialect, streams: readonly Given[]): readonly Reading[] {
  const sizes = (random: RandomSource): number[] => Array.from({ length: 64 }, () => 1 + random.below(random.next() < 0.3 ? 7 : 900));
  const input = JSON.stringify(streams.map(({ stream }, at) => ({ ...stream, dialect, sizes: sizes(randomSource(FIRST + at)) })));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['.ci/read-streams.mjs', FOLDER], { input, maxBuffer: 2 ** 29 });
  if (status !== 0) throw new Error(`the readers ended with ${String(status)}: ${stderr.toString()}`);
  return JSON.parse(stdout.toString()) as readonly Reading[];
}

test.runIf(seen).each(PROVIDERS)('%s: every call equals the reading of its packages', (dialect) => {
  const streams = [...generated(dialect), ...documented(dialect)];
  const readings = readThere(dialect, streams);
  const refused = new Set<string>();
  const read = new Set<string>();
  const differences = readings.flatMap(({ reader, stream, calls }) => {
    const { name, ours } = streams[stream]!;
    const example = stream >= STREAMS;
    if (typeof calls !== 'string' && equal(ours, calls)) {
      read.add(name);
      return [];
    }
    // The examples have only members that matter here, and shapes of servers that imitate the provider.
    if (example && (typeof calls === 'string' || OTHERWISE[reader]?.includes(name) === true)) {
      refused.add(name);
      return [];
    }
    return [`${reader}, ${name}: ${JSON.stringify(ours)} here, ${JSON.stringify(calls)} there`.slice(0, 600)];
  });
  expect(differences).toEqual([]);
  expect([...refused].filter((name) => !read.has(name)).sort()).toEqual(UNREAD[dialect] ?? []);
  expect(read.size).toBeGreaterThan(STREAMS / 2);
});
