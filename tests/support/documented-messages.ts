import type { Dialect } from '../../src/wire/record.ts';

/** A documented example in words of our own, and what decoding it gives. */
export interface DocumentedCase {
  readonly what: string;
  readonly dialect: Dialect;
  readonly transcript: readonly object[];
  /** Id, name and arguments of each call; null for a call that must not run. */
  readonly calls: readonly (readonly [id: string, name: string, args: object | null])[];
  /** Id and kind of each call that the provider executes. */
  /** Code of the provider that made calls, by the id of the call. */
  readonly programs?: Readonly<Record<string, { readonly type: string; readonly id: string | null }>>;
  readonly server?: readonly (readonly [id: string, kind: string])[];
  readonly finish?: string;
  readonly problems?: readonly string[];
  /** Results of the calls, in order; calls without are null. */
  readonly results?: readonly unknown[];
  /** Whether the result of each call reports a failure. */
  readonly failed?: readonly boolean[];
}

const completion = (message: object, finish_reason: string): object => ({
  id: 'chatcmpl-9',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: null, ...message }, logprobs: null, finish_reason }],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
});
const asks = (id: string, name: string, text: string): object => ({ id, type: 'function', function: { name, arguments: text } });
const item = (call_id: string, name: string, text: string): object => ({
  type: 'function_call',
  id: `fc_${call_id}`,
  call_id,
  name,
  arguments: text,
  status: 'completed',
});
const response = (output: readonly object[], status = 'completed', details: object = {}): object => ({
  id: 'resp_9',
  object: 'response',
  created_at: 1_790_000_000,
  status,
  error: null,
  incomplete_details: null,
  model: 'm',
  output,
  parallel_tool_calls: true,
  ...details,
});
const use = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input });
const message = (content: readonly object[], stop_reason: string): object => ({
  id: 'msg_9',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 4 },
});
const back = (tool_use_id: string, more: object = {}): object => ({ type: 'tool_result', tool_use_id, ...more });
const rpc = (id: unknown, more: object): object => ({ jsonrpc: '2.0', id, ...more });
const callTool = (id: unknown, name: string, args: object | undefined, more: object = {}): object =>
  rpc(id, { method: 'tools/call', params: { name, ...(args && { arguments: args }), ...more } });
const invoked = (invocationId: string, toolName: string, input: unknown): object => ({
  method: 'WebMCP.toolInvoked',
  params: { toolName, frameId: 'F1', invocationId, input },
});
const responded = (invocationId: string, status: string, more: object): object => ({
  method: 'WebMCP.toolResponded',
  params: { invocationId, status, ...more },
});

