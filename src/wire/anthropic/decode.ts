import type { Assembly } from '../assembly.ts';
import { listMember, member, textMember } from '../events.ts';

const WHOLE = new Set(['tool_use', 'end_turn', 'stop_sequence', 'pause_turn']);

/** Calls that the vendor's servers answer themselves; their input comes in pieces too, and is nobody's here. */
const THEIRS = new Set(['server_tool_use', 'mcp_tool_use']);

/** A message, an event of a stream, or a request with its messages. */
export function decodeAnthropic(value: unknown, into: Assembly): void {
  for (const message of listMember(value, 'messages')) decodeMessage(message, into);
  if (textMember(value, 'role') !== undefined) decodeMessage(value, into);
  else decodeEvent(textMember(value, 'type'), value, into);
}

function decodeMessage(message: unknown, into: Assembly): void {
  const assistant = textMember(message, 'role') === 'assistant';
  if (assistant) into.turn();
  for (const block of listMember(message, 'content')) {
    const type = textMember(block, 'type');
    if (assistant && type === 'tool_use') {
      into.whole(textMember(block, 'id'), textMember(block, 'name'), { value: member(block, 'input') ?? {} }, block);
    } else if (!assistant && type === 'tool_result') {
      into.result(textMember(block, 'tool_use_id'), member(block, 'content'), member(block, 'is_error') === true);
    }
  }
  const stop = textMember(message, 'stop_reason');
  if (stop !== undefined) into.end(stop, WHOLE.has(stop));
}

function decodeEvent(type: string | undefined, event: unknown, into: Assembly): void {
  const index = member(event, 'index');
  const block = member(event, 'content_block');
  const delta = member(event, 'delta');
  switch (type) {
    case 'message_start':
      into.turn();
      break;
    case 'content_block_start':
      if (textMember(block, 'type') === 'tool_use') into.begin(index, textMember(block, 'id'), textMember(block, 'name'), event);
      else if (THEIRS.has(textMember(block, 'type') ?? '')) into.pass(index);
      break;
    case 'content_block_delta':
      if (textMember(delta, 'type') === 'input_json_delta') into.append(index, member(delta, 'partial_json'));
      break;
    case 'content_block_stop':
      if (into.isOpen(index)) into.close(index);
      break;
    case 'message_delta': {
      const stop = textMember(delta, 'stop_reason');
      if (stop !== undefined) into.end(stop, WHOLE.has(stop));
      break;
    }
    case 'error':
      into.end('error', false);
      break;
    default:
      break;
  }
}
