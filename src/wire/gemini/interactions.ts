import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, reportUnreadOfCall } from '../decoder.ts';
import { member, textMember } from '../events.ts';

const WHOLE = new Set(['completed', 'requires_action']);
const CALL = callMembers('id name arguments');
/** Matches the types of steps, of contents and of pieces of either that are not calls. */
const OTHER = /^(?:image|audio|video|document|user_input|text_annotation(?:_delta)?|\w+_result)$/;

/**
 * Reads a response of the Interactions API, whose items are in `steps` (earlier: `outputs`), or an event of its stream. False for others.
 */
export function decodeInteraction(value: unknown, into: Assembly): boolean {
  const event = textMember(value, 'event_type');
  if (event !== undefined) return decodeEvent(event, value, into);
  const list = ['steps', 'outputs'].find((key) => Array.isArray(member(value, key)));
  if (list === undefined) return false;
  into.turn();
  for (const item of listIn(into, value, list)) decodeItem(item, into);
  end(value, into);
  return true;
}

function end(interaction: unknown, into: Assembly): void {
  const status = textMember(interaction, 'status');
  if (status === undefined) into.endMessage();
  else into.end(status, WHOLE.has(status), status === 'requires_action');
}

function decodeItem(item: unknown, into: Assembly): void {
  const type = textMember(item, 'type') ?? '';
  const id = textMember(item, 'id');
  const answered = textMember(item, 'call_id');
  if (type === 'function_call') {
    reportUnreadOfCall(into, item, CALL);
    into.whole({ id: id ?? into.nextId, name: textMember(item, 'name'), raw: item }, { value: member(item, 'arguments') ?? {} });
  } else if (type === 'function_result') {
    if (into.hasCall(answered)) into.result(answered, member(item, 'result'), member(item, 'is_error') === true);
  } else decodeOther(type, item, into);
}

/** Reads an item, or a piece of one, that is not a function call to be answered here. */
function decodeOther(type: string, item: unknown, into: Assembly): void {
  if (type === 'text') into.say(member(item, 'text'));
  else if (type.startsWith('thought')) into.aside('thought', item);
  else if (type === 'model_output')
    for (const part of listIn(into, item, 'content')) decodeOther(textMember(part, 'type') ?? '', part, into);
  // Google makes and answers all other calls, such as `google_search_call`.
  else if (type.endsWith('_call')) into.server(type, textMember(item, 'id'), textMember(item, 'name'));
  else if (!OTHER.test(type)) into.unknown('item', type);
}

/** Reads an event; false if its type is unknown. Earlier revisions stream contents, with each call in one piece, instead of steps. */
function decodeEvent(event: string, value: unknown, into: Assembly): boolean {
  const index = member(value, 'index');
  switch (event) {
    case 'interaction.start':
    case 'interaction.created':
      into.turn(true);
      return true;
    case 'step.start':
      into.part();
      beginStep(index, member(value, 'step'), into);
      return true;
    case 'content.start':
      into.part();
      into.pass(index);
      return true;
    case 'step.delta':
    case 'content.delta':
      decodeDelta(index, member(value, 'delta'), into);
      return true;
    case 'step.stop':
    case 'content.stop':
      if (into.isOpen(index)) into.close(index);
      return true;
    case 'interaction.complete':
    case 'interaction.completed':
      end(member(value, 'interaction'), into);
      return true;
    default:
      return event === 'interaction.status_update';
  }
}

function beginStep(index: unknown, step: unknown, into: Assembly): void {
  if (textMember(step, 'type') === 'function_call') {
    reportUnreadOfCall(into, step, CALL);
    const seed = member(step, 'arguments');
    into.begin(index, {
      id: textMember(step, 'id') ?? into.nextId,
      name: textMember(step, 'name'),
      raw: step,
      ...(isRecord(seed) && { seed }),
    });
    return;
  }
  into.pass(index);
  decodeItem(step, into);
}

function decodeDelta(index: unknown, delta: unknown, into: Assembly): void {
  const type = textMember(delta, 'type') ?? '';
  // Accept both names of pieces of arguments: the guide and the API use different ones.
  if (type === 'arguments_delta' || type === 'arguments')
    into.append(index, member(delta, 'arguments') ?? member(delta, 'partial_arguments'));
  else if (type === 'function_call') decodeItem(delta, into);
  else decodeOther(type, delta, into);
}
