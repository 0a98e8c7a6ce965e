import type { DeviceName } from '../base/device-name.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { LiveOptions, LiveStatus, Preflight } from '../live/service.ts';
import type { EngineState } from '../engine/state.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { Problem } from '../tables/problems.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { CatalogFilter } from '../tools/choose.ts';
import type {
  AuditEntry,
  AuditVerdict,
  CallChange,
  ToolManifest,
  ToolPolicy,
  ToolResult,
  ValidationReport,
} from '../tools/contract/index.ts';
import type { ResultView } from '../tools/contract/project.ts';
import type { LintFinding } from '../tools/lint/rule.ts';
import type { Repaired } from '../tools/repair/repair.ts';
import type { TracedConversation, TraceOptions, TraceRequest } from '../planner/trace.ts';
import type { PlanReport } from '../tools/plan/plan.ts';
import type { ToolMetrics } from '../tools/runner/ports.ts';
import type { ReplayReport } from '../tools/replay/replay.ts';
import type { ShareParts } from './share.ts';
import type { KeyName, MergeOptions, WorkbenchEvent } from './port.ts';
import type { Encoded, EncodeOptions } from '../wire/encode.ts';
import type { Score } from '../wire/score.ts';
import type { Decoded } from '../wire/record.ts';
import type { Signer, SigningKeys, Verification } from './verification.ts';

export type { Signer, Verification };

/** Types of arguments that methods accept as `unknown`, because the methods validate them and report every error. */
export type { PlanDocument, ValidatedInvocation as ToolInvocation } from '../tools/contract/index.ts';
export type { EvaluationCase } from '../wire/score.ts';
export type { ResultView };

export interface OpenOptions extends WorkOptions, OpenChoice {
  /** Bytes of memory that the rows may use; by default, the memory that the query engine has free. */
  readonly memory_bytes?: number;
  /**
   * Opens a masked copy with other addresses and names instead of the file; with `drop`, also without advertising data. The unmasked
   * capture is never listed.
   */
  readonly mask?: 'mask' | 'drop';
}

export interface RunOptions extends WorkOptions {
  /** Whether approval dialogs may appear. If not, a call that needs approval is denied. */
  readonly interactive?: boolean;
  /**
   * The changes that a repair made to the call, as `repair` lists them. The result lists them in `metadata.repairs` and warns of what they
   * discarded.
   */
  readonly repairs?: readonly CallChange[];
  /** Canonical names of the only tools, among those that the policy allows, that this run may call; others fail with `POLICY_DENIED`. */
  readonly toolIds?: readonly string[];
  /** Who makes the call, and references to what it uses. */
  readonly context?: {
    /** Id of a resolving key in `keyring`, or the id that stands for all of them. */
    readonly connection_id?: string | undefined;
    /** The agent whose policy profile applies; without it, the call is the person's own. */
    readonly agent?: { readonly id: string; readonly version: string } | undefined;
    /** The caller's preferences, as free text, for the result's advice. They are not part of the result hash. */
    readonly preferences?: readonly string[] | undefined;
  };
}

export interface SaveOptions {
  /** Name of the session or bundle. */
  readonly name?: string;
  /**
   * Captures to include. A session refers to them by digest; an offline page or bundle contains their bytes. All open captures by default;
   * for bundles, none.
   */
  readonly capture_ids?: readonly string[];
  /** Whether to sign the seal with the key of `signing`. */
  readonly sign?: boolean;
}

export interface BundleOptions extends SaveOptions {
  /**
   * Include captures that contain key material; false by default: the bundle then contains only the digest of such a capture. A masked
   * bundle never contains key material.
   */
  readonly include_keys?: boolean;
  /** Include results that were computed on packets decrypted with keys; false by default. */
  readonly decrypted?: boolean;
  /** Ids of the calls that the bundle contains; all calls by default. */
  readonly tool_call_ids?: readonly string[];
  /** Masks the captures and runs the calls again on the masked ones. `drop` also leaves out advertising data. */
  readonly mask?: 'mask' | 'drop';
}

