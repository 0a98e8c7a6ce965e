import type { WorkOptions } from '../base/progress.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { Problem } from '../tables/problems.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { AuditEntry, ToolManifest, ToolPolicy, ToolResult, ValidationReport } from '../tools/contract/index.ts';
import type { View } from '../tools/contract/project.ts';
import type { ToolMetrics } from '../tools/runner/ports.ts';
import type { WorkbenchEvent } from '../ui/workbench.ts';

export interface RunOptions extends WorkOptions {
  /** Approval dialogs may appear; otherwise a call that needs approval is denied. */
  readonly interactive?: boolean;
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

  open(files: File | FileList | readonly File[], options?: WorkOptions): Promise<CaptureInfo[]>;
  captures(): readonly CaptureInfo[];
  close(capture_id: string): Promise<void>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;

  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;

  tools(filter?: { capability?: string; tag?: string; category?: string; capture_id?: string }): readonly ToolManifest[];
  manifest(name: string, version?: string): ToolManifest | undefined;
  validate(invocation: unknown): Promise<ValidationReport>;
  run(invocation: unknown, options?: RunOptions): Promise<ToolResult>;

  /** The narrower shapes of R9, and the bounded view for planners. */
  project(result: ToolResult, view: View): unknown;

  policy(): ToolPolicy;
  setPolicy(policy: unknown): Promise<void>;
  audit(): readonly AuditEntry[];
  verifyAudit(): Promise<{ readonly ok: boolean; readonly first_bad?: number }>;
  metrics(): readonly ToolMetrics[];
  on(type: WorkbenchEvent['type'] | '*', listener: (event: WorkbenchEvent) => void): () => void;

  readonly session: {
    save(options?: SaveOptions): Promise<Blob>;
    load(file: Blob): Promise<void>;
    /** One HTML file with everything in it, which opens with no network. */
    offline(options?: SaveOptions): Promise<Blob>;
  };
}

declare global {
  interface Window {
    workbench: Workbench;
  }
}
