/**
 * Types of `window.workbench`, the scripting interface of Capture Workbench. Copy this file beside your script.
 * A tool's failure is a result with `status: "error"`; promises reject only for what is no tool call.
 */

export interface Workbench {
  /** Semantic version of the workbench. */
  readonly version: string;
  readonly build: { readonly commit: string; readonly kernels_sha256: string };
  /** Settles when the query engine answers. */
  readonly ready: Promise<void>;
  /** Settles when nothing is loading, running or drawing. */
  idle(): Promise<void>;

  /**
   * Rejects when no file could be opened; of several files the good ones open, of a zip file each capture in it. A file whose
   * rows would take more than `memory_bytes` rejects with code `TOO_LARGE_FOR_MEMORY` and `details.offers`.
   */
  open(files: File | FileList | readonly File[], options?: OpenOptions): Promise<CaptureInfo[]>;
  captures(): readonly CaptureInfo[];
  close(capture_id: string): Promise<void>;
  /**
   * Puts a masked capture in the place of one that is open, under a key that is forgotten: nothing of this page knows the
   * addresses and names afterwards. Earlier results and the journal stay. Rejects with `CANNOT_MASK` for tables.
   */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;

  /**
   * One view over several captures, itself a capture: its clocks aligned by the packets that sensors have in common, or by
   * `offsets_us`; records of one transmission share `transmission_no`. Rejects with `INVALID_MERGE`.
   */
  merge(capture_ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  merges(): readonly MergeInfo[];

  /** One read-only statement over the open captures; each capture is a table named by its capture_id. */
  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;

  /** The catalog, after policy. */
  tools(filter?: { capability?: string; tag?: string; category?: string; text?: string; capture_id?: string }): readonly ToolManifest[];
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** What is to be mended in a manifest; with no argument, in those of every installed version. */
  lint(manifest?: unknown): readonly LintFinding[];
  /** Never executes. */
  validate(invocation: unknown): Promise<ValidationReport>;
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;
  /** Narrower shapes of a result: each specification's own, or the bounded view for planners. */
  project(result: ToolResult, view: ResultView): unknown;
  /**
   * A list of calls, or a plan document, through discover, plan, validate, execute, summarize and repair; a failed step
   * stops only those that wait for it.
   */
  plan(invocations: unknown, options?: RunOptions): Promise<PlanReport>;
  /** What was run here, as one JSON file that somebody else can run again; `capture_ids` are those whose bytes travel along. */
  bundle(options?: SaveOptions & { readonly tool_call_ids?: readonly string[]; readonly mask?: 'mask' | 'drop' }): Promise<Blob>;
  /** Runs the calls of a bundle again and names the first difference; what cannot be used is told by the report. */
  replay(bundle: Blob | object, options?: Pick<RunOptions, 'signal' | 'context'>): Promise<ReplayReport>;
  /** A corrected call out of a failed one, under a new request_id; undefined when nothing can be done about it. */
  repair(invocation: unknown, result: ToolResult): Repaired | undefined;

  /**
   * The catalog (and results) as another dialect writes them: `openai-chat`, `openai-responses`, `anthropic`, `mcp` or `webmcp`.
   * Throws `UNKNOWN_DIALECT` or `UNKNOWN_TOOL`.
   */
  encode(
    dialect: string,
    options?: EncodeOptions,
  ): { readonly value: Readonly<Record<string, unknown>>; readonly warnings: readonly Issue[] };
  /**
   * The calls of a transcript in such a dialect (a value, JSON, JSON lines or server-sent events), each with an invocation to be
   * given to `run`; what must not run has none. Throws `UNKNOWN_DIALECT` or `INVALID_TRANSCRIPT`.
   */
  decode(
    dialect: string,
    transcript: string | object,
  ): { readonly calls: readonly ToolInvocationRecord[]; readonly finish: string | null; readonly problems: readonly Issue[] };
  /** How well a transcript answers a case of an evaluation file (docs/assistants.md); rejects with `INVALID_EVALUATION` for what is none. */
  score(
    dialect: string,
    transcript: string | object,
    evaluation: unknown,
  ): Promise<{
    /** 0…1: matched calls over expected, unexpected and rejected ones. */
    readonly score: number;
    readonly matched: readonly { readonly expected: number; readonly id: string }[];
    readonly missing: readonly number[];
    readonly unexpected: readonly string[];
    readonly rejected: readonly string[];
  }>;

  /** Identity resolving keys go in here and never come out; calls name them by `context.connection_id`. */
  readonly keyring: {
    /** `irk_hex`: 32 hexadecimal digits, most significant byte first. Rejects with `INVALID_KEY`. */
    add(name: string, irk_hex: string): Promise<{ readonly connection_id: string; readonly name: string }>;
    list(): readonly { readonly connection_id: string; readonly name: string }[];
    remove(connection_id: string): Promise<void>;
  };

  policy(): unknown;
  /** Rejects with `INVALID_POLICY` and everything that is wrong with it. */
  setPolicy(policy: unknown): Promise<void>;
  audit(): readonly AuditEntry[];
  /** Recomputes the chain of hashes. With a head that was noted before it also finds lines that were cut off at the end, or a chain that was written anew. */
  verifyAudit(expected_head?: string): Promise<AuditVerdict>;
  /** Hash of the journal's last line, zeros while it is empty; everything that is exported carries it. */
  auditHead(): string;
  /** The journal with its head; JSON by default. */
  exportAudit(form?: 'json' | 'ndjson'): Promise<Blob>;
  /** Verifies an exported journal, against its own head and the one given; rejects when it is no journal. */
  checkAudit(journal: string | Blob, expected_head?: string): Promise<AuditVerdict>;
  metrics(): readonly ToolMetrics[];
  /** Returns the function that stops listening. */
  on(type: EventType | '*', listener: (event: { readonly type: EventType }) => void): () => void;

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

export type EventType =
  'captures' | 'activity' | 'keys' | 'journals' | 'policy' | 'kept' | 'live' | 'audit' | 'tool-start' | 'tool-progress' | 'tool-result';
export type ResultView = 's0' | 's1' | 'exec' | 's4' | 'planner';

export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows' | 'pairs' | 'steps';
}

export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

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
  readonly capture_ids?: readonly string[];
}

