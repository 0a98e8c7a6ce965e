import type { Progress } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Kernels } from '../../kernels/contract.ts';
import type {
  AuditEntry,
  AuditVerdict,
  CaptureSelection,
  ToolError,
  ToolManifest,
  ToolPolicy,
  ToolResult,
  ToolWarning,
  ValidationReport,
} from '../contract/index.ts';
import type { AddressResolver, ArtifactDraft, CaptureLookup, RowExporter, SelectedRows, TimingClock } from '../definition.ts';
import type { ToolRegistry } from '../registry.ts';

/** What the runner is made of; `app` supplies it, tests supply it, nothing is reached for. */
export interface RunnerParts {
  readonly registry: ToolRegistry;
  readonly policy: ToolPolicy;
  readonly capabilities: {
    readonly captures: CaptureLookup;
    readonly query?: Pick<Engine, 'answer' | 'query' | 'stream'>;
    readonly kernels?: Kernels;
    /** What a granted connection can resolve; undefined where nothing is kept under the id. */
    readonly resolver?: (connection_id: string) => AddressResolver | undefined;
    readonly exporter?: RowExporter;
  };
  readonly select: SelectRows;
  readonly clock: TimingClock;
  /** Gives up the thread for a moment when it was held for long; never where there is nobody else to serve. */
  readonly turn?: (() => Promise<void>) | undefined;
  readonly ids: { uuid(): string };
  readonly hash: Hash;
  /** Digest and length of texts one behind the other as UTF-8, for megabytes of them; `hash` serves where it is missing. */
  readonly hashText?: ((texts: readonly string[], turn: () => Promise<void>) => Promise<TextDigest>) | undefined;
  readonly service: { readonly version: string; readonly sessionId: string };
  /** Asks the person; absent where nobody can be asked. */
  readonly approve?: (request: ApprovalRequest) => Promise<Approval>;
  /** Keeps the bytes and answers where they can be fetched. */
  readonly storeArtifact?: (artifact: ArtifactDraft) => string;
  /** Local debug log: stacks and causes, never exported and never part of a result (R42). */
  readonly debug?: (note: DebugNote) => void;
}

/** SHA-256 as 64 lower-case hex digits; at once where it can be, so that nothing else of the page comes between two steps. */
/** SHA-256 as 64 lower-case hex digits; what the text takes as UTF-8. */
export interface TextDigest {
  readonly sha256: string;
  readonly bytes: number;
}

