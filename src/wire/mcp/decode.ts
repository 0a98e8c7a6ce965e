import type { MakeDecoder } from '../decoder.ts';
import { member, textMember } from '../events.ts';

/** Matches the methods of MCP that are not calls of tools. */
const OTHER_METHOD =
  /^(?:initialize|ping|server\/discover|(?:tools|resources|resources\/templates|prompts|roots|tasks)\/list|resources\/(?:read|subscribe|unsubscribe)|prompts\/get|completion\/complete|logging\/setLevel|sampling\/createMessage|elicitation\/create|tasks\/(?:get|result|cancel|update)|subscriptions\/listen|notifications\/.+)$/;

/** Reads JSON-RPC messages: requests `tools/call`, and the responses to them. */
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
  // Read only responses with the id of a call, because other methods have responses too.
  if (error !== undefined) into.result(id, error, true);
  else if (Array.isArray(member(result, 'content'))) into.result(id, result, member(result, 'isError') === true);
  return method !== undefined || result !== undefined || error !== undefined;
};

/** Converts the id of a request to text, because it may be a number or a text. */
const idOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : typeof id === 'number' ? `rpc-${String(id)}` : undefined);

/** Converts an id back to its original type: a number if the request had one. */
export const rpcId = (id: unknown): unknown => (typeof id === 'string' && /^rpc-\d+$/.test(id) ? Number(id.slice(4)) : id);