const ONE = { channel: 37 };
const text = JSON.stringify(ONE);
const photo = [
  { type: 'text', text: 'as drawn' },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'legend' } },
];
/** Every kind of content that a tool of MCP may answer with. */
const contents = [
  { type: 'text', text: '812' },
  { type: 'image', data: 'iVBO', mimeType: 'image/png', annotations: { audience: ['user'], priority: 0.9 } },
  { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'file:///a.csv', name: 'a.csv', description: 'rows', mimeType: 'text/csv' },
  { type: 'resource', resource: { uri: 'file:///b.csv', mimeType: 'text/csv', text: 'x\n1' } },
];
const plain = { content: contents, isError: false };
const structured = { content: [{ type: 'text', text: '{"count":812}' }], structuredContent: { count: 812 } };
const refused = { content: [{ type: 'text', text: 'channel: at most 39' }], isError: true };
const list = { resultType: 'complete', content: [{ type: 'text', text: '[1,2]' }], structuredContent: [1, 2], isError: false };
const needs = {
  resultType: 'input_required',
  inputRequests: { who: { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object' } } } },
  requestState: 'c3RhdGU',
};
const unknownTool = { code: -32_602, message: 'Unknown tool: far' };

export const DOCUMENTED_MESSAGES: readonly DocumentedCase[] = [
  {
    what: 'the deprecated function_call, which has no id and is answered by its name',
    dialect: 'openai-chat',
    transcript: [
      {
        model: 'm',
        messages: [
          { role: 'user', content: 'how many' },
          { role: 'assistant', content: null, function_call: { name: 'count_rows', arguments: text } },
          { role: 'function', name: 'count_rows', content: '812' },
          { role: 'assistant', content: null, function_call: { name: 'count_rows', arguments: '{"channel":' } },
        ],
      },
      completion({ function_call: { name: 'show_map', arguments: '{}' } }, 'function_call'),
    ],
    calls: [
      ['call-1', 'count_rows', ONE],
      ['call-2', 'count_rows', null],
      ['call-3', 'show_map', {}],
    ],
    finish: 'function_call',
    problems: ['DEPRECATED_FUNCTION_CALL', 'DEPRECATED_FUNCTION_CALL', 'DEPRECATED_FUNCTION_CALL', 'MISSING_RESULT', 'REJECTED_CALL'],
    results: ['812', null, null],
  },
  {
    what: 'an item that is incomplete although its arguments are whole JSON',
    dialect: 'openai-responses',
    transcript: [response([{ ...item('call_1', 'count_rows', text), status: 'incomplete' }, item('call_2', 'count_rows', text)])],
    calls: [
      ['call_1', 'count_rows', null],
      ['call_2', 'count_rows', ONE],
    ],
    finish: 'completed',
    problems: ['INCOMPLETE_CALL', 'REJECTED_CALL'],
  },
  {
    what: 'a completion with parallel calls, and their results',
    dialect: 'openai-chat',
    transcript: [
      completion({ tool_calls: [asks('call_1', 'count_packets', text), asks('call_2', 'list_sensors', '{}')] }, 'tool_calls'),
      { role: 'tool', tool_call_id: 'call_1', content: '812' },
      { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: 'none' }] },
      completion({ content: '812 and no sensor.' }, 'stop'),
    ],
    calls: [
      ['call_1', 'count_packets', ONE],
      ['call_2', 'list_sensors', {}],
    ],
    finish: 'stop',
    results: ['812', [{ type: 'text', text: 'none' }]],
  },
  {
    what: 'a call that a named choice forced ends with stop',
    dialect: 'openai-chat',
    transcript: [completion({ tool_calls: [asks('call_1', 'count_packets', text)] }, 'stop')],
    calls: [['call_1', 'count_packets', ONE]],
    finish: 'stop',
  },
  {
    what: 'a custom tool takes free text, which is its input',
    dialect: 'openai-chat',
    transcript: [completion({ tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'notes', input: 'hello' } }] }, 'tool_calls')],
    calls: [['call_1', 'notes', { input: 'hello' }]],
    finish: 'tool_calls',
  },
  {
    what: 'a completion that was cut, its arguments whole by chance',
    dialect: 'openai-chat',
    transcript: [completion({ tool_calls: [asks('call_1', 'count_packets', text)] }, 'length')],
    calls: [['call_1', 'count_packets', null]],
    finish: 'length',
    problems: ['REJECTED_CALL'],
  },
  {
    what: 'a refusal holds no call',
    dialect: 'openai-chat',
    transcript: [completion({ refusal: 'I cannot.', tool_calls: undefined }, 'stop')],
    calls: [],
    finish: 'stop',
  },
  {
    what: 'a response: reasoning, parallel function calls, tools of the vendor’s own',
    dialect: 'openai-responses',
    transcript: [
      response([
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        item('call_1', 'count_packets', text),
        item('call_2', 'list_sensors', '{}'),
        { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_3', name: 'notes', input: 'hello' },
      ]),
    ],
    calls: [
      ['call_1', 'count_packets', ONE],
      ['call_2', 'list_sensors', {}],
      ['call_3', 'notes', { input: 'hello' }],
    ],
    server: [['ws_1', 'web_search_call']],
    finish: 'completed',
  },
  {
    what: 'the next request: items with outputs, as text and as content',
    dialect: 'openai-responses',
    transcript: [
      {
        model: 'm',
        input: [
          { role: 'user', content: 'How many?' },
          item('call_1', 'count_packets', text),
          item('call_2', 'list_sensors', '{}'),
          { type: 'function_call_output', call_id: 'call_1', output: '812' },
          { type: 'function_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'none' }] },
        ],
      },
    ],
    calls: [
      ['call_1', 'count_packets', ONE],
      ['call_2', 'list_sensors', {}],
    ],
    results: ['812', [{ type: 'input_text', text: 'none' }]],
  },
  {
    what: 'a response that is incomplete',
    dialect: 'openai-responses',
    transcript: [response([item('call_1', 'count_packets', text)], 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } })],
    calls: [['call_1', 'count_packets', null]],
    finish: 'incomplete',
    problems: ['REJECTED_CALL'],
  },
  {
    what: 'text and parallel uses, then every form of result, one of them an error',
    dialect: 'anthropic',
    transcript: [
      message(
        [
          { type: 'text', text: 'I count.' },
          ...[1, 2, 3, 4].map((nth) => use(`toolu_${String(nth)}`, 'count_packets', { channel: 36 + nth })),
        ],
        'tool_use',
      ),
      {
        role: 'user',
        content: [
          back('toolu_1', { content: '812' }),
          back('toolu_2', { content: photo }),
          back('toolu_3'),
          back('toolu_4', { content: 'channel: at most 39', is_error: true }),
          { type: 'text', text: 'And now?' },
        ],
      },
    ],
    calls: [1, 2, 3, 4].map((nth) => [`toolu_${String(nth)}`, 'count_packets', { channel: 36 + nth }] as const),
    finish: 'tool_use',
    results: ['812', photo, null, 'channel: at most 39'],
    failed: [false, false, false, true],
  },
  {
    what: 'tools that the provider’s servers run are listed apart; a pause is no cut',
    dialect: 'anthropic',
    transcript: [
      message(
        [
          { type: 'thinking', thinking: 'First look.', signature: 'EqQB' },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'channels' } },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
          { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'far', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [] },
          use('toolu_1', 'count_packets', ONE),
        ],
        'pause_turn',
      ),
    ],
    calls: [['toolu_1', 'count_packets', ONE]],
    server: [
      ['srvtoolu_1', 'server_tool_use'],
      ['mcptoolu_1', 'mcp_tool_use'],
    ],
    finish: 'pause_turn',
  },
  ...['max_tokens', 'refusal', 'model_context_window_exceeded'].map((reason): DocumentedCase => ({
    what: `a message that ends by ${reason}`,
    dialect: 'anthropic',
    transcript: [message([use('toolu_1', 'count_packets', ONE)], reason)],
    calls: [['toolu_1', 'count_packets', null]],
    finish: reason,
    problems: ['REJECTED_CALL'],
  })),
  {
    what: '2025-06-18: pages of a list, calls, every kind of content, structured content, both kinds of error',
    dialect: 'mcp',
    transcript: [
      rpc(1, { method: 'tools/list', params: {} }),
      rpc(1, { result: { tools: [{ name: 'count_packets', inputSchema: { type: 'object' } }], nextCursor: 'p2' } }),
      rpc(2, { method: 'tools/list', params: { cursor: 'p2' } }),
      rpc(2, { result: { tools: [] } }),
      callTool(3, 'count_packets', ONE),
      rpc(3, { result: plain }),
      callTool('four', 'count_packets', ONE, { _meta: { progressToken: 'p' } }),
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
      rpc('four', { result: structured }),
      callTool(5, 'list_sensors', undefined),
      rpc(5, { result: refused }),
      callTool(6, 'far', {}),
      rpc(6, { error: unknownTool }),
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    ],
    calls: [
      ['rpc-3', 'count_packets', ONE],
      ['four', 'count_packets', ONE],
      ['rpc-5', 'list_sensors', {}],
      ['rpc-6', 'far', {}],
    ],
    results: [plain, structured, refused, unknownTool],
    failed: [false, false, true, true],
  },
  {
    what: '2026-07-28: a list of values as structured content; input that is asked for, and the call again under a new id',
    dialect: 'mcp',
    transcript: [
      rpc(1, { method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } }),
      rpc(1, { result: { resultType: 'complete', tools: [], nextCursor: 'p2', ttlMs: 300_000, cacheScope: 'public' } }),
      callTool(2, 'count_packets', ONE),
      rpc(2, { result: needs }),
      callTool(3, 'count_packets', ONE, { inputResponses: { who: { action: 'accept', content: {} } }, requestState: 'c3RhdGU' }),
      rpc(3, { result: list }),
    ],
    calls: [
      ['rpc-2', 'count_packets', ONE],
      ['rpc-3', 'count_packets', ONE],
    ],
    results: [null, list],
  },
  {
    what: 'tools of a page: registered, asked, answered, cancelled, broken, withdrawn',
    dialect: 'webmcp',
    transcript: [
      { method: 'WebMCP.toolsAdded', params: { tools: [{ name: 'count_packets', description: 'Counts.', frameId: 'F1' }] } },
      invoked('inv-1', 'count_packets', text),
      invoked('inv-2', 'count_packets', ONE),
      invoked('inv-3', 'list_sensors', '{}'),
      responded('inv-2', 'Canceled', {}),
      responded('inv-1', 'Completed', { output: { count: 812 } }),
      responded('inv-3', 'Error', { errorText: 'it broke', exception: { type: 'object', subtype: 'error' } }),
      { method: 'WebMCP.toolsRemoved', params: { tools: [{ name: 'count_packets', frameId: 'F1' }] } },
    ],
    calls: [
      ['inv-1', 'count_packets', ONE],
      ['inv-2', 'count_packets', ONE],
      ['inv-3', 'list_sensors', {}],
    ],
    results: [{ count: 812 }, null, 'it broke'],
    failed: [false, true, true],
  },
];
