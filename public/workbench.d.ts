/**
 * Types of `window.workbench`, the scripting interface of Capture Workbench. Copy this file beside your script.
 * Generated from src/workbench/public.ts by `npm run types`.
 */

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

/** Who signed. The name is only a claim; the fingerprint identifies the key. */
export interface Signer {
  readonly name: string;
  /** First 128 bits of the public key's SHA-256, as 8 groups of 4 hex digits. */
  readonly fingerprint: string;
  /** The public key as an uncompressed point, base64url. */
  readonly public_key: string;
}

/**
 * Whether a session, shared file or bundle is unchanged. `changed`: `changes` lists the differences; a file without a seal counts as
 * changed. `newer`: a later version of the workbench wrote it. For an unsigned file, `intact` excludes damage and edits of parts; only a
 * signature excludes that someone edited the file and sealed it again.
 */
export interface Verification {
  readonly state: 'intact' | 'changed' | 'newer';
  readonly changes: readonly FileChange[];
  /** Fingerprint of the key that signed; null if the file is unsigned or its signature is invalid. */
  readonly signer: string | null;
  /** The name in the signature. It is not proof, because anyone can sign under any name. */
  readonly signer_name: string | null;
}

export interface PlanDocument {
  /** What this document is. */
  readonly format: 'capture-workbench/plan';
  /** Version of the format. */
  readonly version: 1;
  /** What the plan is for. */
  readonly title?: string | undefined;
  /** How many independent read-only steps may run at once; 1 when absent. */
  readonly parallel?: number | undefined;
  /** The steps; references point to earlier ones. */
  readonly steps: readonly {
    /** Name of the step, unique within the plan. */
    readonly id: string;
    /** Steps that must have given a result before this one runs, besides those that its arguments refer to. */
    readonly needs?: readonly string[] | undefined;
    /** One call for each capture of capture_selection.capture_ids; for every open one where none is named. */
    readonly for_each?: 'captures' | undefined;
    /** The call; texts in its arguments such as $steps.overview.structured_output.row_count are references. */
    readonly invocation: Readonly<Record<string, unknown>>;
  }[];
}

export interface ToolInvocation {
  /** Name of the tool, or one of its aliases. */
  readonly tool_name: string;
  /** Version as major.minor.patch. */
  readonly tool_version: string;
  /** Which rows of which captures. */
  readonly capture_selection: CaptureSelection;
  /** The tool’s own parameters, checked against its input_schema. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** How long the call may take in ms; clamped to the tool’s bound. */
  readonly timeout_ms: number;
  /** The caller’s own id of the call; request_id when absent. */
  readonly tool_call_id?: string | undefined;
  readonly request_id: string;
}

/** A question with the calls that answer it. An expected value may be a constraint: an object whose keys begin with `$`. */
export interface EvaluationCase {
  readonly id: string;
  readonly question: string;
  /** The expected calls. They may be absent only in a case with `checks`; calls of the transcript are then ignored. */
  readonly calls?: readonly {
    /** Canonical name of the tool, or an alias. */
    readonly tool: string;
    readonly arguments?: unknown;
    readonly capture_selection?: unknown;
    /** A call must come after all expected calls of earlier stages; 0 if absent. */
    readonly stage?: number;
    /** Whether the answer is also right without this call. */
    readonly optional?: boolean;
  }[];
  /** Constraints on a whole run (`RunOutcome`). Scores of transcripts ignore them. */
  readonly checks?: readonly unknown[];
}

/**
 * A narrower shape of a result. `s0`, `s1`, `exec` and `s4` are the shapes of the specifications, `planner` is a view of at most
 * 32 KB for planners.
 */
export type ResultView = 's0' | 's1' | 'exec' | 's4' | 'planner';

export interface OpenOptions extends WorkOptions, OpenChoice {
  /** Bytes of memory that the rows may use; by default, the memory that the query engine has free. */
  readonly memory_bytes?: number;
  /**
   * Opens a masked copy with other addresses and names instead of the file; with `drop`, also without advertising data. The unmasked
   * capture is never listed.
   */
  readonly mask?: 'mask' | 'drop';
}

/** What is known about an open capture. */
export interface CaptureInfo {
  /** Id derived from the file name, which is also the name of the SQL table. */
  readonly capture_id: string;
  /** The different values in the column `receiver`. */
  readonly sensors: readonly string[];
  readonly file_name: string;
  /** Format of the file: `pcap`, `pcapng`, `btsnoop`, `csv`, `json`, `ndjson`, `parquet`, `arrow`, `live` or another. */
  readonly format: string;
  /** Link types of the interfaces that have packets; empty for tables. */
  readonly link_types: readonly number[];
  readonly kind: CaptureKind;
  readonly bytes: number;
  /** SHA-256 of the file as 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly row_count: number;
  readonly problem_count: number;
  readonly columns: readonly ColumnInfo[];
  /** Additional tables about connections in a capture of packets; absent if it has none. */
  readonly tables?: readonly CaptureTable[] | undefined;
  /** The different values in the channel column. */
  readonly channels: readonly string[];
  readonly time_base: TimeBase;
  /** Which of the times are used, and why; absent while the capture is growing. */
  readonly clock?: CaptureClock | undefined;
  /** Time range that covers every row, in whole milliseconds, both inclusive. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly Notice[];
  /** Places where at least 100 frames were lost at once, in order, at most 256 per sniffer; absent if there are none. */
  readonly losses?: readonly FrameLoss[] | undefined;
  /** How the table was read, including what was detected. */
  readonly reading?: TableReading | undefined;
  /** The choice with which the capture was opened. */
  readonly choice?: OpenChoice | undefined;
  /** Why rows cannot be queried; absent while they can be. */
  readonly unavailable?: CaptureUnavailable | undefined;
}

/** The state of the query engine. It can be posted to other threads. */
export interface EngineState {
  readonly phase: EnginePhase;
  /** Why the engine restarts, has failed or has been busy for so long, as a sentence for people. */
  readonly reason: string | null;
  /** Number of starts since the engine last answered, including the current one; 0 while it answers. */
  readonly attempt: number;
  /** Progress: during a start, the bytes that were loaded; during a restart, the captures that were read. */
  readonly progress: Progress | null;
  /** When the next automatic start begins, in ms since 1970. */
  readonly retry_at_ms: number | null;
}

/** A part of a file that could not be read. The message says what was expected and found. */
export interface Problem {
  /** Byte offset of the part in the uncompressed file. */
  readonly offset: number;
  /** Number of the packet or line, counted from 1; 0 if there is none. */
  readonly record: number;
  readonly code: string;
  readonly message: string;
}

/** How captures are merged. */
export interface MergeOptions extends WorkOptions {
  /** Name of the merged view, from which its capture id is made; `merged` by default. An existing view of that name is replaced. */
  readonly name?: string | undefined;
  /**
   * By capture id, the µs to add to its `ts_us`. A capture without an offset is aligned by its packets; the first capture always has offset
   * 0.
   */
  readonly offsets_us?: Readonly<Record<string, number>> | undefined;
  /** By capture id, the sensor name for the column `receiver`; at most 64 characters each. */
  readonly sensors?: Readonly<Record<string, string>> | undefined;
}

/** A merged view, and how it was made. */
export interface MergeInfo {
  readonly capture: CaptureInfo;
  readonly members: readonly MergeMember[];
  /** Number of comparable rows without the duplicates. */
  readonly transmissions: number;
  readonly duplicates: number;
}

/** The rows of a query, with cells that JSON can represent. */
export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The rows. Numbers that a double cannot represent are strings, timestamps are RFC 3339 with `Z`, and blobs lower-case hexadecimal. */
  readonly rows: readonly (readonly unknown[])[];
  /** Number of `rows`. */
  readonly row_count: number;
  /** Whether the query had more rows than `limit`. */
  readonly truncated: boolean;
  readonly elapsed_ms: number;
}

export interface ToolFilter extends CatalogFilter {
  /** Return only tools that can be used on this open capture. */
  readonly capture_id?: string;
}

