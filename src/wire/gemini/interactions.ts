import type { Assembly } from '../assembly.ts';
import { listIn } from '../decoder.ts';
import { member, textMember } from '../events.ts';

const WHOLE = new Set(['completed', 'requires_action']);
const OTHER = new Set(['thought', 'image', 'audio', 'video', 'document', 'function_result']);

/** A response of the Interactions API, whose outputs are items; false for any other value. */
export function decodeInteraction(value: unknown, into: Assembly): boolean {
  if (!Array.isArray(member(value, 'outputs'))) return false;
  into.turn();
  for (const item of listIn(into, value, 'outputs')) decodeItem(item, into);
  const status = textMember(value, 'status');
  if (status === undefined) into.endMessage();
  else into.end(status, WHOLE.has(status), status === 'requires_action');
  return true;
}

function decodeItem(item: unknown, into: Assembly): void {
  const type = textMember(item, 'type') ?? '';
  const id = textMember(item, 'id');
  if (type === 'function_call')
    into.whole({ id: id ?? into.nextId, name: textMember(item, 'name'), raw: item }, { value: member(item, 'arguments') ?? {} });
  else if (type === 'text') into.say(member(item, 'text'));
  // Other calls, such as `google_search_call`, are made and answered by Google.
  else if (type.endsWith('_call')) into.server(type, id, textMember(item, 'name'));
  else if (!OTHER.has(type) && !type.endsWith('_result')) into.unknown('item', type);
}
