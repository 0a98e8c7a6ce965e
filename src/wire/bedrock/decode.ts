import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, reportError, reportUnreadOfCall, type MakeDecoder } from '../decoder.ts';
import { member, textMember } from '../events.ts';

const WHOLE = new Set(['tool_use', 'end_turn', 'stop_sequence']);
const ANNOUNCED = new Set(['tool_use', 'malformed_tool_use']);

/** Members by which a content block is neither a call nor a result. */
const OTHER = new Set(
  'text image document video audio guardContent cachePoint reasoningContent citationsContent searchResult toolAddition toolRemoval'.split(
    ' ',
  ),
);
const OTHER_DELTA = new Set(['text', 'reasoningContent', 'citation', 'toolResult', 'image', 'audio']);
const CALL = callMembers('toolUseId name input');
const EXCEPTION = /(?:Exception|exception)$/;

/** Reads a response of Converse, an event of ConverseStream, a request with its messages, or one message. */
export const decodeBedrock: MakeDecoder = (into) => (value) => {
  if (!isRecord(value)) return false;
  const { output, messages, stopReason } = value;
  if (output !== undefined) {
    decodeMessage(member(output, 'message'), into);
    if (typeof stopReason === 'string') end(stopReason, into);
    return true;
  }
  for (const message of listIn(into, value, 'messages')) decodeMessage(message, into);
  if (Array.isArray(value['content'])) decodeMessage(value, into);
  else if (messages === undefined) return decodeEvent(value, into);
  return true;
};

const end = (reason: string, into: Assembly): void => {
  into.end(reason, WHOLE.has(reason), ANNOUNCED.has(reason));
};

function decodeMessage(message: unknown, into: Assembly): void {
  const role = textMember(message, 'role');
  const assistant = role === 'assistant';
  if (assistant) into.turn();
  else if (role !== 'user' && role !== 'system') into.unknown('role', role);
  for (const block of listIn(into, message, 'content')) decodeBlock(block, assistant, into);
  if (assistant) into.endMessage();
}

function decodeBlock(block: unknown, assistant: boolean, into: Assembly): void {
  const use = member(block, 'toolUse');
  const result = member(block, 'toolResult');
  if (assistant && use !== undefined) {
    reportUnreadOfCall(into, use, CALL);
    const id = textMember(use, 'toolUseId');
    const name = textMember(use, 'name');
    if (isTheirs(use)) into.server('server_tool_use', id, name);
    else into.whole({ id, name, raw: block }, { value: member(use, 'input') ?? {} });
  } else if (result !== undefined) {
    if (!assistant) into.result(textMember(result, 'toolUseId'), member(result, 'content'), textMember(result, 'status') === 'error');
  } else if (!isRecord(block) || !Object.keys(block).some((key) => OTHER.has(key)))
    into.unknown('content block', isRecord(block) ? Object.keys(block)[0] : block);
  else if (assistant) {
    into.say(block['text']);
    noteAsides(block, into);
  }
}

/** Reasoning, and text with citations, where a call may be quoted. */
function noteAsides(block: Readonly<Record<string, unknown>>, into: Assembly): void {
  const { reasoningContent, citationsContent } = block;
  into.aside('reasoning', member(reasoningContent, 'reasoningText') ?? reasoningContent);
  into.aside('citations', citationsContent);
}

/** Whether the provider executes the called tool; the block has a mark for that. */
const isTheirs = (use: unknown): boolean => textMember(use, 'type') === 'server_tool_use';

/** Reads an event: under its name, as the SDKs return it, or only its payload with padding, as the service sends it. */
function decodeEvent(event: Readonly<Record<string, unknown>>, into: Assembly): boolean {
  const { contentBlockIndex: index, role, stopReason, metrics, usage } = event;
  if (index !== undefined) {
    into.part();
    if (event['start'] !== undefined) begin(event, into);
    else if (event['delta'] !== undefined) piece(event, into);
    else if (into.isOpen(index)) into.close(index);
    return true;
  }
  if (role === 'assistant') into.turn(true);
  if (typeof stopReason === 'string') end(stopReason, into);
  if (role === 'assistant' || typeof stopReason === 'string' || (isRecord(metrics) && isRecord(usage))) return true;
  const [name = '', payload] = Object.entries(event).find(([, each]) => isRecord(each)) ?? [];
  switch (name) {
    case 'messageStart':
      into.turn(true);
      return true;
    case 'contentBlockStart':
      into.part();
      begin(payload, into);
      return true;
    case 'contentBlockDelta':
      into.part();
      piece(payload, into);
      return true;
    case 'contentBlockStop': {
      const at = member(payload, 'contentBlockIndex');
      if (into.isOpen(at)) into.close(at);
      return true;
    }
    case 'messageStop': {
      const stop = textMember(payload, 'stopReason');
      if (stop !== undefined) end(stop, into);
      else into.unknown('stop reason', stop);
      return true;
    }
    case 'metadata':
      return true;
    default:
      if (EXCEPTION.test(name)) reportError(into, { code: name });
      return EXCEPTION.test(name);
  }
}

function begin(payload: unknown, into: Assembly): void {
  const index = member(payload, 'contentBlockIndex');
  const start = member(payload, 'start');
  const use = member(start, 'toolUse');
  if (use === undefined || isTheirs(use)) {
    into.pass(index);
    if (use !== undefined) into.server('server_tool_use', textMember(use, 'toolUseId'), textMember(use, 'name'));
    else if (isRecord(start)) {
      const other = Object.keys(start).find((key) => !OTHER.has(key) && key !== 'toolResult');
      if (other !== undefined) into.unknown('content block', other);
    }
    return;
  }
  reportUnreadOfCall(into, use, CALL);
  into.begin(index, { id: textMember(use, 'toolUseId'), name: textMember(use, 'name'), raw: payload });
}

function piece(payload: unknown, into: Assembly): void {
  const delta = member(payload, 'delta');
  const use = member(delta, 'toolUse');
  if (use !== undefined) {
    reportUnreadOfCall(into, use, CALL);
    into.append(member(payload, 'contentBlockIndex'), member(use, 'input'));
  } else if (!isRecord(delta) || !Object.keys(delta).some((key) => OTHER_DELTA.has(key)))
    into.unknown('delta', isRecord(delta) ? Object.keys(delta)[0] : delta);
  else {
    into.say(delta['text']);
    noteAsides(delta, into);
  }
}