export interface MergeOptions extends WorkOptions {
  /** What the view is called; `merged` by default. A view of that name is replaced. */
  readonly name?: string | undefined;
  /** µs to add to a capture's `ts_us`, by capture id; the others are aligned by their packets. The first has none. */
  readonly offsets_us?: Readonly<Record<string, number>> | undefined;
  /** What the sensor of a capture is called, by capture id; `receiver` says it. At most 64 characters each. */
  readonly sensors?: Readonly<Record<string, string>> | undefined;
}

export interface MergeMember {
  readonly capture_id: string;
  /** Name that the person gave its sensor; null where none was given. */
  readonly sensor: string | null;
  readonly state: 'reference' | 'aligned' | 'manual' | 'unaligned';
  /** Which of its clocks its rows are placed by. */
  readonly clock: 'ts_us' | 'radio_ts_us';
  /** What its `ts_us` was moved by in the middle of the common packets. */
  readonly offset_us: number;
  readonly drift_ppm: number;
  /** Distance of the two records of a common packet after alignment. */
  readonly residual_us: { readonly median: number; readonly p95: number } | null;
  /** Farthest apart that two records count as one transmission. */
  readonly tolerance_us: number | null;
  /** Transmissions that earlier captures heard too: the duplicates of the view. */
  readonly common_packets: number;
  /** Pairs that the same rules find at wrong offsets, on average. */
  readonly chance_packets: number;
  readonly comparable_rows: number;
  /** Why it is not aligned. */
  readonly reason: string | null;
  /** At most 400 of the common packets. */
  readonly residuals: readonly { readonly at_s: number; readonly residual_us: number }[];
}

export interface MergeInfo {
  readonly capture: CaptureInfo;
  readonly members: readonly MergeMember[];
  readonly transmissions: number;
  readonly duplicates: number;
}

