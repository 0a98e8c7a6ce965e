import type { PlanCall } from '../../answers/report/finding.ts';
import { planReportPieces } from '../../answers/report/plan-report.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { isRecord } from '../../base/record.ts';
import type { PlanReport, PlanStep } from '../../tools/plan/plan.ts';
import type { ReportRequest } from '../../workbench/results.ts';
import { findingOf, secretsOf, type ReportDependencies } from './report.ts';

export type PlanReportRequest = Pick<ReportRequest, 'title' | 'made_ms' | 'unmasked'>;

/** Writes the report of a plan as an HTML file, in pieces, because a report on hundreds of captures may not fit into one string. */
export async function writePlanReport(
  report: PlanReport,
  request: PlanReportRequest,
  dependencies: ReportDependencies,
  options: WorkOptions,
): Promise<Iterable<string>> {
  const secrets = await secretsOf(request, dependencies, options);
  const { title, made_ms } = request;
  const calls = report.steps.map((step) => planCall(step, made_ms, dependencies));
  const read = new Map(calls.flatMap(({ finding }) => finding?.captures ?? []).map((each) => [each.capture_id, each]));
  return planReportPieces(
    {
      ...{ title, made_ms, calls, tables: report.tables, errors: report.errors },
      captures: [...read.values()],
      audit_head: dependencies.auditHead(),
      workbench: dependencies.workbench,
    },
    secrets,
  );
}

function planCall(step: PlanStep, made_ms: number, dependencies: ReportDependencies): PlanCall {
  const { id = '', capture_id = '', state, report } = step;
  const { result, invocation } = step.repaired ?? step;
  const named = isRecord(invocation) ? invocation['tool_name'] : undefined;
  const shared = { id, capture_id, state, summary: result?.summary ?? '', errors: report.errors };
  if (result === undefined) return { ...shared, tool_name: typeof named === 'string' ? named : '', finding: null };
  const finding = findingOf(
    result,
    { title: '', note: '', made_ms, verdicts: [], notes: [], names: [] },
    // Use the invocation in the plan if the call ran in a previous core, which this core does not list.
    { ...dependencies, callOf: (call) => dependencies.callOf(call) ?? invocation },
  );
  return { ...shared, tool_name: result.metadata.toolName, finding };
}
