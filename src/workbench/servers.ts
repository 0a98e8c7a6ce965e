/** A server of tools (MCP) that the person named. Everything that it says of itself is a stranger's word. */
export interface ServerView {
  readonly name: string;
  readonly url: string;
  readonly state: 'off' | 'connecting' | 'connected' | 'failed';
  /** Revision of the protocol; empty while nothing is connected. */
  readonly revision: string;
  /** As the server calls itself. */
  readonly says: string;
  readonly failure: ServerFailure | null;
  readonly tools: readonly ServerTool[];
  /** Lines of its list that are not offered. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  /** Lines of its list that were not looked at, because there are too many. */
  readonly left_out: number;
}

export interface ServerFailure {
  readonly code: string;
  readonly message: string;
  /** What the person can do, a line each. */
  readonly remedy: readonly string[];
}

export interface ServerTool {
  /** `mcp__server__tool`. */
  readonly id: string;
  /** As the server spells it. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly input_schema: unknown;
  readonly output_schema: unknown;
  /** SHA-256 of the definition as it is now. */
  readonly fingerprint: string;
  /** `changed`: it was allowed, and is not any more what was allowed. */
  readonly state: 'off' | 'allowed' | 'changed';
  /** Whether models of the planner may call it too. */
  readonly models: boolean;
  /** Hints of the server about behaviour. */
  readonly claims: readonly string[];
  /** Parts of the schemas that only the server checks. */
  readonly left: readonly string[];
  /** What is different from what was allowed. */
  readonly changes: readonly { readonly place: string; readonly before: string; readonly after: string }[];
}

/** The servers as a list shows them. */
export interface ServersView {
  readonly list: readonly ServerView[];
  /** Why the kept list cannot be read; null when it can. */
  readonly unreadable: string | null;
}

/** Servers of tools on this machine; only where the build may reach them. */
export interface ToolServers {
  list(): readonly ServerView[];
  /** Why the kept list cannot be read; null when it can. */
  unreadable(): string | null;
  follow(listener: () => void): () => void;
  /** Names a server and connects to it. Rejects, with a message, a name or address that is none. */
  add(name: string, url: string): Promise<void>;
  /** An error is in the server's `failure`. */
  connect(name: string): Promise<void>;
  disconnect(name: string): void;
  /** Takes the server, its tools and what was allowed of them away. */
  forget(name: string): Promise<void>;
  /** Switches one tool; `fingerprint` is of the definition that the person saw. */
  allow(id: string, fingerprint: string, on: boolean): Promise<void>;
  allowModels(id: string, on: boolean): void;
}
