/** Held-out kinds of envelopes: messages, events and client calls of providers and frameworks around one call. */
import { camel, kind, type Kind, python, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

/** The arguments as a client of the wire formats sends them: beside the selection. */
const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const functionCall = (call: Call): object => ({ name: call.tool_name, arguments: text(rest(call)) });

export const MESSAGES: readonly Kind[] = [
  kind('output of the Responses API', (call) => ({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', status: 'completed', ...functionCall(call) },
    ],
  })),
  kind('required action of an assistant', (call) => ({
    status: 'requires_action',
    required_action: {
      type: 'submit_tool_outputs',
      submit_tool_outputs: { tool_calls: [{ id: 'call_1', type: 'function', function: functionCall(call) }] },
    },
  })),
  kind('whole completion of a chat', (call) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_780_000_000,
    model: 'some-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: functionCall(call) }] },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 },
  })),
  kind('several tools in parallel, one used', (call) => ({
    tool_uses: [{ recipient_name: `functions.${call.tool_name}`, parameters: beside(call) }],
  })),
  kind('plan and calls of Cohere', (call) => ({
    tool_plan: 'I will compute the figures.',
    tool_calls: [{ name: call.tool_name, parameters: rest(call) }],
  })),
  kind('candidates of Vertex', (call) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ functionCall: { name: call.tool_name, args: beside(call) } }] },
        finishReason: 'STOP',
        safetyRatings: [],
      },
    ],
  })),
  kind('message of Converse', (call) => ({
    output: {
      message: {
        role: 'assistant',
        content: [{ text: 'I will look at the rows.' }, { toolUse: { toolUseId: 'tooluse_1', name: call.tool_name, input: rest(call) } }],
      },
    },
    stopReason: 'tool_use',
  })),
  kind('content of a message of Anthropic', (call) => ({
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me compute that.' },
      { type: 'tool_use', id: 'toolu_1', name: call.tool_name, input: beside(call) },
    ],
    stop_reason: 'tool_use',
  })),
  kind('function call of Semantic Kernel', (call) => ({
    $type: 'FunctionCallContent',
    id: 'call_1',
    pluginName: 'workbench',
    functionName: call.tool_name,
    arguments: rest(call),
  })),
  kind('message of LangChain', (call) => ({
    type: 'ai',
    content: '',
    additional_kwargs: {},
    tool_calls: [{ name: call.tool_name, args: beside(call), id: 'call_1', type: 'tool_call' }],
  })),
  kind('tool call of the AI SDK', (call) => ({ type: 'tool-call', toolCallId: 'call_1', toolName: call.tool_name, input: rest(call) })),
  kind('tool selection of LlamaIndex', (call) => ({ tool_id: 'call_1', tool_name: call.tool_name, tool_kwargs: beside(call) })),
  kind('method of JSON-RPC', (call) => ({ jsonrpc: '2.0', id: 7, method: call.tool_name, params: rest(call) })),
  kind('operation of OpenAPI', (call) => ({ operationId: camel(call.tool_name), requestBody: rest(call) })),
  kind('event around the call', (call) => ({
    specversion: '1.0',
    id: 'evt-1',
    source: '/agents/analyst',
    type: 'workbench.tool.call',
    time: '2026-04-03T08:00:00Z',
    data: call,
  })),
  kind('command and options', (call) => ({ command: call.tool_name, options: rest(call) })),
  kind('service and data', (call) => ({ service: `workbench.${call.tool_name}`, data: beside(call) })),
  kind('positional and keyword arguments', (call) => ({ function: call.tool_name, args: [], kwargs: beside(call) })),
  kind('member of a union with one key', (call) => ({ [call.tool_name]: rest(call) })),
  kind('next step of a planner', (call) => ({
    thoughts: { text: 'The figures are missing.', reasoning: 'They answer the question.', plan: '- compute' },
    command: { name: call.tool_name, args: beside(call) },
  })),
  kind('call of a client of MCP', (call) => `await client.callTool({ name: "${call.tool_name}", arguments: ${text(beside(call))} });`),
  kind('call of a session in Python', (call) => `await session.call_tool("${call.tool_name}", arguments=${python(rest(call))})`),
  kind('printed call of the default API', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `${key}=${python(value)}`);
    return `\`\`\`tool_code\nprint(default_api.${call.tool_name}(${given.join(', ')}))\n\`\`\``;
  }),
  kind('JSON loaded in Python', (call) => `call = json.loads('''${JSON.stringify(call, null, 2)}''')`),
  kind('representation of a data class', (call) => `ToolCall(name='${call.tool_name}', args=${python(rest(call))}, id='call_1')`),
];
