import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, programOf, reportError, reportUnreadOfCall, type MakeDecoder } from '../decoder.ts';
import { member, textMember } from '../events.ts';
import type { CallStart } from '../wire-call.ts';

const WHOLE = new Set(['tool_use', 'end_turn', 'stop_sequence', 'pause_turn', 'compaction']);

/** Types of content blocks that are calls executed by the provider's servers. */
const SERVER = new Set(['server_tool_use', 'mcp_tool_use']);

/** Types of content blocks that are not calls. Results of tools that the provider executes end with `_tool_result`. */
const OTHER =
  /^(?:text|thinking|redacted_thinking|image|document|search_result|container_upload|compaction|fallback|mid_conv_system|tool_definition|tool_addition|tool_removal|mcp_tool_listing|\w+_tool_result)$/;
const CALL = callMembers('id name input');
const INPUT = callMembers('partial_json');
const OTHER_DELTA = /^(?:text|citations|thinking|signature|compaction)_delta$/;
const OTHER_EVENT = /^(?:ping|message_stop)$/;

/** Reads a message, an event of a stream, or a request with its messages. */
export const decodeAnthropic: MakeDecoder = (into) => (value) => {
  const messages = member(value, 'messages') !== undefined;
  for (const message of listIn(into, value, 'messages')) decodeMessage(message, into);
  if (textMember(value, 'role') !== undefined) {
    decodeMessage(value, into);
    return true;
  }
  const type = textMember(value, 'type');
  return type === undefined ? messages : decodeEvent(type, value, into);
};

function decodeMessage(message: unknown, into: Assembly): void {
  const role = textMember(message, 'role');
  if (role === 'assistant') into.turn();
  else if (role !== 'user' && role !== 'system') into.unknown('role', role);
  const content = member(message, 'content');
  if (role === 'assistant') into.say(content);
  if (content === undefined) into.problemOnce('content', 'BAD_MEMBER', 'expected content in a message, found none');
  if (typeof content !== 'string') for (const block of listIn(into, message, 'content')) decodeBlock(block, role === 'assistant', into);
  endMessage(message, into);
  if (role === 'assistant') into.endMessage();
}

function endMessage(message: unknown, into: Assembly): void {
  const stop = textMember(message, 'stop_reason');
  if (stop !== undefined) into.end(stop, WHOLE.has(stop), stop === 'tool_use');
}

const startOf = (block: unknown, raw: unknown): CallStart => ({
  id: textMember(block, 'id'),
  name: textMember(block, 'name'),
  caller: programOf(block),
  raw,
});

/** Reads one content block of a message that is not streamed. */
function decodeBlock(block: unknown, assistant: boolean, into: Assembly): void {
  const type = textMember(block, 'type');
  if (assistant && type === 'tool_use') {
    reportUnreadOfCall(into, block, CALL);
    const input = member(block, 'input');
    into.whole(startOf(block, block), { value: input });
  } else if (!assistant && type === 'tool_result') {
    into.result(textMember(block, 'tool_use_id'), member(block, 'content'), member(block, 'is_error') === true);
  } else if (type !== undefined && SERVER.has(type)) into.server(type, textMember(block, 'id'), textMember(block, 'name'));
  else if (type === undefined || !OTHER.test(type)) into.unknown('content block', type);
  else if (assistant && type === 'text') into.say(textMember(block, 'text'));
  else if (assistant) into.aside(type, member(block, 'thinking'));
}

/** Reads one event of a stream; returns false if the event type is unknown. */
function decodeEvent(type: string, event: unknown, into: Assembly): boolean {
  const index = member(event, 'index');
  switch (type) {
    case 'message_start': {
      const message = member(event, 'message');
      into.turn(true);
      // The first event of an answer that continues an earlier one contains complete blocks.
      for (const block of listIn(into, message, 'content')) decodeBlock(block, true, into);
      endMessage(message, into);
      return true;
    }
    case 'content_block_start':
      into.part();
      beginBlock(index, member(event, 'content_block'), event, into);
      return true;
    case 'content_block_delta':
      decodeDelta(index, member(event, 'delta'), into);
      return true;
    case 'content_block_stop':
      if (into.isOpen(index)) into.close(index);
      return true;
    case 'message_delta':
      endMessage(member(event, 'delta'), into);
      return true;
    case 'error':
      reportError(into, member(event, 'error'));
      return true;
    default:
      return OTHER_EVENT.test(type);
  }
}

function beginBlock(index: unknown, block: unknown, event: unknown, into: Assembly): void {
  const type = textMember(block, 'type');
  if (type === 'tool_use') {
    reportUnreadOfCall(into, block, CALL);
    const seed = member(block, 'input');
    const start = startOf(block, event);
    into.begin(index, isRecord(seed) ? { ...start, seed } : start);
    return;
  }
  into.pass(index);
  if (type !== undefined && SERVER.has(type)) into.server(type, textMember(block, 'id'), textMember(block, 'name'));
  else if (type === undefined || !OTHER.test(type)) into.unknown('content block', type);
  else if (type === 'text') into.say(textMember(block, 'text'));
  else into.aside(type, member(block, 'thinking'));
}

function decodeDelta(index: unknown, delta: unknown, into: Assembly): void {
  const type = textMember(delta, 'type');
  if (type === 'input_json_delta') {
    reportUnreadOfCall(into, delta, INPUT);
    into.append(index, member(delta, 'partial_json'));
  } else if (type === 'text_delta') into.say(textMember(delta, 'text'));
  else if (type === 'thinking_delta') into.aside('thinking', member(delta, 'thinking'));
  else if (type === undefined || !OTHER_DELTA.test(type)) into.unknown('delta', type);
}
