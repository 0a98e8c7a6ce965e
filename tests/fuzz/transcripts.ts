import { WorkbenchError } from '../../src/base/failure.ts';
import { catalog } from '../../src/tools/catalog/index.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { decode } from '../../src/wire/decode.ts';
import { detectDialect } from '../../src/wire/detect.ts';
import { DIALECTS, MOST_ARGUMENT_BYTES, type Decoded, type Dialect } from '../../src/wire/record.ts';
import { randomSource } from '../support/random.ts';
import { DOCUMENTED_PROVIDERS } from '../support/documented-providers.ts';
import * as transcripts from '../support/transcripts.ts';
import { mutate } from './mutate.ts';

const tools = createRegistry(catalog).getAll();
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BY_NAME: readonly (readonly [string, Dialect])[] = [
  ['openAiChat', 'openai-chat'],
  ['openAiResponses', 'openai-responses'],
  ['anthropic', 'anthropic'],
  ['mcp', 'mcp'],
  ['webMcp', 'webmcp'],
];
const SEEDS: readonly { readonly dialect: Dialect; readonly bytes: Uint8Array }[] = [
  ...Object.entries(transcripts).map(([name, given]) => ({
    dialect: BY_NAME.find(([prefix]) => name.startsWith(prefix))?.[1] ?? ('mcp' as const),
    bytes: encoder.encode(typeof given === 'string' ? given : JSON.stringify(given)),
  })),
  ...DOCUMENTED_PROVIDERS.map(({ dialect, transcript }) => ({
    dialect,
    bytes: encoder.encode(transcript.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')),
  })),
];
/** Problems are listed up to so many. */
const MOST_PROBLEMS = 64;

export interface TranscriptTally {
  decoded: number;
  refused: number;
  /** Calls that could run. */
  ready: number;
  rejected: number;
}

/**
 * Reads changed transcripts `first` to `first + count - 1`, three of four as their own dialect; throws on the first that breaks the decoder,
 * reaches a prototype, or gives a call that must not run together with an invocation.
 */
export function decodeTranscripts(count: number, first: number): TranscriptTally {
  const tally: TranscriptTally = { decoded: 0, refused: 0, ready: 0, rejected: 0 };
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  for (let seed = first; seed < first + count; seed++) {
    const random = randomSource(seed);
    const [own, other] = [SEEDS[random.below(SEEDS.length)]!, SEEDS[random.below(SEEDS.length)]!];
    const text = decoder.decode(mutate(own.bytes, random, other.bytes));
    const dialect = random.below(4) > 0 ? own.dialect : DIALECTS[random.below(DIALECTS.length)]!;
    try {
      detectDialect(text);
      judge(decode(dialect, text, tools), tally);
      tally.decoded++;
    } catch (error) {
      if (!(error instanceof WorkbenchError) || error.code !== 'INVALID_TRANSCRIPT')
        throw new Error(`transcript ${String(seed)} as ${dialect}`, { cause: error });
      tally.refused++;
    }
  }
  if (Object.getOwnPropertyNames(Object.prototype).length !== before) throw new Error('a transcript reached the prototype of all objects');
  return tally;
}

function judge({ calls, problems }: Decoded, tally: TranscriptTally): void {
  for (const { args, error, invocation, toolCallId } of calls) {
    if (invocation === null) {
      tally.rejected++;
      if (error === null) throw new Error('a call that does not run without a reason');
      if (problems.length < MOST_PROBLEMS && !problems.some(({ path }) => path === toolCallId))
        throw new Error('a rejected call that no problem names');
      continue;
    }
    tally.ready++;
    if (error !== null && error.errorCode !== 'execution') throw new Error(`a call that runs in spite of ${error.errorCode}`);
    if (args === null || encoder.encode(JSON.stringify(args)).length > MOST_ARGUMENT_BYTES) throw new Error('arguments out of bounds');
    if (!/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(invocation.request_id)) throw new Error('an id that no wire carries');
  }
}
