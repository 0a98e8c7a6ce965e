import type { CaptureSelection } from '../tools/contract/index.ts';

/** How others write tools and calls down. */
export type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic' | 'mcp' | 'webmcp';
export const DIALECTS: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic', 'mcp', 'webmcp'];

/** Something that a dialect cannot say, or that a transcript should not. */
export interface Issue {
  readonly code: string;
  /** What was expected and what was found; never the raw text of arguments. */
  readonly message: string;
  /** Tool, call or place in the transcript that it is about. */
  readonly path?: string;
}

/** A call that was decoded, made ready for the runner, which validates it like any other. */
export interface DecodedInvocation {
  readonly tool_name: string;
  readonly tool_version: string;
  readonly capture_selection: CaptureSelection;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly tool_call_id: string;
  readonly timeout_ms: number;
}

/** One call of a transcript (S2 #10, R35). Times are null: transcripts do not carry them. */
export interface ToolInvocationRecord {
  readonly toolCallId: string;
  /** As written; `invocation.tool_name` is the canonical one. */
  readonly name: string;
  /** null where they could not be read. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** What the transcript says that the call gave. */
  readonly result: unknown;
  /** Why the call must not run, or what its result says went wrong. */
  readonly error: { readonly errorCode: string; readonly safeMessage: string } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** null for a call that must not run. */
  readonly invocation: DecodedInvocation | null;
  /** For looking at only; nothing reads it (S2 #10e). */
  readonly raw?: unknown;
}

export interface Decoded {
  readonly calls: readonly ToolInvocationRecord[];
  /** The dialect's own word for how its last answer ended; null where it did not. */
  readonly finish: string | null;
  readonly problems: readonly Issue[];
}

/** Bytes of arguments that a planner may send (S2-C4). */
export const MOST_ARGUMENT_BYTES = 8 * 1024;
/** Calls of one answer; an index is one of 0 to 127. */
export const MOST_CALLS = 128;