export interface ToolManifest {
  /** Semantic version major.minor.patch. */
  readonly version: string;
  /** The same tool as verb-noun in kebab-case, e.g. analyze-bluetooth-addresses; also names it in advice. */
  readonly kebab_name: string;
  /** Name for people. */
  readonly title: string;
  /** What the tool does, when to use it, when not, and what it returns. */
  readonly description: string;
  /** More about method, limits and uses. */
  readonly long_description?: string | undefined;
  /** What a reader new to Bluetooth must know to choose the tool; included in what models receive. */
  readonly background?: string | undefined;
  /** Actions that the tool supports. */
  readonly capabilities: readonly string[];
  /** What a call costs. */
  readonly cost_hint: {
    /** What one unit of cost stands for. */
    readonly unit: 'call' | 'record' | 'second';
    /** Cost per unit in `currency`. */
    readonly estimated_cost: number;
    /** ISO 4217 code, or `credits` for local work. */
    readonly currency: string;
  };
  /** Whether equal calls give equal results. */
  readonly deterministic: boolean;
  /** What a call may change: nothing, the workbench, or the world. */
  readonly effect: 'external_side_effect' | 'read_only' | 'state_change';
  /** Whether what it changes can be undone; true when it changes nothing. */
  readonly reversible: boolean;
  /** Kind of work; decides caching and retries. */
  readonly category: 'analysis' | 'generation' | 'mutation' | 'query';
  /** Grants a caller needs, as resource:action. */
  readonly permissions: readonly string[];
  /** fast < 100 ms, medium < 1 s, slow beyond. */
  readonly responseTime: 'fast' | 'medium' | 'slow';
  /** Whether a result may be answered again without running. */
  readonly cacheable: boolean;
  /** Seconds for which a result may be answered again; only with cacheable. */
  readonly cacheTTL?: number | undefined;
  /** Whether the same input gives the same output and state. */
  readonly idempotent: boolean;
  /** Words to find the tool by. */
  readonly tags: readonly string[];
  /** How often one actor may call. */
  readonly rateLimit?:
    | {
        /** Calls per window. */
        readonly maxCalls: number;
        /** Length of the window in ms. */
        readonly windowMs: number;
      }
    | undefined;
  /** Present once the tool is on its way out. */
  readonly deprecated?:
    | {
        /** Version in which the deprecation was announced. */
        readonly since: string;
        /** Tool that takes over. */
        readonly replacement: string;
        /** First day on which the tool may be gone, at least 90 days after the announcement. */
        readonly removalDate: string;
        /** Day of the announcement. */
        readonly announcedOn?: string | undefined;
      }
    | undefined;
  /** Errors of the tool itself, beside those any call can meet. */
  readonly error_codes: readonly {
    /** Code of the error registry. */
    readonly code: string;
    /** When this tool answers it. */
    readonly meaning: string;
  }[];
  /** What must hold for a call to make sense. */
  readonly preconditions?: readonly string[] | undefined;
  /** Tool that answers with less when this one lacks data. */
  readonly fallback?: string | undefined;
  /** Tools to use instead where this one is the wrong one. */
  readonly alternatives?: readonly string[] | undefined;
  /** Names beside the generated ones. */
  readonly extra_aliases?: readonly string[] | undefined;
  /** How its confidence is to be read. */
  readonly confidence_semantics?: string | undefined;
  /** Whether the context must carry a connection id. */
  readonly requiresConnection?: boolean | undefined;
  /** Arguments that name columns of the selected captures; checked before anything runs. */
  readonly columns?:
    | readonly {
        /** Place in the arguments, `[]` for items of a list: features[]. */
        readonly argument: string;
        /** What the named column must hold; number_or_level: a number, or anything if `categorical` names the column; selected: any column of the rows, capture_id and ts_us included. */
        readonly holds: 'address' | 'any' | 'number' | 'number_or_level' | 'selected';
      }[]
    | undefined;
  /** Canonical name, stable and unique; mcp__server__tool for tools of other servers. */
  readonly name: string;
  /** Runtime limits and behaviour guarantees. */
  readonly execution_constraints: {
    /** Hard upper bound of the timeout in ms. */
    readonly max_timeout_ms: number;
    /** Largest invocation in bytes of UTF-8 JSON. */
    readonly max_payload_bytes: number;
    /** Whether progress events are sent while it runs. */
    readonly supports_streaming: boolean;
    /** Side effects in the contract’s own three words, derived from `effect`. */
    readonly side_effects: 'external_write' | 'none' | 'read_only';
  };
  /** JSON Schema of `arguments`. */
  readonly input_schema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `structured_output` for ok and partial. */
  readonly output_schema: Readonly<Record<string, unknown>>;
  /** Calls with the results they give; none of tools of other servers. */
  readonly examples: readonly ToolExample[];
  /** Other names that resolve to this tool. */
  readonly aliases: readonly string[];
  /** Behaviour in the words of other dialects, derived from `effect`. */
  readonly annotations: {
    /** Changes nothing. */
    readonly readOnlyHint: boolean;
    /** May change something for good. */
    readonly destructiveHint: boolean;
    /** Repeating a call changes nothing more. */
    readonly idempotentHint: boolean;
    /** Reaches beyond the workbench. */
    readonly openWorldHint: boolean;
  };
  /** Whether a call selects rows of captures. */
  readonly scope: 'captures' | 'none';
  /** What may be seen outside. */
  readonly redaction: {
    /** Paths of the output that may leave the tool. */
    readonly allow: readonly string[];
  };
  /** Capabilities the tool is given. */
  readonly requires: readonly ('captures' | 'clock' | 'exporter' | 'kernels' | 'query' | 'resolver' | 'search')[];
  /** trusted: built in; untrusted: of another server. */
  readonly trust: 'semi' | 'trusted' | 'untrusted';
  /** SHA-256 of the canonical input and output schemas; of the whole definition for tools of other servers. */
  readonly schemaHash?: string | undefined;
  /** Who does the work; absent for tools of the workbench. */
  readonly server?:
    | {
        /** What the person calls the server. */
        readonly name: string;
        /** Where calls are sent. */
        readonly url: string;
        /** The tool as the server spells it. */
        readonly tool: string;
      }
    | undefined;
}

export interface LintFinding extends Breach {
  /** Id of the broken rule, `DL-1` to `DL-64`; `DL-0` for a value that is not a manifest. */
  readonly rule: string;
  readonly severity: Severity;
  /** The checked tool, as `name@version`. */
  readonly tool: string;
}

