import type { Progress } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Kernels } from '../../kernels/contract.ts';
import type {
  AuditEntry,
  AuditVerdict,
  CallChange,
  CaptureSelection,
  ToolError,
  ToolManifest,
  ToolPolicy,
  ToolResult,
  ToolWarning,
  ValidationReport,
} from '../contract/index.ts';
import type {
  AddressResolver,
  ArtifactDraft,
  CaptureLookup,
  CatalogSearch,
  RowExporter,
  SelectedRows,
  TimingClock,
} from '../definition.ts';
import type { ToolRegistry } from '../registry.ts';

/** Injected dependencies of the runner. */
/** Applies the repair rules to a failed call. */
export type CorrectCall = (invocation: unknown, errors: readonly ToolError[], facts: CorrectionFacts) => Correction | undefined;

export interface RunnerParts {
  readonly registry: ToolRegistry;
  readonly policy: ToolPolicy;
  /** Lines of a journal to continue; their request ids count as used. */
  readonly journal?: readonly AuditEntry[];
  readonly capabilities: {
    readonly captures: CaptureLookup;
    readonly query?: Pick<Engine, 'answer' | 'confine' | 'query' | 'stream'>;
    readonly kernels?: Kernels;
    /** Returns the resolver of a granted connection; undefined if there is none with this id. */
    readonly resolver?: (connection_id: string) => AddressResolver | undefined;
    readonly exporter?: RowExporter;
    readonly search?: CatalogSearch;
  };
  readonly select: SelectRows;
  readonly clock: TimingClock;
  readonly ids: { uuid(): string };
  readonly hash: Hash;
  readonly service: { readonly version: string; readonly sessionId: string };
  /** Asks a person for approval; absent if no person is available. */
  readonly approve?: (request: ApprovalRequest) => Promise<Approval>;
  /** Loads the repair rules, which only propose corrections. If absent, no corrections are suggested. */
  readonly corrections?: () => Promise<CorrectCall>;
  /** Stores the bytes and returns their URL. */
  readonly storeArtifact?: (artifact: ArtifactDraft) => string | Promise<string>;
  /** Local debug log with stacks and causes; never exported and never part of a result (R42). */
  readonly debug?: (note: DebugNote) => void;
}

/** The tools and captures that the caller of a failed call may use. */
export interface CorrectionFacts {
  readonly registry: ToolRegistry;
  readonly catalog: readonly ToolManifest[];
  readonly captures: CaptureLookup;
  readonly ids: { uuid(): string };
}

/** A failed call after repairs that keep its meaning, and other possible readings, best first. */
export interface Correction {
  readonly invocation: unknown;
  readonly changes: readonly CallChange[];
  /** Whether `invocation` may run without asking a person. */
  readonly determinable: boolean;
  readonly proposals: readonly { readonly class: 'choice' | 'loss'; readonly why: string; readonly invocation: unknown }[];
}

/** SHA-256 as 64 lower-case hex digits. */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;

/** A line of the local debug log: the input, end or failure of a call. It is never part of a result. */
export type DebugNote = { readonly traceId: string; readonly tool_call_id: string } & (
  | { readonly phase: 'start'; readonly entry: string; readonly invocation: unknown }
  | { readonly phase: 'failure'; readonly error: unknown }
  | { readonly phase: 'end'; readonly status: ToolResult['status']; readonly summary: string; readonly duration_ms: number }
);

/** Converts a selection that passed its schema to rows, or returns all its errors. */
export type SelectRows = (selection: CaptureSelection, captures: CaptureLookup) => SelectionAnswer;

export interface SelectionAnswer {
  readonly errors: readonly ToolError[];
  readonly warnings: readonly ToolWarning[];
  /** The selected rows; set if `errors` is empty. */
  readonly rows?: SelectedRows;
  /** The normalised selection, for `metadata.selection`. */
  readonly normalised?: Readonly<Record<string, unknown>>;
}

export interface ApprovalRequest {
  readonly tool_call_id: string;
  readonly manifest: ToolManifest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly actor: string;
  readonly entry: string;
  /** The rows that the call would read, about which the user is asked. */
  readonly rows: SelectedRows;
  readonly risk: number;
  readonly reason: string;
  /** Returns the errors of changed arguments. The runner checks them again before the call runs. */
  readonly check: (changed: Readonly<Record<string, unknown>>) => readonly ToolError[];
  /** Aborts when the call is cancelled. */
  readonly signal?: AbortSignal | undefined;
}

