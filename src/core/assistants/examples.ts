import { dialectOf } from '../../wire/decode.ts';
import type { Dialect } from '../../wire/record.ts';

/** Recorded conversations about the sample capture, one per dialect. A test records them again and compares them with these files. */
const FILES: Readonly<Record<Dialect, () => Promise<{ readonly default: unknown }>>> = {
  'openai-chat': () => import('./examples/openai-chat.json'),
  'openai-responses': () => import('./examples/openai-responses.json'),
  anthropic: () => import('./examples/anthropic.json'),
  gemini: () => import('./examples/gemini.json'),
  bedrock: () => import('./examples/bedrock.json'),
  cohere: () => import('./examples/cohere.json'),
  ollama: () => import('./examples/ollama.json'),
  mcp: () => import('./examples/mcp.json'),
  webmcp: () => import('./examples/webmcp.json'),
};

/** Returns a recorded conversation in a dialect: a faulty call, its answer, the corrected call, its answer. Throws `UNKNOWN_DIALECT`. */
export async function exampleTranscript(name: string): Promise<{ readonly file_name: string; readonly text: string }> {
  const dialect = dialectOf(name);
  const { default: value } = await FILES[dialect]();
  return { file_name: `capture-workbench-example.${dialect}.json`, text: `${JSON.stringify(value, null, 2)}\n` };
}
