import type { Progress } from '../../../base/progress.ts';
import type { ToolManifest, ToolResult } from '../../../tools/contract/index.ts';
import type { Level } from './levels.ts';
import type { Id } from './rpc.ts';

/** A form that the client shows its user (`elicitation/create`). Its answer is an object without nested values. */
export interface Form {
  /** The question to the user, with its reason. */
  readonly message: string;
  /** JSON Schema of the form's answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type FormAnswer =
  { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> } | { readonly action: 'decline' | 'cancel' };

/** What a running call may use. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Sends a message to the client's log, if the client requested messages of this level. */
  readonly log: (level: Level, data: unknown) => void;
  /** Shows the user of the client a form; undefined if the client does not support that. */
  readonly ask: ((form: Form) => Promise<FormAnswer>) | undefined;
}

/** An item in a list of resources, prompts or templates, in the protocol's form. */
export type Listed = Readonly<Record<string, unknown>>;

export interface McpResources {
  list(): readonly Listed[];
  templates(): readonly Listed[];
  /** Reads the contents of a resource, at most 32 KB; undefined if there is none with this URI. */
  read(uri: string, context: Pick<CallContext, 'signal'>): Promise<readonly Listed[] | undefined>;
  /** Stores a result as a resource, and returns a link to it. */
  keep(result: ToolResult): Listed;
  /** Links to parts of a result that the text of the answer does not contain. */
  links?(result: ToolResult): readonly Listed[];
}

export interface McpPrompts {
  list(): readonly Listed[];
  /** Description and messages of a prompt; undefined if there is none of this name. Throws `RpcError` for unsuitable arguments. */
  get(name: string, args: Readonly<Record<string, string>>): Listed | undefined;
}

/** What to complete: an argument of a prompt, or a variable in a resource template. */
export interface Completed {
  readonly of: 'prompt' | 'resource';
  /** Name of the prompt, or URI template of the resource. */
  readonly ref: string;
  readonly argument: string;
  /** The text that the user has typed so far. */
  readonly value: string;
  /** Values of the other arguments that the user chose before. */
  readonly given: Readonly<Record<string, string>>;
}

/** A tool of the server itself, in addition to those of the catalog. It does not read captures, so policy and journal do not apply. */
export interface OwnTool {
  readonly name: string;
  /** The tool in the form that `tools/list` returns. */
  readonly listed: Listed;
  /**
   * Runs the tool and returns the result of `tools/call`.
   * @param args as the client sent them, not validated
   */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<Listed>;
}

export interface McpServerParts {
  readonly version: string;
  /** The tools that the policy currently allows the client to call. @param attended whether the client can ask its user before a call */
  catalog(attended: boolean): readonly ToolManifest[];
  run(invocation: unknown, context: CallContext): Promise<ToolResult>;
  readonly own?: readonly OwnTool[];
  /** Content to add after the text of a result, such as its plots as images. @param room bytes for all of it together */
  readonly blocks?: (result: ToolResult, room: number) => Promise<readonly Listed[]>;
  readonly resources?: McpResources;
  readonly prompts?: McpPrompts;
  /** Returns values that complete the typed text, best first; undefined if there is no such argument. */
  readonly complete?: (what: Completed, context: Pick<CallContext, 'signal'>) => Promise<readonly string[] | undefined>;
  /** Creates an id for a call. The ids of requests cannot be used, because clients choose them and may repeat them. */
  readonly newId: () => string;
  /** Current time in ms since 1970. */
  readonly now: () => number;
  /** Receives internal errors, of which the client only learns "Internal error". */
  note(error: unknown): void;
}

/**
 * Sends one message to a client.
 * @param about the request that the message belongs to; undefined if it belongs to none
 */
export type Send = (message: object, about?: Id) => void;
