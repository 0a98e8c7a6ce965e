import { isRecord } from '../../tools/contract/json-schema.ts';
import type { PlanReport } from '../../tools/plan/plan.ts';
import { reportDependencies } from '../../core/results/core-results.ts';
import { answer, formatOf, type Context } from '../context.ts';
import { EXIT, usage, type ExitCode } from '../exit.ts';
import { jsonOfFile } from '../inputs.ts';
import { writeJournal } from '../journal.ts';
import { printTable } from '../output/print.ts';
import { runPlanOf } from '../plan/run-plan.ts';
import { openEvery, prepare, type Prepared } from '../prepared.ts';
import { ANSWER_OPTIONS, SESSION_OPTIONS, type Command } from './command.ts';
import { exitOf, worse } from './run.ts';

/** The command `plan`: runs several calls, of which later ones may use earlier results. */
export const planCommand: Command = {
  name: 'plan',
  arguments: 'PLAN CAPTURE...',
  summary: 'Run a plan (JSON) and print its report.',
  options: ['resume', 'report', 'title', 'unmasked', ...SESSION_OPTIONS, ...ANSWER_OPTIONS],
  notes:
    'With --resume FILE every call is saved in FILE as soon as it ends. After an interruption the same command continues\nfrom there. The file of --report contains the answer of every call; it loads nothing and has no scripts.\n',
  async run(context) {
    const [path, ...captures] = context.positionals;
    if (path === undefined) throw usage('expected a file with a plan');
    const { given } = context;
    const format = formatOf(given);
    if (given.report === undefined && (given.title ?? given.unmasked) !== undefined)
      throw usage('expected --title and --unmasked with --report');
    const plan = await jsonOfFile(path, 'a plan');
    if (captures.length === 0 && runsForEach(plan)) throw usage('expected at least one capture, because the plan has steps with for_each');
    const prepared = await prepare(context);
    const report = await runPlanOf(prepared, context, plan, await openEvery(prepared, context, captures));
    if (given.report !== undefined) await writePlanReportOf(prepared, context, report, given.report);
    await answer(context, async (outlet) => {
      if (format === 'json') await outlet.write(`${JSON.stringify(report, null, 2)}\n`);
      else if (format === 'jsonl') for (const step of report.steps) await outlet.write(`${JSON.stringify(step)}\n`);
      else await printTable(outlet, given, stepsOf(report));
      if (format === 'text') await outlet.write(`\n${report.summary}\n`);
    });
    for (const { message } of report.errors) context.note(message);
    await writeJournal(prepared, context);
    return exitOfPlan(report);
  },
};

const runsForEach = (plan: unknown): boolean =>
  isRecord(plan) && Array.isArray(plan['steps']) && plan['steps'].some((step) => isRecord(step) && step['for_each'] !== undefined);

async function writePlanReportOf({ core: { parts } }: Prepared, context: Context, report: PlanReport, output: string): Promise<void> {
  const { given, signal } = context;
  const request = { title: given.title ?? 'Report of a plan', made_ms: Date.now(), unmasked: given.unmasked === true };
  const { base, data, calling } = parts;
  const { writePlanReport } = await import('../../core/results/plan-report.ts');
  const pieces = await writePlanReport(report, request, reportDependencies(base, data, calling), { signal });
  await answer({ given: { output }, signal }, async (outlet) => {
    for (const piece of pieces) {
      signal.throwIfAborted();
      await outlet.write(piece);
    }
  });
}

const COLUMNS = ['step', 'tool', 'capture', 'state', 'summary', 'result_hash'];

const stepsOf = ({ steps }: PlanReport) => ({
  columns: COLUMNS,
  rows: steps.map((step) => {
    const result = step.repaired?.result ?? step.result;
    return [
      step.id ?? step.index,
      result?.metadata.toolName ?? null,
      step.capture_id ?? null,
      step.state,
      result?.summary ?? null,
      result?.metadata.result_hash ?? null,
    ];
  }),
});

function exitOfPlan({ errors, steps }: PlanReport): ExitCode {
  if (errors.length > 0) return EXIT.refused;
  return steps.reduce<ExitCode>((exit, { result, repaired }) => {
    const last = repaired?.result ?? result;
    // A step has no result if it was invalid, was not approved, or needed a step that failed.
    return worse(exit, last === undefined ? EXIT.refused : exitOf(last));
  }, EXIT.done);
}
