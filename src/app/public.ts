import type { WorkOptions } from '../base/progress.ts';
import type { LiveOptions, LiveStatus, Preflight } from '../live/desk.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { Problem } from '../tables/problems.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { AuditEntry, AuditVerdict, ToolManifest, ToolPolicy, ToolResult, ValidationReport } from '../tools/contract/index.ts';
import type { View } from '../tools/contract/project.ts';
import type { LintFinding } from '../tools/lint/rule.ts';
import type { Repaired } from '../tools/repair/repair.ts';
import type { PlanReport } from '../tools/plan/plan.ts';
import type { ToolMetrics } from '../tools/runner/ports.ts';
import type { ReplayReport } from '../tools/replay/replay.ts';
import type { MergeOptions, WorkbenchEvent } from '../ui/workbench.ts';
import type { Encoded, EncodeOptions } from '../wire/encode.ts';
import type { Score } from '../wire/score.ts';
import type { Decoded } from '../wire/record.ts';

export interface RunOptions extends WorkOptions {
  /** Approval dialogs may appear; otherwise a call that needs approval is denied. */
  readonly interactive?: boolean;
  /** References that go with the call: to keys, and to who calls. */
  readonly context?: {
    readonly connection_id?: string | undefined;
    readonly agent?: { readonly id: string; readonly version: string } | undefined;
  };
}

export interface SaveOptions {
  readonly name?: string;
  /** Captures whose bytes travel along; all that are open by default. */
  readonly capture_ids?: readonly string[];
}

/**
 * `window.workbench`: what scripts, notebooks and tests use. One more entry into the same runner as the
 * buttons: same policy, same validation, same journal. A tool's failure is a result with
 * `status: "error"`; promises reject only for what is no tool call.
 */
export interface Workbench {
  readonly version: string;
  readonly build: { readonly commit: string; readonly kernels_sha256: string };
  /** Settles when the query engine and the kernels answer. */
  readonly ready: Promise<void>;
  /** Settles when nothing is loading, running or drawing. */
  idle(): Promise<void>;

  /**
   * `reading` corrects what would be guessed of a table, `keep` loads a part of the file, `memory_bytes` bounds what its rows
   * may take; a file whose rows take more is refused with `details.offers`, each with a `keep` that fits. `mask` opens a masked
   * capture in the place of the file, which is in no list at any time; `drop` without advertising data.
   */
  open(
    files: File | FileList | readonly File[],
    options?: WorkOptions & OpenChoice & { readonly memory_bytes?: number; readonly mask?: 'mask' | 'drop' },
  ): Promise<CaptureInfo[]>;
  captures(): readonly CaptureInfo[];
  close(capture_id: string): Promise<void>;
  /**
   * Puts a masked capture in the place of one that is open, as a share with `mask` does, under a key that is forgotten: nothing
   * of this page knows the addresses and names afterwards. Earlier results and the journal stay.
   */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;

