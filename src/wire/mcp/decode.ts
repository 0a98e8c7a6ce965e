import type { Assembly } from '../assembly.ts';
import { member, textMember } from '../events.ts';

/** JSON-RPC messages: requests `tools/call` and their responses. */
export function decodeMcp(message: unknown, into: Assembly): void {
  const id = idOf(member(message, 'id'));
  const params = member(message, 'params');
  if (textMember(message, 'method') === 'tools/call') {
    into.whole(id, textMember(params, 'name'), { value: member(params, 'arguments') ?? {} }, message);
    return;
  }
  const result = member(message, 'result');
  const error = member(message, 'error');
  // Other methods have responses too: only those of calls are known by their id.
  if (error !== undefined) into.result(id, error, true);
  else if (Array.isArray(member(result, 'content'))) into.result(id, result, member(result, 'isError') === true);
}

/** Numbers and texts name requests; both become text. */
const idOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : typeof id === 'number' ? `rpc-${String(id)}` : undefined);

/** The id as the request had it: what was a number is one again. */
export const rpcId = (id: unknown): unknown => (typeof id === 'string' && /^rpc-\d+$/.test(id) ? Number(id.slice(4)) : id);
