import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { listIn, reportError, type MakeDecoder } from '../decoder.ts';
import { DONE, member, textMember } from '../events.ts';
import { MOST_CALLS } from '../record.ts';
import type { CallStart } from '../wire-call.ts';
import { comesInPieces, decodeOutput, faultOf, finalText, inputOf, listServer, reportRest, sayMessage, sortOf, startOf } from './items.ts';

/** Matches events of a Realtime session that do not belong to a response. */
const SESSION_EVENT = /^(?:session|conversation|input_audio_buffer|output_audio_buffer|rate_limits|mcp_list_tools)\./;

/** Matches events that contain nothing about calls of the client. */
const OTHER_EVENT =
  /^response\.(?:create|cancel|queued|in_progress|content_part|output_text|text|refusal|reasoning|audio|output_audio|web_search_call|file_search_call|code_interpreter_call|image_generation_call|mcp_call|mcp_list_tools|shell_call|apply_patch_call|local_shell_call|computer_call|tool_search_call|program|compaction)(?:[._]|$)/;

/** Pieces of text beside the answer. */
const ASIDE = /^response\.(?:reasoning|refusal|audio_transcript|output_audio_transcript).*\.delta$/;

/** Reads a response, an event of a stream, a request with its input, or one item. */
export const decodeOpenAiResponses: MakeDecoder = (into) => {
  const indexOf = indexes();
  return (value) => {
    if (value === DONE) return true;
    const type = textMember(value, 'type') ?? '';
    if (type.startsWith('response.')) decodeEvent(type, value, indexOf(value), into);
    else if (SESSION_EVENT.test(type)) decodeSession(value, into);
    else if (type === 'error' || (type === '' && isRecord(member(value, 'error')))) reportError(into, member(value, 'error') ?? value);
    else if (type === '' && member(value, 'output') !== undefined) decodeResponse(value, into);
    else if (type === '' && member(value, 'input') !== undefined) for (const item of listIn(into, value, 'input')) decodeItem(item, into);
    else if (sortOf(value) === 'unknown') return false;
    else decodeItem(value, into);
    return true;
  };
};

/**
 * Reads an item of a Realtime session. Responses contain the same calls, so a call must be the same in both; a call in no response is read
 * here. The server repeats the client's results; only the first is read.
 */
function decodeSession(event: unknown, into: Assembly): void {
  const item = member(event, 'item');
  const sort = item === undefined ? 'other' : sortOf(item);
  const start = startOf(item);
  if (sort === 'output' && !into.hasResult(start.id)) decodeOutput(item, into);
  else if (sort === 'client') decodeSessionCall(item, start, into);
  else if (sort === 'server') into.server(textMember(item, 'type') ?? '', start.id, start.name);
  else if (sort === 'unknown') into.unknown('item', textMember(item, 'type'));
}

function decodeSessionCall(item: unknown, start: CallStart, into: Assembly): void {
  // The item is repeated while its arguments are still empty.
  const final = finalText(item) === '' ? undefined : finalText(item);
  const at = into.indexOf(start.id);
  if (at === null && !into.hasCall(start.id)) return decodeItem(item, into, true);
  reportRest(item, into);
  if (at === null) return into.confirm(start.id, start.name, final);
  into.begin(at, start);
  if (final !== undefined) into.settle(at, final);
}

/** Returns a function that finds the index of an event's item. Servers that imitate this API may omit it; then the item's id is used. */
function indexes(): (event: unknown) => unknown {
  const byItem = new Map<string, number>();
  return (event) => {
    const index = member(event, 'output_index');
    const id = textMember(event, 'item_id') ?? textMember(member(event, 'item'), 'id');
    if (index !== undefined || id === undefined) return index;
    const known = byItem.get(id) ?? byItem.size;
    if (byItem.size < MOST_CALLS) byItem.set(id, known);
    return known;
  };
}

