import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolManifest, ToolResult, ValidationReport } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { MOST_STEPS } from '../contract/plan.ts';
import type { CaptureLookup } from '../definition.ts';
import type { ToolRegistry } from '../registry.ts';
import type { Change } from '../repair/draft.ts';
import { repair, type Proposal } from '../repair/repair.ts';
import { PlanCalls } from './calls.ts';
import { takeInOrder } from './order.ts';
import { readPlan, type PlannedStep, type ReadPlan } from './read.ts';
import { summarize, tablesOf, type PlanTable } from './table.ts';
import { requireRunOptions } from '../runner/options.ts';
import type { Runner, RunOptions } from '../runner/ports.ts';

/**
 * Runs several calls through a fixed lifecycle (S0 §6): discover, plan, validate, execute, summarize, repair. The author of the plan makes
 * no difference (R56). A step may use the result of an earlier one; a failed step stops only those that depend on it.
 */
export const STAGES = ['discover', 'plan', 'validate', 'execute', 'summarize', 'repair'] as const;
/** A stage of a plan. */
export type Stage = (typeof STAGES)[number];

/**
 * How a step ended, after repair. `invalid`: not executed; `skipped`: a step that it depends on has no result; `rejected`: a person
 * rejected it.
 */
export type StepState = ToolResult['status'] | 'invalid' | 'skipped' | 'cancelled' | 'rejected';

/** One call of a plan. */
export interface PlanStep {
  readonly index: number;
  /** Id of the step in the document; absent in lists of calls. */
  readonly id?: string;
  /** Capture of this call if the step runs once for each capture. */
  readonly capture_id?: string;
  /** Indices of the steps that it depends on; absent if there are none. */
  readonly needs?: readonly number[];
  readonly invocation: unknown;
  readonly report: ValidationReport;
  readonly state: StepState;
  /** Result of the step; absent if it was not executed. */
  readonly result?: ToolResult;
  readonly repaired?: { readonly invocation: unknown; readonly changes: readonly Change[]; readonly result: ToolResult };
  /** Repairs among which the user may choose; none of them ran. Absent if there are none. */
  readonly proposals?: readonly Proposal[];
}

/** Report on the execution of a plan. */
export interface PlanReport {
  readonly traceId: string;
  readonly stages: readonly Stage[];
  readonly discovered: readonly { readonly name: string; readonly versions: readonly string[] }[];
  readonly steps: readonly PlanStep[];
  /** One table for each step that ran once for each capture. */
  readonly tables: readonly PlanTable[];
  /** Summary of the run, composed of the results' summaries. */
  readonly summary: string;
  /** Faults of the plan itself: not a plan, cyclic dependencies, too many steps. */
  readonly errors: readonly ToolError[];
}

/** A step that was read and validated, but not run. */
export type PreviewedStep = Pick<PlanStep, 'index' | 'id' | 'capture_id' | 'needs' | 'invocation' | 'report'>;

/** A plan that was read and validated, but not run. */
export interface PlanPreview {
  readonly steps: readonly PreviewedStep[];
  readonly errors: readonly ToolError[];
  readonly parallel: number;
}

export interface PlanParts {
  readonly runner: Runner;
  readonly registry: ToolRegistry;
  readonly captures: CaptureLookup;
  readonly ids: { uuid(): string };
  /** Maximum number of calls, including repairs. */
  readonly maxSteps?: number;
  readonly onStage?: (stage: Stage) => void;
  readonly onStep?: (index: number, state: StepState | 'running') => void;
}

/** Reads and validates a plan without executing it. */
export async function previewPlan(plan: unknown, parts: PlanParts, given?: RunOptions): Promise<PlanPreview> {
  const options = requireRunOptions(given);
  const { steps, errors, parallel } = readPlan(plan, parts.maxSteps ?? MOST_STEPS, parts.captures);
  const calls = new PlanCalls(steps, parts, options, parts.ids.uuid());
  await calls.validate();
  const shown = steps.map(({ faults: _, position: __, ...step }) => ({ ...step, report: calls.reportOf(step.index) }));
  return { steps: shown, errors, parallel };
}

