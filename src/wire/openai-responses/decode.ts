import { type Assembly, shown } from '../assembly.ts';
import { DONE, listMember, member, textMember } from '../events.ts';

/** A response, an event of a stream, a request with its input, or one item. */
export function decodeOpenAiResponses(value: unknown, into: Assembly): void {
  if (value === DONE) return;
  const type = textMember(value, 'type') ?? '';
  if (type.startsWith('response.')) decodeEvent(type, value, into);
  else if (Array.isArray(member(value, 'output')) && type === '') decodeResponse(value, into);
  else if (Array.isArray(member(value, 'input'))) for (const item of listMember(value, 'input')) decodeItem(item, into);
  else decodeItem(value, into);
}

function decodeResponse(response: unknown, into: Assembly): void {
  into.turn();
  for (const item of listMember(response, 'output')) decodeItem(item, into);
  const status = textMember(response, 'status') ?? null;
  into.end(status, status === null || status === 'completed');
}

function decodeItem(item: unknown, into: Assembly): void {
  const type = textMember(item, 'type');
  if (type === 'function_call') {
    const text = member(item, 'arguments');
    into.whole(
      textMember(item, 'call_id'),
      textMember(item, 'name'),
      typeof text === 'string' ? { text } : { value: text },
      item,
      unfinished(item),
    );
  } else if (type === 'function_call_output') into.result(textMember(item, 'call_id'), member(item, 'output'), false);
}

/** An item may be `incomplete` while its arguments are whole JSON: what was cut off is nobody's to know, so it does not run. */
function unfinished(item: unknown): string | undefined {
  const status = textMember(item, 'status');
  return status === undefined || status === 'completed' ? undefined : `expected a completed item, found one of status ${shown(status)}`;
}

function decodeEvent(type: string, event: unknown, into: Assembly): void {
  const index = member(event, 'output_index');
  const item = member(event, 'item');
  switch (type) {
    case 'response.created':
      into.turn();
      break;
    case 'response.output_item.added':
      if (textMember(item, 'type') === 'function_call') into.begin(index, textMember(item, 'call_id'), textMember(item, 'name'), event);
      break;
    case 'response.function_call_arguments.delta':
      into.append(index, member(event, 'delta'));
      break;
    case 'response.output_item.done':
      if (textMember(item, 'type') === 'function_call') into.close(index, textMember(item, 'arguments'), unfinished(item));
      break;
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      into.end(type.slice('response.'.length), type === 'response.completed');
      break;
  }
}