export interface OfflineOptions extends SaveOptions {
  readonly include_results?: boolean;
  /** Other parts to include, as far as they concern the captures of the file; all of them by default. */
  readonly include?: ShareParts;
  /**
   * Include key material in captures: link keys, LTK, IRK, CSRK, passkeys, PIN codes, OOB data, broadcast codes and vendor-specific data.
   * False by default: the copies then contain zeros in these places, and in every other part of HCI logs that may hold a secret. A masked
   * file never contains key material.
   */
  readonly include_keys?: boolean;
  /**
   * Masks the captures, with other addresses and names, and runs the calls again on the masked ones. `drop` also leaves out advertising
   * data. The page itself keeps its captures.
   */
  readonly mask?: 'mask' | 'drop';
}

export interface ToolFilter extends CatalogFilter {
  /** Return only tools that can be used on this open capture. */
  readonly capture_id?: string;
}

export type EventType = WorkbenchEvent['type'];

/**
 * `window.workbench`: the interface for scripts, notebooks and tests. Calls go through the same runner as the buttons, with the same
 * policy, validation and journal. A tool's failure is a result with `status: "error"`. Promises reject only for failures outside tool
 * calls, such as an unreadable file, wrong SQL or an aborted signal.
 */
export interface Workbench {
  /** Semantic version of the workbench. */
  readonly version: string;
  readonly build: { readonly commit: string; readonly kernels_sha256: string };
  /** Settles when the query engine and the kernels are ready. */
  readonly ready: Promise<void>;
  /** Settles when nothing is loading, running or drawing. */
  idle(): Promise<void>;

  /**
   * Opens files as captures. Of several files the readable ones open; of a zip file, each capture in it. Rejects when no file
   * opens: with `BAD_READING` when `reading` or `keep` do not fit the file, with `TOO_LARGE_FOR_MEMORY` when its rows need more
   * than `memory_bytes`; `details.offers` then lists values of `keep` that fit.
   */
  open(files: File | FileList | readonly File[], options?: OpenOptions): Promise<CaptureInfo[]>;
  captures(): readonly CaptureInfo[];
  /** The state of the query engine; event `engine` announces a change. */
  engine(): EngineState;
  close(capture_id: string): Promise<void>;
  /**
   * Replaces an open capture by a masked copy, whose key is discarded: the page no longer holds its addresses and names.
   * Earlier results and the journal stay. Rejects with `CANNOT_MASK` for tables.
   */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  /** Parts of a capture's file that could not be read, in file order. */
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;

