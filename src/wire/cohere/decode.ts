import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, reportError, reportUnread, reportUnreadOfCall, type MakeDecoder } from '../decoder.ts';
import { DONE, member, textMember } from '../events.ts';
import { decodeVersion1 } from './version-1.ts';
import type { WireCall } from '../wire-call.ts';

const WHOLE = new Set(['TOOL_CALL', 'COMPLETE', 'STOP_SEQUENCE']);
const OTHER_EVENT = /^(?:content-(?:start|delta|end)|citation-(?:start|end)|debug)$/;
const ROLES = new Set(['user', 'system', 'developer']);
const CALL = callMembers('id function');
const FUNCTION = callMembers('name arguments');
const EVENT = new Set(['delta', 'logprobs', 'metadata', 'response']);
const DELTA = new Set(['message', 'usage', 'error']);
const MESSAGE = new Set(['role', 'content', 'tool_calls', 'tool_plan', 'citations', 'tool_call_id']);

/** Reads a response of the chat API in version 2 or 1, an event of its stream, a request with its messages, or one message. */
export const decodeCohere: MakeDecoder = (into) => {
  const version1 = decodeVersion1(into);
  return (value) => {
    if (value === DONE || version1(value)) return true;
    const type = textMember(value, 'type');
    const message = member(value, 'message');
    if (type !== undefined && textMember(value, 'role') === undefined) return decodeEvent(type, value, into);
    for (const each of listIn(into, value, 'messages')) decodeMessage(each, into);
    if (isRecord(message)) {
      decodeAnswer(message, into);
      end(textMember(value, 'finish_reason'), into);
    } else if (typeof message === 'string') reportError(into, value);
    else if (textMember(value, 'role') !== undefined) decodeMessage(value, into);
    else return member(value, 'messages') !== undefined;
    return true;
  };
};

function end(reason: string | undefined, into: Assembly): void {
  if (reason === undefined) into.endMessage();
  else into.end(reason, WHOLE.has(reason), reason === 'TOOL_CALL');
}

function decodeMessage(message: unknown, into: Assembly): void {
  const role = textMember(message, 'role');
  if (role === 'tool') into.result(textMember(message, 'tool_call_id'), member(message, 'content'), false);
  else if (role === 'assistant') {
    decodeAnswer(message, into);
    into.endMessage();
  } else if (role === undefined || !ROLES.has(role)) into.unknown('role', role);
}

function decodeAnswer(message: unknown, into: Assembly): void {
  into.turn();
  reportUnread(into, message, MESSAGE, 'message');
  const content = member(message, 'content');
  into.aside('plan', member(message, 'tool_plan'));
  into.say(content);
  for (const part of Array.isArray(content) ? (content as readonly unknown[]) : []) {
    const type = textMember(part, 'type');
    if (type === 'text') into.say(textMember(part, 'text'));
    else if (type === 'thinking') into.aside(type, part);
    else if (type !== 'document' && type !== 'image_url') into.unknown('content part', type);
  }
  for (const call of listIn(into, message, 'tool_calls')) {
    const called = member(call, 'function');
    reportUnreadOfCall(into, call, CALL);
    reportUnreadOfCall(into, called, FUNCTION);
    into.whole({ id: textMember(call, 'id'), name: textMember(called, 'name'), raw: call }, inputOf(member(called, 'arguments')));
  }
}

/** Reads arguments. In this API a call without arguments has the text `null` or no text. */
function inputOf(given: unknown): WireCall['input'] {
  if (given === undefined || given === null) return { text: '' };
  return typeof given === 'string' ? { text: given === 'null' ? '' : given } : { value: given };
}

/** Reads one event of a stream; returns false if its type is unknown. */
function decodeEvent(type: string, event: unknown, into: Assembly): boolean {
  const index = member(event, 'index');
  const delta = member(event, 'delta');
  const calls = member(member(delta, 'message'), 'tool_calls');
  // The API sends an object here, but the documentation of some versions shows a list.
  const call = Array.isArray(calls) ? (calls as readonly unknown[])[0] : calls;
  const called = member(call, 'function');
  reportUnread(into, event, EVENT, 'event');
  reportUnread(into, delta, DELTA, 'delta');
  reportUnread(into, member(delta, 'message'), MESSAGE, 'message');
  reportUnreadOfCall(into, call, CALL);
  reportUnreadOfCall(into, called, FUNCTION);
  switch (type) {
    case 'message-start':
      into.turn(true);
      return true;
    case 'tool-call-start':
      into.part();
      into.begin(index, { id: textMember(call, 'id'), name: textMember(called, 'name'), none: 'null', raw: event });
      into.append(index, member(called, 'arguments'));
      return true;
    case 'tool-call-delta':
      into.append(index, member(called, 'arguments'));
      return true;
    case 'tool-call-end':
      into.close(index);
      return true;
    case 'tool-plan-delta':
      into.aside('plan', member(delta, 'message'));
      return true;
    case 'content-delta': {
      const content = member(member(delta, 'message'), 'content');
      into.say(member(content, 'text'));
      into.aside('thinking', member(content, 'thinking'));
      return true;
    }
    case 'message-end': {
      const reason = textMember(delta, 'finish_reason');
      if (reason === undefined) into.unknown('finish reason', reason);
      else end(reason, into);
      return true;
    }
    default:
      return OTHER_EVENT.test(type);
  }
}
