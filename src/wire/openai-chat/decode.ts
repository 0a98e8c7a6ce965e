import type { Assembly } from '../assembly.ts';
import { DONE, listMember, member, textMember } from '../events.ts';

/** Answers that ended because the caller's turn has come; any other end cuts them short. */
const WHOLE = new Set(['tool_calls', 'stop', 'function_call']);

/** A response, a chunk of a stream, a request with its messages, or one message. */
export function decodeOpenAiChat(value: unknown, into: Assembly): void {
  if (value === DONE) {
    into.closeAll();
    return;
  }
  for (const message of listMember(value, 'messages')) decodeMessage(message, into);
  for (const choice of listMember(value, 'choices').filter(isFirst).slice(0, 1)) {
    const message = member(choice, 'message');
    if (message !== undefined) decodeMessage(message, into);
    const delta = member(choice, 'delta');
    for (const piece of listMember(delta, 'tool_calls')) decodePiece(piece, into);
    decodeFunctionPiece(member(delta, 'function_call'), into);
    const finish = textMember(choice, 'finish_reason');
    if (finish !== undefined) into.end(finish, WHOLE.has(finish));
  }
  if (textMember(value, 'role') !== undefined) decodeMessage(value, into);
}

/** Where several answers were asked for, each chunk says which it belongs to: the first is the one that counts. */
const isFirst = (choice: unknown): boolean => (member(choice, 'index') ?? 0) === 0;

function decodeMessage(message: unknown, into: Assembly): void {
  const role = textMember(message, 'role');
  if (role === 'tool') {
    into.result(textMember(message, 'tool_call_id'), member(message, 'content'), false);
    return;
  }
  if (role === 'function') {
    // It names the function alone: the last call of that name that has no result yet.
    const name = textMember(message, 'name');
    into.result(into.calls.findLast((call) => call.name === name && call.result === null)?.id, member(message, 'content'), false);
    return;
  }
  if (role !== 'assistant') return;
  into.turn();
  const old = member(message, 'function_call');
  if (isObject(old)) {
    const text = member(old, 'arguments');
    const id = deprecated(into);
    into.whole(id, textMember(old, 'name'), typeof text === 'string' ? { text } : { value: text }, old);
  }
  for (const call of listMember(message, 'tool_calls')) {
    const called = member(call, 'function');
    const text = member(called, 'arguments');
    into.whole(textMember(call, 'id'), textMember(called, 'name'), typeof text === 'string' ? { text } : { value: text }, call);
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** `function_call`, deprecated for `tool_calls`, has no id: the transcript gets one, and is told. */
function deprecated(into: Assembly): string {
  const id = into.nextId;
  into.problem('DEPRECATED_FUNCTION_CALL', `expected tool_calls, found function_call, which has no id; it is called ${id} here`, id);
  return id;
}

/** Of a stream: there is one, its name comes first and its arguments in pieces. */
function decodeFunctionPiece(piece: unknown, into: Assembly): void {
  if (!isObject(piece)) return;
  if (!into.isOpen(0)) into.begin(0, deprecated(into), textMember(piece, 'name'), piece);
  else if (textMember(piece, 'name') !== undefined) into.begin(0, undefined, textMember(piece, 'name'), piece);
  into.append(0, member(piece, 'arguments'));
}

/** Some leave the index out, repeat the id with every piece, or send it with the first alone. */
function decodePiece(piece: unknown, into: Assembly): void {
  const called = member(piece, 'function');
  const id = textMember(piece, 'id');
  const given = member(piece, 'index');
  const last = into.lastIndex;
  const index = given ?? (id !== undefined && last !== null ? last + 1 : (last ?? 0));
  const name = textMember(called, 'name');
  if (id !== undefined || name !== undefined || !into.isOpen(index)) into.begin(index, id, name, piece);
  into.append(index, member(called, 'arguments'));
}
