import type { JsonSchema, ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { LintFinding } from '../tools/lint/rule.ts';
import type { Repaired } from '../tools/repair/repair.ts';
import type { ToolMetrics } from '../tools/runner/ports.ts';

export type { Change } from '../tools/repair/draft.ts';
export type { ToolMetrics } from '../tools/runner/ports.ts';

/** Information about tools; running them is separate. */
export interface CatalogPort {
  /** Settles when the members that check or correct calls and manifests are loaded. */
  readonly loaded: Promise<void>;
  /** Manifests of every installed version that the policy allows, by name, newest first. */
  versions(): readonly ToolManifest[];
  /** Finds a manifest by name or alias, the newest version by default; undefined if the policy does not allow the tool. */
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** Schema of an invocation; the tool's own arguments are not part of it. */
  envelope(): JsonSchema;
  /** An example as an invocation: over the example's own captures if they are open, otherwise over the chosen ones. */
  example(manifest: ToolManifest, index: number, chosen: readonly string[]): unknown;
  /** Validates a manifest; without an argument, the manifests of every installed version. Returns the faults. */
  lint(manifest?: unknown): readonly LintFinding[];
  checklist(manifest: ToolManifest): readonly { readonly line: string; readonly holds: boolean }[];
  /** Corrects a failed call by rules; undefined when no rule applies. */
  repair(invocation: unknown, result: Pick<ToolResult, 'status' | 'errors'>): Repaired | undefined;
  metrics(): readonly ToolMetrics[];
}