function decodeResponse(response: unknown, into: Assembly): void {
  into.turn();
  for (const item of listIn(into, response, 'output')) decodeItem(item, into, true);
  const status = textMember(response, 'status') ?? null;
  into.end(status, status === null || status === 'completed');
}

/** Reads a complete item. `answer`: whether it belongs to a response, whose text is read at its end, or is from the next request. */
function decodeItem(item: unknown, into: Assembly, answer = false): void {
  switch (sortOf(item)) {
    case 'client':
      reportRest(item, into);
      into.whole(startOf(item), inputOf(item), faultOf(item));
      break;
    case 'server':
      listServer(item, into);
      break;
    case 'output':
      decodeOutput(item, into);
      break;
    case 'other':
      sayMessage(item, into);
      if (!answer) into.endMessage();
      break;
    case 'unknown':
      into.unknown('item', textMember(item, 'type'));
      break;
  }
}

function decodeEvent(type: string, event: unknown, index: unknown, into: Assembly): void {
  switch (type) {
    case 'response.created':
      into.turn(true);
      break;
    case 'response.output_item.added':
      into.part();
      beginItem(index, member(event, 'item'), into);
      break;
    case 'response.function_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
      into.append(index, member(event, 'delta'));
      break;
    case 'response.function_call_arguments.done':
    case 'response.custom_tool_call_input.done': {
      const final = member(event, type.includes('custom') ? 'input' : 'arguments');
      if (typeof final === 'string') into.settle(index, final);
      break;
    }
    case 'response.output_text.delta':
      into.say(member(event, 'delta'));
      break;
    case 'response.output_item.done':
      into.part();
      endItem(index, member(event, 'item'), into);
      break;
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
    case 'response.cancelled':
    case 'response.done':
      endResponse(type.slice('response.'.length), member(event, 'response'), into);
      break;
    default:
      if (!OTHER_EVENT.test(type)) into.unknown('event', type);
      else if (ASIDE.test(type)) into.aside(type, member(event, 'delta'));
  }
}

function beginItem(index: unknown, item: unknown, into: Assembly): void {
  const sort = sortOf(item);
  if (sort === 'client') {
    reportRest(item, into);
    into.begin(index, startOf(item));
  } else if (sort === 'unknown') into.unknown('item', textMember(item, 'type'));
  else into.pass(index);
}

function endItem(index: unknown, item: unknown, into: Assembly): void {
  const sort = sortOf(item);
  if (sort === 'other') return;
  if (sort === 'client' && into.isOpen(index)) closeItem(index, item, into);
  else decodeItem(item, into, true);
}

function closeItem(index: unknown, item: unknown, into: Assembly): void {
  if (comesInPieces(item)) {
    reportRest(item, into);
    // Begin the call again: if its id or name changed, that becomes a fault of the call.
    into.begin(index, startOf(item));
    into.close(index, finalText(item), faultOf(item));
  } else {
    // Other kinds of calls arrive complete at the end, possibly with another id, so discard what began.
    into.drop(index);
    decodeItem(item, into, true);
  }
}

/**
 * Reads the last event, which repeats the whole response in its order; items may have ended in another order. Calls that no earlier event
 * contained are read here.
 */
function endResponse(name: string, response: unknown, into: Assembly): void {
  const status = name === 'done' ? (textMember(response, 'status') ?? 'completed') : name;
  into.part();
  const output = listIn(into, response, 'output');
  for (const item of output) {
    const sort = sortOf(item);
    const { id, name: called } = startOf(item);
    const at = into.indexOf(id);
    if (sort === 'client' && at !== null) closeItem(at, item, into);
    else if (sort === 'client' && into.hasCall(id)) into.confirm(id, called, finalText(item));
    else if (sort === 'client') decodeItem(item, into, true);
    else if (sort === 'server') into.server(textMember(item, 'type') ?? '', id, textMember(item, 'name'));
    else if (sort === 'unknown') into.unknown('item', textMember(item, 'type'));
  }
  into.end(status, status === 'completed');
  into.order(output.map((item) => startOf(item).id));
}