export interface ValidationReport {
  /** Whether the call could run. */
  readonly valid: boolean;
  /** The first 64 errors. */
  readonly errors: readonly ToolError[];
  /** What to know before running. */
  readonly warnings: readonly ToolWarning[];
  /** Number of all errors. */
  readonly error_count: number;
  /** Both verdicts on the schemas alone; they agree. */
  readonly validators: {
    /** Verdict of the authored schema. */
    readonly zod: boolean;
    /** Verdict of the derived schema. */
    readonly ajv: boolean;
  };
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

export interface ToolResult {
  /** ok: complete; partial: with known gaps; error: no answer. */
  readonly status: 'error' | 'ok' | 'partial';
  /** The answer in a sentence or two. */
  readonly summary: string;
  /** The answer, as the tool’s output_schema describes it. */
  readonly structured_output?: Readonly<Record<string, unknown>> | undefined;
  /** The same object as structured_output. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Files that the call made. */
  readonly artifacts: readonly ToolArtifact[];
  /** What to know about the answer. */
  readonly warnings: readonly ToolWarning[];
  /** What is wrong, one entry for each fault. */
  readonly errors: readonly ToolError[];
  /** 0 to 1: how representative and right the answer is; 0 on error. */
  readonly confidence: number;
  /** How the confidence was computed. */
  readonly confidence_basis: ConfidenceBasis;
  /** Advice about the next steps. */
  readonly agentHints: AgentHints;
  /** How the result was made. */
  readonly metadata: ToolMetadata;
  /** Id of the call, the same in every event. */
  readonly tool_call_id: string;
  /** False when status is error. */
  readonly ok: boolean;
  /** Class of the first error. */
  readonly errorCode?: string | undefined;
}

/** Report on the execution of a plan. */
export interface PlanReport {
  readonly traceId: string;
  readonly stages: readonly Stage[];
  readonly discovered: readonly { readonly name: string; readonly versions: readonly string[] }[];
  readonly steps: readonly PlanStep[];
  /** One table for each step that ran once for each capture. */
  readonly tables: readonly PlanTable[];
  /** Summary of the run, composed of the results' summaries. */
  readonly summary: string;
  /** Faults of the plan itself: not a plan, cyclic dependencies, too many steps. */
  readonly errors: readonly ToolError[];
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

/** Report on running a bundle again. */
export interface ReplayReport {
  /** Outcome of the replay. `refused`: nothing ran; `incomplete`: all computed results are equal, but some calls could not run. */
  readonly status: 'same' | 'different' | 'incomplete' | 'refused';
  readonly summary: string;
  readonly errors: readonly ToolError[];
  /** Possible causes of a difference: another version of the workbench or of a tool, or other kernels. */
  readonly notes: readonly string[];
  readonly calls: readonly ReplayedCall[];
  readonly first_difference: (Difference & { readonly step: number; readonly id: string }) | null;
}

/** The repairs that are possible for a faulty call. */
export interface Repaired {
  /** The call after all lossless repairs, with a new `request_id`; it asks the same question as the failed call. */
  readonly invocation: unknown;
  /** The lossless repairs in order; the last one sets the new `request_id`. */
  readonly changes: readonly Change[];
  /** The lossless repairs as a JSON Patch of the call; a text in place of the call is replaced as a whole. */
  readonly patch: readonly PatchStep[];
  /** Whether the rules find no more fault in `invocation`, so that it may run without asking. */
  readonly determinable: boolean;
  /** The choices and then the losses, best first. Each must be accepted by the user. */
  readonly proposals: readonly Proposal[];
}

export interface EncodeOptions {
  /** Names or aliases of the tools to write, without deferring any; by default every tool that the policy allows. */
  readonly tools?: readonly string[];
  /**
   * Names or aliases of tools to load in addition to the first set, such as those that `search_catalog` found; `'all'` loads every tool.
   * The other tools are deferred: Anthropic and OpenAI Responses find them with their tool search, MCP on the next page; in other dialects
   * they are left out.
   */
  readonly load?: 'all' | readonly string[];
  /** Ids of the open captures, so that strict schemas accept no others; `window.workbench` supplies them. */
  readonly captures?: readonly string[];
  readonly choice?: ToolChoice;
  /** Results to write as the dialect's messages with results, each for the call with its `tool_call_id`. */
  readonly results?: readonly ToolResult[];
  /** Revision of MCP to write; 2026-07-28 by default. */
  readonly revision?: '2025-06-18' | '2025-11-25' | '2026-07-28';
}

export interface Encoded {
  /** Members to copy into a request body, or into a list of tools, of the dialect. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What the dialect cannot express, and what was changed or left out to stay within the limits of its provider. */
  readonly warnings: readonly Issue[];
}

/** The calls of a transcript, and what could not be read. */
export interface Decoded {
  readonly calls: readonly ToolInvocationRecord[];
  /** Calls that the provider executes; they do not run here. */
  readonly server_calls: readonly ServerCall[];
  /** Why the last answer ended, as the dialect names it; null if it did not end. */
  readonly finish: string | null;
  /** Problems with everything that could not be read and with every call that must not run. */
  readonly problems: readonly Issue[];
}

/** How well a transcript answers an evaluation case. */
export interface Score {
  /** 0 to 1: the number of matched calls and passed checks, divided by that plus missing, unexpected, rejected and failed ones. */
  readonly score: number;
  /** The expected calls (by index) that were found, each with the id of the call that matched. */
  readonly matched: readonly { readonly expected: number; readonly id: string }[];
  /** Indices of the expected calls that were not found. */
  readonly missing: readonly number[];
  /** Ids of the calls that match no expected call. */
  readonly unexpected: readonly string[];
  /** Ids of the calls that must not run and so have no invocation. */
  readonly rejected: readonly string[];
  /** Indices of the checks that failed; absent if the case has none. */
  readonly failed?: readonly number[];
}

/** A conversation of an agent with its model, with its times. */
export interface TracedConversation extends Timed {
  readonly id: string;
  /** Name of the agent. */
  readonly agent: string;
  /** Name of the model that was requested. */
  readonly model: string;
  /** Name of the provider in the semantic conventions; `openai` by default, which stands for every OpenAI-compatible endpoint. */
  readonly provider?: string;
  readonly question?: string;
  readonly answers: readonly TracedAnswer[];
}

export interface TraceOptions {
  /** Include the question, texts, arguments and results; false by default, because they contain data of captures. */
  readonly contents?: boolean;
}

/** The message `ExportTraceServiceRequest` of OTLP 1.x as JSON, with ids in hex and 64-bit numbers as text. */
export interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: TraceSpan['attributes'] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly TraceSpan[];
      readonly schemaUrl: string;
    }[];
  }[];
}

/** A name that a person gave to the device behind an address. */
export interface DeviceName {
  readonly address: string;
  readonly name: string;
}

/** A key in the keyring, without its secret value. */
export interface KeyName {
  /** Id by which `RunOptions.context` (resolving keys) or `OpenOptions.decrypt` (the other kinds) refers to the key. */
  readonly connection_id: string;
  readonly name: string;
  /** `irk`: identity resolving key; `ltk`: long-term key of a bond; `session`: key of one encrypted session. */
  readonly kind: 'irk' | 'ltk' | 'session';
}

/** The signing key for sessions, shared files and bundles. It is only in memory, so export it to keep it. */
export interface SigningKeys {
  /** Name and fingerprint of the signing key; null if there is none. */
  key(): Signer | null;
  /** Creates a key, which replaces the existing one. `name`: 1 to 100 characters; every signature contains it. */
  create(name: string): Promise<Signer>;
  /** Imports an exported key. Rejects with `WRONG_PASSPHRASE`, `INVALID_VAULT` or `INVALID_SIGNING_KEY`. */
  import(file: Blob, passphrase: string): Promise<Signer>;
  /** Exports the key to a file, encrypted under a passphrase of at least 8 characters. Rejects with `NO_SIGNING_KEY`. */
  export(passphrase: string): Promise<Blob>;
  remove(): Promise<void>;
}

export interface ToolPolicy {
  /** Canonical names of tools that may run; nothing else does. */
  readonly allowedTools: readonly string[];
  /** Effects for which a person is asked first. */
  readonly requireApprovalForEffects: readonly ('external_side_effect' | 'read_only' | 'state_change')[];
  /** Permissions, as resource:action. */
  readonly grants: readonly string[];
  /** Captures that may be read; all when absent. */
  readonly captures?: readonly string[] | undefined;
  /** Connection ids that may be used. */
  readonly connections?: readonly string[] | undefined;
  /** Limits of every call, and of all calls of one actor. */
  readonly budgets: {
    /** Longest run in ms. */
    readonly maxRuntimeMs: number;
    /** Largest invocation in bytes. */
    readonly maxArgumentBytes: number;
    /** Largest result in bytes. */
    readonly maxResultBytes: number;
    /** Most rows that the captures of one call may have. */
    readonly maxRows?: number | undefined;
    /** Most calls that one actor may start while the page is open. */
    readonly maxCalls?: number | undefined;
    /** Most calls that one actor may start in 60 s. */
    readonly maxCallsPerMinute?: number | undefined;
    /** Most ms that the tools may work for one actor, in all, while the page is open. */
    readonly maxTotalRuntimeMs?: number | undefined;
    /** Most bytes that the results of one actor may have, artifacts included, in all, while the page is open. */
    readonly maxTotalResultBytes?: number | undefined;
  };
  /** A person is asked about every call whose risk is at least this number, whatever the call does. */
  readonly approvalRisk?: number | undefined;
  /** What this file is. */
  readonly format: 'capture-workbench/policy';
  /** Version of the format. */
  readonly version: 1;
  /** Profiles by agent id; an agent that is not listed may do nothing. */
  readonly agents: Readonly<Record<string, PolicyProfile>>;
}

