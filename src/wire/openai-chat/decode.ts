import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, reportError, reportUnread, reportUnreadOfCall, type MakeDecoder } from '../decoder.ts';
import { DONE, member, textMember } from '../events.ts';
import type { CallStart, WireCall } from '../wire-call.ts';
import { confirmCalls, hasText, type RepeatedCall } from './repeated.ts';

/** Finish reasons of complete answers, also of servers that imitate this API; any other reason means that the answer was cut. */
const WHOLE = new Set(['tool_calls', 'stop', 'function_call', 'eos', 'end_turn', 'tool_use', 'stop_sequence', 'COMPLETE', 'TOOL_CALL']);
const ANNOUNCED = new Set(['tool_calls', 'function_call', 'tool_use', 'TOOL_CALL']);

const MESSAGE = new Set(
  'role content tool_calls function_call audio annotations refusal name tool_call_id reasoning reasoning_content reasoning_details thinking thinking_blocks images citations search_results parsed metadata provider_specific_fields extra_content executed_tools'.split(
    ' ',
  ),
);
const OTHER_PARTS = new Set([
  'refusal',
  'image_url',
  'input_audio',
  'audio_url',
  'video_url',
  'file',
  'thinking',
  'reasoning',
  'reference',
  'document_url',
]);
const CALL = callMembers('index id function custom');
/** Ollama repeats the index in the function. */
const FUNCTION = callMembers('index name arguments');
const CUSTOM = callMembers('name input');
/** Members with text that is not part of the answer; OpenRouter and others name them differently. */
const ASIDES = ['reasoning', 'reasoning_content', 'reasoning_details', 'thinking', 'thinking_blocks', 'refusal', 'audio'] as const;
const OTHER_ROLES = new Set(['user', 'system', 'developer']);

/** Reads a response, a chunk of a stream, a request with its messages, or one message. */
export const decodeOpenAiChat: MakeDecoder = (into) => {
  /** Id of the answer that was streamed most recently. */
  let streamed: string | undefined;
  return (value) => {
    if (value === DONE) {
      into.done();
      return true;
    }
    let read = false;
    const error = member(value, 'error');
    if (isRecord(error)) {
      reportError(into, error);
      read = true;
    }
    for (const key of ['messages', 'choices']) read ||= Array.isArray(member(value, key));
    for (const message of listIn(into, value, 'messages')) decodeMessage(message, into);
    const id = textMember(value, 'id');
    for (const choice of listIn(into, value, 'choices')) {
      decodeChoice(choice, into, hasText(id) && id === streamed);
      if (isRecord(member(choice, 'delta'))) streamed = id;
    }
    if (textMember(value, 'role') !== undefined) {
      decodeMessage(value, into);
      read = true;
    }
    return read || isUsage(value);
  };
};

/** Whether a value contains only token counts, as the last chunk of some streams does. */
const isUsage = (value: unknown): boolean =>
  isRecord(value) &&
  isRecord(value['usage']) &&
  Object.entries(value).every(([key, inner]) => key === 'usage' || typeof inner !== 'object' || inner === null);

/**
 * Reads one of the answers in a response or chunk; if several were requested, only the first is read. `repeated`: whether a message in it
 * repeats an answer that was streamed.
 */
function decodeChoice(choice: unknown, into: Assembly, repeated: boolean): void {
  const index = member(choice, 'index') ?? 0;
  const message = member(choice, 'message') ?? undefined;
  const delta = member(choice, 'delta') ?? undefined;
  if (index !== 0) {
    for (const each of [message, delta]) {
      reportUnread(into, each, MESSAGE, 'message');
      const calls = isRecord(each) && (each['tool_calls'] !== undefined || each['function_call'] !== undefined);
      into.otherChoice(index, member(each, 'content'), calls);
    }
    return;
  }
  if (message === undefined && delta === undefined)
    into.problemOnce('choice shape', 'UNKNOWN_BLOCK', 'expected a choice with a message or a delta, found another; it was not read');
  if (message !== undefined && repeated) confirmAnswer(message, into);
  else if (message !== undefined) decodeAnswer({ role: 'assistant', ...(isRecord(message) && message) }, into);
  if (delta !== undefined) decodeDelta(delta, into);
  const finish = textMember(choice, 'finish_reason');
  if (finish !== undefined) into.end(finish, WHOLE.has(finish), ANNOUNCED.has(finish));
  else if (message !== undefined) into.endMessage();
}

