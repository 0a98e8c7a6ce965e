import { WorkbenchError } from '../base/failure.ts';
import type { ToolManifest, ToolResult } from '../tools/contract/index.ts';
import { checkJson } from '../tools/contract/json-value.ts';
import { lookupKey } from '../tools/contract/names.ts';
import { encodeAnthropic } from './anthropic/encode.ts';
import { shown } from './assembly.ts';
import { encodeMcp } from './mcp/encode.ts';
import { encodeOpenAiChat } from './openai-chat/encode.ts';
import { encodeOpenAiResponses } from './openai-responses/encode.ts';
import type { Dialect, Issue } from './record.ts';
import { encodeWebMcp } from './webmcp/encode.ts';

/** Whether a model may, must or must not call a tool, or the tool that it must call. */
export type ToolChoice = 'auto' | 'required' | 'none' | { readonly name: string };

export interface EncodeOptions {
  /** Names or aliases; every allowed tool by default. */
  readonly tools?: readonly string[];
  readonly choice?: ToolChoice;
  /** Results to write as the dialect's result messages, each for the call with its `tool_call_id`. */
  readonly results?: readonly ToolResult[];
  /** Revision of MCP; 2026-07-28 by default. */
  readonly revision?: '2025-06-18' | '2026-07-28';
}

export interface Encoded {
  /** Members of a request, or of a list of tools. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What the dialect cannot express. */
  readonly warnings: readonly Issue[];
}

/** What an encoder is given: a choice that names a tool names one of `tools`, by its canonical name. */
export interface Offer {
  readonly tools: readonly ToolManifest[];
  readonly choice: ToolChoice | undefined;
  readonly results: readonly ToolResult[];
  readonly revision: '2025-06-18' | '2026-07-28';
}

const ENCODERS: Readonly<Record<Dialect, (offer: Offer) => Encoded>> = {
  'openai-chat': encodeOpenAiChat,
  'openai-responses': encodeOpenAiResponses,
  anthropic: encodeAnthropic,
  mcp: encodeMcp,
  webmcp: encodeWebMcp,
};

/**
 * Tools and results as a dialect writes them. `tools` is the catalog after policy: what it does not hold cannot be offered.
 * Throws `UNKNOWN_TOOL` for a name that it does not know, in `options.tools` or in a choice, and `INVALID_OPTIONS` for options
 * of another shape.
 */
export function encode(dialect: Dialect, catalog: readonly ToolManifest[], options: EncodeOptions = {}): Encoded {
  try {
    const { results = [], ...rest } = options;
    const json = checkJson(rest);
    if (json.errors.length > 0) throw new TypeError('no plain data');
    return encodeOffer(dialect, catalog, { ...(json.value as EncodeOptions), results: [...results] });
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    throw new WorkbenchError('INVALID_OPTIONS', 'expected options with tools, choice, results and revision of their types');
  }
}

function encodeOffer(dialect: Dialect, catalog: readonly ToolManifest[], options: EncodeOptions): Encoded {
  const find = (name: string, among: readonly ToolManifest[]): ToolManifest => {
    const tool = among.find((known) => [known.name, ...known.aliases].some((other) => lookupKey(other) === lookupKey(name)));
    if (tool !== undefined) return tool;
    throw new WorkbenchError('UNKNOWN_TOOL', `expected one of ${among.map((known) => known.name).join(', ')}, found ${shown(name)}`);
  };
  const newest = newestOf(catalog);
  const tools = options.tools === undefined ? newest : [...new Set(options.tools.map((name) => find(name, newest)))];
  const { choice, results = [], revision = '2026-07-28' } = options;
  const named = typeof choice === 'object' ? { name: find(choice.name, tools).name } : choice;
  return ENCODERS[dialect]({ tools, choice: named, results, revision });
}

/** One entry per name, in the order of names: dialects have no versions. */
function newestOf(catalog: readonly ToolManifest[]): readonly ToolManifest[] {
  const byName = new Map(catalog.map((tool) => [tool.name, tool]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
