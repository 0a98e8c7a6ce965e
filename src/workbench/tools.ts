import type { JsonSchema, ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { LintFinding } from '../tools/lint/rule.ts';
import type { Repaired } from '../tools/repair/repair.ts';
import type { ToolMetrics } from '../tools/runner/ports.ts';

export type { Change } from '../tools/repair/draft.ts';
export type { ToolMetrics } from '../tools/runner/ports.ts';

/** Facts about tools, apart from running them. */
export interface CatalogPort {
  /** Settles when the members that check or correct calls and manifests can be used. */
  readonly loaded: Promise<void>;
  /** Manifests of every installed version that the policy allows, by name, newest first. */
  versions(): readonly ToolManifest[];
  /** By name or alias, the newest version by default; undefined for a tool that the policy does not allow. */
  manifest(name: string, version?: string): ToolManifest | undefined;
  /** Schema of an invocation, without the tool's own arguments. */
  envelope(): JsonSchema;
  /** An example as a call: over its own captures when these are open, else over the chosen ones. */
  example(manifest: ToolManifest, index: number, chosen: readonly string[]): unknown;
  /** Faults of a manifest; without an argument, of the manifests of every installed version. */
  lint(manifest?: unknown): readonly LintFinding[];
  checklist(manifest: ToolManifest): readonly { readonly line: string; readonly holds: boolean }[];
  /** Corrects a failed call by rules; undefined when no rule applies. */
  repair(invocation: unknown, result: Pick<ToolResult, 'status' | 'errors'>): Repaired | undefined;
  metrics(): readonly ToolMetrics[];
}