/** One line of the journal: who called what, the decision and the outcome. */
export interface AuditEntry {
  /** 0-based position in the journal. */
  readonly seq: number;
  /** When the call ended. */
  readonly timestamp: string;
  /** Entry point of the call: page, console, plan, replay, webmcp, transcript, planner, mcp or embed. */
  readonly entry: string;
  /** `user:local` or `agent:<id>`. */
  readonly actor: string;
  /** Always local. */
  readonly tenant: 'local';
  /** Id of the calling program. */
  readonly agentId: string;
  /** Version of the calling program. */
  readonly agentVersion: string;
  /** The same for every call of one plan. */
  readonly traceId: string;
  /** The same for a call and its repairs. */
  readonly correlationId: string;
  /** Id of the call. */
  readonly tool_call_id: string;
  /** Id of the attempt. */
  readonly request_id: string;
  /** Canonical name; as called when unknown. */
  readonly tool_name: string;
  /** Name in the call. */
  readonly called_as: string;
  /** Version that ran; as requested when none did. */
  readonly tool_version: string;
  /** SHA-256 of the schemas that the call was checked against; empty when none. */
  readonly schema_hash: string;
  /** Effect of the tool; empty when unknown. */
  readonly effect: string;
  /** Risk as the policy computes it. */
  readonly risk: number;
  /** Decision of the policy. */
  readonly decision: 'allow' | 'deny' | 'unknown';
  /** Decision of a person. */
  readonly approval: 'approved' | 'modified' | 'not_required' | 'rejected' | 'unattended';
  /** The person who decided; empty when no approval was needed. */
  readonly approver: string;
  /** Arguments, also of denied and rejected calls; only when they fit the schema of the tool. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** Digests of the captures that were read. */
  readonly captures: readonly string[];
  /** Status of the result. */
  readonly status: 'error' | 'ok' | 'partial';
  /** Distinct codes of the errors. */
  readonly error_codes: readonly string[];
  /** Number of times that the tool was started. */
  readonly attempts: number;
  /** Whether the result is that of an earlier run. */
  readonly cached: boolean;
  /** Milliseconds of all processing. */
  readonly duration_ms: number;
  /** SHA-256 of the canonical result. */
  readonly result_hash?: string | undefined;
  /** `hash` of the line before; zeros on the first. */
  readonly prev_hash: string;
  /** SHA-256 of the canonical line without this field. */
  readonly hash: string;
}

/** Result of verifying a journal. */
export interface AuditVerdict {
  readonly ok: boolean;
  /** Number of lines that were checked. */
  readonly entries: number;
  /** Hash of the last line; zeros if the journal is empty. */
  readonly head: string;
  /** Position of the first invalid line; `entries` if no line has the expected head. */
  readonly first_bad?: number;
  /** Number of lines after the one with the expected head. */
  readonly after_head?: number;
  /** For a person. */
  readonly message: string;
}

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

export type EventType = WorkbenchEvent['type'];

/** An event of the workbench. One without further members announces that a list or value changed; the method for it reads the new one. */
export type WorkbenchEvent =
  /** Captures were opened, changed or closed. */
  | { readonly type: 'captures'; readonly captures: readonly CaptureInfo[] }
  /** The activity list changed. */
  | { readonly type: 'activity'; readonly activities: readonly Activity[] }
  /** The keyring changed. */
  | { readonly type: 'keys' }
  /** A loaded session contained a journal. */
  | { readonly type: 'journals' }
  /** A session was opened and its file was verified. */
  | { readonly type: 'verification' }
  /** The signing key was created, imported or removed. */
  | { readonly type: 'signing' }
  /** The state of the query engine changed. */
  | { readonly type: 'engine'; readonly state: EngineState }
  /** The policy was replaced. */
  | { readonly type: 'policy' }
  /** The list of calls that wait for approval changed. */
  | { readonly type: 'approvals' }
  /** A tool server that the person added, or one of its tools, changed. */
  | { readonly type: 'servers' }
  /** A conversation with a planner began, made progress or ended. */
  | { readonly type: 'conversations' }
  /** The list of calls that ran changed. */
  | { readonly type: 'calls' }
  /** The core started, or ended and is restarting; calls that were running reject with `CORE_LOST`. */
  | { readonly type: 'core'; readonly state: 'running' | 'restarting' }
  /** The sessions that the browser stores changed. */
  | { readonly type: 'kept' }
  /** The status of a live scan changed. */
  | { readonly type: 'live'; readonly status: LiveStatus }
  | RunnerEvent;

/** Something that scans require, with its state. */
export interface Preflight {
  readonly id: string;
  readonly label: string;
  /** `note` means that nothing is wrong, but the person should know it. */
  readonly state: 'ok' | 'missing' | 'note';
  /** What was found, as a text for the person. */
  readonly found: string;
  /** What to do about it; null if nothing is missing. */
  readonly remedy: string | null;
  /** The sources that require it. */
  readonly sources: readonly LiveSource[];
}

export interface LiveOptions {
  /** Source of the scan; `serial` by default. */
  readonly source?: LiveSource;
  /** Name of the capture; by default, the source and the time. */
  readonly name?: string;
  /** Size of the recording in bytes at which the scan ends; 256 MB by default. */
  readonly limit_bytes?: number;
  /** For `lescan` and `watch`: UUIDs of services. Only devices with one of them, or with `name_prefix`, are received; all by default. */
  readonly services?: readonly string[];
  /** For `lescan` and `watch`: how a device's name must begin. */
  readonly name_prefix?: string;
  /** For `watch`: ids of the companies whose manufacturer data is received; 0 to 4095 by default. */
  readonly manufacturers?: readonly number[];
  /** For `serial`: advertising channels, 37 to 39; all three by default. A Sniffle sniffer uses only the first. */
  readonly channels?: readonly number[];
  /** For `serial`: lowest RSSI of a frame in dBm; weaker frames are left out. */
  readonly rssi_min?: number;
  /** For `serial`: the device whose connections the sniffer follows. */
  readonly follow?: { readonly address: string; readonly random: boolean };
}

