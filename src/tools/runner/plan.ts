import { dotted, toolError } from '../contract/errors.ts';
import type { ToolError, ToolResult, ValidationReport } from '../contract/index.ts';
import { checkJson } from '../contract/json-value.ts';
import type { CaptureLookup } from '../definition.ts';
import type { ToolRegistry } from '../registry.ts';
import type { Change } from '../repair/draft.ts';
import { repair } from '../repair/repair.ts';
import type { Runner, RunOptions } from './ports.ts';
import { lostIn, referencesIn, withReferences, type Reference } from './references.ts';
import { lowest } from './settle.ts';

/**
 * A list of calls taken through the fixed lifecycle (S0 §6): discover, plan, validate, execute, summarize, repair.
 * Who wrote the list does not matter (R56). Steps run in order; a step may use what an earlier one answered.
 */
export const STAGES = ['discover', 'plan', 'validate', 'execute', 'summarize', 'repair'] as const;
export type Stage = (typeof STAGES)[number];

export interface PlanStep {
  readonly index: number;
  readonly invocation: unknown;
  readonly report: ValidationReport;
  /** Absent when the step was not valid, hence not executed. */
  readonly result?: ToolResult;
  readonly repaired?: { readonly invocation: unknown; readonly changes: readonly Change[]; readonly result: ToolResult };
}

export interface PlanReport {
  readonly traceId: string;
  readonly stages: readonly Stage[];
  readonly discovered: readonly { readonly name: string; readonly versions: readonly string[] }[];
  readonly steps: readonly PlanStep[];
  /** Composed of the summaries of the results, nothing else (S0-6.5). */
  readonly summary: string;
  /** Faults of the plan itself: no list, too many steps. */
  readonly errors: readonly ToolError[];
}

export interface PlanParts {
  readonly runner: Runner;
  readonly registry: ToolRegistry;
  readonly captures: CaptureLookup;
  readonly ids: { uuid(): string };
  /** Calls in all, repairs included. */
  readonly maxSteps?: number;
  readonly onStage?: (stage: Stage) => void;
}

const MAX_STEPS = 256;

export async function runPlan(invocations: unknown, parts: PlanParts, options: RunOptions = {}): Promise<PlanReport> {
  const traceId = options.context?.traceId ?? parts.ids.uuid();
  const { agent } = options.context ?? {};
  const catalog = parts.runner.catalog(agent);
  const stage = (name: Stage): void => parts.onStage?.(name);
  stage('discover');
  const discovered = catalog.map(({ name }) => ({ name, versions: parts.registry.versions(name).map((entry) => entry.manifest.version) }));
  stage('plan');
  const { list, errors } = readPlan(invocations, parts.maxSteps ?? MAX_STEPS);
  const base = { traceId, discovered };
  const contexts = list.map(() => ({ ...options.context, traceId, correlationId: parts.ids.uuid() }));
  const optionsOf = (index: number): RunOptions => ({
    entry: 'plan',
    ...options,
    depth: (options.depth ?? 0) + 1,
    context: contexts[index],
  });
  stage('validate');
  const reports: ValidationReport[] = [];
  for (const [index, invocation] of list.entries()) reports.push(await validateStep(invocation, index, parts.runner, optionsOf(index)));
  stage('execute');
  const results = new Map<number, ToolResult>();
  for (const [index, invocation] of list.entries()) {
    if (reports[index]?.valid !== true) continue;
    const lost = lostIn(invocation, results);
    if (lost.length > 0) reports[index] = reportOf(lost.map((each) => faultOf(each, 'a reference to a value that an earlier step gave')));
    else
      results.set(
        index,
        await parts.runner.run(withReferences(invocation, results), { ...optionsOf(index), trust: trustOf(invocation, results) }),
      );
  }
  stage('summarize');
  stage('repair');
  const usable = new Map(results);
  const repairs = new Map<number, NonNullable<PlanStep['repaired']>>();
  let left = (parts.maxSteps ?? MAX_STEPS) - list.length;
  for (const [index, invocation] of list.entries()) {
    const failure = failureOf(results.get(index), reports[index]);
    if (failure === undefined) continue;
    const fixed = repair(withReferences(invocation, usable), failure, { ...parts, catalog });
    if (fixed === undefined) continue;
    if (left-- <= 0) {
      errors.push(toolError('STEP_LIMIT', `the plan may take ${String(parts.maxSteps ?? MAX_STEPS)} steps, repairs included`));
      break;
    }
    const result = await parts.runner.run(fixed.invocation, { ...optionsOf(index), trust: trustOf(invocation, usable) });
    repairs.set(index, { ...fixed, result });
    if (result.ok) usable.set(index, result);
  }
  const steps = list.map((invocation, index): PlanStep => {
    const result = results.get(index);
    const repaired = repairs.get(index);
    const report = reports[index] as ValidationReport;
    return { index, invocation, report, ...(result && { result }), ...(repaired && { repaired }) };
  });
  return { ...base, stages: STAGES, steps, summary: summarize(steps), errors };
}

function readPlan(invocations: unknown, most: number): { list: readonly unknown[]; errors: ToolError[] } {
  const { value, errors } = checkJson(invocations);
  if (errors.length > 0) return { list: [], errors: [...errors] };
  if (!Array.isArray(value)) return { list: [], errors: [toolError('INVALID_TYPE', 'the plan: expected a list of invocations')] };
  const list = value as readonly unknown[];
  if (list.length <= most) return { list, errors: [] };
  const message = `the plan: expected at most ${String(most)} steps, got ${String(list.length)}`;
  return { list: list.slice(0, most), errors: [toolError('STEP_LIMIT', message)] };
}

/** Places that an earlier step will fill are taken on trust until then; they must point backwards. */
async function validateStep(invocation: unknown, index: number, runner: Runner, options: RunOptions): Promise<ValidationReport> {
  const references = referencesIn(invocation);
  if (references.length === 0) return runner.validate(invocation, { interactive: false, ...options });
  return reportOf(references.filter(({ step }) => step >= index).map((each) => faultOf(each, 'a reference to an earlier step')));
}

const reportOf = (errors: readonly ToolError[]): ValidationReport => ({
  valid: errors.length === 0,
  errors,
  warnings: [],
  error_count: errors.length,
  validators: { zod: true, ajv: true },
});

const faultOf = ({ path, text }: Reference, expected: string): ToolError =>
  toolError('INVALID_VALUE', `${dotted(path)}: expected ${expected}, got ${text}`, path, { expected, got: text });

/** What a step is made of: the weakest of the results that it refers to. */
const trustOf = (invocation: unknown, results: ReadonlyMap<number, ToolResult>): NonNullable<RunOptions['trust']> =>
  lowest(referencesIn(invocation).map(({ step }) => results.get(step)?.metadata.trust ?? 'untrusted'));

function failureOf(
  result: ToolResult | undefined,
  report: ValidationReport | undefined,
): Pick<ToolResult, 'status' | 'errors'> | undefined {
  if (result !== undefined) return result.ok ? undefined : result;
  return report?.valid === false ? { status: 'error', errors: report.errors } : undefined;
}

function summarize(steps: readonly PlanStep[]): string {
  return steps
    .map(({ index, result, repaired, report }) => {
      const shown = repaired?.result ?? result;
      const text = shown?.summary ?? `not run: ${report.errors.map((error) => error.code).join(', ')}`;
      return `${String(index + 1)}. ${text}`;
    })
    .join('\n');
}
