import type { Dialect } from '../../src/wire/record.ts';

type Asks = (id: number, name: string, args: object) => unknown;

/** A call in each dialect, as a model or agent sends it. */
export const ASK: Readonly<Record<Dialect, Asks>> = {
  'openai-chat': (id, name, args) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${String(id)}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  }),
  'openai-responses': (id, name, args) => ({
    type: 'function_call',
    id: `fc_${String(id)}`,
    call_id: `call_${String(id)}`,
    name,
    arguments: JSON.stringify(args),
  }),
  anthropic: (id, name, args) => ({ role: 'assistant', content: [{ type: 'tool_use', id: `call_${String(id)}`, name, input: args }] }),
  gemini: (id, name, args) => ({ role: 'model', parts: [{ functionCall: { id: `call_${String(id)}`, name, args } }] }),
  bedrock: (id, name, args) => ({ role: 'assistant', content: [{ toolUse: { toolUseId: `call_${String(id)}`, name, input: args } }] }),
  cohere: (id, name, args) => ({
    role: 'assistant',
    tool_plan: 'I call a tool.',
    tool_calls: [{ id: `call_${String(id)}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  }),
  ollama: (id, name, args) => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id: `call_${String(id)}`, function: { name, arguments: args } }],
  }),
  mcp: (id, name, args) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }),
  webmcp: (id, name, args) => ({
    method: 'WebMCP.toolInvoked',
    params: { invocationId: `call_${String(id)}`, toolName: name, input: args },
  }),
};

/** A whole conversation as each dialect keeps it. */
export const CONVERSATION: Readonly<Record<Dialect, (messages: readonly unknown[]) => unknown>> = {
  'openai-chat': (messages) => ({ messages }),
  'openai-responses': (input) => ({ input }),
  anthropic: (messages) => ({ messages }),
  gemini: (contents) => ({ contents }),
  bedrock: (messages) => ({ messages }),
  cohere: (messages) => ({ messages }),
  ollama: (messages) => ({ messages }),
  mcp: (messages) => messages,
  webmcp: (events) =>
    events.map((event) =>
      typeof event === 'object' && event !== null && 'output' in event
        ? { method: 'WebMCP.toolResponded', params: { ...event, status: 'Completed' } }
        : event,
    ),
};