function decodeDelta(delta: unknown, into: Assembly): void {
  // Ignore an empty delta, which some servers send after the answer has ended: it must not begin another.
  if (isRecord(delta) && Object.entries(delta).some(([key, inner]) => key !== 'role' && inner !== null && inner !== '')) into.part();
  reportUnread(into, delta, MESSAGE, 'delta');
  listExecuted(delta, into);
  noteAsides(delta, into);
  sayContent(member(delta, 'content'), into);
  for (const piece of listIn(into, delta, 'tool_calls')) decodePiece(piece, into);
  decodeFunctionPiece(member(delta, 'function_call'), into);
}

/** Reads one message of a conversation. */
export function decodeMessage(message: unknown, into: Assembly): void {
  const role = textMember(message, 'role');
  if (role === 'tool') into.result(textMember(message, 'tool_call_id'), member(message, 'content'), false);
  else if (role === 'function') {
    // The result names only the function, so assign it to the last unanswered call of that function.
    const name = textMember(message, 'name');
    into.result(into.calls.findLast((call) => call.name === name && call.result === null)?.id, member(message, 'content'), false);
  } else if (role === 'assistant') {
    decodeAnswer(message, into);
    into.endMessage();
  } else if (role === undefined || !OTHER_ROLES.has(role)) into.unknown('role', role);
}

function decodeAnswer(message: unknown, into: Assembly): void {
  into.turn();
  reportUnread(into, message, MESSAGE, 'message');
  listExecuted(message, into);
  noteAsides(message, into);
  sayContent(member(message, 'content'), into);
  decodeFunctionCall(member(message, 'function_call'), into);
  for (const call of listIn(into, message, 'tool_calls')) decodeCall(call, into);
}

/** Reads the whole message with which MiniMax ends a stream: checks what the pieces contained, and reads the rest. */
function confirmAnswer(message: unknown, into: Assembly): void {
  reportUnread(into, message, MESSAGE, 'message');
  into.done();
  into.repeatText(textOf(member(message, 'content'), into));
  const old = member(message, 'function_call');
  const calls = listIn(into, message, 'tool_calls').map((call): RepeatedCall => ({
    start: startOf(call),
    input: inputOfCall(call),
    decode: () => decodeCall(call, into),
  }));
  if (isRecord(old))
    calls.push({
      start: { name: textMember(old, 'name'), raw: old },
      input: inputOf(member(old, 'arguments')),
      decode: () => decodeFunctionCall(old, into),
    });
  else decodeFunctionCall(old, into);
  confirmCalls(calls, into, ({ raw }) => [raw].flat().some((piece) => hasText(startOf(piece).id)));
}

/** Lists the calls of tools that the server ran (Groq). In a stream they arrive twice, the second time with their output. */
function listExecuted(message: unknown, into: Assembly): void {
  for (const tool of listIn(into, message, 'executed_tools'))
    if (typeof member(tool, 'output') === 'string')
      into.server(textMember(tool, 'type') ?? 'executed_tool', undefined, textMember(tool, 'name'));
}

function noteAsides(message: unknown, into: Assembly): void {
  for (const key of ASIDES) into.aside(key, member(message, key));
}

const sayContent = (content: unknown, into: Assembly): void => into.say(textOf(content, into));