export type Approval =
  | { readonly kind: 'approved'; readonly by: string }
  | { readonly kind: 'rejected'; readonly by: string }
  | { readonly kind: 'modified'; readonly by: string; readonly arguments: Readonly<Record<string, unknown>> };

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Entry point: `page`, `console`, `plan`, `replay`, `webmcp`, `transcript`, `planner`, `mcp`, `embed`. */
  readonly entry?: string | undefined;
  /** Whether approval dialogs may be shown; otherwise a call that needs approval is denied. */
  readonly interactive?: boolean | undefined;
  /** Scope within which request ids must be unique; each replay has its own. */
  readonly scope?: string | undefined;
  /** Nesting depth of calls made by a call; more than one level is rejected (S2-X8). */
  readonly depth?: number | undefined;
  /** Whether the call may run concurrently with other such calls; applies only to read-only tools (R45). */
  readonly beside?: boolean | undefined;
  /** Whether to bypass the cache, as replays must. */
  readonly fresh?: boolean | undefined;
  /** Lowest trust of the data in the arguments, e.g. of the results that a plan refers to (S3-2.25). */
  readonly trust?: ToolManifest['trust'] | undefined;
  /** Changes that a repair made to this call; the result lists them and warns of what they discarded. */
  readonly repairs?: readonly CallChange[] | undefined;
  /** The only tools that this run may use, in addition to the policy's limits (S2-23). */
  readonly toolIds?: readonly string[] | undefined;
  readonly context?:
    | {
        readonly connection_id?: string | undefined;
        readonly agent?: { readonly id: string; readonly version: string } | undefined;
        /** The person's preferences in plain words. Tools do not read them, so results do not depend on them. */
        readonly preferences?: readonly string[] | undefined;
        /** Id shared by the calls of one plan. */
        readonly traceId?: string | undefined;
        /** Id shared by a call and its repairs. */
        readonly correlationId?: string | undefined;
      }
    | undefined;
}

/** Event of a call. Every attempt has one `tool-start` and one `tool-result`; the payload is redacted. */
export type RunnerEvent =
  | {
      readonly type: 'tool-start';
      readonly tool_call_id: string;
      readonly tool_name: string;
      readonly traceId: string;
      readonly phase: 'executing' | 'rejected';
      /** Validated arguments; absent if the call was rejected. */
      readonly arguments?: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'tool-progress'; readonly tool_call_id: string; readonly progress: Progress }
  | { readonly type: 'tool-result'; readonly tool_call_id: string; readonly result: ToolResult }
  | { readonly type: 'audit'; readonly entry: AuditEntry };

/** Call counts and durations of one tool. */
export interface ToolMetrics {
  readonly tool_name: string;
  readonly calls: number;
  readonly errors: number;
  readonly partial: number;
  readonly cache_hits: number;
  readonly total_ms: number;
  /** Median duration of the last 1000 calls. */
  readonly median_ms: number;
  readonly max_ms: number;
  /** Number of calls that ended with each code. */
  readonly errors_by_code: Readonly<Record<string, number>>;
}

export interface Runner {
  /** Runs a call. Never rejects: every failure, including invalid options, is a result with `status: "error"`. Also accepts JSON text. */
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;
  /** Lists every error that would stop the call. Executes nothing and keeps no state. */
  validate(invocation: unknown, options?: RunOptions): Promise<ValidationReport>;
  /**
   * The tools that an actor may see, newest version of each (S2 "ToolCatalog"). `attended`: a person supervises the agent and can be asked
   * for approval.
   */
  catalog(agent?: { readonly id: string; readonly attended?: boolean }): readonly ToolManifest[];
  /**
   * The version that handles calls for the given version (R21), the newest if none is given; absent if the policy does not allow the tool.
   */
  manifest(name: string, version?: string): ToolManifest | undefined;
  on<T extends RunnerEvent['type']>(type: T | '*', listener: (event: Extract<RunnerEvent, { type: T }>) => void): () => void;
  audit(): readonly AuditEntry[];
  /** Hash of the journal's last line; zeros if it is empty. Every export contains it. */
  auditHead(): string;
  /** @param expected_head an earlier head, needed to detect lines that were removed from the end */
  verifyAudit(expected_head?: string): Promise<AuditVerdict>;
  metrics(): readonly ToolMetrics[];
  policy(): ToolPolicy;
  /** Replaces the policy; throws a `WorkbenchError` (`INVALID_POLICY`) that lists its errors. */
  setPolicy(policy: unknown): void;
}
