import type { PlanReport } from '../../tools/plan/plan.ts';
import { answer, formatOf } from '../context.ts';
import { EXIT, usage, type ExitCode } from '../exit.ts';
import { jsonOfFile } from '../inputs.ts';
import { writeJournal } from '../journal.ts';
import { printTable } from '../output/print.ts';
import { runPlanOf } from '../plan/run-plan.ts';
import { openEvery, prepare } from '../prepared.ts';
import { ANSWER_OPTIONS, SESSION_OPTIONS, type Command } from './command.ts';
import { exitOf, worse } from './run.ts';

/** `plan`: several calls that use each other's answers. */
export const planCommand: Command = {
  name: 'plan',
  arguments: 'PLAN CAPTURE...',
  summary: 'Run a plan (JSON) and print its report.',
  options: ['resume', ...SESSION_OPTIONS, ...ANSWER_OPTIONS],
  notes:
    'With --resume FILE every call is kept in FILE as soon as it ends. The same command after an interruption takes\nthem from there and goes on.\n',
  async run(context) {
    const [path, ...captures] = context.positionals;
    if (path === undefined) throw usage('expected a file with a plan');
    const format = formatOf(context.given);
    const plan = await jsonOfFile(path, 'a plan');
    const prepared = await prepare(context);
    const report = await runPlanOf(prepared, context, plan, await openEvery(prepared, context, captures));
    await answer(context, async (outlet) => {
      if (format === 'json') await outlet.write(`${JSON.stringify(report, null, 2)}\n`);
      else if (format === 'jsonl') for (const step of report.steps) await outlet.write(`${JSON.stringify(step)}\n`);
      else await printTable(outlet, context.given, stepsOf(report));
      if (format === 'text') await outlet.write(`\n${report.summary}\n`);
    });
    for (const { message } of report.errors) context.note(message);
    await writeJournal(prepared, context);
    return exitOfPlan(report);
  },
};

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
    // A step without a result was invalid, not approved, or needed one that failed.
    return worse(exit, last === undefined ? EXIT.refused : exitOf(last));
  }, EXIT.done);
}
