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

  /** Rejects when no file could be opened; of several files the good ones open. */
  open(files: File | FileList | readonly File[], options?: WorkOptions): Promise<CaptureInfo[]>;
  captures(): readonly CaptureInfo[];
  close(capture_id: string): Promise<void>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;

  /** One read-only statement over the open captures; each capture is a table named by its capture_id. */
  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;

  /** The catalog, after policy. */
  tools(filter?: { capability?: string; tag?: string; category?: string; capture_id?: string }): readonly ToolManifest[];
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** Never executes. */
  validate(invocation: unknown): Promise<ValidationReport>;
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;
  /** Narrower shapes of a result: each specification's own, or the bounded view for planners. */
  project(result: ToolResult, view: ResultView): unknown;

  policy(): unknown;
  /** Rejects with `INVALID_POLICY` and everything that is wrong with it. */
  setPolicy(policy: unknown): Promise<void>;
  audit(): readonly AuditEntry[];
  /** Recomputes the chain of hashes. */
  verifyAudit(): Promise<{ readonly ok: boolean; readonly first_bad?: number }>;
  metrics(): readonly ToolMetrics[];
  /** Returns the function that stops listening. */
  on(type: EventType | '*', listener: (event: { readonly type: EventType }) => void): () => void;

  readonly session: {
    save(options?: SaveOptions): Promise<Blob>;
    load(file: Blob): Promise<void>;
    /** One HTML file with everything in it, which opens with no network. */
    offline(options?: SaveOptions): Promise<Blob>;
  };
}

export type EventType = 'captures' | 'activity' | 'audit' | 'tool-start' | 'tool-progress' | 'tool-result';
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
}

export interface SaveOptions {
  readonly name?: string;
  readonly capture_ids?: readonly string[];
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
    readonly timestamp: string;
    /** SHA-256 of the canonical result; equal for equal calls. */
    readonly result_hash?: string | undefined;
  };
  readonly tool_call_id: string;
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
  readonly max_ms: number;
}