export interface LiveStatus {
  readonly state: LiveState;
  readonly source: LiveSource | null;
  readonly capture_id: string | null;
  /** A message for the person that says what to do now, or why the scan ended. */
  readonly message: string | null;
  /**
   * Stable code of `message`, such as `LIVE_LIMIT`, `LIVE_PAUSED`, `LIVE_UNPLUGGED`, `LIVE_RADIO_LOST`,
   * `LIVE_STORAGE_FULL` or `LIVE_ENGINE_RESTARTED`.
   */
  readonly code: string | null;
  /** Name and version of the firmware, as the sniffer reports them. */
  readonly firmware: string | null;
  /** When the scan started, in ms since 1970-01-01 UTC. */
  readonly started_ms: number | null;
  /** Time in s since the last frame or advertisement; null before the first. */
  readonly silent_s: number | null;
  readonly devices: number;
  /** Number of rows per second, over the last few seconds. */
  readonly rate: number;
  readonly counters: LiveCounters;
  readonly recording: LiveRecording | null;
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

/** A part of a session, shared file or bundle that is not as it was written. */
export interface FileChange {
  /** Names the part: for instance `runs[3]`, `content.room`, `program`, `seal` or `signature`. */
  readonly path: string;
  /** The value expected according to the seal, a digest or the format; for bytes, their SHA-256. */
  readonly expected: string;
  readonly found: string;
  /** Describes the difference in a sentence. */
  readonly message: string;
  /** Range of the changed bytes in the file, `to` exclusive; absent if they cannot be located. */
  readonly bytes?: { readonly from: number; readonly to: number } | undefined;
  /** Id of the call whose result is in the changed part. */
  readonly tool_call_id?: string | undefined;
  /** Id of the capture whose bytes are in the changed part. */
  readonly capture_id?: string | undefined;
}

export interface CaptureSelection {
  /** Id of one open capture. */
  readonly capture_id?: string | undefined;
  /** Ids of the open captures whose rows count together. */
  readonly capture_ids?: readonly string[] | undefined;
  /** Sub-selection of one capture. */
  readonly selectors?:
    | {
        /** Inclusive bounds in ms. */
        readonly time_range?:
          | {
              /** First millisecond that counts, in ms. */
              readonly start_ms: number;
              /** Last millisecond that counts, in ms, inclusive. */
              readonly end_ms: number;
            }
          | undefined;
        /** Channels or receivers, any of which counts. */
        readonly channels?: readonly string[] | undefined;
        /** Predicates, all of which must hold. */
        readonly filters?: readonly string[] | undefined;
      }
    | undefined;
  /** Inclusive bounds in ms. */
  readonly time_window?:
    | {
        /** First millisecond that counts, in ms. */
        readonly start_ms: number;
        /** Last millisecond that counts, in ms, inclusive. */
        readonly end_ms: number;
      }
    | undefined;
  /** One predicate, e.g. channel IN (37,38,39) AND rssi > -92. */
  readonly filter_expression?: string | undefined;
  /** Whether times count from 1970-01-01 UTC or from the first packet; guessed from their size when absent. */
  readonly time_base?: 'epoch' | 'relative' | undefined;
}

/** Options of every long call: `signal` cancels it, `onProgress` receives its progress. */
export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How a file is to be opened. */
export interface OpenChoice {
  /** How to read a table; what is absent is detected. */
  readonly reading?: TableReading | undefined;
  /** Which part of the file to load; by default all of it. */
  readonly keep?: RowsKept | undefined;
  /** How to decrypt packets of connections; if absent, they stay encrypted. */
  readonly decrypt?: Decrypting | undefined;
}

/** `ble`: rows are packets; `table`: rows are those of a table in a file. */
export type CaptureKind = 'ble' | 'table';

export interface ColumnInfo {
  readonly name: string;
  /** Name of the DuckDB type. */
  readonly type: string;
  readonly unit?: string;
  readonly description?: string;
  readonly role?: ColumnRole;
  /** True if no row has a value. Absent if some row has one, or if that was not counted, as in a growing or merged capture. */
  readonly empty?: true;
}

/** An additional table of a capture, such as that of its connections. It exists as long as the capture's rows do. */
export interface CaptureTable {
  /** Name of the table in SQL: `<capture_id>_<what>`. */
  readonly name: string;
  /** Kind of the table in docs/reference/tables.md, such as `att`, which determines its columns. */
  readonly what: string;
  readonly row_count: number;
}

/** What times count from: 1970-01-01 UTC (`epoch`) or the first row (`relative`). `none`: there is no time column. */
export type TimeBase = 'epoch' | 'relative' | 'none';

/** Which times of a capture are used (docs/decisions/0025-one-time-base.md). Views, sentences, tools and exports all use these times. */
export interface CaptureClock {
  /** Name of the column with the times; null if no row has a time. */
  readonly column: string | null;
  /** Why this column was chosen, in one sentence for people. */
  readonly reason: string;
  /**
   * Range of the file's own timestamps if the times differ from them, in whole milliseconds, both inclusive. The result of a call without a
   * time window states this range.
   */
  readonly stamped?: { readonly start_ms: number; readonly end_ms: number } | undefined;
}

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** A place in a capture where the counter of a sniffer shows that frames were lost, and so an unknown span of time. */
export interface FrameLoss {
  /** Name of the sniffer, as in the column `receiver`. */
  readonly receiver: string;
  /** The `radio_ts_us` of the last frame before the loss, µs. */
  readonly after_us: number;
  /** Number of frames that the 16-bit counter skipped. The real number may be larger by a multiple of 65,536. */
  readonly frames: number;
}

/** How a table is read. Members that the person does not choose when the file is opened are detected. */
export interface TableReading {
  /** Encoding. This and the following members up to `header` are only for text tables. */
  readonly encoding?: TextEncoding | undefined;
  /** The character between cells, which must be ASCII. */
  readonly delimiter?: string | undefined;
  readonly quote?: '"' | "'" | 'none' | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** Number of lines before the table. */
  readonly skip_lines?: number | undefined;
  /** Whether the first row contains the column names. */
  readonly header?: boolean | undefined;
  /** Name of the time column; null if the table has none. */
  readonly time_column?: string | null | undefined;
  readonly time_form?: TimeForm | undefined;
  /** Time zone of times that state none: `UTC`, `+02:00` or an IANA name such as `Europe/Berlin`. */
  readonly zone?: string | undefined;
  readonly address_columns?: readonly string[] | undefined;
  readonly rssi_column?: string | null | undefined;
}

/** Why the rows of a listed capture cannot be queried now, and what a person can do about it. */
export interface CaptureUnavailable {
  /**
   * `waiting`: for the engine, or for the captures of a merged view. `reading`: the file is being read. `needs_file`: the file has changed
   * or is missing. `failed`: reading it failed for another reason.
   */
  readonly state: 'waiting' | 'reading' | 'needs_file' | 'failed';
  /** The reason as a sentence for people. */
  readonly reason: string;
  readonly actions: readonly ('retry' | 'choose_file' | 'close')[];
}

/**
 * States of the query engine. `starting`: no database has answered yet. `ready`: one answers. `busy`: a statement has been running for a
 * while. `restarting`: one was lost; a new one starts and the captures are read again. `failed`: the last start failed, and the next one is
 * waiting.
 */
export type EnginePhase = 'starting' | 'ready' | 'busy' | 'restarting' | 'failed';

/** How far a long operation has come. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  /** Total amount of work; null if it is not known in advance. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows' | 'pairs' | 'steps';
  /** Number of rows read so far, if the unit is bytes of a file. */
  readonly rows?: number | undefined;
}

/** One capture of a merged view, and how well it was aligned. */
export interface MergeMember {
  readonly capture_id: string;
  /** Name that a person gave the capture's sensor; null if there is none. */
  readonly sensor: string | null;
  readonly state: MergeState;
  readonly clock: MergeClock;
  /** Offset in µs added to `ts_us`, in the middle of the packets that the captures have in common, or else in the middle of the rows. */
  readonly offset_us: number;
  /** Correction of the speed of the clock, in parts per million. */
  readonly drift_ppm: number;
  /** Distance in µs, after alignment, between the two records of a common packet; null if there are no common packets. */
  readonly residual_us: { readonly median: number; readonly p95: number } | null;
  /** Maximum distance in µs at which two records count as one transmission. */
  readonly tolerance_us: number | null;
  /** Number of transmissions that an earlier capture of the list contains too. In the view, they are the duplicates. */
  readonly common_packets: number;
  /** Mean number of common packets that the same rules find at deliberately wrong offsets, so by chance. */
  readonly chance_packets: number;
  /** Number of rows that have an advertiser's address and no wrong CRC; only such rows are compared. */
  readonly comparable_rows: number;
  /** Why the capture is not aligned; null if it is. */
  readonly reason: string | null;
  /** Residuals of at most 400 of the common packets: time since the first of them in s, and residual in µs. */
  readonly residuals: readonly { readonly at_s: number; readonly residual_us: number }[];
}

/** Conditions for selecting tools; a tool must meet every condition that is given. */
export interface CatalogFilter {
  readonly capability?: string;
  readonly tag?: string;
  readonly category?: string;
  /** A question or a few words; tools that share significant words with it are listed, best first. */
  readonly text?: string;
}

export interface ToolExample {
  /** What the example shows. */
  readonly description: string;
  /** Value of `arguments`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Value of `capture_selection`; absent when the tool reads no capture. */
  readonly capture_selection?: Readonly<Record<string, unknown>> | undefined;
  /** Captures that the example was run over; absent when the tool reads none. */
  readonly captures?:
    | readonly {
        /** Id by which `capture_selection` names it. */
        readonly capture_id: string;
        /** SHA-256 of the file that the example was run over. */
        readonly sha256: string;
      }[]
    | undefined;
  /** Members of the result: `status`, `summary`, `result_hash`, and code and field of the `errors` of a failing example. */
  readonly expectedResult: Readonly<Record<string, unknown>>;
}

