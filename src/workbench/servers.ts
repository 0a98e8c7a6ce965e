import type { JsonSchema } from '../tools/contract/index.ts';

/** A tool server (MCP) that the person added. All text from the server is untrusted. */
export interface ServerView {
  readonly name: string;
  readonly url: string;
  readonly state: 'off' | 'connecting' | 'connected' | 'failed';
  /** Protocol revision; empty while not connected. */
  readonly revision: string;
  /** Name that the server reports. */
  readonly says: string;
  readonly failure: ServerFailure | null;
  readonly tools: readonly ServerTool[];
  /** Entries of the server's tool list that are not offered, with the reason. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  /** Entries of the server's tool list that were skipped because there are too many. */
  readonly left_out: number;
}

export interface ServerFailure {
  readonly code: string;
  readonly message: string;
  /** Suggested actions for the person, one per line. */
  readonly remedy: readonly string[];
}

export interface ServerTool {
  /** `mcp__server__tool`. */
  readonly id: string;
  /** Tool name as the server spells it. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly input_schema: unknown;
  readonly output_schema: unknown;
  /** SHA-256 of the current definition. */
  readonly fingerprint: string;
  /** `changed`: the definition differs from the one that the person allowed. */
  readonly state: 'off' | 'allowed' | 'changed';
  /** Whether the planner's models may call it too. */
  readonly models: boolean;
  /** The server's behaviour hints (unverified). */
  readonly claims: readonly string[];
  /** Parts of the tool's schemas that the workbench leaves unchecked, so that only the tool server checks them. */
  readonly left: readonly string[];
  /** Differences from the definition that was allowed. */
  readonly changes: readonly { readonly place: string; readonly before: string; readonly after: string }[];
}

/** What a tool server asks the person during a call (MCP `elicitation/create`, form mode). All of its text is untrusted. */
export interface Question {
  readonly message: string;
  readonly fields: readonly QuestionField[];
}

export interface QuestionField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'choices';
  readonly required: boolean;
  /** The answers that a `choice` or `choices` can have; empty for other kinds. */
  readonly options: readonly { readonly value: string; readonly title: string }[];
  /** The server's `default`, if it fits the field. */
  readonly initial: unknown;
  /** What an answer must satisfy: the property's schema without unknown keywords. */
  readonly schema: JsonSchema;
}

/** The person's decision (`ElicitResult`); `cancel` means that no decision was made. */
export type QuestionAnswer =
  { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> } | { readonly action: 'decline' | 'cancel' };

/** A question with its origin. */
export interface ServerQuestion extends Question {
  readonly id: string;
  readonly server: string;
  readonly url: string;
  /** Tool name as the server spells it. */
  readonly tool: string;
}

/** The servers as a list shows them. */
export interface ServersView {
  readonly list: readonly ServerView[];
  /** Why the stored list cannot be read; null if it can. */
  readonly unreadable: string | null;
  /** Forms that wait for the person, oldest first; the page shows the first. */
  readonly questions: readonly ServerQuestion[];
}

/** Tool servers on this machine; only in builds that may connect to them. */
export interface ToolServers {
  list(): readonly ServerView[];
  /** Why the stored list cannot be read; null if it can. */
  unreadable(): string | null;
  readonly questions: () => readonly ServerQuestion[];
  /** Answers a question. If the content does not fit the form, the question stays, and the errors are returned. */
  readonly answer: (id: string, answer: QuestionAnswer) => Promise<readonly string[]>;
  follow(listener: () => void): () => void;
  /** Adds a server and connects to it. Rejects with a message if the name or URL is invalid. */
  add(name: string, url: string): Promise<void>;
  /** Connects; a failure is stored in the server's `failure`. */
  connect(name: string): Promise<void>;
  disconnect(name: string): void;
  /** Removes the server, its tools and their permissions. */
  forget(name: string): Promise<void>;
  /** Enables or disables one tool; `fingerprint` identifies the definition that the person saw. */
  allow(id: string, fingerprint: string, on: boolean): Promise<void>;
  allowModels(id: string, on: boolean): void;
}
