import type { Progress } from '../../../base/progress.ts';
import type { ToolManifest, ToolResult } from '../../../tools/contract/index.ts';
import type { Level } from './levels.ts';
import type { Id } from './rpc.ts';

/** A form for the person in front of the client (`elicitation/create`): a flat object of simple values. */
export interface Form {
  /** What is asked for, and why. */
  readonly message: string;
  /** JSON Schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type FormAnswer =
  { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> } | { readonly action: 'decline' | 'cancel' };

/** What a call may do in addition to computing its result. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Sends a message to the client's log, where the client wants this level. */
  readonly log: (level: Level, data: unknown) => void;
  /** Asks the person in front of the client; undefined where the client cannot ask. */
  readonly ask: ((form: Form) => Promise<FormAnswer>) | undefined;
}

/** An item of a list of resources, prompts or templates, as the protocol writes it. */
export type Listed = Readonly<Record<string, unknown>>;

export interface McpResources {
  list(): readonly Listed[];
  templates(): readonly Listed[];
  /** The contents of a resource, at most 32 KB of them; undefined where there is none under this URI. */
  read(uri: string, context: Pick<CallContext, 'signal'>): Promise<readonly Listed[] | undefined>;
  /** A link to the complete result of a call, kept from now on. */
  keep(result: ToolResult): Listed;
}

export interface McpPrompts {
  list(): readonly Listed[];
  /** Description and messages; undefined where there is no prompt of this name. Throws `RpcError` for arguments that do not fit. */
  get(name: string, args: Readonly<Record<string, string>>): Listed | undefined;
}

/** What a value is completed for: an argument of a prompt, or a variable in the template of a resource. */
export interface Completed {
  readonly of: 'prompt' | 'resource';
  /** Name of the prompt, or the template. */
  readonly ref: string;
  readonly argument: string;
  /** What was typed so far. */
  readonly value: string;
  /** Arguments that were chosen before. */
  readonly given: Readonly<Record<string, string>>;
}

/** A tool of the server itself, beside those of the catalog: it is no call over captures, so no policy and no journal knows it. */
export interface OwnTool {
  readonly name: string;
  /** The tool as `tools/list` writes it. */
  readonly listed: Listed;
  /**
   * The result of `tools/call`.
   * @param args as the client sent them, not checked
   */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<Listed>;
}

export interface McpServerParts {
  readonly version: string;
  /** The tools that the policy allows the client now. @param attended whether the client can ask its person before a call */
  catalog(attended: boolean): readonly ToolManifest[];
  run(invocation: unknown, context: CallContext): Promise<ToolResult>;
  readonly own?: readonly OwnTool[];
  /** Blocks of content beside the text of a result, such as its plots as images. */
  readonly blocks?: (result: ToolResult) => Promise<readonly Listed[]>;
  readonly resources?: McpResources;
  readonly prompts?: McpPrompts;
  /** Values that continue what was typed, best first; undefined where nothing is known of the argument. */
  readonly complete?: (what: Completed, context: Pick<CallContext, 'signal'>) => Promise<readonly string[] | undefined>;
  /** An id for a call: ids of requests are chosen by clients and may repeat. */
  readonly newId: () => string;
  /** Receives errors of the server itself, which the client is shown as "Internal error" only. */
  note(error: unknown): void;
}

/**
 * Sends one message to a client.
 * @param about the request that the message belongs to; undefined for messages of their own
 */
export type Send = (message: object, about?: Id) => void;
