import type { WorkOptions } from '../base/progress.ts';
import type { Conversation, Drafted, Limits, Turn } from '../planner/planner.ts';
import type { ToolError, ToolResult } from '../tools/contract/index.ts';
import type { CallingProgram } from '../wire/record.ts';
import type { Proposal, Repaired } from '../tools/repair/repair.ts';
import type { ToolServers } from './servers.ts';

/** Names of the dialects that the page displays. */
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

/** One call that was read from a transcript. Only these calls can run; nothing else in a transcript can cause one. */
export interface TranscriptCall {
  readonly id: string;
  /** Name of the tool as the transcript contains it; the invocation has the tool's canonical name. */
  readonly name: string;
  /** `ready`: the call can run. `repair`: it can run after the proposed repair. `rejected`: `errors` says why it cannot run. */
  readonly verdict: 'ready' | 'repair' | 'rejected';
  readonly errors: readonly Pick<ToolError, 'code' | 'message'>[];
  /** The call to run; null if the call is incomplete or unreadable. */
  readonly invocation: unknown;
  readonly repaired: Repaired | null;
  /** Repairs of a rejected call that a person may choose; absent if there are none. */
  readonly proposals?: readonly Proposal[];
  /** The outcome of the call according to the transcript itself; null if it contains none. */
  readonly answered: 'ok' | 'failed' | null;
  /** What made the call if not the model itself. */
  readonly caller?: CallingProgram;
}

export interface TranscriptReading {
  readonly dialect: string;
  /** Why the model's last message ended, as the dialect names it. */
  readonly finish: string | null;
  readonly calls: readonly TranscriptCall[];
  /** Number of all calls in the transcript, of which `calls` may list only the first. */
  readonly call_count: number;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
}

export type PlannerId = 'rules' | 'plan' | 'transcript' | 'endpoint' | 'built_in';

export interface PlannerChoice {
  readonly id: PlannerId;
  readonly title: string;
  /** Why this planner is not available on this page; null if it is. */
  readonly obstacle: string | null;
}

/** The tools that the policy currently allows each planner to call, by planner id. */
export type PlannerTools = Readonly<
  Record<string, { readonly count: number; /** Whether any of them reads captures. */ readonly reads: boolean }>
>;

export interface QuestionChoice {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly obstacle: string | null;
}

/** Input of a planner: for the rule planner the id of a question, for plans and transcripts their text, otherwise the question itself. */
export interface Asked {
  readonly planner: PlannerId;
  readonly text: string;
  readonly capture_ids: readonly string[];
  /** URL of a model server on this machine. */
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
}

export interface AskOptions {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  readonly onTurns?: (turns: readonly Turn[], used: Limits) => void;
  /** Called with the part of a model's answer that has arrived so far. */
  readonly onDraft?: (draft: Drafted) => void;
}

/** A stored conversation, as a list shows it. */
export interface ConversationEntry {
  readonly id: string;
  readonly planner: PlannerId;
  /** The beginning of the question or plan. */
  readonly question: string;
  /** How many turns the planner has had. */
  readonly steps: number;
  /** `pausing`: the conversation ends after its current step. `interrupted`: the core or the page ended while it ran. */
  readonly state: 'running' | 'pausing' | 'interrupted' | 'paused' | 'ended';
  /** The error with which the conversation ended; null if nothing failed. */
  readonly code: string | null;
  /** Whether the conversation has an answer. It can then be forked but not resumed. */
  readonly answered: boolean;
  readonly fork?: { readonly of: string; readonly steps: number };
}

/** Tool definitions as a file, with the number of tokens that they take in a model's context. */
export interface Schemas {
  readonly file_name: string;
  readonly text: string;
  /** For each tool, the estimated tokens of its definition (`full`) and of its short form (`brief`): a quarter of the characters. */
  readonly tools: readonly { readonly name: string; readonly full: number; readonly brief: number }[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
}

/** Functions for the assistants dialog, loaded when a person opens it. */
export interface AssistantsPort {
  /** Reads a transcript without running its calls. `dialect` null: it is detected. Rejects with a message for text of another kind. */
  readTranscript(text: string, dialect: string | null): Promise<TranscriptReading>;
  /** Runs a decoded or repaired call like any other; it may ask for approval. If its id was used before, it gets a new one. */
  runCall(invocation: unknown, options: WorkOptions): Promise<ToolResult>;
  /** Writes results as messages of the dialect that answer the calls with these ids. */
  answers(dialect: string, results: readonly { readonly id: string; readonly result: ToolResult }[]): string;
  /** Writes an invocation as a message of the dialect. Throws with a message if the value is not an invocation. */
  callText(dialect: string, invocation: unknown): string;
  /** Writes the tools that the policy allows in a dialect: only those that match search words and, if requested, fit the open captures. */
  schemas(
    dialect: string,
    choice: { readonly text: string; readonly capture_ids: readonly string[] | null; readonly brief: boolean },
  ): Schemas;
  /** Returns a recorded conversation about the sample capture: a faulty call, its answer, the corrected call, its answer. */
  example(dialect: string): Promise<{ readonly file_name: string; readonly text: string }>;
  /** Estimates the tokens of an answer in the form that planners receive. */
  answerTokens(result: ToolResult): number;
  planners(): Promise<readonly PlannerChoice[]>;
  questions(capture_ids: readonly string[]): readonly QuestionChoice[];
  /** Converts a question to a plan document. */
  planOf(question: string, capture_ids: readonly string[]): unknown;
  /** How many tools the policy currently allows a planner to call. */
  toolCount(planner: PlannerId): number;
  /** Whether one of the tools that the planner may call reads captures. */
  mayRead(planner: PlannerId): boolean;
  /** Changes the policy so that a planner may call the tools that only read. */
  allowReading(planner: PlannerId): void;
  /** Asks a planner. Rejects with a message if the question cannot be sent at all; the conversation reports every other outcome. */
  ask(asked: Asked, options: AskOptions): Promise<Conversation>;
  /** The stored conversations, oldest first. Stored sessions contain them too. */
  conversations(): readonly ConversationEntry[];
  /** Returns the steps of a stored conversation, and its answer or why there is none. `end` is null if it was interrupted. */
  conversation(id: string): Promise<Pick<Conversation, 'turns' | 'used'> & { readonly end: Pick<Conversation, 'text' | 'code'> | null }>;
  /** Ends a running conversation after its current step. It can be resumed. */
  pause(id: string): Promise<void>;
  /**
   * Continues a conversation that was paused, interrupted or stopped, or that failed. Calls that ended do not run again; a call that waited
   * for approval asks again. `at` replaces the server or the model. Rejects with a message if the conversation runs or has an answer.
   */
  resume(id: string, at: Pick<Asked, 'endpoint' | 'model'>, options: AskOptions): Promise<Conversation>;
  /** Creates a paused conversation with the first steps of another; returns its id. */
  fork(id: string, steps: number): Promise<string>;
  /** Removes a conversation, also from sessions that are opened later. Rejects with a message if it runs. */
  removeConversation(id: string): Promise<void>;
  /** Writes the trace of a conversation as OTLP JSON, without texts, arguments and results. Rejects with a message if it has no times. */
  traceFile(id: string): Promise<{ readonly file_name: string; readonly text: string }>;
  /** The MCP tool servers on this machine; null in builds that may not connect to them. */
  readonly servers: (() => Promise<ToolServers>) | null;
}