  /**
   * Merges captures into one view, which is itself a capture. The clocks are aligned by packets that the sensors have in common, or by
   * `offsets_us`; records of one transmission share `transmission_no`. Rejects with `INVALID_MERGE`.
   */
  merge(capture_ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  merges(): readonly MergeInfo[];

  /**
   * Runs one read-only SQL statement. Each open capture is a table with the name of its `capture_id`; `device_names` (`address`, `name`)
   * holds the device names that the person entered.
   */
  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;

  /** The tools that the policy allows, newest version of each. */
  tools(filter?: ToolFilter): readonly ToolManifest[];
  /** The manifest of a tool, by name or alias; the newest version by default. */
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** Validates a manifest; without an argument, the manifests of every installed version. Returns the faults. */
  lint(manifest?: unknown): readonly LintFinding[];
  /** Checks a call as `run` does, without executing it. */
  validate(invocation: unknown): Promise<ValidationReport>;
  /** Runs one call. `invocation` is a `ToolInvocation` or its JSON text. */
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;

  /** Converts a result to another form: that of one specification, or the form for planners, which is limited in size. */
  project(result: ToolResult, view: ResultView): unknown;
  /**
   * Runs several calls: a list of `ToolInvocation` or a `PlanDocument`. Goes through the stages discover, plan, validate,
   * execute, summarize and repair. A failed step stops only the steps that need it.
   */
  plan(invocations: unknown, options?: RunOptions): Promise<PlanReport>;
  /** Writes the calls that were run to one JSON file, which `replay` can run again. */
  bundle(options?: BundleOptions): Promise<Blob>;
  /** Runs the calls of a bundle again and finds the first difference. The report names calls that cannot be run. */
  replay(bundle: Blob | object, options?: Pick<RunOptions, 'signal' | 'context'>): Promise<ReplayReport>;
  /**
   * Corrects a failed call by rules; undefined if no rule applies. `invocation` means the same as the original, spelled correctly.
   * `proposals` change or drop something, so a person must accept one, best first; run it with its `changes` as `options.repairs`.
   */
  repair(invocation: unknown, result: ToolResult): Repaired | undefined;

  /**
   * Writes the allowed tools, and results, in another dialect: `openai-chat`, `openai-responses`, `anthropic`, `gemini`,
   * `bedrock` (Converse), `cohere` (chat v2), `ollama`, `mcp` or `webmcp`. Throws `UNKNOWN_DIALECT` or `UNKNOWN_TOOL`.
   */
  encode(dialect: string, options?: EncodeOptions): Encoded;
  /**
   * Reads the calls of a transcript in a dialect: a value, JSON, JSON lines or server-sent events. Each complete call has an
   * invocation for `run`; anything that cannot be read is a problem. Throws `UNKNOWN_DIALECT` or `INVALID_TRANSCRIPT`.
   */
  decode(dialect: string, transcript: string | object): Decoded;
  /** Scores a transcript against an `EvaluationCase` (docs/how-to/assistants.md). Rejects with `INVALID_EVALUATION`. */
  score(dialect: string, transcript: string | object, evaluation: unknown): Promise<Score>;
  /** Converts a timed conversation to OpenTelemetry spans (OTLP JSON). Rejects with `INVALID_CONVERSATION`. */
  trace(conversation: TracedConversation, options?: TraceOptions): Promise<TraceRequest>;

  /** Names of devices, as the page shows and edits them. */
  readonly names: {
    list(): readonly DeviceName[];
    /**
     * Names the device behind an address, which is spelled as the page shows it; an empty text removes the name. Throws
     * `INVALID_NAME` unless the address has 1 to 64 visible characters and the name is one line of at most 64, and when there are
     * 10,000 names already.
     */
    set(address: string, name: string): void;
  };

  /**
   * Keys of devices. No method returns a key; calls refer to a resolving key by `context.connection_id`, and `open` to long-term and
   * session keys by `decrypt`.
   */
  readonly keyring: {
    /** `key_hex`: 32 hexadecimal digits, most significant byte first. `kind`: `irk` by default. Rejects with `INVALID_KEY`. */
    add(name: string, key_hex: string, kind?: KeyName['kind']): Promise<KeyName>;
    list(): readonly KeyName[];
    remove(connection_id: string): Promise<void>;
  };

  /**
   * Verifies a saved session, shared file or replay bundle: every byte against its seal, each result against its `result_hash`, each
   * journal against its hash chain. Rejects with `NOT_VERIFIABLE` for any other file.
   */
  verify(file: Blob): Promise<Verification>;
  /** The signing key for sessions, shared files and bundles. */
  readonly signing: SigningKeys;

  /** The policy in force. */
  policy(): ToolPolicy;
  /** Replaces the policy. Rejects with `INVALID_POLICY`, listing every fault. */
  setPolicy(policy: unknown): Promise<void>;
  /** The journal: one line for each call. */
  audit(): readonly AuditEntry[];
  /** Hash of the journal's last entry; zeros while it is empty. Every exported file includes it. */
  auditHead(): string;
  /** Recomputes the journal's hash chain. With an earlier head it also detects a truncated or rewritten chain. */
  verifyAudit(expected_head?: string): Promise<AuditVerdict>;
  /** The journal with its head; JSON by default. */
  exportAudit(form?: 'json' | 'ndjson'): Promise<Blob>;
  /** Verifies an exported journal against its own head and the given one. Rejects if the file is not a journal. */
  checkAudit(journal: string | Blob, expected_head?: string): Promise<AuditVerdict>;
  /** Call counts and durations by tool. */
  metrics(): readonly ToolMetrics[];
  /** Calls `listener` on every event of a type, or of all types with `*`. Returns a function that unsubscribes. */
  on(type: EventType | '*', listener: (event: WorkbenchEvent) => void): () => void;

  /** Live scans. A scan is a capture of kind `ble` and format `live`, which can be queried while it grows. */
  readonly live: {
    /** Lists what a scan requires, each with its state and what to do about it. */
    preflight(): Promise<Preflight[]>;
    /** Starts a scan. Must be called from a click or key press on the page; the message of a rejection says what to do. */
    start(options?: LiveOptions): Promise<CaptureInfo>;
    stop(): Promise<CaptureInfo>;
    status(): LiveStatus;
  };

  readonly session: {
    /** Writes calls, results, journal and policy to a file. It refers to captures by digest and contains none of their bytes. */
    save(options?: SaveOptions): Promise<Blob>;
    load(file: Blob): Promise<void>;
    /** One HTML file that contains the workbench, the captures and the results, and opens without a network. */
    offline(options?: OfflineOptions): Promise<Blob>;
  };
}

/** Those methods of an object that return a promise. */
type Calls<T> = { readonly [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K] };
/** Those methods of an object that return synchronously and take no arguments. */
type Reads<T> = {
  readonly [
    K in keyof T as T[K] extends (...args: infer A) => infer R ? (R extends Promise<unknown> ? never : A extends [] ? K : never) : never
  ]: T[K];
};
type Groups = 'keyring' | 'live' | 'session' | 'signing';
type PathsOf<T extends Record<Groups, object>, Own> =
  (keyof Own & string) | { [G in Groups]: T[G] extends infer Group ? `${G}.${keyof Group & string}` : never }[Groups];

/** The part of the interface that the core implements: every method that returns a promise, except methods that depend on the page. */
export type ServedPublic = Omit<Calls<Workbench>, 'idle'> & { readonly [G in Groups]: Calls<Workbench[G]> };
type CallPath = PathsOf<{ [G in Groups]: Calls<Workbench[G]> }, Omit<Calls<Workbench>, 'idle'>>;
type ReadPath = PathsOf<{ [G in Groups]: Reads<Workbench[G]> }, Reads<Workbench>>;

/** The paths of all methods that the core serves. This does not compile if a method is missing or none has the name. */
export const CALLS = Object.keys({
  open: true,
  close: true,
  pseudonymise: true,
  problems: true,
  merge: true,
  query: true,
  validate: true,
  run: true,
  plan: true,
  bundle: true,
  replay: true,
  score: true,
  trace: true,
  verify: true,
  setPolicy: true,
  verifyAudit: true,
  exportAudit: true,
  checkAudit: true,
  'keyring.add': true,
  'keyring.remove': true,
  'signing.create': true,
  'signing.import': true,
  'signing.export': true,
  'signing.remove': true,
  'live.preflight': true,
  'live.start': true,
  'live.stop': true,
  'session.save': true,
  'session.load': true,
  'session.offline': true,
} satisfies Record<CallPath, true>);

/** The paths of all values that the page reads from its copy of the core's values. */
export const READS = Object.keys({
  captures: true,
  engine: true,
  merges: true,
  policy: true,
  audit: true,
  auditHead: true,
  metrics: true,
  'keyring.list': true,
  'live.status': true,
  'signing.key': true,
} satisfies Record<ReadPath, true>);

type FunctionKeys<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

/** Names of the methods that do not need the core: pure functions and methods that the page itself implements. */
export const PURE = Object.keys({
  idle: true,
  tools: true,
  manifest: true,
  lint: true,
  project: true,
  repair: true,
  encode: true,
  decode: true,
  'names.list': true,
  'names.set': true,
} satisfies Record<Exclude<FunctionKeys<Workbench>, CallPath | ReadPath | 'on'> | `names.${keyof Workbench['names']}`, true>);

declare global {
  interface Window {
    workbench: Workbench;
  }
}
