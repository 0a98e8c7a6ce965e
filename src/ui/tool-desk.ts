import type { JsonSchema, ToolManifest, ToolResult } from '../tools/contract/index.ts';

/** One thing a repair did to a call. */
export interface CallChange {
  /** Dotted path from the invocation's root; empty for the whole text. */
  readonly field: string;
  /** The same place as a JSON Pointer. */
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly why: string;
}

/** What the lint says about a manifest. */
export interface ManifestFinding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** `name@version`. */
  readonly tool: string;
  readonly pointer: string;
  readonly message: string;
}

/** How the calls of one tool went on this page. */
export interface ToolFigures {
  readonly tool_name: string;
  readonly calls: number;
  readonly errors: number;
  readonly partial: number;
  readonly cache_hits: number;
  readonly median_ms: number;
  readonly max_ms: number;
  /** How many calls ended with each code. */
  readonly errors_by_code: Readonly<Record<string, number>>;
}

/** What can be asked about tools beside running them; `app` supplies it. */
export interface ToolDesk {
  /** Manifests of every installed version that the person may call: by name, newest first. */
  versions(): readonly ToolManifest[];
  /** Schema of an invocation, without the tool's own arguments. */
  envelope(): JsonSchema;
  /** An example as a call, over the captures it was made with where they are open, else over the chosen ones. */
  example(manifest: ToolManifest, index: number, chosen: readonly string[]): unknown;
  /** Of every installed version; nothing at all when all is well. */
  lint(): readonly ManifestFinding[];
  checklist(manifest: ToolManifest): readonly { readonly line: string; readonly holds: boolean }[];
  /** A corrected call out of a failed one; undefined when nothing can be done about it. */
  repair(
    invocation: unknown,
    result: Pick<ToolResult, 'status' | 'errors'>,
  ): { readonly invocation: unknown; readonly changes: readonly CallChange[] } | undefined;
  metrics(): readonly ToolFigures[];
}
