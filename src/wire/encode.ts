import { WorkbenchError } from '../base/failure.ts';
import type { ToolManifest, ToolResult } from '../tools/contract/index.ts';
import { checkJson } from '../tools/contract/json-value.ts';
import { lookupKey } from '../tools/contract/names.ts';
import { encodeAnthropic } from './anthropic/encode.ts';
import { encodeBedrock } from './bedrock/encode.ts';
import { encodeCohere } from './cohere/encode.ts';
import { deferredWarning } from './deferred-warning.ts';
import { fit, type Definition } from './fit.ts';
import { encodeGemini } from './gemini/encode.ts';
import { encodeMcp } from './mcp/encode.ts';
import { encodeOllama } from './ollama/encode.ts';
import { encodeOpenAiChat } from './openai-chat/encode.ts';
import { encodeOpenAiResponses } from './openai-responses/encode.ts';
import { shown } from './problems.ts';
import type { Dialect, Issue } from './record.ts';
import { encodeWebMcp } from './webmcp/encode.ts';

/** Name of the tool that finds other tools. */
const SEARCH = 'search_catalog';

/** Whether a model may, must or must not call tools; or the name of the tool that it must call. */
export type ToolChoice = 'auto' | 'required' | 'none' | { readonly name: string };

export interface EncodeOptions {
  /** Names or aliases of the tools to write, without deferring any; by default every tool that the policy allows. */
  readonly tools?: readonly string[];
  /**
   * Names or aliases of tools to load in addition to the first set, such as those that `search_catalog` found; `'all'` loads every tool.
   * The other tools are deferred: Anthropic and OpenAI Responses find them with their tool search, MCP on the next page; in other dialects
   * they are left out.
   */
  readonly load?: 'all' | readonly string[];
  /** Ids of the open captures, so that strict schemas accept no others; `window.workbench` supplies them. */
  readonly captures?: readonly string[];
  readonly choice?: ToolChoice;
  /** Results to write as the dialect's messages with results, each for the call with its `tool_call_id`. */
  readonly results?: readonly ToolResult[];
  /** Revision of MCP to write; 2026-07-28 by default. */
  readonly revision?: '2025-06-18' | '2025-11-25' | '2026-07-28';
}

export interface Encoded {
  /** Members to copy into a request body, or into a list of tools, of the dialect. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What the dialect cannot express, and what was changed or left out to stay within the limits of its provider. */
  readonly warnings: readonly Issue[];
}

/**
 * Names of the tools that a model gets first: enough to find out which captures are open and what they contain, to read rows and to find
 * other tools. If the catalog has no tool that searches, no tool is deferred.
 */
const FIRST: ReadonlySet<string> = new Set([
  'bluetooth_address_analyzer',
  'capture_overview',
  'capture_query',
  'describe_capture',
  'list_captures',
  SEARCH,
]);

/** Input of an encoder. If `choice` names a tool, it has the canonical name of one of the definitions. */
export interface Offer {
  /** The loaded tools, followed by those that a dialect with its own tool search may defer. */
  readonly definitions: readonly Definition[];
  readonly choice: ToolChoice | undefined;
  readonly results: readonly ToolResult[];
  readonly revision: '2025-06-18' | '2025-11-25' | '2026-07-28';
}

const ENCODERS: Readonly<Record<Dialect, (offer: Offer) => Encoded>> = {
  'openai-chat': encodeOpenAiChat,
  'openai-responses': encodeOpenAiResponses,
  anthropic: encodeAnthropic,
  gemini: encodeGemini,
  bedrock: encodeBedrock,
  cohere: encodeCohere,
  ollama: encodeOllama,
  mcp: encodeMcp,
  webmcp: encodeWebMcp,
};

/**
 * Writes tools and results in a dialect. `catalog` contains the tools that the policy allows; others cannot be offered. Throws
 * `UNKNOWN_TOOL` for a name in `options.tools` or in a choice that the catalog lacks, and `INVALID_OPTIONS` for options of another shape.
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
  const newest = newestOf(catalog);
  const offered = options.tools === undefined ? newest : [...new Set(options.tools.map((name) => findTool(name, newest)))];
  const { choice, load = [], results = [], revision = '2026-07-28', captures = [] } = options;
  const named = typeof choice === 'object' ? findTool(choice.name, offered) : undefined;
  const loaded = load === 'all' ? [] : load.map((name) => findTool(name, offered));
  // Defer no tool in WebMCP, because it registers tools one by one and has no search.
  const whole = options.tools !== undefined || load === 'all' || dialect === 'webmcp' || !newest.some(({ name }) => name === SEARCH);
  const first = (tool: ToolManifest): boolean => whole || FIRST.has(tool.name) || tool === named || loaded.includes(tool);
  const candidates = offered
    .map((tool) => ({ tool, deferred: !first(tool), rank: tool === named ? 0 : FIRST.has(tool.name) ? 1 : first(tool) ? 2 : 3 }))
    .sort((a, b) => Number(a.deferred) - Number(b.deferred));
  // Leave deferred tools out if the dialect has no tool search of its own.
  const taken = SEARCHING.has(dialect) ? candidates : candidates.filter(({ deferred }) => !deferred);
  const { definitions, warnings } = fit(dialect, taken, captures);
  const encoded = ENCODERS[dialect]({ definitions, choice: named === undefined ? choice : { name: named.name }, results, revision });
  return { ...encoded, warnings: [...warnings, ...deferredWarning(candidates.length - taken.length), ...encoded.warnings] };
}

/** Dialects with a tool search of their own, or, as MCP, with pages that lead to the deferred tools. */
const SEARCHING: ReadonlySet<Dialect> = new Set(['openai-responses', 'anthropic', 'mcp']);

/** Finds a tool by its name or an alias. Throws `UNKNOWN_TOOL` if there is none. */
function findTool(name: string, among: readonly ToolManifest[]): ToolManifest {
  const tool = among.find((known) => [known.name, ...known.aliases].some((other) => lookupKey(other) === lookupKey(name)));
  if (tool !== undefined) return tool;
  throw new WorkbenchError('UNKNOWN_TOOL', `expected one of ${among.map((known) => known.name).join(', ')}, found ${shown(name)}`);
}

/** Names of the tools that a result of `search_catalog` found, to be used as `load`; empty for results of other tools. */
export function foundTools({ metadata, structured_output }: ToolResult): readonly string[] {
  const hits = metadata.toolName === SEARCH ? structured_output?.['hits'] : undefined;
  return Array.isArray(hits)
    ? hits.flatMap((hit: { kind?: unknown; id?: unknown }) => (hit.kind === 'tool' && typeof hit.id === 'string' ? [hit.id] : []))
    : [];
}

/** The last listed version of each tool, ordered by name, because dialects have no versions. */
function newestOf(catalog: readonly ToolManifest[]): readonly ToolManifest[] {
  const byName = new Map(catalog.map((tool) => [tool.name, tool]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
