import { decode } from '../../../src/wire/decode.ts';
import type { Dialect } from '../../../src/wire/record.ts';
import { randomSource, type RandomSource } from '../random.ts';
import { chatStream, responsesStream } from './openai.ts';
import { anthropicStream, bedrockStream, cohereStream, geminiStream, ollamaStream } from './others.ts';
import type { ExpectedCall, ProviderStream } from './stream.ts';

type Provider = Exclude<Dialect, 'mcp' | 'webmcp'>;

const MAKERS: Readonly<Record<Provider, (random: RandomSource) => ProviderStream>> = {
  'openai-chat': chatStream,
  'openai-responses': responsesStream,
  anthropic: anthropicStream,
  gemini: geminiStream,
  bedrock: bedrockStream,
  cohere: cohereStream,
  ollama: ollamaStream,
};

export const PROVIDERS = Object.keys(MAKERS) as readonly Provider[];

/** The stream of a provider with this number; equal on every machine. */
export const providerStream = (provider: Provider, number: number): ProviderStream => MAKERS[provider](randomSource(number));

/** A call as the decoder reads it; arguments are null if it must not run. */
export type ReadCall = Omit<ExpectedCall, 'args'> & { readonly args: ExpectedCall['args'] | null };

/** The calls that the decoder reads in a stream. Ids that the stream does not give are null. */
export function readHere({ dialect, text, calls }: ProviderStream): readonly ReadCall[] {
  return decode(dialect, text, []).calls.map(({ toolCallId, name, args, invocation }, at) => ({
    id: calls[at]?.id === null ? null : toolCallId,
    name,
    args: invocation === null ? null : args,
  }));
}