function textOf(content: unknown, into: Assembly): string {
  let text = typeof content === 'string' ? content : '';
  for (const part of Array.isArray(content) ? (content as readonly unknown[]) : []) {
    const type = textMember(part, 'type');
    if (type === 'text') text += textMember(part, 'text') ?? '';
    else into.aside(`part ${type ?? ''}`, part);
    if (type !== 'text' && (type === undefined || !OTHER_PARTS.has(type))) into.unknown('content part', type);
  }
  return text;
}

function decodeCall(call: unknown, into: Assembly): void {
  reportRest(call, into);
  into.whole(startOf(call), inputOfCall(call));
}

function inputOfCall(call: unknown): WireCall['input'] {
  const custom = member(call, 'custom');
  return isRecord(custom) ? { value: { input: member(custom, 'input') ?? '' } } : inputOf(member(member(call, 'function'), 'arguments'));
}

/** Reports what is not read of a call or of a piece. */
function reportRest(call: unknown, into: Assembly): void {
  reportUnreadOfCall(into, call, CALL);
  reportUnreadOfCall(into, member(call, 'function'), FUNCTION);
  reportUnreadOfCall(into, member(call, 'custom'), CUSTOM);
}

/** Id and name of a call, or of a piece of one. Custom tools have the name in another member. */
function startOf(call: unknown): CallStart {
  const custom = member(call, 'custom');
  if (isRecord(custom)) return { id: textMember(call, 'id'), name: textMember(custom, 'name'), kind: 'custom', raw: call };
  return { id: textMember(call, 'id'), name: textMember(member(call, 'function'), 'name'), raw: call };
}

const inputOf = (given: unknown): WireCall['input'] => (typeof given === 'string' ? { text: given } : { value: given });

function decodeFunctionCall(old: unknown, into: Assembly): void {
  reportUnreadOfCall(into, old, FUNCTION);
  if (isRecord(old)) into.whole({ id: deprecated(into), name: textMember(old, 'name'), raw: old }, inputOf(member(old, 'arguments')));
  else if (old !== undefined && old !== null) into.unknown('function_call', old);
}

/** Assigns an id to a call in `function_call`, which has none and is deprecated in favour of `tool_calls`, and reports a problem. */
function deprecated(into: Assembly): string {
  const id = into.nextId;
  into.problem('DEPRECATED_FUNCTION_CALL', `expected tool_calls, found function_call, which has no id; it is called ${id} here`, id);
  return id;
}

/** Reads a piece of `function_call`. A stream has at most one such call: first its name, then its arguments in pieces. */
function decodeFunctionPiece(piece: unknown, into: Assembly): void {
  if (!isRecord(piece)) {
    if (piece !== undefined && piece !== null) into.unknown('function_call', piece);
    return;
  }
  reportUnreadOfCall(into, piece, FUNCTION);
  if (!into.isOpen(0)) into.begin(0, { id: deprecated(into), name: textMember(piece, 'name'), raw: piece });
  else if (textMember(piece, 'name') !== undefined) into.begin(0, { name: textMember(piece, 'name'), raw: piece });
  into.append(0, member(piece, 'arguments'));
}

/** Reads a piece of a call. Some servers omit the index; some repeat the id in every piece, some send it only in the first. */
function decodePiece(piece: unknown, into: Assembly): void {
  reportRest(piece, into);
  const start = startOf(piece);
  const { id, name } = start;
  const last = into.lastIndex;
  const index = member(piece, 'index') ?? (id !== undefined && last !== null ? (into.indexOf(id) ?? last + 1) : (last ?? 0));
  // Servers in front of Gemini give parallel calls the same index: another id and name after complete arguments begin a new call.
  const another = id !== undefined && id !== '' && name !== undefined && name !== '' && into.indexOf(id) !== index;
  if (another && into.isComplete(index)) into.close(index);
  if (id !== undefined || name !== undefined || !into.isOpen(index)) into.begin(index, start);
  into.append(index, member(member(piece, 'function') ?? member(piece, 'custom'), start.kind === 'custom' ? 'input' : 'arguments'));
}
