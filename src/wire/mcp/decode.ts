import type { MakeDecoder } from '../decoder.ts';
import { member, textMember } from '../events.ts';

/** Methods that are not tool calls. */
const OTHER_METHOD =
  /^(?:initialize|ping|server\/discover|(?:tools|resources|resources\/templates|prompts|roots|tasks)\/list|resources\/(?:read|subscribe|unsubscribe)|prompts\/get|completion\/complete|logging\/setLevel|sampling\/createMessage|elicitation\/create|tasks\/(?:get|result|cancel|update)|subscriptions\/listen|notifications\/.+)$/;

/** JSON-RPC messages: requests `tools/call` and their responses. */
export const decodeMcp: MakeDecoder = (into) => (message) => {
  const id = idOf(member(message, 'id'));
  const params = member(message, 'params');
  const method = textMember(message, 'method');
  if (method === 'tools/call') {
    into.whole({ id, name: textMember(params, 'name'), raw: message }, { value: member(params, 'arguments') ?? {} });
    return true;
  }
  if (method !== undefined && !OTHER_METHOD.test(method)) into.unknown('method', method);
  const result = member(message, 'result');
  const error = member(message, 'error');
  // Other methods have responses too; only those with the id of a call are read.
  if (error !== undefined) into.result(id, error, true);
  else if (Array.isArray(member(result, 'content'))) into.result(id, result, member(result, 'isError') === true);
  return method !== undefined || result !== undefined || error !== undefined;
};

/** Requests have numbers or texts as ids; both become text. */
const idOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : typeof id === 'number' ? `rpc-${String(id)}` : undefined);

/** The id in its original type: a number if the request had one. */
export const rpcId = (id: unknown): unknown => (typeof id === 'string' && /^rpc-\d+$/.test(id) ? Number(id.slice(4)) : id);