/** How a table is read; what is left out is guessed. */
export interface TableReading {
  readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: '"' | "'" | 'none' | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** Lines above the table. */
  readonly skip_lines?: number | undefined;
  readonly header?: boolean | undefined;
  readonly time_column?: string | null | undefined;
  /** `iso`, `dmy`, `mdy`, or `epoch_` or `elapsed_` with `s`, `ms`, `us`, `ns`. */
  readonly time_form?: 'iso' | 'dmy' | 'mdy' | `${'epoch' | 'elapsed'}_${'s' | 'ms' | 'us' | 'ns'}` | undefined;
  /** Of times that say none: `UTC`, `+02:00` or a name such as `Europe/Berlin`. */
  readonly zone?: string | undefined;
  readonly address_columns?: readonly string[] | undefined;
  readonly rssi_column?: string | null | undefined;
}

export interface OpenOptions extends WorkOptions {
  readonly reading?: TableReading | undefined;
  /** The part of the file that is loaded. */
  readonly keep?:
    | {
        readonly time_window?: { readonly start_ms: number; readonly end_ms: number } | undefined;
        readonly columns?: readonly string[] | undefined;
        readonly crc_ok_only?: boolean | undefined;
      }
    | undefined;
  /** Bytes that the rows may take; what the engine has left by default. */
  readonly memory_bytes?: number;
  /** Opens a masked capture in the place of the file, which is in no list at any time; `drop` without advertising data. */
  readonly mask?: 'mask' | 'drop';
}

export interface CaptureInfo {
  readonly capture_id: string;
  readonly sensors: readonly string[];
  readonly file_name: string;
  readonly format: string;
  readonly link_types: readonly number[];
  readonly kind: 'ble' | 'table';
  readonly bytes: number;
  readonly sha256: string;
  readonly row_count: number;
  readonly problem_count: number;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly unit?: string; readonly description?: string }[];
  readonly channels: readonly string[];
  readonly time_base: 'epoch' | 'relative' | 'none';
  /** Inclusive whole milliseconds that cover every row. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** How a table was read. */
  readonly reading?: TableReading | undefined;
}

export interface Problem {
  /** Byte offset in the uncompressed file. */
  readonly offset: number;
  /** 1-based record number; 0 where there is none. */
  readonly record: number;
  readonly code: string;
  readonly message: string;
}

export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  readonly row_count: number;
  readonly truncated: boolean;
  readonly elapsed_ms: number;
}

export interface ToolManifest {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly output_schema: Readonly<Record<string, unknown>>;
  readonly execution_constraints: {
    readonly max_timeout_ms: number;
    readonly max_payload_bytes: number;
    readonly supports_streaming: boolean;
    readonly side_effects: 'none' | 'read_only' | 'external_write';
  };
  readonly cost_hint: { readonly unit: 'call' | 'second' | 'record'; readonly estimated_cost: number; readonly currency: string };
  readonly deterministic: boolean;
  readonly effect: 'read_only' | 'state_change' | 'external_side_effect';
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  /** Each names the captures it was run over by digest, and the hash of the result. */
  readonly examples: readonly {
    readonly description: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly capture_selection?: Readonly<Record<string, unknown>> | undefined;
    readonly captures?: readonly { readonly capture_id: string; readonly sha256: string }[] | undefined;
    readonly expectedResult: Readonly<Record<string, unknown>>;
  }[];
  /** Present once the tool or version is on its way out. */
  readonly deprecated?:
    | { readonly since: string; readonly replacement: string; readonly removalDate: string; readonly announcedOn?: string | undefined }
    | undefined;
  /** Present on tools of other servers, which nobody here vouches for. */
  readonly server?: { readonly name: string; readonly url: string; readonly tool: string } | undefined;
}

export interface ToolError {
  readonly code: string;
  readonly message: string;
  /** Dotted path from the invocation's root. */
  readonly field?: string | undefined;
  readonly pointer?: string | undefined;
}