  /** One view over several captures: clocks aligned by common packets or by hand, duplicates marked. */
  merge(capture_ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  merges(): readonly MergeInfo[];

  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;

  /** The catalog after policy; `text`: words of name, title, tags or description, best first. `capture_id`: what fits that capture. */
  tools(filter?: { capability?: string; tag?: string; category?: string; text?: string; capture_id?: string }): readonly ToolManifest[];
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** What is to be mended in a manifest; with no argument, in those of every installed version. */
  lint(manifest?: unknown): readonly LintFinding[];
  /** Never executes. */
  validate(invocation: unknown): Promise<ValidationReport>;
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;

  /** The narrower shapes of R9, and the bounded view for planners. */
  project(result: ToolResult, view: View): unknown;
  /** A list of calls, or a plan document, through discover, plan, validate, execute, summarize and repair (S0 §6). */
  plan(invocations: unknown, options?: RunOptions): Promise<PlanReport>;
  /**
   * What was run here, as one JSON file that somebody else can run again; `capture_ids` are those whose bytes travel along,
   * `tool_call_ids` the calls where not all are wanted. With `mask` masked captures travel along and the calls are those on them.
   */
  bundle(options?: SaveOptions & { readonly tool_call_ids?: readonly string[]; readonly mask?: 'mask' | 'drop' }): Promise<Blob>;
  /** Runs the calls of a bundle again and names the first difference; what cannot be used is told by the report. */
  replay(bundle: Blob | object, options?: Pick<RunOptions, 'signal' | 'context'>): Promise<ReplayReport>;
  /** A corrected call out of a failed one, with what was changed and why; undefined when nothing can be done. */
  repair(invocation: unknown, result: ToolResult): Repaired | undefined;

  /**
   * The catalog (and results) as another dialect writes them: `openai-chat`, `openai-responses`, `anthropic`, `mcp` or `webmcp`.
   * Throws `UNKNOWN_DIALECT` or `UNKNOWN_TOOL`.
   */
  encode(dialect: string, options?: EncodeOptions): Encoded;
  /**
   * The calls of a transcript in such a dialect (a value, JSON, JSON lines or server-sent events), each with an invocation to be
   * given to `run`; what must not run has none. Throws `UNKNOWN_DIALECT` or `INVALID_TRANSCRIPT`.
   */
  decode(dialect: string, transcript: string | object): Decoded;
  /** How well a transcript answers a case of an evaluation file (docs/assistants.md); rejects with `INVALID_EVALUATION` for what is none. */
  score(dialect: string, transcript: string | object, evaluation: unknown): Promise<Score>;

  /** Identity resolving keys go in here and never come out; calls name them by `context.connection_id`. */
  readonly keyring: {
    add(name: string, irk_hex: string): Promise<{ readonly connection_id: string; readonly name: string }>;
    list(): readonly { readonly connection_id: string; readonly name: string }[];
    remove(connection_id: string): Promise<void>;
  };

  policy(): ToolPolicy;
  setPolicy(policy: unknown): Promise<void>;
  audit(): readonly AuditEntry[];
  /** Hash of the journal's last line, zeros while it is empty; everything that is exported carries it. */
  auditHead(): string;
  /** With a head that was noted before it also finds lines that were cut off at the end, or a chain that was written anew. */
  verifyAudit(expected_head?: string): Promise<AuditVerdict>;
  /** The journal with its head; JSON by default. */
  exportAudit(form?: 'json' | 'ndjson'): Promise<Blob>;
  /** Verifies an exported journal, against its own head and the one given; rejects when it is no journal. */
  checkAudit(journal: string | Blob, expected_head?: string): Promise<AuditVerdict>;
  metrics(): readonly ToolMetrics[];
  on(type: WorkbenchEvent['type'] | '*', listener: (event: WorkbenchEvent) => void): () => void;

  /** Scans of what is on the air now. A scan is a capture of kind `ble`, format `live`, that can be queried while it grows. */
  readonly live: {
    /** What scans need, each line with what to do about it. */
    preflight(): Promise<Preflight[]>;
    /** Needs a click or key of a person on the page; rejects with what to do about it otherwise. */
    start(options?: LiveOptions): Promise<CaptureInfo>;
    stop(): Promise<CaptureInfo>;
    status(): LiveStatus;
  };

  readonly session: {
    save(options?: SaveOptions): Promise<Blob>;
    load(file: Blob): Promise<void>;
    /**
     * One HTML file with everything in it, which opens with no network. `mask` writes derived captures with other addresses and
     * names, runs the calls again on these and leaves everything else here; `drop` leaves advertising data out as well.
     */
    offline(options?: SaveOptions & { readonly include_results?: boolean; readonly mask?: 'mask' | 'drop' }): Promise<Blob>;
  };
}

declare global {
  interface Window {
    workbench: Workbench;
  }
}
