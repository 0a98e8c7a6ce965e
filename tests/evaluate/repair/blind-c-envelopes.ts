/** Kinds of envelopes, written without a look at the repairs: requests and events of frameworks, services and meta tools. */
import { kind, text, type Kind } from './kind.ts';
import { beside, pythonText } from './blind-parts.ts';
import type { Call } from './originals.ts';

const json = (call: Call): string => text(beside(call));
const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const halves = (all: string): [string, string] => [all.slice(0, all.length >> 1), all.slice(all.length >> 1)];
const events = (list: readonly object[]): string => list.map((each) => `data: ${text(each)}\n\n`).join('');

const agents: readonly Kind[] = [
  kind('AI SDK 5: a tool call part with an input', (call) => ({
    type: 'tool-call',
    toolCallId: 'call_1',
    toolName: call.tool_name,
    input: beside(call),
    dynamic: true,
  })),
  kind('Mastra: a chunk of a run', (call) => ({
    type: 'tool-call',
    runId: 'r1',
    from: 'AGENT',
    payload: { toolCallId: 'call_1', toolName: call.tool_name, args: beside(call), providerExecuted: false },
  })),
  kind('Pydantic AI: a part as a dictionary', (call) => ({
    tool_name: call.tool_name,
    args: json(call),
    tool_call_id: 'pyd_ai_1',
    part_kind: 'tool-call',
  })),
  kind(
    'Pydantic AI: a part as Python prints it',
    (call) => `ToolCallPart(tool_name='${call.tool_name}', args=${pythonText(json(call))}, tool_call_id='pyd_ai_1')`,
  ),
  kind('LlamaIndex: a selection', (call) => ({ tool_id: 't1', tool_name: call.tool_name, tool_kwargs: beside(call) })),
  kind('Haystack: a tool call in a message', (call) => ({
    role: 'assistant',
    meta: {},
    name: null,
    content: [{ tool_call: { tool_name: call.tool_name, arguments: beside(call), id: 'c1', extra: null } }],
  })),
  kind('Semantic Kernel: content of a function call', (call) => ({
    $type: 'FunctionCallContent',
    Id: 'c1',
    PluginName: 'Workbench',
    FunctionName: call.tool_name,
    Arguments: beside(call),
  })),
  kind('AutoGen: an event that asks for a call', (call) => ({
    source: 'assistant',
    type: 'ToolCallRequestEvent',
    metadata: {},
    models_usage: null,
    content: [{ id: 'c1', name: call.tool_name, arguments: json(call) }],
  })),
  kind('AG-UI: the events of one call', (call) => [
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: call.tool_name },
    ...halves(json(call)).map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta })),
    { type: 'TOOL_CALL_END', toolCallId: 'c1' },
  ]),
  kind('Anthropic: the stream of one call', (call) =>
    events([
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: call.tool_name, input: {} } },
      ...halves(json(call)).map((partial_json) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json },
      })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 90 } },
    ]),
  ),
  kind('OpenAI: the stream of one call', (call) => {
    const chunk = (delta: object, finish_reason: string | null = null): object => ({
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    const [head, tail] = halves(json(call));
    return `${events([
      chunk({
        role: 'assistant',
        tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: call.tool_name, arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: head } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: tail } }] }),
      chunk({}, 'tool_calls'),
    ])}data: [DONE]\n\n`;
  }),
  kind('OpenAI Responses: an output item that is done', (call) => ({
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'function_call', id: 'fc_1', call_id: 'c1', name: call.tool_name, arguments: json(call), status: 'completed' },
  })),
  kind('Bedrock Agents: a function with parameters as texts', (call) => ({
    messageVersion: '1.0',
    actionGroup: 'workbench',
    function: call.tool_name,
    parameters: Object.entries(beside(call)).map(([name, value]) => ({
      name,
      type: Array.isArray(value) ? 'array' : typeof value,
      value: typeof value === 'string' ? value : text(value),
    })),
  })),
  kind('Bedrock Agents: a path with a body', (call) => ({
    actionGroup: 'workbench',
    apiPath: `/${call.tool_name}`,
    httpMethod: 'POST',
    requestBody: {
      content: {
        'application/json': {
          properties: Object.entries(beside(call)).map(([name, value]) => ({
            name,
            type: typeof value,
            value: typeof value === 'string' ? value : text(value),
          })),
        },
      },
    },
  })),
  kind('Letta: a request for approval that was approved', (call) => ({
    message_type: 'tool_call_message',
    id: 'message-1',
    date: '2026-04-03T08:00:00Z',
    tool_call: { name: call.tool_name, arguments: json(call), tool_call_id: 'c1' },
  })),
  kind('Google ADK: an event of an agent', (call) => ({
    author: 'agent',
    invocationId: 'e-1',
    content: { role: 'model', parts: [{ functionCall: { id: 'adk-1', name: call.tool_name, args: beside(call) } }] },
    actions: { stateDelta: {}, artifactDelta: {} },
  })),
  kind('LangGraph: an update of a node', (call) => ({
    agent: {
      messages: [{ type: 'ai', content: '', tool_calls: [{ name: call.tool_name, args: beside(call), id: 'c1', type: 'tool_call' }] }],
    },
  })),
  kind('CrewAI: a tool calling', (call) => ({ tool_name: call.tool_name, arguments: beside(call), name: 'ToolCalling' })),
];

