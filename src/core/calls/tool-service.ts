import { WorkbenchError } from '../../base/failure.ts';
import { once } from '../../base/once.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest } from '../../tools/contract/index.ts';
import type { PlanParts, PlanPreview, PlanReport } from '../../tools/plan/plan.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { ReplayReport } from '../../tools/replay/replay.ts';
import { copyOptions } from '../../tools/runner/options.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { BundleWork, ReplayDependencies } from './replays.ts';
import { createDrafts, type Drafts } from './draft.ts';
import type { ToolRules } from './tool-rules.ts';

/** Operations on tools other than a single run: rules on calls and manifests, plans, replay bundles. */
export interface ToolService extends Drafts {
  /** The rules on calls and manifests; loaded when a planner or a transcript first needs them. The page loads a separate copy. */
  rules(): Promise<ToolRules>;
  /** Settles when the code for plans and replays is loaded. */
  readonly ready: Promise<void>;
  /** Manifests of every installed version that the person may call, ordered by name, newest first. */
  versions(): readonly ToolManifest[];
  plan(invocations: unknown, options?: RunOptions & Pick<PlanParts, 'onStage' | 'onStep'>): Promise<PlanReport>;
  preview(plan: unknown): Promise<PlanPreview>;
  /** Writes calls to one file. `capture_ids`: the captures whose bytes are included; `tool_call_ids`: the calls to include, if not all. */
  bundle(name: string, capture_ids: readonly string[], tool_call_ids?: readonly string[], options?: BundleWork): Promise<Blob>;
  replay(bundle: unknown, options?: RunOptions): Promise<ReplayReport>;
}

export function toolService(dependencies: {
  readonly registry: ToolRegistry;
  /** Runs the calls of plans. The activity list shows them like any other run. */
  readonly runner: Runner;
  readonly captures: { list(): readonly CaptureInfo[]; get(id: string): CaptureInfo | undefined };
  readonly replays: ReplayDependencies;
}): ToolService {
  const { registry, runner, captures, replays } = dependencies;
  const ids = { uuid: () => crypto.randomUUID() };
  const load = once(() => import('./plans-and-replays.ts'));
  const versions = (): readonly ToolManifest[] =>
    runner.catalog().flatMap(({ name }) => [...registry.versions(name)].reverse().map((entry) => entry.manifest));
  const facts = { versions, catalog: () => runner.catalog(), captures, ids };
  return {
    rules: once(async () => (await import('./tool-rules.ts')).createToolRules(facts)),
    ...createDrafts(facts),
    ready: load().then(() => undefined),
    versions,
    plan: async (invocations, given = {}) => {
      const { onStage, onStep, ...options } = copyOptions(given);
      const listeners = { ...(isListener(onStage, 'onStage') && { onStage }), ...(isListener(onStep, 'onStep') && { onStep }) };
      return (await load()).runPlan(invocations, { runner, registry, captures, ids, ...listeners }, options);
    },
    preview: async (plan) => (await load()).previewPlan(plan, { runner, registry, captures, ids }, { interactive: true }),
    bundle: async (name, capture_ids, tool_call_ids, options) =>
      (await load()).writeReplay(replays, name, new Set(capture_ids), tool_call_ids && new Set(tool_call_ids), options),
    replay: async (bundle, options) => (await load()).runReplay(bundle, replays, options),
  };
}

function isListener(value: unknown, name: string): boolean {
  if (value === undefined || typeof value === 'function') return value !== undefined;
  throw new WorkbenchError('INVALID_TYPE', `${name}: expected a function, got another ${typeof value}`);
}