/** Runs a plan. Rejects with a `WorkbenchError` for invalid options only; every error of the plan is in the report. */
export async function runPlan(plan: unknown, parts: PlanParts, given?: RunOptions): Promise<PlanReport> {
  const options = requireRunOptions(given);
  const traceId = options.context?.traceId ?? parts.ids.uuid();
  const catalog = parts.runner.catalog(options.context?.agent);
  const most = parts.maxSteps ?? MOST_STEPS;
  const stage = (name: Stage): void => parts.onStage?.(name);
  stage('discover');
  const discovered = catalog.map(({ name }) => ({ name, versions: parts.registry.versions(name).map((entry) => entry.manifest.version) }));
  stage('plan');
  const read = readPlan(plan, most, parts.captures);
  const errors = [...read.errors];
  const calls = new PlanCalls(read.steps, parts, options, traceId);
  stage('validate');
  await calls.validate();
  stage('execute');
  await executeSteps(read, calls, catalog, parts);
  stage('summarize');
  stage('repair');
  if (options.signal?.aborted !== true && !(await mendAll(read, calls, catalog, parts, most)))
    errors.push(toolError('STEP_LIMIT', `the plan may take ${String(most)} steps, repairs included`));
  const steps = read.steps.map((step) => calls.stepOf(step));
  return { traceId, discovered, stages: STAGES, steps, tables: tablesOf(steps), summary: summarize(steps), errors };
}

async function executeSteps(
  { steps, parallel }: ReadPlan,
  calls: PlanCalls,
  catalog: readonly ToolManifest[],
  parts: PlanParts,
): Promise<void> {
  const readOnly = new Set(catalog.filter(({ effect }) => effect === 'read_only').map(({ name }) => name));
  const mayShare = ({ invocation }: PlannedStep): boolean => {
    const name = isRecord(invocation) ? invocation['tool_name'] : undefined;
    return parallel > 1 && typeof name === 'string' && readOnly.has(parts.registry.get(name)?.manifest.name ?? '');
  };
  await takeInOrder(steps, parallel, mayShare, async (step) => {
    await runOne(step, calls, parts, mayShare(step));
  });
}

async function runOne(step: PlannedStep, calls: PlanCalls, { onStep }: PlanParts, beside: boolean): Promise<void> {
  if (calls.mayRun(step)) {
    onStep?.(step.index, 'running');
    await calls.run(step, beside);
  }
  onStep?.(step.index, calls.stateOf(step.index));
}

/** Whether a repair would change the capture of a step that runs once per capture, whose row must concern that capture. */
const losesItsCapture = ({ capture_id }: PlannedStep, changes: readonly Change[]): boolean =>
  capture_id !== undefined && changes.some(({ field }) => /^capture_selection\.capture_ids?\b/.test(field));

/** Repairs the failed steps only (S0-6.6). Returns whether the limit of steps was kept. */
async function mendAll(
  { steps }: ReadPlan,
  calls: PlanCalls,
  catalog: readonly ToolManifest[],
  parts: PlanParts,
  most: number,
): Promise<boolean> {
  let left = most - steps.length;
  let kept = true;
  await takeInOrder(
    steps,
    1,
    () => false,
    async (step) => {
      if (calls.signalled || !kept) return;
      // A step that was skipped because of another one may now run, if that one was repaired.
      if (calls.stateOf(step.index) === 'skipped') await runOne(step, calls, parts, false);
      const failure = calls.failureOf(step);
      if (failure === undefined) return;
      const fixed = repair(calls.filled(step), failure, { ...parts, catalog });
      if (fixed === undefined) return;
      calls.keepProposals(step, fixed.proposals);
      // Without asking, only a repair that keeps the question may run.
      if (!fixed.determinable || losesItsCapture(step, fixed.changes)) return;
      if (left-- <= 0) kept = false;
      else await calls.runRepaired(step, fixed);
      parts.onStep?.(step.index, calls.stateOf(step.index));
    },
  );
  return kept;
}
