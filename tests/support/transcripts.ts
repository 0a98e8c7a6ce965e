/**
 * Transcripts of our own making, in the shapes that the vendors' documentation describes: calls of `capture_query`,
 * one of them cut in the middle, as messages and as streams.
 */
const GOOD = { capture_selection: { capture_id: 'lab' }, sql: 'SELECT 1 AS one' };
const text = JSON.stringify(GOOD);

/** Pieces that cut a text at every third character. */
const pieces = (whole: string): string[] => whole.match(/.{1,3}/gs) ?? [];
const sse = (events: readonly object[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const piece = (index: unknown, more: object): object => chunk({ tool_calls: [{ index, ...more }] });

/** One answer with two calls whose pieces alternate. */
export const openAiChatStream = `${sse([
  chunk({ role: 'assistant', content: 'I count. ' }),
  piece(0, { id: 'call_a', type: 'function', function: { name: 'capture_query', arguments: '' } }),
  piece(1, { id: 'call_b', type: 'function', function: { name: 'core__capture_query', arguments: '' } }),
  ...pieces(text).flatMap((part) => [piece(0, { function: { arguments: part } }), piece(1, { function: { arguments: part } })]),
  chunk({}, 'tool_calls'),
])}data: [DONE]\n\n`;

export const openAiChatMessages = {
  messages: [
    { role: 'user', content: 'How many packets?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'capture_query', arguments: '{"sql":"SELECT sec' } }],
    },
    { role: 'tool', tool_call_id: 'call_a', content: '{"ok":false,"errorCode":"invalid_json"}' },
    {
      role: 'assistant',
      content: 'Again.',
      tool_calls: [{ id: 'call_b', type: 'function', function: { name: 'capture_query', arguments: text } }],
    },
    { role: 'tool', tool_call_id: 'call_b', content: '{"status":"ok"}' },
    { role: 'assistant', content: 'One.' },
  ],
};

export const openAiResponsesStream = sse([
  { type: 'response.created', response: { id: 'resp_1', output: [] } },
  {
    type: 'response.output_item.added',
    output_index: 1,
    item: { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'capture_query', arguments: '' },
  },
  ...pieces(text).map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta })),
  { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 1, arguments: text },
  {
    type: 'response.output_item.done',
    output_index: 1,
    item: { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'capture_query', arguments: text },
  },
  { type: 'response.completed', response: { id: 'resp_1', status: 'completed' } },
]);

export const anthropicStream = [
  { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I count.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_a', name: 'capture_query', input: {} } },
  { type: 'ping' },
  ...pieces(text).map((partial_json) => ({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json } })),
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('');

export const anthropicMessages = {
  messages: [
    { role: 'user', content: 'How many packets?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I count.' },
        { type: 'tool_use', id: 'toolu_a', name: 'capture_query', input: GOOD },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 'no capture', is_error: true }] },
  ],
};

export const mcpMessages = [
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'capture_query', arguments: GOOD } },
  { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: '{}' }], structuredContent: {}, isError: false } },
];

export const webMcpEvents = [
  { method: 'WebMCP.toolInvoked', params: { invocationId: 'inv-1', frameId: 'F', toolName: 'capture_query', input: text } },
  { method: 'WebMCP.toolResponded', params: { invocationId: 'inv-1', status: 'Completed', output: '{}' } },
];
