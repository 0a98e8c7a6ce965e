import type { ToolManifest } from '../contract/index.ts';
import type { CaptureLookup } from '../definition.ts';
import type { KnownTool, KnownTools } from '../catalog-view.ts';

/** What a repair may look at: what is installed, what the caller may call, what is open. Nothing is executed. */
export interface RepairFacts {
  readonly registry: KnownTools;
  /** The catalog of the caller, after policy. */
  readonly catalog: readonly ToolManifest[];
  readonly captures: CaptureLookup;
  readonly ids: { uuid(): string };
}

/** How long a call of this tool may reasonably take (R44). */
export function defaultTimeout(manifest: ToolManifest): number {
  const usual = { fast: 5_000, medium: 30_000, slow: 120_000 }[manifest.responseTime];
  return Math.min(usual, manifest.execution_constraints.max_timeout_ms);
}

/** A tool that could serve instead, among those the caller may call: the declared fallback first. */
export function alternativeTo(tool: KnownTool | undefined, { catalog }: RepairFacts): ToolManifest | undefined {
  const own = tool?.manifest;
  const wanted = [own?.fallback, ...(own?.alternatives ?? [])];
  const declared = wanted.flatMap((name) => catalog.filter((manifest) => manifest.name === name))[0];
  if (declared) return declared;
  return catalog.find(
    (manifest) => manifest.name !== own?.name && manifest.effect === 'read_only' && manifest.scope === (own?.scope ?? 'none'),
  );
}

/** Arguments that a tool can be called with as they stand: of its first example, or none where nothing is required. */
export function exampleArguments(manifest: ToolManifest): Readonly<Record<string, unknown>> {
  const required = manifest.input_schema['required'];
  if (Array.isArray(required) && required.length === 0) return {};
  return manifest.examples[0]?.params ?? {};
}