export type Hash = (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;

/** One line of the local debug log: what a call was given, how it ended, and the causes that no result names. */
export type DebugNote = { readonly traceId: string; readonly tool_call_id: string } & (
  | { readonly phase: 'start'; readonly entry: string; readonly invocation: unknown }
  | { readonly phase: 'failure'; readonly error: unknown }
  | { readonly phase: 'end'; readonly status: ToolResult['status']; readonly summary: string; readonly duration_ms: number }
);

/** Turns a selection that passed its schema into rows; collects everything that is wrong with it. */
export type SelectRows = (selection: CaptureSelection, captures: CaptureLookup) => SelectionAnswer;

export interface SelectionAnswer {
  readonly errors: readonly ToolError[];
  readonly warnings: readonly ToolWarning[];
  /** Present when `errors` is empty. */
  readonly rows?: SelectedRows;
  /** The selection as it was understood, for `metadata.selection`. */
  readonly normalised?: Readonly<Record<string, unknown>>;
}

export interface ApprovalRequest {
  readonly tool_call_id: string;
  readonly manifest: ToolManifest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly actor: string;
  readonly entry: string;
  /** What the call would read. */
  readonly rows: SelectedRows;
  readonly risk: number;
  readonly reason: string;
  /** What stands against other arguments in their place; they are checked again before anything runs. */
  readonly check: (changed: Readonly<Record<string, unknown>>) => readonly ToolError[];
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

export type Approval =
  | { readonly kind: 'approved'; readonly by: string }
  | { readonly kind: 'rejected'; readonly by: string }
  | { readonly kind: 'modified'; readonly by: string; readonly arguments: Readonly<Record<string, unknown>> };

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The door: `page`, `console`, `plan`, `replay`, `webmcp`, `transcript`, `planner`, `mcp`, `embed`. */
  readonly entry?: string | undefined;
  /** Approval dialogs may appear; otherwise a call that needs approval is denied. */
  readonly interactive?: boolean | undefined;
  /** Request ids are unique within one scope; a replay is a scope of its own. */
  readonly scope?: string | undefined;
  /** Calls inside a call; more than one level is refused (S2-X8). */
  readonly depth?: number | undefined;
  /** May run while other such calls do; only a read-only tool does (R45). */
  readonly beside?: boolean | undefined;
  /** Computes even what an earlier run answered: a replay proves nothing from the cache. */
  readonly fresh?: boolean | undefined;
  /** Lowest trust of what the arguments were made of, e.g. of the results that a plan refers to (S3-2.25). */
  readonly trust?: ToolManifest['trust'] | undefined;
  /** Tools of this one run, on top of the policy (S2-23). */
  readonly toolIds?: readonly string[] | undefined;
  readonly context?:
    | {
        readonly connection_id?: string | undefined;
        readonly agent?: { readonly id: string; readonly version: string } | undefined;
        readonly traceId?: string | undefined;
        readonly correlationId?: string | undefined;
      }
    | undefined;
}

/** What happened, in order: one start and one result for every attempt (R31). Payloads carry only what may be seen. */
export type RunnerEvent =
  | {
      readonly type: 'tool-start';
      readonly tool_call_id: string;
      readonly tool_name: string;
      readonly traceId: string;
      readonly phase: 'executing' | 'rejected';
      /** Validated arguments; absent when the call was rejected. */
      readonly arguments?: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'tool-progress'; readonly tool_call_id: string; readonly progress: Progress }
  | { readonly type: 'tool-result'; readonly tool_call_id: string; readonly result: ToolResult }
  | { readonly type: 'audit'; readonly entry: AuditEntry };

export interface ToolMetrics {
  readonly tool_name: string;
  readonly calls: number;
  readonly errors: number;
  readonly partial: number;
  readonly cache_hits: number;
  readonly total_ms: number;
  /** Of the last 1000 calls. */
  readonly median_ms: number;
  readonly max_ms: number;
  /** How many calls ended with each code. */
  readonly errors_by_code: Readonly<Record<string, number>>;
}

export interface Runner {
  /** Never rejects: every failure is a result with `status: "error"`. Accepts JSON text too. */
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;
  /** Everything that would keep the call from running; executes nothing and remembers nothing. */
  validate(invocation: unknown, options?: RunOptions): Promise<ValidationReport>;
  /** The tools that an actor may see, newest version of each (S2 "ToolCatalog"). `attended`: a person watches the agent and can be asked. */
  catalog(agent?: { readonly id: string; readonly attended?: boolean }): readonly ToolManifest[];
  manifest(name: string, version?: string): ToolManifest | undefined;
  on<T extends RunnerEvent['type']>(type: T | '*', listener: (event: Extract<RunnerEvent, { type: T }>) => void): () => void;
  audit(): readonly AuditEntry[];
  /** Hash of the journal's last line, zeros while it is empty: goes into everything that is exported. */
  auditHead(): string;
  /** @param expected_head a head that was noted before: without it nobody sees that lines were cut off at the end */
  verifyAudit(expected_head?: string): Promise<AuditVerdict>;
  metrics(): readonly ToolMetrics[];
  policy(): ToolPolicy;
  /** Replaces the policy; throws a `WorkbenchError` (`INVALID_POLICY`) that lists what is wrong with it. */
  setPolicy(policy: unknown): void;
}