export interface ValidationReport {
  readonly valid: boolean;
  readonly errors: readonly ToolError[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** How many errors there are in all; `errors` lists the first 64. */
  readonly error_count: number;
}

export interface ToolResult {
  readonly status: 'ok' | 'partial' | 'error';
  readonly ok: boolean;
  readonly summary: string;
  readonly structured_output?: Readonly<Record<string, unknown>> | undefined;
  readonly artifacts: readonly { readonly name: string; readonly mime_type: string; readonly uri: string; readonly sha256: string }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly errors: readonly ToolError[];
  readonly confidence: number;
  readonly metadata: {
    readonly toolName: string;
    readonly toolVersion: string;
    readonly executionTime: number;
    /** Milliseconds of it that the tool itself worked; absent when it did not run. */
    readonly toolTime?: number | undefined;
    readonly timestamp: string;
    /** SHA-256 of the canonical result; equal for equal calls. */
    readonly result_hash?: string | undefined;
  };
  readonly tool_call_id: string;
}

export interface LintFinding {
  /** `DL-1` … `DL-64`; `DL-0` for a value that is no manifest. */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** `name@version`. */
  readonly tool: string;
  readonly pointer: string;
  readonly message: string;
}

/** One thing a repair did: where, from what to what, and why. */
export interface Change {
  readonly field: string;
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly why: string;
}

export interface EncodeOptions {
  /** Names or aliases; the whole catalog when left out. */
  readonly tools?: readonly string[];
  readonly choice?: 'auto' | 'required' | 'none' | { readonly name: string };
  /** Answers to be written as the dialect's result messages. */
  readonly results?: readonly ToolResult[];
  /** Of MCP. */
  readonly revision?: '2025-06-18' | '2026-07-28';
}

export interface Issue {
  readonly code: string;
  readonly message: string;
  /** Tool, call or place that it is about. */
  readonly path?: string;
}

export interface ToolInvocationRecord {
  readonly toolCallId: string;
  /** As written in the transcript. */
  readonly name: string;
  /** null where they could not be read. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly result: unknown;
  /** Why the call must not run, or that the transcript says it failed. */
  readonly error: { readonly errorCode: string; readonly safeMessage: string } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** For `run`; null for a call that must not run. */
  readonly invocation: object | null;
  /** For looking at only. */
  readonly raw?: unknown;
}

export interface Repaired {
  readonly invocation: unknown;
  readonly changes: readonly Change[];
}

export interface PlanReport {
  readonly traceId: string;
  readonly stages: readonly ('discover' | 'plan' | 'validate' | 'execute' | 'summarize' | 'repair')[];
  readonly discovered: readonly { readonly name: string; readonly versions: readonly string[] }[];
  readonly steps: readonly {
    readonly index: number;
    readonly id?: string;
    readonly capture_id?: string;
    /** Indices of the steps that it waited for. */
    readonly needs?: readonly number[];
    readonly invocation: unknown;
    readonly report: ValidationReport;
    readonly state: 'ok' | 'partial' | 'error' | 'invalid' | 'skipped' | 'cancelled' | 'rejected';
    /** Absent when the step was not valid, hence not executed. */
    readonly result?: ToolResult;
    readonly repaired?: Repaired & { readonly result: ToolResult };
  }[];
  /** Of steps with `for_each: "captures"`: a row for each. */
  readonly tables: readonly {
    readonly id: string;
    readonly tool_name: string;
    readonly columns: readonly string[];
    readonly rows: readonly {
      readonly capture_id: string;
      readonly state: string;
      readonly confidence: number;
      readonly summary: string;
      readonly result_hash: string | null;
      readonly values: Readonly<Record<string, number | string | boolean | null>>;
    }[];
  }[];
  readonly summary: string;
  /** Faults of the plan itself: no plan, a ring, too many steps. */
  readonly errors: readonly ToolError[];
}

export interface AuditVerdict {
  readonly ok: boolean;
  /** Lines that were looked at. */
  readonly entries: number;
  readonly head: string;
  /** Position of the first line that does not hold; `entries` when the expected head is nowhere in the chain. */
  readonly first_bad?: number;
  /** Lines after the one with the expected head, where one was given. */
  readonly after_head?: number;
  readonly message: string;
}

export interface Difference {
  /** Dotted path in the result. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

export interface ReplayReport {
  /** `refused`: nothing was run; `incomplete`: what ran is the same, but not all could. */
  readonly status: 'same' | 'different' | 'incomplete' | 'refused';
  readonly summary: string;
  readonly errors: readonly ToolError[];
  /** What may explain a difference: another version, other kernels. */
  readonly notes: readonly string[];
  readonly calls: readonly {
    readonly id: string;
    readonly tool_name: string;
    readonly state: 'same' | 'different' | 'not_run';
    readonly expected_hash: string;
    readonly got_hash: string | null;
    readonly difference: Difference | null;
    readonly reason: string | null;
  }[];
  readonly first_difference: (Difference & { readonly step: number; readonly id: string }) | null;
}

export interface AuditEntry {
  readonly seq: number;
  readonly timestamp: string;
  readonly entry: string;
  readonly actor: string;
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly tool_version: string;
  readonly decision: string;
  readonly status: 'ok' | 'partial' | 'error';
  readonly error_codes: readonly string[];
  readonly duration_ms: number;
  readonly result_hash?: string | undefined;
  readonly prev_hash: string;
  readonly hash: string;
}

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
  readonly errors_by_code: Readonly<Record<string, number>>;
}