/** A location in a manifest that breaks a rule. */
export interface Breach {
  /** JSON Pointer to the faulty place in the manifest. */
  readonly pointer: string;
  readonly message: string;
  /** Severity of this finding; set if it differs from the rule's severity. */
  readonly severity?: Severity;
}

/** `error`: blocks a release; `warning`: should be corrected; `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

export interface ToolError {
  /** Stable code of the error registry. */
  readonly code: string;
  /** What was expected and what was found. */
  readonly message: string;
  /** Dotted path from the invocation’s root. */
  readonly field?: string | undefined;
  /** The bare key, where the fault is one key. */
  readonly key?: string | undefined;
  /** The same place as a JSON Pointer. */
  readonly pointer?: string | undefined;
  /** Other names of the same code. */
  readonly aliases?: readonly string[] | undefined;
  /** What was expected. */
  readonly expected?: string | undefined;
  /** What was found. */
  readonly got?: string | undefined;
  /** A value that would be right. */
  readonly example?: unknown;
  /** Allowed values, nearest first. */
  readonly allowed?: readonly (string | number)[] | undefined;
  /** 0-based character offset inside the text at `field`. */
  readonly offset?: number | undefined;
  /** False on a partial result. */
  readonly fatal?: boolean | undefined;
  /** Values that a repair needs, e.g. the supported range. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export interface ToolWarning {
  /** Stable code. */
  readonly code: string;
  /** What to know. */
  readonly message: string;
  /** Dotted path of the place. */
  readonly field?: string | undefined;
  /** Values behind the warning. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export interface CallChange {
  /** Dotted path from the invocation’s root. */
  readonly field: string;
  /** The same place as a JSON Pointer. */
  readonly pointer: string;
  /** Value in the call as written; absent when there was none. */
  readonly before?: unknown;
  /** Value in the call that ran; absent when it was removed. */
  readonly after?: unknown;
  /** Reason for the change. */
  readonly why: string;
  /** lossless: the same question; choice: one of several readings; loss: less than was asked. */
  readonly class: 'choice' | 'loss' | 'lossless';
}

export interface ToolArtifact {
  /** Label, unique within the result. */
  readonly name: string;
  /** MIME type. */
  readonly mime_type: string;
  /** Local address: blob: in the page, a relative path in a bundle. */
  readonly uri: string;
  /** Digest of the bytes. */
  readonly sha256: string;
  /** Size in bytes. */
  readonly bytes?: number | undefined;
}

export interface ConfidenceBasis {
  /** Id of the rule. */
  readonly method: string;
  /** What the rule was given. */
  readonly inputs: Readonly<Record<string, string | number | boolean>>;
}

export interface AgentHints {
  /** What to do next, most useful first. */
  readonly suggestedNextActions: readonly SuggestedAction[];
  /** Captures, artifacts and results this touches. */
  readonly relatedResources: readonly {
    /** capture, artifact, result or tool. */
    readonly type: string;
    /** Id within its type. */
    readonly id: string;
    /** Name for people. */
    readonly label: string;
    /** How close it is to the question. */
    readonly relevance: number;
    /** More about it. */
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  }[];
  /** Trust in the advice, not in the result. */
  readonly confidence: number;
  /** How that trust was computed. */
  readonly confidence_basis: ConfidenceBasis;
  /** Integrity of the data behind it. */
  readonly sourceQuality: 'high' | 'low' | 'medium' | 'unknown';
  /** How long the advice holds. */
  readonly validityPeriod: 'immediate' | 'indefinite' | 'long' | 'medium' | 'short';
  /** Context that would improve the advice. */
  readonly contextNeeded: readonly string[];
  /** Assumptions, default arguments included. */
  readonly assumptions: readonly string[];
  /** What may mislead. */
  readonly riskFactors: readonly RiskFactor[];
  /** Order among the suggested actions. */
  readonly dependencies: readonly {
    /** The dependent action. */
    readonly action: string;
    /** What it depends on. */
    readonly dependsOn: readonly string[];
    /** How strictly. */
    readonly type: 'optional' | 'recommended' | 'required';
    /** Why. */
    readonly reason?: string | undefined;
  }[];
  /** What following the advice would bring. */
  readonly estimatedImpact: {
    /** What following the advice brings. */
    readonly benefit: number;
    /** What it takes. */
    readonly effort: number;
    /** benefit / max(effort, 0.01), four decimals. */
    readonly roi: number;
    /** What would change. */
    readonly affectedMetrics?: readonly string[] | undefined;
  };
  /** How the advice fits stated preferences. */
  readonly preferenceAlignment: readonly {
    /** The action in question. */
    readonly action: string;
    /** The preference in question. */
    readonly preference: string;
    /** How they agree. */
    readonly alignment: 'conflict' | 'moderate' | 'neutral' | 'strong' | 'weak';
    /** -1 conflict … 1 full agreement. */
    readonly score: number;
    /** Why. */
    readonly explanation?: string | undefined;
  }[];
  /** Why this advice. */
  readonly reasoning: string;
  /** The warnings of the result, by kind and severity. */
  readonly warnings?:
    | readonly {
        /** Kind of warning. */
        readonly type: 'conflict' | 'deprecation' | 'duplicate' | 'performance' | 'validation';
        /** How bad it is. */
        readonly severity: 'critical' | 'high' | 'low' | 'medium';
        /** What to know. */
        readonly message: string;
        /** What it is about. */
        readonly relatedIds?: readonly string[] | undefined;
        /** What would correct it. */
        readonly suggestedFix?: string | undefined;
        /** Whether `repair` can correct it. */
        readonly autoFixable?: boolean | undefined;
      }[]
    | undefined;
  /** Other ways to the same end. */
  readonly alternatives?:
    | readonly {
        /** What else could be done. */
        readonly approach: string;
        /** How well it would serve. */
        readonly confidence: number;
        /** Why it exists. */
        readonly reasoning: string;
        /** What speaks for it. */
        readonly pros?: readonly string[] | undefined;
        /** What speaks against it. */
        readonly cons?: readonly string[] | undefined;
        /** How much it would change. */
        readonly estimatedImpact?: number | undefined;
      }[]
    | undefined;
  /** Limits of the advice. */
  readonly constraints?: readonly string[] | undefined;
  /** Where the advice comes from. */
  readonly metadata?:
    | {
        /** When. */
        readonly generatedAt: string;
        /** Rule set and version. */
        readonly generatedBy: string;
        /** Milliseconds. */
        readonly processingTime?: number | undefined;
      }
    | undefined;
}

export interface ToolMetadata {
  /** Canonical name; as called when unknown. */
  readonly toolName: string;
  /** Version that ran; as requested when none did. */
  readonly toolVersion: string;
  /** Version that was asked for. */
  readonly requestedVersion?: string | undefined;
  /** Name in the call. */
  readonly calledAs?: string | undefined;
  /** SHA-256 of the schemas that the call was checked against. */
  readonly schemaHash?: string | undefined;
  /** When the tool ran. */
  readonly timestamp: string;
  /** Milliseconds, all processing. */
  readonly executionTime: number;
  /** Milliseconds of it in the tool itself; absent when the tool did not run. */
  readonly toolTime?: number | undefined;
  /** Start. */
  readonly startedAt: string;
  /** End. */
  readonly endedAt: string;
  /** Start in ms since 1970-01-01 UTC. */
  readonly startedAtMs: number;
  /** End in ms since 1970-01-01 UTC. */
  readonly endedAtMs: number;
  /** Version of the workbench. */
  readonly serviceVersion: string;
  /** Digest of the compiled arithmetic. */
  readonly kernels_sha256?: string | undefined;
  /** The same for every call of one plan. */
  readonly traceId: string;
  /** The same for a call and its repairs. */
  readonly correlationId: string;
  /** Id of the attempt. */
  readonly requestId: string;
  /** Entry point of the call: page, console, plan, replay, webmcp, transcript, planner, mcp or embed. */
  readonly entry: string;
  /** Whether the result is that of an earlier run. */
  readonly cached: boolean;
  /** SHA-256 of the canonical result; equal for equal calls. */
  readonly result_hash?: string | undefined;
  /** Timeout in force, after clamping. */
  readonly timeout_ms?: number | undefined;
  /** The selection in its normal form. */
  readonly selection?: Readonly<Record<string, unknown>> | undefined;
  /** The captures that were read. */
  readonly captures?:
    | readonly {
        /** Id on this page. */
        readonly capture_id: string;
        /** Digest of the file. */
        readonly sha256: string;
        /** Its encrypted packets were read with keys. */
        readonly decrypted?: true | undefined;
      }[]
    | undefined;
  /** Arguments that were filled in by default. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** Measurements of the run. */
  readonly measures?: Readonly<Record<string, unknown>> | undefined;
  /** How the confidence is to be read. */
  readonly confidence_semantics?: string | undefined;
  /** All errors found; `errors` lists the first 64. */
  readonly error_count?: number | undefined;
  /** Lowest trust of tool and inputs. */
  readonly trust?: 'semi' | 'trusted' | 'untrusted' | undefined;
  /** What a repair changed in the call before it ran; absent when nothing. */
  readonly repairs?: readonly CallChange[] | undefined;
}

