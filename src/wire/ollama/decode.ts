import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, reportUnread, reportUnreadOfCall, type MakeDecoder } from '../decoder.ts';
import { member, textMember } from '../events.ts';
import type { WireCall } from '../wire-call.ts';

const ROLES = new Set(['user', 'system', 'developer']);
const CALL = callMembers('index id function');
const FUNCTION = callMembers('index name arguments');
const MESSAGE = new Set(['role', 'content', 'tool_calls', 'thinking', 'images', 'tool_name', 'tool_call_id', 'name']);

/** Reads a response of Ollama's chat API, a line of its stream, a request with its messages, or one message. */
export const decodeOllama: MakeDecoder = (into) => (value) => {
  const message = member(value, 'message');
  const error = member(value, 'error');
  if (error !== undefined) {
    into.problem('ENDPOINT_ERROR', 'expected an answer, found an error of the endpoint');
    into.end('error', false);
    return true;
  }
  for (const each of listIn(into, value, 'messages')) decodeMessage(each, into);
  if (isRecord(message)) decodeLine(value, message, into);
  else if (textMember(value, 'role') !== undefined) decodeMessage(value, into);
  else return member(value, 'messages') !== undefined;
  return true;
};

/** Reads a line of a stream, or a complete response, which has the same shape; in the last line `done` is true. */
function decodeLine(value: unknown, message: Readonly<Record<string, unknown>>, into: Assembly): void {
  const done = member(value, 'done');
  into.part(done === false);
  decodeAnswer(message, into);
  if (done === false) return;
  const reason = textMember(value, 'done_reason');
  into.end(reason ?? (done === true ? 'stop' : null), reason === undefined || reason === 'stop' || reason === 'tool_calls');
}

function decodeMessage(message: unknown, into: Assembly): void {
  const role = textMember(message, 'role');
  if (role === 'tool') {
    const id = textMember(message, 'tool_call_id');
    const name = textMember(message, 'tool_name') ?? textMember(message, 'name');
    into.result(id !== undefined && into.hasCall(id) ? id : into.waiting(name), member(message, 'content'), false);
  } else if (role === 'assistant') {
    into.turn();
    decodeAnswer(message, into);
    into.endMessage();
  } else if (role === undefined || !ROLES.has(role)) into.unknown('role', role);
}

function decodeAnswer(message: unknown, into: Assembly): void {
  reportUnread(into, message, MESSAGE, 'message');
  into.aside('thinking', member(message, 'thinking'));
  into.say(member(message, 'content'));
  for (const call of listIn(into, message, 'tool_calls')) {
    const called = member(call, 'function');
    reportUnreadOfCall(into, call, CALL);
    reportUnreadOfCall(into, called, FUNCTION);
    // Assign an id to a call that has none, without reporting a problem, because ids are optional in this API.
    into.whole(
      { id: textMember(call, 'id') ?? into.nextId, name: textMember(called, 'name'), raw: call },
      inputOf(member(called, 'arguments')),
    );
  }
}

/** Reads arguments: normally an object, but servers that imitate this API may send JSON text. */
function inputOf(given: unknown): WireCall['input'] {
  if (given === undefined || given === null) return { text: '' };
  return typeof given === 'string' ? { text: given } : { value: given };
}
