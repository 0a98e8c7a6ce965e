import type { WorkOptions } from '../base/progress.ts';
import type { Conversation, Drafted, Limits, Turn } from '../planner/planner.ts';
import type { ToolError, ToolResult } from '../tools/contract/index.ts';
import type { Proposal, Repaired } from '../tools/repair/repair.ts';
import type { ToolServers } from './servers.ts';

/** Display names of the dialects. */
export const DIALECT_NAMES: Readonly<Record<string, string>> = {
  'openai-chat': 'OpenAI chat completions',
  'openai-responses': 'OpenAI responses',
  anthropic: 'Anthropic messages',
  gemini: 'Google Gemini',
  bedrock: 'Amazon Bedrock Converse',
  cohere: 'Cohere chat',
  ollama: 'Ollama chat',
  mcp: 'MCP',
  webmcp: 'WebMCP',
};

/** One call read from a transcript. Nothing else in the transcript causes a call. */
export interface TranscriptCall {
  readonly id: string;
  /** The tool name as written in the transcript; the invocation has the tool's canonical name. */
  readonly name: string;
  /** `ready`: can run. `repair`: can run after the proposed repair. `rejected`: see `errors`. */
  readonly verdict: 'ready' | 'repair' | 'rejected';
  readonly errors: readonly Pick<ToolError, 'code' | 'message'>[];
  /** Null for a call that is incomplete or unreadable. */
  readonly invocation: unknown;
  readonly repaired: Repaired | null;
  /** Repairs of a rejected call that a person may choose; absent if there are none. */
  readonly proposals?: readonly Proposal[];
  /** The outcome that the transcript itself reports for the call. */
  readonly answered: 'ok' | 'failed' | null;
}

export interface TranscriptReading {
  readonly dialect: string;
  /** Why the model's last message ended, in the dialect's own term. */
  readonly finish: string | null;
  readonly calls: readonly TranscriptCall[];
  /** Number of calls in the transcript; the list may be cut. */
  readonly call_count: number;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
}

export type PlannerId = 'rules' | 'plan' | 'transcript' | 'endpoint' | 'built_in';

export interface PlannerChoice {
  readonly id: PlannerId;
  readonly title: string;
  /** Why this planner is unavailable here; null if it is available. */
  readonly obstacle: string | null;
}

/** Tools that each planner may call now, by planner id. */
export type PlannerTools = Readonly<
  Record<string, { readonly count: number; /** Whether any of them reads captures. */ readonly reads: boolean }>
>;

export interface QuestionChoice {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly obstacle: string | null;
}

/** Input of a planner: a question id for the rule planner, a text for a plan or transcript, otherwise the question itself. */
export interface Asked {
  readonly planner: PlannerId;
  readonly text: string;
  readonly capture_ids: readonly string[];
  /** Address of a model server on this machine. */
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
}

export interface AskOptions {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  readonly onTurns?: (turns: readonly Turn[], used: Limits) => void;
  /** The answer of a model as it arrives. */
  readonly onDraft?: (draft: Drafted) => void;
}

/** A stored conversation in the list. */
export interface ConversationEntry {
  readonly id: string;
  readonly planner: PlannerId;
  /** The start of the question or plan. */
  readonly question: string;
  /** Number of the planner's turns. */
  readonly steps: number;
  /** `pausing`: ends after its current step. `interrupted`: the core or the page ended while it ran. */
  readonly state: 'running' | 'pausing' | 'interrupted' | 'paused' | 'ended';
  /** Error code of its end; null if nothing failed. */
  readonly code: string | null;
  /** Whether it has an answer; it can then be forked but not resumed. */
  readonly answered: boolean;
  readonly fork?: { readonly of: string; readonly steps: number };
}

/** Tool definitions as a file, with their cost in a model's context. */
export interface Schemas {
  readonly file_name: string;
  readonly text: string;
  /** Estimated tokens of each tool: a quarter of its characters. */
  readonly tools: readonly { readonly name: string; readonly full: number; readonly brief: number }[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
}

/** Functions of the assistants dialog; `app` supplies them when the dialog is opened. */
export interface AssistantsPort {
  /** Reads a transcript without executing its calls. `dialect` null: detect it. Rejects with a message if the text is not a transcript. */
  readTranscript(text: string, dialect: string | null): Promise<TranscriptReading>;
  /** Runs a decoded or repaired call like any other, with a new id if its own is already used. It may ask for approval. */
  runCall(invocation: unknown, options: WorkOptions): Promise<ToolResult>;
  /** Results as messages of the dialect, in answer to the calls with these ids. */
  answers(dialect: string, results: readonly { readonly id: string; readonly result: ToolResult }[]): string;
  /** An invocation as a message of the dialect. Throws with a message if the value is not an invocation. */
  callText(dialect: string, invocation: unknown): string;
  /** The tools that the policy allows, in a dialect, narrowed to search words and, on request, to tools that fit the open captures. */
  schemas(
    dialect: string,
    choice: { readonly text: string; readonly capture_ids: readonly string[] | null; readonly brief: boolean },
  ): Schemas;
  /** A recorded conversation over the sample capture: a wrong call, its answer, the right call, its answer. */
  example(dialect: string): Promise<{ readonly file_name: string; readonly text: string }>;
  /** Estimated tokens of an answer in the form that planners receive. */
  answerTokens(result: ToolResult): number;
  planners(): Promise<readonly PlannerChoice[]>;
  questions(capture_ids: readonly string[]): readonly QuestionChoice[];
  /** Converts a question to a plan document. */
  planOf(question: string, capture_ids: readonly string[]): unknown;
  /** Number of tools that the policy allows a planner now. */
  toolCount(planner: PlannerId): number;
  /** Whether any tool that the planner may call reads captures. */
  mayRead(planner: PlannerId): boolean;
  /** Changes the policy so that a planner may call the read-only tools. */
  allowReading(planner: PlannerId): void;
  /** Rejects with a message if the question cannot be sent at all; the conversation reports every other outcome. */
  ask(asked: Asked, options: AskOptions): Promise<Conversation>;
  /** The stored conversations, oldest first. A stored session contains them. */
  conversations(): readonly ConversationEntry[];
  /** The steps of a stored conversation, and its answer or why there is none; `end` is null if it was interrupted. */
  conversation(id: string): Promise<Pick<Conversation, 'turns' | 'used'> & { readonly end: Pick<Conversation, 'text' | 'code'> | null }>;
  /** Ends a running conversation after its current step; it can be resumed. */
  pause(id: string): Promise<void>;
  /**
   * Continues a conversation that was paused, interrupted or stopped, or that failed. Calls that ended are not repeated; one that waited for
   * approval asks again. `at` replaces the server or the model. Rejects with a message if it runs or has an answer.
   */
  resume(id: string, at: Pick<Asked, 'endpoint' | 'model'>, options: AskOptions): Promise<Conversation>;
  /** Creates a paused conversation with the first steps of another; resolves to its id. */
  fork(id: string, steps: number): Promise<string>;
  /** Removes a conversation from the session; a session that is opened later does not bring it back. Rejects with a message if it runs. */
  removeConversation(id: string): Promise<void>;
  /** The spans of a conversation as OTLP JSON, without texts, arguments and results. Rejects with a message if it has no times. */
  traceFile(id: string): Promise<{ readonly file_name: string; readonly text: string }>;
  /** Tool servers on this machine; null in builds that may not connect to them. */
  readonly servers: (() => Promise<ToolServers>) | null;
}
