import { WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import { contractChecker } from '../../tools/contract/schema.ts';
import type { LintFinding } from '../../tools/lint/rule.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Repaired } from '../../tools/repair/repair.ts';
import type { PlanParts, PlanPreview, PlanReport } from '../../tools/plan/plan.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { ReplayReport } from '../../tools/replay/replay.ts';
import type { ToolDesk } from '../../ui/tool-desk.ts';
import { exampleInvocation } from './draft.ts';
import type { ReplayDesk } from './replays.ts';
import type * as Rules from './tool-rules.ts';

/** The same desk for scripts: plans, and manifests from elsewhere. */
export interface ScriptDesk extends ToolDesk {
  /** Settles when lint, repair and plans answer; until then they throw `NOT_READY`. */
  readonly ready: Promise<void>;
  lint(manifest?: unknown): readonly LintFinding[];
  repair(invocation: unknown, result: Pick<ToolResult, 'status' | 'errors'>): Repaired | undefined;
  plan(invocations: unknown, options?: RunOptions & Pick<PlanParts, 'onStage' | 'onStep'>): Promise<PlanReport>;
  preview(plan: unknown): Promise<PlanPreview>;
  /** What was run as one file; `capture_ids` are those whose bytes travel along, `tool_call_ids` the calls where not all are wanted. */
  bundle(name: string, capture_ids: readonly string[], tool_call_ids?: readonly string[], options?: WorkOptions): Promise<Blob>;
  replay(bundle: unknown, options?: RunOptions): Promise<ReplayReport>;
}

/** Everything about tools that is no single run: their versions and examples, lint, repair and plans. */
export function toolDesk(parts: {
  readonly registry: ToolRegistry;
  /** Runs of a plan go through the page's list of activities like any other. */
  readonly runner: Runner;
  readonly captures: { list(): readonly CaptureInfo[]; get(id: string): CaptureInfo | undefined };
  readonly replays: ReplayDesk;
}): ScriptDesk {
  const { registry, runner, captures } = parts;
  const ids = { uuid: () => crypto.randomUUID() };
  let loaded: typeof Rules | undefined;
  const loading = import('./tool-rules.ts').then((rules) => (loaded = rules));
  const rules = (): NonNullable<typeof loaded> => {
    if (loaded === undefined) throw new WorkbenchError('NOT_READY', 'expected a workbench that is ready: wait for workbench.ready first');
    return loaded;
  };
  const versions = (): readonly ToolManifest[] =>
    runner.catalog().flatMap(({ name }) => [...registry.versions(name)].reverse().map((entry) => entry.manifest));
  return {
    ready: loading.then(() => undefined),
    versions,
    envelope: () => contractChecker('tool-invocation').schema,
    example(manifest, index, chosen) {
      const example = manifest.examples[index];
      const named = { open: captures.list(), chosen: chosen.flatMap((id) => captures.get(id) ?? []) };
      return example && exampleInvocation(manifest, example, named, `req-${ids.uuid()}`);
    },
    lint: (...given) => (given.length === 0 ? rules().lint(versions()) : rules().lintUnknown(given[0], runner.catalog())),
    checklist: (manifest) => rules().checklistOf(manifest),
    repair: (invocation, result) => rules().repair(invocation, result, { registry, catalog: runner.catalog(), captures, ids }),
    plan: async (invocations, { onStage, onStep, ...options } = {}) =>
      (await loading).runPlan(
        invocations,
        { runner, registry, captures, ids, ...(onStage && { onStage }), ...(onStep && { onStep }) },
        options,
      ),
    preview: async (plan) => (await loading).previewPlan(plan, { runner, registry, captures, ids }, { interactive: true }),
    bundle: async (name, capture_ids, tool_call_ids, options) =>
      (await loading).writeReplay(parts.replays, name, new Set(capture_ids), tool_call_ids && new Set(tool_call_ids), options),
    replay: async (bundle, options = {}) => (await loading).runReplay(bundle, parts.replays, options),
    metrics: () => runner.metrics(),
  };
}