/** A stage of a plan. */
export type Stage = 'discover' | 'execute' | 'plan' | 'repair' | 'summarize' | 'validate';

/** One call of a plan. */
export interface PlanStep {
  readonly index: number;
  /** Id of the step in the document; absent in lists of calls. */
  readonly id?: string;
  /** Capture of this call if the step runs once for each capture. */
  readonly capture_id?: string;
  /** Indices of the steps that it depends on; absent if there are none. */
  readonly needs?: readonly number[];
  readonly invocation: unknown;
  readonly report: ValidationReport;
  readonly state: StepState;
  /** Result of the step; absent if it was not executed. */
  readonly result?: ToolResult;
  readonly repaired?: { readonly invocation: unknown; readonly changes: readonly Change[]; readonly result: ToolResult };
  /** Repairs among which the user may choose; none of them ran. Absent if there are none. */
  readonly proposals?: readonly Proposal[];
}

/** Results of a step that ran once per capture, with one row per capture. */
export interface PlanTable {
  readonly id: string;
  readonly tool_name: string;
  /** Names of the columns: the number, text and boolean members of `structured_output`, in order of first appearance. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly capture_id: string;
    readonly state: StepState;
    readonly confidence: number;
    readonly summary: string;
    readonly result_hash: string | null;
    readonly values: Readonly<Record<string, number | string | boolean | null>>;
  }[];
}

/** One call of a bundle. */
export interface ReplayedCall {
  readonly id: string;
  readonly tool_name: string;
  readonly state: 'same' | 'different' | 'not_run';
  readonly expected_hash: string;
  readonly got_hash: string | null;
  readonly difference: Difference | null;
  /** Why the call was not run; null if it was. */
  readonly reason: string | null;
}

/** The first location where two results differ. */
export interface Difference {
  /** Dotted path to the difference in the result. */
  readonly path: string;
  /** The value at this path as shortened JSON; `nothing` if the result does not have the path. */
  readonly expected: string;
  readonly got: string;
}

/** One change that a repair made to a call. */
export interface Change {
  /** Where the change was made: the dotted path from the invocation's root. */
  readonly field: string;
  /** Where the change was made, as a JSON Pointer. */
  readonly pointer: string;
  /** The value before the change; absent if there was none. */
  readonly before?: unknown;
  /** The value after the change; absent if it was removed. */
  readonly after?: unknown;
  readonly why: string;
  readonly class: RepairClass;
}

/** One operation of a JSON Patch (RFC 6902). */
export interface PatchStep {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** A repair that runs only if the user accepts it: one of several readings, or one that removes something from the request. */
export interface Proposal {
  readonly class: Exclude<RepairClass, 'lossless'>;
  readonly why: string;
  /** The changes of this repair in addition to the lossless ones. */
  readonly changes: readonly Change[];
  /** JSON Patch from the losslessly repaired call to `invocation`. */
  readonly patch: readonly PatchStep[];
  readonly invocation: unknown;
}

/** Whether a model may, must or must not call tools; or the name of the tool that it must call. */
export type ToolChoice = 'auto' | 'required' | 'none' | { readonly name: string };

/** Something that a dialect cannot express, or a fault in a transcript. */
export interface Issue {
  readonly code: string;
  /** What was expected and what was found; never contains raw arguments. */
  readonly message: string;
  /** The tool, the call or the place in the transcript that has the issue. */
  readonly path?: string;
}

/** One call of a transcript. Its times are null, because transcripts contain none. */
export interface ToolInvocationRecord {
  readonly toolCallId: string;
  /** Name of the tool as the model wrote it; `invocation.tool_name` is the canonical name. */
  readonly name: string;
  /** Absent if the call is a function call. */
  readonly kind?: CallKind;
  /** Id of the call of OpenAI's `parallel` wrapper that contains this call. The provider expects one answer, to that id. */
  readonly wrapped_in?: string;
  /** What made the call if not the model itself (programmatic calls of Anthropic and OpenAI Responses). */
  readonly caller?: CallingProgram;
  /** The arguments; null if they could not be parsed. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** The result of the call in the transcript. */
  readonly result: unknown;
  /** Why the call must not run, or the error that its result in the transcript reports. */
  readonly error: { readonly errorCode: string; readonly safeMessage: string } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** The call to run; null if it must not run. */
  readonly invocation: DecodedInvocation | null;
  /** The original form of the call, for display only. */
  readonly raw?: unknown;
}

/** A call that the provider itself executes, such as its web search. It is listed only for information. */
export interface ServerCall {
  readonly id: string;
  readonly name: string;
  /** The dialect's name for the kind of call, such as `web_search_call` or `server_tool_use`. */
  readonly kind: string;
}

/** Something that took time. Times are in ms since 1970-01-01 UTC; `error` is the code of a failure. */
export interface Timed {
  readonly started_ms: number;
  readonly ended_ms: number;
  readonly error?: string | null;
}

/** One answer of a model, with its times and the calls that followed from it. */
export interface TracedAnswer extends Timed {
  /** Id of the response, and the model that wrote it. */
  readonly id?: string;
  readonly model?: string;
  readonly finish_reasons?: readonly string[];
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly text?: string;
  readonly calls: readonly TracedCall[];
}

export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: TraceValue }[];
  readonly status: { readonly code?: 2; readonly message?: string };
}

export interface PolicyProfile {
  /** Canonical names of tools that may run; nothing else does. */
  readonly allowedTools: readonly string[];
  /** Effects for which a person is asked first. */
  readonly requireApprovalForEffects: readonly ('external_side_effect' | 'read_only' | 'state_change')[];
  /** Permissions, as resource:action. */
  readonly grants: readonly string[];
  /** Captures that may be read; all when absent. */
  readonly captures?: readonly string[] | undefined;
  /** Connection ids that may be used. */
  readonly connections?: readonly string[] | undefined;
  /** Limits of every call, and of all calls of one actor. */
  readonly budgets: {
    /** Longest run in ms. */
    readonly maxRuntimeMs: number;
    /** Largest invocation in bytes. */
    readonly maxArgumentBytes: number;
    /** Largest result in bytes. */
    readonly maxResultBytes: number;
    /** Most rows that the captures of one call may have. */
    readonly maxRows?: number | undefined;
    /** Most calls that one actor may start while the page is open. */
    readonly maxCalls?: number | undefined;
    /** Most calls that one actor may start in 60 s. */
    readonly maxCallsPerMinute?: number | undefined;
    /** Most ms that the tools may work for one actor, in all, while the page is open. */
    readonly maxTotalRuntimeMs?: number | undefined;
    /** Most bytes that the results of one actor may have, artifacts included, in all, while the page is open. */
    readonly maxTotalResultBytes?: number | undefined;
  };
  /** A person is asked about every call whose risk is at least this number, whatever the call does. */
  readonly approvalRisk?: number | undefined;
}

