import { WorkbenchError } from '../base/failure.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { rpcId } from './mcp/decode.ts';
import { chatCall } from './openai-chat/encode.ts';
import type { Dialect } from './record.ts';

/** What dialects write of a call. */
interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const WRITERS: Readonly<Record<Dialect, (call: Call) => object>> = {
  'openai-chat': (call) => ({ role: 'assistant', content: null, tool_calls: [chatCall(call)] }),
  'openai-responses': ({ id, name, args }) => ({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) }),
  anthropic: ({ id, name, args }) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name, input: args }] }),
  gemini: ({ id, name, args }) => ({ role: 'model', parts: [{ functionCall: { id, name, args } }] }),
  bedrock: ({ id, name, args }) => ({ role: 'assistant', content: [{ toolUse: { toolUseId: id, name, input: args } }] }),
  cohere: (call) => ({ role: 'assistant', tool_plan: '', tool_calls: [chatCall(call)] }),
  ollama: ({ id, name, args }) => ({ role: 'assistant', content: '', tool_calls: [{ id, function: { name, arguments: args } }] }),
  mcp: ({ id, name, args }) => ({ jsonrpc: '2.0', id: rpcId(id), method: 'tools/call', params: { name, arguments: args } }),
  webmcp: ({ id, name, args }) => ({ method: 'WebMCP.toolInvoked', params: { invocationId: id, toolName: name, input: args } }),
};

/** The id of a call whose invocation has no id. */
const FIRST_ID = 'call_1';

/**
 * Writes an invocation as the message in which an assistant makes this call; `decode` reads it back. The selection of captures and the
 * timeout become arguments. The tool version and the context are left out, because dialects have none. Throws `INVALID_OPTIONS` if the
 * value has no tool name or no arguments.
 */
export function encodeCall(dialect: Dialect, invocation: unknown): object {
  const call = isRecord(invocation) ? invocation : {};
  const { tool_name: name, arguments: own, capture_selection, timeout_ms } = call;
  if (typeof name !== 'string' || !isRecord(own)) {
    throw new WorkbenchError('INVALID_OPTIONS', 'expected an invocation with a tool_name and arguments, found another value');
  }
  const args = {
    ...(isRecord(capture_selection) && Object.keys(capture_selection).length > 0 && { capture_selection }),
    ...own,
    ...(timeout_ms !== undefined && { timeout_ms }),
  };
  const id = [call['tool_call_id'], call['request_id']].find((each) => typeof each === 'string');
  return WRITERS[dialect]({ id: id ?? FIRST_ID, name, args });
}
