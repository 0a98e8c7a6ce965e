import type { Progress } from '../../base/progress.ts';

/** One thing wrong with an invocation or a run (S0 §7, R1, R2). */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  /** Dotted path from the invocation's root: `arguments.target`, `capture_selection.selectors.channels[0]`. */
  readonly field?: string;
  /** The bare key, where the fault is one key. */
  readonly key?: string;
  /** The same place as a JSON Pointer. */
  readonly pointer?: string;
  /** Other names of the same code (R1). */
  readonly aliases?: readonly string[];
  readonly expected?: string;
  readonly got?: string;
  /** false on a partial result (R15). */
  readonly fatal?: boolean;
}

export interface ToolWarning {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

export interface ToolArtifact {
  readonly name: string;
  readonly mime_type: string;
  readonly uri: string;
  readonly sha256: string;
}

export interface ToolExample {
  readonly description: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expectedResult?: unknown;
}

export interface ToolManifest {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly long_description?: string;
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
  readonly reversible: boolean;
  readonly category: 'query' | 'mutation' | 'analysis' | 'generation';
  readonly tags: readonly string[];
  readonly permissions: readonly string[];
  readonly examples: readonly ToolExample[];
  readonly aliases: readonly string[];
}

export interface ToolInvocation {
  readonly tool_name: string;
  readonly tool_version: string;
  readonly capture_selection: unknown;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly timeout_ms: number;
}

export interface ToolResult {
  readonly status: 'ok' | 'partial' | 'error';
  readonly summary: string;
  readonly structured_output?: Readonly<Record<string, unknown>>;
  /** The same object as `structured_output` (S4). */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly artifacts: readonly ToolArtifact[];
  readonly warnings: readonly ToolWarning[];
  readonly errors: readonly ToolError[];
  readonly confidence: number;
  readonly confidence_basis?: { readonly method: string; readonly inputs: Readonly<Record<string, unknown>> };
  readonly agentHints: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly toolName: string;
    readonly toolVersion: string;
    readonly result_hash?: string;
    readonly executionTime: number;
    readonly timestamp: string;
  };
  readonly tool_call_id: string;
  readonly ok: boolean;
  readonly errorCode?: string;
}

/** What `validate` answers: the verdicts of both validators and everything found, with places. */
export interface ValidationReport {
  readonly valid: boolean;
  readonly errors: readonly ToolError[];
  readonly warnings: readonly ToolWarning[];
}

/** One line of the journal: who asked what, what was decided, how it ended. Redacted. */
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
  readonly result_hash?: string;
  readonly hash: string;
}

/** What an executing tool may say on the way. */
export type ReportProgress = (progress: Progress) => void;
