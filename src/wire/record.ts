import type { CaptureSelection } from '../tools/contract/index.ts';

/** The format in which another system writes tools, calls and results. */
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
  /** What was expected and what was found; never contains raw arguments. */
  readonly message: string;
  /** The tool, the call or the place in the transcript that has the issue. */
  readonly path?: string;
}

/** A decoded call. `run` accepts it as an invocation and validates it like any other. */
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
 * Kinds of calls that are not function calls in the dialect's own form: a custom tool with free text (`args.input`), a tool that the
 * provider defines and the client executes, or a function call that the model wrote into its text.
 */
export type CallKind = 'custom' | 'shell' | 'local_shell' | 'apply_patch' | 'computer' | 'tool_search' | 'in_text';

/** Code on the provider's servers that made a call, and that gets its result. */
export interface CallingProgram {
  /** The dialect's name for the kind of code, such as `code_execution_20260120` or `program`. */
  readonly type: string;
  /** Id of the call in `server_calls` that runs the code; null if the provider states none. */
  readonly id: string | null;
}

/** One call of a transcript. Its times are null, because transcripts contain none. */
export interface ToolInvocationRecord {
  readonly toolCallId: string;
  /** Name of the tool as the model wrote it; `invocation.tool_name` is the canonical name. */
  readonly name: string;
  /** Absent if the call is a function call. */
  readonly kind?: CallKind;
  /** Id of the call of OpenAI's `parallel` wrapper that contains this call. The provider expects one answer, to that id. */
  readonly wrapped_in?: string;
  /** What made the call if not the model itself (programmatic calls of Anthropic and OpenAI Responses). */
  readonly caller?: CallingProgram;
  /** The arguments; null if they could not be parsed. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** The result of the call in the transcript. */
  readonly result: unknown;
  /** Why the call must not run, or the error that its result in the transcript reports. */
  readonly error: { readonly errorCode: string; readonly safeMessage: string } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** The call to run; null if it must not run. */
  readonly invocation: DecodedInvocation | null;
  /** The original form of the call, for display only. */
  readonly raw?: unknown;
}

/** A call that the provider itself executes, such as its web search. It is listed only for information. */
export interface ServerCall {
  readonly id: string;
  readonly name: string;
  /** The dialect's name for the kind of call, such as `web_search_call` or `server_tool_use`. */
  readonly kind: string;
}

/** The calls of a transcript, and what could not be read. */
export interface Decoded {
  readonly calls: readonly ToolInvocationRecord[];
  /** Calls that the provider executes; they do not run here. */
  readonly server_calls: readonly ServerCall[];
  /** Why the last answer ended, as the dialect names it; null if it did not end. */
  readonly finish: string | null;
  /** Problems with everything that could not be read and with every call that must not run. */
  readonly problems: readonly Issue[];
}

/** Maximum number of bytes of arguments that a planner may send (S2-C4). */
export const MOST_ARGUMENT_BYTES = 8 * 1024;
/** Maximum number of calls in one answer, in some dialects with text and reasoning blocks. Indices are therefore 0 to 127. */
export const MOST_CALLS = 128;