export type LiveState =
  'idle' | 'unsupported' | 'flag_off' | 'adapter_off' | 'asking' | 'silent' | 'receiving' | 'paused' | 'unplugged' | 'stopped';

/** `lescan`: everything the browser hears; `watch`: devices picked one by one; `serial`: a sniffer dongle. */
export type LiveSource = 'lescan' | 'watch' | 'serial';

export interface LiveOptions {
  /** `serial` by default. */
  readonly source?: LiveSource;
  /** What the capture is called; from the source and the time by default. */
  readonly name?: string;
  /** The scan ends when its recording has grown to this; 256 MB by default. */
  readonly limit_bytes?: number;
  /** `lescan` and `watch`: services (UUIDs) or the beginning of a name, either of which a device must have; all by default. */
  readonly services?: readonly string[];
  readonly name_prefix?: string;
  /** `watch`: company ids whose manufacturer data the browser shall hand over; 0 to 4095 by default. */
  readonly manufacturers?: readonly number[];
  /** `serial`: advertising channels to listen on, 37 to 39; all three by default, of which Sniffle takes the first. */
  readonly channels?: readonly number[];
  /** `serial`: weaker frames are dropped. dBm. */
  readonly rssi_min?: number;
  /** `serial`: one device, to be followed into its connections. */
  readonly follow?: { readonly address: string; readonly random: boolean };
}

/** One line of what a scan needs. */
export interface Preflight {
  readonly id: string;
  readonly label: string;
  /** `note`: nothing to mend, but to know. */
  readonly state: 'ok' | 'missing' | 'note';
  readonly found: string;
  /** What to do about it; null where all is well. */
  readonly remedy: string | null;
  /** Sources that it stands in the way of. */
  readonly sources: readonly LiveSource[];
}

export interface LiveCounters {
  /** Frames or events that became rows. */
  readonly rows: number;
  /** That the sniffer numbered and that never came; null where it does not number them. */
  readonly lost: number | null;
  /** Pieces of the serial stream that were no message. */
  readonly damaged: number;
  /** That the page could not keep up with. */
  readonly dropped: number;
  /** Left out by the filter on strength. */
  readonly filtered: number;
}

export interface LiveRecording {
  readonly bytes: number;
  readonly limit_bytes: number;
  /** `opfs` outlives the page, `memory` does not. */
  readonly place: 'opfs' | 'memory';
}

export interface LiveStatus {
  readonly state: LiveState;
  readonly source: LiveSource | null;
  readonly capture_id: string | null;
  /** What to do now, or why it ended, in words for a person. */
  readonly message: string | null;
  /** What the sniffer said about itself. */
  readonly firmware: string | null;
  readonly started_ms: number | null;
  /** Seconds since something was last heard; null before the first. */
  readonly silent_s: number | null;
  readonly devices: number;
  /** Rows per second, over the last few. */
  readonly rate: number;
  readonly counters: LiveCounters;
  readonly recording: LiveRecording | null;
}
