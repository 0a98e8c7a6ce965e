import type { Progress } from '../../../base/progress.ts';
import type { ToolManifest, ToolResult } from '../../../tools/contract/index.ts';
import type { Level } from './levels.ts';
import type { Id } from './rpc.ts';

/** A form for the user of the client (`elicitation/create`): a flat object of simple values. */
export interface Form {
  /** The question and its reason. */
  readonly message: string;
  /** JSON Schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type FormAnswer =
  { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> } | { readonly action: 'decline' | 'cancel' };

/** Services for a running call. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Sends a message to the client's log, if the client wants this level. */
  readonly log: (level: Level, data: unknown) => void;
  /** Asks the user of the client; undefined if the client does not support that. */
  readonly ask: ((form: Form) => Promise<FormAnswer>) | undefined;
}

/** An item of a list of resources, prompts or templates, as the protocol writes it. */
export type Listed = Readonly<Record<string, unknown>>;

export interface McpResources {
  list(): readonly Listed[];
  templates(): readonly Listed[];
  /** The contents of a resource, at most 32 KB of them; undefined where there is none under this URI. */
  read(uri: string, context: Pick<CallContext, 'signal'>): Promise<readonly Listed[] | undefined>;
  /** Stores a result and returns a link to it. */
  keep(result: ToolResult): Listed;
  /** Links to parts of a result that its text does not contain. */
  links?(result: ToolResult): readonly Listed[];
}

export interface McpPrompts {
  list(): readonly Listed[];
  /** Description and messages; undefined where there is no prompt of this name. Throws `RpcError` for arguments that do not fit. */
  get(name: string, args: Readonly<Record<string, string>>): Listed | undefined;
}

/** What to complete: an argument of a prompt, or a variable in a resource template. */
export interface Completed {
  readonly of: 'prompt' | 'resource';
  /** Name of the prompt, or the template. */
  readonly ref: string;
  readonly argument: string;
  /** The text typed so far. */
  readonly value: string;
  /** Arguments chosen before. */
  readonly given: Readonly<Record<string, string>>;
}

/** A tool of the server itself, besides those of the catalog. It is not a call over captures, so policy and journal do not apply. */
export interface OwnTool {
  readonly name: string;
  /** The tool as `tools/list` returns it. */
  readonly listed: Listed;
  /**
   * Returns the result of `tools/call`.
   * @param args as the client sent them, not validated
   */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<Listed>;
}

export interface McpServerParts {
  readonly version: string;
  /** The tools that the policy currently allows the client. @param attended whether the client can ask its user before a call */
  catalog(attended: boolean): readonly ToolManifest[];
  run(invocation: unknown, context: CallContext): Promise<ToolResult>;
  readonly own?: readonly OwnTool[];
  /** Blocks of content beside the text of a result, such as its plots as images. @param room bytes for all of them */
  readonly blocks?: (result: ToolResult, room: number) => Promise<readonly Listed[]>;
  readonly resources?: McpResources;
  readonly prompts?: McpPrompts;
  /** Values that complete the typed text, best first; undefined if the argument is unknown. */
  readonly complete?: (what: Completed, context: Pick<CallContext, 'signal'>) => Promise<readonly string[] | undefined>;
  /** Creates an id for a call, because request ids are chosen by clients and may repeat. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives internal errors, which the client only sees as "Internal error". */
  note(error: unknown): void;
}

/**
 * Sends one message to a client.
 * @param about the request that the message belongs to; undefined for unrelated messages
 */
export type Send = (message: object, about?: Id) => void;