const services: readonly Kind[] = [
  kind('Alexa: an intent with slots of text', (call) => ({
    version: '1.0',
    request: {
      type: 'IntentRequest',
      locale: 'en-US',
      intent: {
        name: call.tool_name,
        confirmationStatus: 'NONE',
        slots: Object.fromEntries(
          Object.entries(beside(call)).map(([name, value]) => [name, { name, value: typeof value === 'string' ? value : text(value) }]),
        ),
      },
    },
  })),
  kind('Home Assistant: a service', (call) => ({ service: `workbench.${call.tool_name}`, data: beside(call) })),
  kind('Node-RED: a message', (call) => ({ _msgid: 'a1b2', topic: call.tool_name, payload: beside(call) })),
  kind('n8n: an item of a node', (call) => [{ json: { tool: call.tool_name, parameters: beside(call) }, pairedItem: { item: 0 } }]),
  kind('EventBridge: an event', (call) => ({
    version: '0',
    id: 'e1',
    'detail-type': call.tool_name,
    source: 'agent',
    account: '123456789012',
    region: 'eu-central-1',
    resources: [],
    detail: beside(call),
  })),
  kind('SQS: a record with a body of text', (call) => ({
    Records: [{ messageId: 'm1', eventSource: 'aws:sqs', body: text({ tool: call.tool_name, input: beside(call) }) }],
  })),
  kind('Pub/Sub: data in base64', (call) => ({
    message: { messageId: '1', attributes: {}, data: btoa(text({ name: call.tool_name, arguments: beside(call) })) },
    subscription: 'projects/p/subscriptions/s',
  })),
  kind('Celery: a task', (call) => ({ task: call.tool_name, id: 't1', args: [], kwargs: beside(call), retries: 0, eta: null })),
  kind('Argo: a workflow', (call) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Workflow',
    metadata: { generateName: 'call-' },
    spec: {
      entrypoint: call.tool_name,
      arguments: {
        parameters: Object.entries(beside(call)).map(([name, value]) => ({ name, value: typeof value === 'string' ? value : text(value) })),
      },
    },
  })),
  kind('Kubernetes: a resource whose kind is the tool', (call) => ({
    apiVersion: 'workbench.dev/v1',
    kind: pascal(call.tool_name),
    metadata: { name: 'call-1', namespace: 'default' },
    spec: beside(call),
  })),
  kind('HTTP: an object of a request', (call) => ({
    method: 'POST',
    url: `https://localhost/tools/${call.tool_name}`,
    headers: { 'content-type': 'application/json' },
    body: json(call),
  })),
  kind('GraphQL: a mutation with variables', (call) => ({
    operationName: 'Run',
    query: `mutation Run($input: Input!) { ${call.tool_name}(input: $input) { result } }`,
    variables: { input: beside(call) },
  })),
  kind('JSON-RPC: the tool as the method', (call) => ({ jsonrpc: '2.0', id: 1, method: call.tool_name, params: beside(call) })),
  kind('JSON-RPC: a batch of one', (call) => [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: call.tool_name, arguments: beside(call) } },
  ]),
  kind('MCP: a tool of another server that calls tools', (call) => ({
    name: 'use_mcp_tool',
    arguments: { server_name: 'workbench', tool_name: call.tool_name, arguments: json(call) },
  })),
  kind('a tool that runs tools', (call) => ({ name: 'execute_tool', arguments: { tool_id: call.tool_name, parameters: beside(call) } })),
  kind('a parallel use of one tool', (call) => ({
    name: 'multi_tool_use.parallel',
    arguments: { tool_uses: [{ recipient_name: `functions.${call.tool_name}`, parameters: beside(call) }] },
  })),
  kind('ServiceNow: inputs and a script include', (call) => ({
    action: { name: call.tool_name, inputs: { ...beside(call) }, outputs: {} },
    sys_id: 'abc',
  })),
  kind('a tool in a plan of one step', (call) => ({
    goal: 'Answer the question.',
    steps: [{ id: 1, tool: call.tool_name, args: beside(call), depends_on: [] }],
  })),
  kind('the name as the only key', (call) => ({ [call.tool_name]: beside(call) })),
  kind('a pair of name and arguments', (call) => [call.tool_name, beside(call)]),
  kind('a tool with its call one level down', (call) => ({
    tool: { name: call.tool_name, version: call.tool_version },
    call: { with: beside(call) },
  })),
  kind('an answer around the call', (call) => ({ response: { next: { action: { tool: call.tool_name, tool_input: beside(call) } } } })),
];

export const BLIND_C_ENVELOPES: readonly Kind[] = [...agents, ...services];
