import type { CaptureInfo } from '../../tables/captures.ts';
import { knownTools } from '../../tools/catalog-view.ts';
import type { ToolManifest } from '../../tools/contract/index.ts';
import { contractChecker } from '../../tools/contract/schema.ts';
import { checklistOf } from '../../tools/lint/checklist.ts';
import { lint, lintUnknown } from '../../tools/lint/lint.ts';
import type { LintFinding } from '../../tools/lint/rule.ts';
import { repair, type Repaired } from '../../tools/repair/repair.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { CatalogPort } from '../../workbench/tools.ts';

/** Facts about the installed tools that the rules need. */
export interface ToolFacts {
  /** Manifests of every installed version that the caller may run. */
  versions(): readonly ToolManifest[];
  /** Manifests of the newest version of each tool that the policy allows. */
  catalog(): readonly ToolManifest[];
  readonly captures: { list(): readonly CaptureInfo[]; get(id: string): CaptureInfo | undefined };
  readonly ids: { uuid(): string };
}

/** Checks and repairs of calls. They use only manifests, run nothing and read no rows, so the page can apply them without the core. */
export interface ToolRules extends Pick<CatalogPort, 'envelope' | 'checklist'> {
  lint(...given: readonly [manifest?: unknown]): readonly LintFinding[];
  repair(invocation: unknown, result: Pick<ToolResult, 'status' | 'errors'>): Repaired | undefined;
}

export function createToolRules(facts: ToolFacts): ToolRules {
  const { captures, ids } = facts;
  const versions = (): readonly ToolManifest[] => facts.versions();
  const catalog = (): readonly ToolManifest[] => facts.catalog();
  return {
    envelope: () => contractChecker('tool-invocation').schema,
    checklist: (manifest) => checklistOf(manifest),
    lint: (...given) => (given.length === 0 ? lint(versions()) : lintUnknown(given[0], catalog())),
    repair: (invocation, result) => repair(invocation, result, { registry: knownTools(versions()), catalog: catalog(), captures, ids }),
  };
}
