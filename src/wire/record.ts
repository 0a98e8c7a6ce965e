import type { CaptureSelection } from '../tools/contract/index.ts';

/** The tool-calling format of another system. */
export type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'bedrock' | 'cohere' | 'ollama' | 'mcp' | 'webmcp';
export const DIALECTS: readonly Dialect[] = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'bedrock',
  'cohere',
  'ollama',
  'mcp',
  'webmcp',
];

/** Something that a dialect cannot express, or a fault in a transcript. */
export interface Issue {
  readonly code: string;
  /** What was expected and found; never the raw arguments. */
  readonly message: string;
  /** The tool, call or location in the transcript. */
  readonly path?: string;
}

/** A decoded call, for `run`, which validates it like any other. */
export interface DecodedInvocation {
  readonly tool_name: string;
  readonly tool_version: string;
  readonly capture_selection: CaptureSelection;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly tool_call_id: string;
  readonly timeout_ms: number;
}

/**
 * A call that is not a function call in the dialect's own form: a custom tool with free text (`args.input`), a tool that the
 * provider defines and the client executes, or a function call that the model wrote into its text.
 */
export type CallKind = 'custom' | 'shell' | 'local_shell' | 'apply_patch' | 'computer' | 'tool_search' | 'in_text';

/** One call of a transcript. Its times are null, because transcripts have none. */
export interface ToolInvocationRecord {
  readonly toolCallId: string;
  /** The name as written; `invocation.tool_name` is the canonical name. */
  readonly name: string;
  /** Absent for a function call. */
  readonly kind?: CallKind;
  /** Id of the call of OpenAI's `parallel` wrapper that contains this one; the provider expects one answer, to that id. */
  readonly wrapped_in?: string;
  /** Null if they could not be parsed. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** The result that the transcript contains. */
  readonly result: unknown;
  /** Why the call must not run, or the error that its result reports. */
  readonly error: { readonly errorCode: string; readonly safeMessage: string } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** Null for a call that must not run. */
  readonly invocation: DecodedInvocation | null;
  /** The text of the call, for display only. */
  readonly raw?: unknown;
}

/** A call that the provider itself executes, such as its web search; listed for information. */
export interface ServerCall {
  readonly id: string;
  readonly name: string;
  /** The dialect's own term, such as `web_search_call` or `server_tool_use`. */
  readonly kind: string;
}

/** The calls of a transcript. */
export interface Decoded {
  readonly calls: readonly ToolInvocationRecord[];
  /** Calls that the provider executes; they do not run here. */
  readonly server_calls: readonly ServerCall[];
  /** Why the last answer ended, in the dialect's own term; null if it did not end. */
  readonly finish: string | null;
  /** Everything that could not be read, and every call that must not run. */
  readonly problems: readonly Issue[];
}

/** Most bytes of arguments that a planner may send (S2-C4). */
export const MOST_ARGUMENT_BYTES = 8 * 1024;
/** Most calls in one answer; in some dialects including text and reasoning blocks. Indices are 0 to 127. */
export const MOST_CALLS = 128;
