import type { CaptureInfo } from '../../tables/captures.ts';
import { knownTools } from '../../tools/catalog-view.ts';
import type { ToolManifest } from '../../tools/contract/index.ts';
import { contractChecker } from '../../tools/contract/schema.ts';
import { checklistOf } from '../../tools/lint/checklist.ts';
import { lint, lintUnknown } from '../../tools/lint/lint.ts';
import type { LintFinding } from '../../tools/lint/rule.ts';
import { repair, type Repaired } from '../../tools/repair/repair.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { ToolDesk } from '../../workbench/tools.ts';
import { draftInvocation, exampleInvocation } from './draft.ts';

/** What the rules look at. */
export interface ToolFacts {
  /** Every installed version that the caller may call. */
  versions(): readonly ToolManifest[];
  /** The newest versions, after policy. */
  catalog(): readonly ToolManifest[];
  readonly captures: { list(): readonly CaptureInfo[]; get(id: string): CaptureInfo | undefined };
  readonly ids: { uuid(): string };
}

/** Rules over calls and manifests. They execute nothing and read no rows, so the page applies them without asking the core. */
export interface ToolRules extends Pick<ToolDesk, 'envelope' | 'example' | 'checklist'> {
  lint(...given: readonly [manifest?: unknown]): readonly LintFinding[];
  repair(invocation: unknown, result: Pick<ToolResult, 'status' | 'errors'>): Repaired | undefined;
  /** A ready call of a tool over captures. */
  draft(tool_name: string, capture_ids: readonly string[]): unknown;
}

export function createToolRules(facts: ToolFacts): ToolRules {
  const { captures, ids } = facts;
  const versions = (): readonly ToolManifest[] => facts.versions();
  const catalog = (): readonly ToolManifest[] => facts.catalog();
  const chosen = (names: readonly string[]): CaptureInfo[] => names.flatMap((id) => captures.get(id) ?? []);
  return {
    envelope: () => contractChecker('tool-invocation').schema,
    example(manifest, index, names) {
      const example = manifest.examples[index];
      return example && exampleInvocation(manifest, example, { open: captures.list(), chosen: chosen(names) }, `req-${ids.uuid()}`);
    },
    draft(name, names) {
      const manifest = knownTools(catalog()).get(name)?.manifest;
      return manifest && draftInvocation(manifest, chosen(names), `req-${ids.uuid()}`);
    },
    checklist: (manifest) => checklistOf(manifest),
    lint: (...given) => (given.length === 0 ? lint(versions()) : lintUnknown(given[0], catalog())),
    repair: (invocation, result) => repair(invocation, result, { registry: knownTools(versions()), catalog: catalog(), captures, ids }),
  };
}
