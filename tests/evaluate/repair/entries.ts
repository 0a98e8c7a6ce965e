/** Everything that answers a broken call without a person choosing: each takes the call as it was sent and returns what ran last. */
import { readCalls } from '../../../src/core/assistants/transcripts.ts';
import { createToolRules } from '../../../src/core/calls/tool-rules.ts';
import { converse } from '../../../src/planner/loop.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { parseJsonText, type ToolError, type ToolResult } from '../../../src/tools/contract/index.ts';
import { isRecord } from '../../../src/tools/contract/json-schema.ts';
import { runPlan } from '../../../src/tools/plan/plan.ts';
import { quickFix } from '../../../src/ui/features/calls/quick-fix.ts';
import type { EditorProblem } from '../../../src/ui/state/editor-problems.ts';
import type { NodeWorkbench } from '../../support/node-workbench.ts';

export interface Bench {
  readonly workbench: NodeWorkbench;
  readonly run: (call: unknown) => Promise<ToolResult>;
  readonly withId: (call: unknown) => unknown;
  readonly context: NonNullable<Parameters<NodeWorkbench['runner']['run']>[1]>;
}
export type Entry = (broken: unknown, answer: ToolResult, bench: Bench) => Promise<ToolResult | undefined>;

const rulesOf = ({ parts, runner, captures }: NodeWorkbench): ReturnType<typeof createToolRules> =>
  createToolRules({
    versions: () => parts.registry.getAll(),
    catalog: () => runner.catalog(),
    captures,
    ids: parts.ids,
  });

/** `window.workbench.repair`, whose call runs whether or not it is whole. */
const workbench: Entry = async (broken, answer, bench) => {
  const fixed = rulesOf(bench.workbench).repair(broken, answer);
  return fixed && bench.run(fixed.invocation);
};

const plan: Entry = async (broken, _, { workbench: { runner, parts, captures }, withId, context }) => {
  const { registry, ids } = parts;
  const { steps } = await runPlan([withId(broken)], { runner, registry, captures, ids }, context);
  return steps[0]?.repaired?.result ?? steps[0]?.result;
};

/** A planner that sends the call once and leaves repairs to the rules. */
const planner: Entry = async (broken, _, bench) => {
  const { runner, captures } = bench.workbench;
  let sent = false;
  const think = (): ReturnType<Parameters<typeof converse>[0]['think']> => {
    const isFirst = !sent;
    sent = true;
    return Promise.resolve(
      isFirst
        ? { kind: 'act', text: '', calls: [{ id: 'call_1', name: 'call', invocation: bench.withId(broken) as never }] }
        : { kind: 'answer', text: '' },
    );
  };
  const observed = { question: '', tools: runner.catalog(), captures: captures.list() };
  const conversation = await converse({ name: 'one call', repairs: 'rules', think }, observed, {
    run: (call) => bench.run(call),
    repair: (call, result) => rulesOf(bench.workbench).repair(call, result),
    clock: systemClock,
  });
  return conversation.turns[0]?.calls[0]?.result;
};

/** The call in a message of OpenAI's chat: what decodes runs as it is or as the rules repaired it. */
const transcript: Entry = async (broken, _, bench) => {
  if (!isRecord(broken) || typeof broken['tool_name'] !== 'string') return undefined;
  const { tool_name: name, ...rest } = broken;
  // A message names no version, so a call for one that is not there cannot be sent in it.
  const version = rest['tool_version'];
  if (typeof version === 'string' && bench.workbench.parts.registry.get(name, version) === undefined) return undefined;
  // A message has no place beside the arguments, so what else the call says is said there.
  const { arguments: own, ...others } = rest;
  const beside = Object.fromEntries(Object.entries(others).filter(([key]) => key !== 'tool_version' && key !== 'request_id'));
  // Two selections cannot be sent in one place.
  if (isRecord(own) && Object.keys(beside).some((key) => key !== 'timeout_ms' && Object.hasOwn(own, key))) return undefined;
  const args = isRecord(own) ? { ...beside, ...own } : rest;
  const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } };
  const { runner } = bench.workbench;
  const reading = await readCalls(JSON.stringify([{ role: 'assistant', content: null, tool_calls: [call] }]), 'openai-chat', {
    tools: () => runner.catalog(),
    runner,
    repair: (invocation, result) => rulesOf(bench.workbench).repair(invocation, result),
  });
  const [read] = reading.calls;
  return read === undefined || read.verdict === 'rejected'
    ? undefined
    : bench.run(bench.withId(read.repaired?.invocation ?? read.invocation));
};

/** The text of the editor after every quick fix that is not a choice or a loss. */
const editor: Entry = async (broken, _, bench) => {
  let text = typeof broken === 'string' ? broken : JSON.stringify(broken, null, 2);
  const rules = rulesOf(bench.workbench);
  for (let round = 0; round < 6; round++) {
    const { value, errors } = parseJsonText(text);
    const faults: readonly ToolError[] = errors.length > 0 ? errors : (await bench.workbench.runner.validate(value, bench.context)).errors;
    const fix = faults
      .map((error) => quickFix(text, problemOf(error, errors.length > 0), (call, result) => rules.repair(call, result)))
      .find((each) => each !== null && (each.class === undefined || each.class === 'lossless') && each.text !== text);
    if (!fix) break;
    text = fix.text;
  }
  const { value, errors } = parseJsonText(text);
  return errors.length > 0 ? undefined : bench.run(bench.withId(value));
};

const problemOf = (error: ToolError, isText: boolean): EditorProblem => ({
  severity: 'error',
  code: isText ? 'INVALID_JSON' : error.code,
  message: error.message,
  path: error.field ?? '',
  pointer: error.pointer ?? '',
  error: isText ? undefined : error,
  from: 0,
  to: 0,
  line: 1,
});

export const ENTRIES: Readonly<Record<string, Entry>> = { workbench, plan, planner, transcript, editor };
