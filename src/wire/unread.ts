import { isRecord } from '../tools/contract/json-schema.ts';
import type { Assembly } from './assembly.ts';

/** Members that contain definitions, arguments or results: what is inside them is not a call. */
const CLOSED: ReadonlySet<string> = new Set(
  'tools tool_choice toolConfig toolChoice functions functionDeclarations arguments input_schema parameters args partialArgs partial_args toolResult functionResponse function_response structuredContent'.split(
    ' ',
  ),
);
/** Members by which an object that has a name is a call. */
const ARGUMENTS = ['arguments', 'input', 'args', 'toolUseId', 'partialArgs', 'willContinue'] as const;
/** Matches the `type` of objects that are calls, whichever members they have. */
const CALL_TYPE = /(?:^|_)(?:call|tool_use)$/;
/** Names of members whose value is a call even without arguments. */
const CALL_KEYS: ReadonlySet<string> = new Set(['functionCall', 'function_call', 'toolUse', 'tool_use']);
const RESULT = /_output$|^tool_result$|_tool_result$/;
const MOST_DEPTH = 64;

/**
 * Counts objects in a transcript that look like a call in any dialect but were not read as one. A decoder recognises calls of its dialect
 * only; this checks features that all calls have, so that none is overlooked.
 */
export function unreadCalls(values: unknown, { calls, serverCalls, droppedIds }: Assembly): number {
  const ids = new Set([
    ...calls.flatMap(({ id, wrapped_in }) => [id, wrapped_in ?? id]),
    ...serverCalls.map(({ id }) => id),
    ...droppedIds,
  ]);
  const named = new Map<string, number>();
  for (const { name } of [...calls, ...serverCalls]) named.set(name, (named.get(name) ?? 0) + 1);
  let unread = 0;
  const wrapped = calls.some(({ wrapped_in }) => wrapped_in !== undefined);
  const count = (name: string, id: string | undefined): void => {
    const left = named.get(name) ?? 0;
    if (id === undefined) named.set(name, left - 1);
    if (id === undefined ? left <= 0 && !wrapped : !ids.has(id)) unread++;
  };
  walk(values, undefined, '', count, 0);
  return unread;
}

function walk(
  value: unknown,
  outer: string | undefined,
  key: string,
  count: (name: string, id: string | undefined) => void,
  depth: number,
): void {
  if (depth > MOST_DEPTH) return;
  if (Array.isArray(value)) for (const each of value) walk(each, undefined, key, count, depth + 1);
  if (!isRecord(value)) return;
  const { type, role, name } = value;
  if (role === 'tool' || role === 'function' || (typeof type === 'string' && RESULT.test(type))) return;
  const id = [value['call_id'], value['id'], value['toolUseId'], outer].find(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  const typed = typeof type === 'string' && CALL_TYPE.test(type);
  const withArguments = ARGUMENTS.some((each) => Object.hasOwn(value, each));
  const named = typeof name === 'string' && name !== '' && (CALL_KEYS.has(key) || typed || withArguments);
  if (named || (typed && (id !== undefined || withArguments)) || isNamelessCall(value, key, id)) {
    count(typeof name === 'string' ? name : '', id);
    return;
  }
  for (const [inner, child] of Object.entries(value)) {
    if (CLOSED.has(inner) || (inner === 'input' && !Array.isArray(child))) continue;
    walk(child, inner === 'function' || inner === 'custom' ? id : undefined, inner, count, depth + 1);
  }
}

/** Whether an object without a name is a call; not if it may be a later piece of one, which has no id and has text as arguments. */
function isNamelessCall(value: Readonly<Record<string, unknown>>, key: string, id: string | undefined): boolean {
  const isMember = CALL_KEYS.has(key) || key === 'function' || key === 'custom';
  return isMember && (id !== undefined || isRecord(value['args'] ?? value['arguments'] ?? value['input']));
}
