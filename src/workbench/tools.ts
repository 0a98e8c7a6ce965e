import type { JsonSchema, ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { LintFinding } from '../tools/lint/rule.ts';
import type { Repaired } from '../tools/repair/repair.ts';
import type { ToolMetrics } from '../tools/runner/ports.ts';

export type { Change } from '../tools/repair/draft.ts';
export type { ToolMetrics } from '../tools/runner/ports.ts';

/** Information about the tools. It does not run them. */
export interface CatalogPort {
  /** Settles when the code that checks and repairs calls and manifests is loaded. */
  readonly loaded: Promise<void>;
  /** Manifests of every installed version of the allowed tools, ordered by name, newest first. */
  versions(): readonly ToolManifest[];
  /** Finds a manifest by name or alias, the newest version by default; undefined if the policy does not allow the tool. */
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** Returns the JSON Schema of an invocation, without the arguments of a particular tool. */
  envelope(): JsonSchema;
  /** Converts an example to an invocation: over the example's own captures if they are open, otherwise over the chosen ones. */
  example(manifest: ToolManifest, index: number, chosen: readonly string[]): unknown;
  /** Lists the faults of a manifest or, without an argument, of the manifests of every installed version. */
  lint(manifest?: unknown): readonly LintFinding[];
  checklist(manifest: ToolManifest): readonly { readonly line: string; readonly holds: boolean }[];
  /** Repairs a failed call by rules; undefined if no rule applies. */
  repair(invocation: unknown, result: Pick<ToolResult, 'status' | 'errors'>): Repaired | undefined;
  metrics(): readonly ToolMetrics[];
}