/** An entry of the page's activity list: a long operation that runs or has ended. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: Progress | null;
  /** Message shown after the operation has ended: the error message if it failed. */
  readonly message: string | null;
  /** Whether a person can cancel it. */
  readonly cancellable: boolean;
  /** Labels of actions that may resolve the failure. */
  readonly remedies?: readonly string[];
  /** Indexes of the remedies that each load one time window, if there are too many of them for buttons. */
  readonly windows?: readonly number[];
  /** True if the outcome is announced elsewhere, so that the list need not announce it. */
  readonly reported?: boolean;
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

/** Source of advertisements. `lescan`: all that the browser receives; `watch`: devices that the person chooses; `serial`: a sniffer. */
export type LiveSource = 'lescan' | 'watch' | 'serial';

/** State of a scan. `silent` means that it runs but has received nothing for a while. */
export type LiveState =
  'idle' | 'unsupported' | 'flag_off' | 'adapter_off' | 'asking' | 'silent' | 'receiving' | 'paused' | 'unplugged' | 'stopped';

export interface LiveCounters {
  /** Number of frames or advertisements that were converted to rows. */
  readonly rows: number;
  /** Number of frames missing in the sniffer's numbering; null if it does not number frames. */
  readonly lost: number | null;
  /** Number of parts of the serial stream that are not valid messages. */
  readonly damaged: number;
  /** Number of frames or advertisements that were lost because the page was too slow. */
  readonly dropped: number;
  /** Number of frames or advertisements that were received but are not rows yet. */
  readonly waiting: number;
  /** Number of frames left out because of `rssi_min`. */
  readonly filtered: number;
}

export interface LiveRecording {
  readonly bytes: number;
  readonly limit_bytes: number;
  /** Where the recording is. `opfs`: the browser's private file system, which survives closing the page; `memory`: lost with the page. */
  readonly place: 'opfs' | 'memory';
}

/**
 * Which parts of a session a file includes. An absent part is included (except `decrypted`) as far as it concerns only the chosen captures.
 */
export interface ShareParts {
  /** Calls with their results. If false, verdicts and the journal are left out too. */
  readonly results?: boolean | undefined;
  readonly verdicts?: boolean | undefined;
  readonly notes?: boolean | undefined;
  /** Device names that the person entered. */
  readonly names?: boolean | undefined;
  /** SQL statements that the person saved. */
  readonly queries?: boolean | undefined;
  /** The texts in the call editor and in the SQL editor. */
  readonly editors?: boolean | undefined;
  /** The entries of the journal. Its head hash is always included. */
  readonly journal?: boolean | undefined;
  /** Results that were computed on packets decrypted with keys. Excluded by default; if one is excluded, the journal entries are too. */
  readonly decrypted?: boolean | undefined;
}

/** Which part of a file to load. */
export interface RowsKept {
  /** Time range of the rows to load, both ends inclusive, in ms since 1970-01-01 UTC, or since the first row of a capture without dates. */
  readonly time_window?: { readonly start_ms: number; readonly end_ms: number } | undefined;
  readonly columns?: readonly string[] | undefined;
  /** Whether to leave out rows with a wrong CRC. */
  readonly crc_ok_only?: boolean | undefined;
}

/** How to decrypt packets of connections. */
export interface Decrypting {
  /**
   * Ids of long-term and session keys in the keyring to try, in addition to keys that the capture itself contains: those of legacy
   * pairings, and those sent in packets that could be decrypted.
   */
  readonly keys: readonly string[];
}

/** What a column contains. Role `time` orders the rows and determines `time_range`; a numeric time has the `unit` s, ms, us or ns. */
export type ColumnRole = 'time' | 'address' | 'rssi' | 'channel' | 'receiver';

/** Encoding of a text table. */
export type TextEncoding = 'utf-16be' | 'utf-16le' | 'utf-8' | 'windows-1252';

/**
 * How times are written. `iso`: ISO 8601; `dmy`, `mdy`: day or month first (`7.5.2020 13:00`, `5/7/2020 1:00 PM`); `epoch_…`: a number
 * since 1970-01-01 UTC; `elapsed_…`: a number since the recording began.
 */
export type TimeForm =
  'dmy' | 'elapsed_ms' | 'elapsed_ns' | 'elapsed_s' | 'elapsed_us' | 'epoch_ms' | 'epoch_ns' | 'epoch_s' | 'epoch_us' | 'iso' | 'mdy';

/**
 * How a capture was aligned in a merged view. `reference`: the others are aligned to it; `aligned`: by packets that both contain; `manual`:
 * by an offset that a person entered; `unaligned`: not at all, as there was neither.
 */
export type MergeState = 'reference' | 'aligned' | 'manual' | 'unaligned';

/** The clock from which a capture's times are taken: that of the recording computer, or the sniffer's own. */
export type MergeClock = 'ts_us' | 'radio_ts_us';

export interface SuggestedAction {
  /** Kebab alias of a tool, or `ui-…` for something the person does on the page. */
  readonly action: string;
  /** How much it matters. */
  readonly priority: 'critical' | 'high' | 'low' | 'medium';
  /** A draft invocation that can be sent as it is. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** What to do, for people. */
  readonly description?: string | undefined;
  /** Milliseconds it may take. */
  readonly estimatedTime?: number | undefined;
  /** Credits it may cost. */
  readonly estimatedCost?: number | undefined;
  /** Purpose of the action. */
  readonly category?: 'correction' | 'exploration' | 'learning' | 'optimization' | undefined;
  /** Actions that come first. */
  readonly prerequisites?: readonly string[] | undefined;
  /** Expected outcome. */
  readonly expectedOutcome?: string | undefined;
  /** Whether it can be undone. */
  readonly reversible?: boolean | undefined;
  /** Trust in this one piece of advice. */
  readonly confidence?: number | undefined;
}

export interface RiskFactor {
  /** What is at risk. */
  readonly type: 'accuracy' | 'complexity' | 'cost' | 'performance' | 'user-experience';
  /** How bad it would be. */
  readonly severity: 'critical' | 'high' | 'low' | 'medium';
  /** What may be wrong. */
  readonly description: string;
  /** How likely it is. */
  readonly probability: number;
  /** How much it would change. */
  readonly impact: number;
  /** What helps. */
  readonly mitigation?: string | undefined;
}

/**
 * How a step ended, after repair. `invalid`: not executed; `skipped`: a step that it depends on has no result; `rejected`: a person
 * rejected it.
 */
export type StepState = ToolResult['status'] | 'invalid' | 'skipped' | 'cancelled' | 'rejected';

/**
 * What a repair does to the request. `lossless`: the same question in the right spelling. `choice`: one of several readings, or
 * a guess. `loss`: a part of the request is removed or weakened.
 */
export type RepairClass = 'lossless' | 'choice' | 'loss';

/**
 * Kinds of calls that are not function calls in the dialect's own form: a custom tool with free text (`args.input`), a tool that the
 * provider defines and the client executes, or a function call that the model wrote into its text.
 */
export type CallKind = 'custom' | 'shell' | 'local_shell' | 'apply_patch' | 'computer' | 'tool_search' | 'in_text';

/** Code on the provider's servers that made a call, and that gets its result. */
export interface CallingProgram {
  /** The dialect's name for the kind of code, such as `code_execution_20260120` or `program`. */
  readonly type: string;
  /** Id of the call in `server_calls` that runs the code; null if the provider states none. */
  readonly id: string | null;
}

/** A decoded call. `run` accepts it as an invocation and validates it like any other. */
export interface DecodedInvocation {
  readonly tool_name: string;
  readonly tool_version: string;
  readonly capture_selection: CaptureSelection;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly tool_call_id: string;
  readonly timeout_ms: number;
}

/** One call of a tool, with its times. */
export interface TracedCall extends Timed {
  readonly id: string;
  readonly name: string;
  readonly arguments?: unknown;
  readonly result?: unknown;
}

export type TraceValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly arrayValue: { readonly values: readonly { readonly stringValue: string }[] } };

declare global {
  interface Window {
    workbench: Workbench;
  }
}
