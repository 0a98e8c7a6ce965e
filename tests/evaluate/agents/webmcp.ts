import { isRecord } from '../../../src/base/record.ts';
import { functionName, refuse, textIn, type AgentCase } from './cases.ts';

type Call = NonNullable<AgentCase['calls']>[number];

/**
 * Cases of webmcp-evals (GoogleChromeLabs/webmcp-tools): lists of `messages` and `expectedCall`, whose calls must come in this order except
 * in `unordered` lists. Arguments are compared exactly, with its operators.
 */
export function webmcpCases(list: readonly unknown[]): readonly AgentCase[] {
  const names = list.map((value) => (isRecord(value) ? value['name'] : undefined));
  return list.map((value, at) => {
    if (!isRecord(value)) return refuse(`expected an object as case ${String(at)}`);
    const name = typeof value['name'] === 'string' ? value['name'] : 'case';
    const id = names.indexOf(name) === at ? name : `${name} ${String(at)}`;
    const steps = stepsIn(value['expectedCall']);
    const answers = Object.fromEntries(steps.flat().flatMap(answerOf));
    return { id, question: questionOf(id, value['messages']), calls: stagesOf(id, steps), answers };
  });
}

function questionOf(id: string, messages: unknown): string {
  if (!Array.isArray(messages) || messages.length !== 1 || !isRecord(messages[0]) || messages[0]['role'] !== 'user')
    return refuse(`expected one message of the user in ${id}`);
  return textIn(messages[0], 'content', id);
}

/** Calls that may come in any order, in their order. */
function stepsIn(expected: unknown): readonly (readonly unknown[])[] {
  if (expected === null || expected === undefined) return [];
  const steps = (Array.isArray(expected) ? (expected as readonly unknown[]) : [expected]).flatMap((step) =>
    isRecord(step) && Array.isArray(step['ordered']) ? (step['ordered'] as readonly unknown[]) : [step],
  );
  return steps.map((step) => (isRecord(step) && Array.isArray(step['unordered']) ? (step['unordered'] as readonly unknown[]) : [step]));
}

const stagesOf = (id: string, steps: readonly (readonly unknown[])[]): readonly Call[] =>
  steps.flatMap((calls, stage) => calls.map((call) => ({ ...callOf(id, call), stage })));

function callOf(id: string, call: unknown): Call {
  if (!isRecord(call)) return refuse(`expected calls in ${id}`);
  const args = call['arguments'] ?? undefined;
  return {
    tool: functionName(textIn(call, 'functionName', id)),
    ...(args !== undefined && { arguments: exactly(args) }),
    ...(call['optional'] === true && { optional: true }),
  };
}

const answerOf = (call: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(call) && call['mockOutput'] !== undefined && typeof call['functionName'] === 'string'
    ? [[functionName(call['functionName']), call['mockOutput']]]
    : [];

/** Its texts are compared with case, and its objects have no other members. */
function exactly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exactly);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => key.startsWith('$')))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key === '$contains' ? '$includes' : key, member]));
  return { $only: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactly(member)])) };
}
