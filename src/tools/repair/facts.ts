import type { ToolManifest } from '../contract/index.ts';
import type { CaptureLookup } from '../definition.ts';
import type { KnownTools } from '../catalog-view.ts';

/** What a repair may read: installed tools, the caller's catalog, open captures. It executes nothing. */
export interface RepairFacts {
  readonly registry: KnownTools;
  /** The tools that the caller may see under the policy. */
  readonly catalog: readonly ToolManifest[];
  readonly captures: CaptureLookup;
  readonly ids: { uuid(): string };
}

/** How long a call of this tool may reasonably take, in ms (R44). */
export function defaultTimeout(manifest: ToolManifest): number {
  const usual = { fast: 5_000, medium: 30_000, slow: 120_000 }[manifest.responseTime];
  return Math.min(usual, manifest.execution_constraints.max_timeout_ms);
}
