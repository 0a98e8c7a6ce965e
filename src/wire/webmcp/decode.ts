import type { MakeDecoder } from '../decoder.ts';
import { member, textMember } from '../events.ts';

/** Matches events of the browser's tooling that are neither calls nor answers. */
const OTHER_EVENT = /^WebMCP\.(?:enable|disable|toolsAdded|toolsRemoved|cancelInvocation)$/;

/** Reads calls and answers as a browser's tooling records them: `toolInvoked` and `toolResponded`, with or without their envelope. */
export const decodeWebMcp: MakeDecoder = (into) => (value) => {
  const event = member(value, 'params') ?? value;
  const method = textMember(value, 'method');
  const id = textMember(event, 'invocationId');
  const name = textMember(event, 'toolName');
  const status = textMember(event, 'status');
  if (status !== undefined || method === 'WebMCP.toolResponded')
    into.result(id, member(event, 'output') ?? member(event, 'errorText'), status !== 'Completed');
  else if (name !== undefined || id !== undefined || method === 'WebMCP.toolInvoked') {
    const input = member(event, 'input');
    into.whole({ id, name, raw: value }, typeof input === 'string' ? { text: input } : { value: input ?? {} });
  } else if (method?.startsWith('WebMCP.') !== true) return false;
  if (method !== undefined && !OTHER_EVENT.test(method) && !/^WebMCP\.tool(?:Invoked|Responded)$/.test(method))
    into.unknown('event', method);
  return true;
};
