import type { WorkOptions } from '../base/progress.ts';
import type { Conversation, Limits, Turn } from '../planner/planner.ts';
import type { ToolError, ToolResult } from '../tools/contract/index.ts';
import type { Proposal, Repaired } from '../tools/repair/repair.ts';
import type { ToolServers } from './servers.ts';

/** Dialects with their names for people. */
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

/** One call of a transcript as it was read. What its text says drives nothing but this. */
export interface TranscriptCall {
  readonly id: string;
  /** As written; the invocation has the tool's own name. */
  readonly name: string;
  /** `ready`: may run. `repair`: may run once it is mended as proposed. `rejected`: `errors` say why. */
  readonly verdict: 'ready' | 'repair' | 'rejected';
  readonly errors: readonly Pick<ToolError, 'code' | 'message'>[];
  /** null for a call that is not complete or cannot be read. */
  readonly invocation: unknown;
  readonly repaired: Repaired | null;
  /** Repairs of a rejected call that a person may choose; absent when there are none. */
  readonly proposals?: readonly Proposal[];
  /** What the transcript itself says came of it. */
  readonly answered: 'ok' | 'failed' | null;
}

export interface TranscriptReading {
  readonly dialect: string;
  /** The dialect's own word for how its last answer ended. */
  readonly finish: string | null;
  readonly calls: readonly TranscriptCall[];
  /** Calls there are; the list may be cut. */
  readonly call_count: number;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
}

export type PlannerId = 'rules' | 'plan' | 'transcript' | 'endpoint' | 'built_in';

export interface PlannerChoice {
  readonly id: PlannerId;
  readonly title: string;
  /** Why it cannot be asked here; null when it can. */
  readonly obstacle: string | null;
}

/** What each planner may call now, by its id. */
export type PlannerTools = Readonly<
  Record<string, { readonly count: number; /** Whether any of them reads captures. */ readonly reads: boolean }>
>;

export interface QuestionChoice {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly obstacle: string | null;
}

/** What a planner is asked: the id of a question for rules, a plan or a transcript as text, else the question itself. */
export interface Asked {
  readonly planner: PlannerId;
  readonly text: string;
  readonly capture_ids: readonly string[];
  /** Of a model on this machine. */
  readonly endpoint?: string;
  readonly model?: string;
}

export interface AskOptions {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  readonly onTurns?: (turns: readonly Turn[], used: Limits) => void;
}

/** Definitions of tools as a file, and what they take of a model's context. */
export interface Schemas {
  readonly file_name: string;
  readonly text: string;
  /** Estimated tokens of each tool: a quarter of its characters. */
  readonly tools: readonly { readonly name: string; readonly full: number; readonly brief: number }[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
}

/** What the dialog of assistants does; `app` supplies it when the dialog is opened. */
export interface AssistantsPort {
  /** Reads; executes nothing. `dialect` null: the one that it looks like. Rejects, with a message, what is no transcript. */
  readTranscript(text: string, dialect: string | null): Promise<TranscriptReading>;
  /** Runs a decoded or repaired call like any other, under a fresh id where its own was used; approval may be asked. */
  runCall(invocation: unknown, options: WorkOptions): Promise<ToolResult>;
  /** Results as messages of the dialect, to the calls with these ids. */
  answers(dialect: string, results: readonly { readonly id: string; readonly result: ToolResult }[]): string;
  /** An invocation as the message of the dialect that makes this call. Throws, with a message, what is no invocation. */
  callText(dialect: string, invocation: unknown): string;
  /** The catalog after policy in a dialect, narrowed to words and, where asked, to what fits the captures. */
  schemas(
    dialect: string,
    choice: { readonly text: string; readonly capture_ids: readonly string[] | null; readonly brief: boolean },
  ): Schemas;
  /** A recorded conversation over the sample capture: a wrong call, its answer, the right call, its answer. */
  example(dialect: string): Promise<{ readonly file_name: string; readonly text: string }>;
  /** Estimated tokens of an answer as planners are shown it. */
  answerTokens(result: ToolResult): number;
  planners(): Promise<readonly PlannerChoice[]>;
  questions(capture_ids: readonly string[]): readonly QuestionChoice[];
  /** A question as a plan document. */
  planOf(question: string, capture_ids: readonly string[]): unknown;
  /** How many tools the policy gives a planner now. */
  toolCount(planner: PlannerId): number;
  /** Whether any of them reads captures. */
  mayRead(planner: PlannerId): boolean;
  /** Changes the policy so that a model may call the tools that only read. */
  allowReading(planner: PlannerId): void;
  /** Rejects with a message if the question cannot be sent at all; the conversation reports every other outcome. */
  ask(asked: Asked, options: AskOptions): Promise<Conversation>;
  /** Servers of tools on this machine; null in builds that may not reach them. */
  readonly servers: (() => Promise<ToolServers>) | null;
}
