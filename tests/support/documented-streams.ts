import type { DocumentedCase } from './documented-messages.ts';

/** What the vendors' public pages show of calls in streams, in words of our own: same members, other tools. */
const chunk = (choice: object, more: object = {}): object => ({
  id: 'chatcmpl-9',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'm',
  service_tier: 'default',
  system_fingerprint: 'fp',
  choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
  usage: null,
  ...more,
});
const piece = (index: number, call: object): object => chunk({ delta: { tool_calls: [{ index, ...call }] } });
const begun = (index: number, id: string, name: string): object =>
  piece(index, { id, type: 'function', function: { name, arguments: '' } });
const more = (index: number, text: string): object => piece(index, { function: { arguments: text } });
const chatEnd = (finish_reason: string): object => chunk({ delta: {}, finish_reason });
const usage = chunk({}, { choices: [], usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 } });

const response = (status: string, details: object = {}): object => ({
  id: 'resp_9',
  object: 'response',
  created_at: 1_790_000_000,
  status,
  error: null,
  incomplete_details: null,
  output: [],
  parallel_tool_calls: true,
  tool_choice: 'auto',
  ...details,
});
const item = (id: string, call_id: string, name: string, text: string, status: string): object => ({
  type: 'function_call',
  id,
  call_id,
  name,
  arguments: text,
  status,
});
const fn = (output_index: number, id: string, call_id: string, name: string, pieces: readonly string[]): object[] => {
  const place = { item_id: id, output_index };
  const whole = pieces.join('');
  return [
    { type: 'response.output_item.added', output_index, item: item(id, call_id, name, '', 'in_progress') },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, name, arguments: whole },
    { type: 'response.output_item.done', output_index, item: item(id, call_id, name, whole, 'completed') },
  ];
};
const numbered = (events: readonly object[]): object[] => events.map((event, sequence_number) => ({ ...event, sequence_number }));
const opening = [
  { type: 'response.created', response: response('in_progress') },
  { type: 'response.in_progress', response: response('in_progress') },
];
const closing = (status: string, details: object = {}): object => ({ type: `response.${status}`, response: response(status, details) });

const start = {
  type: 'message_start',
  message: {
    id: 'msg_9',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 1 },
  },
};
const block = (index: number, content_block: object, deltas: readonly object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const json = (...pieces: readonly string[]): object[] => pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
const use = (index: number, id: string, name: string, ...pieces: readonly string[]): object[] =>
  block(index, { type: 'tool_use', id, name, input: {} }, json(...pieces));
const said = (index: number, text: string): object[] => block(index, { type: 'text', text: '' }, [{ type: 'text_delta', text }]);
const stop = (stop_reason: string): object[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
];

export const DOCUMENTED_STREAMS: readonly DocumentedCase[] = [
  {
    what: 'a stream of the deprecated function_call',
    dialect: 'openai-chat',
    transcript: [
      chunk({ delta: { role: 'assistant', content: null, function_call: { name: 'count_rows', arguments: '' } } }),
      chunk({ delta: { function_call: { arguments: '{"chan' } } }),
      chunk({ delta: { function_call: { arguments: 'nel": 37}' } } }),
      chatEnd('function_call'),
    ],
    calls: [['call-1', 'count_rows', { channel: 37 }]],
    finish: 'function_call',
    problems: ['DEPRECATED_FUNCTION_CALL'],
  },
  {
    what: 'a stream of the deprecated function_call that is cut short',
    dialect: 'openai-chat',
    transcript: [chunk({ delta: { function_call: { name: 'count_rows', arguments: '{}' } } }), chatEnd('length')],
    calls: [['call-1', 'count_rows', null]],
    finish: 'length',
    problems: ['DEPRECATED_FUNCTION_CALL', 'TRUNCATED', 'REJECTED_CALL'],
  },
  {
    what: 'chunks of one call; the usage comes last, in a chunk without choices',
    dialect: 'openai-chat',
    transcript: [
      chunk({ delta: { role: 'assistant', content: null, refusal: null } }),
      begun(0, 'call_1', 'count_packets'),
      more(0, '{"chan'),
      more(0, 'nel":37}'),
      chatEnd('tool_calls'),
      usage,
    ],
    calls: [['call_1', 'count_packets', { channel: 37 }]],
    finish: 'tool_calls',
  },
  {
    what: 'chunks of parallel calls, one after the other',
    dialect: 'openai-chat',
    transcript: [
      chunk({ delta: { role: 'assistant', content: null } }),
      begun(0, 'call_1', 'count_packets'),
      more(0, '{"channel":37}'),
      begun(1, 'call_2', 'count_packets'),
      more(1, '{"channel":38}'),
      begun(2, 'call_3', 'list_sensors'),
      chatEnd('tool_calls'),
    ],
    calls: [
      ['call_1', 'count_packets', { channel: 37 }],
      ['call_2', 'count_packets', { channel: 38 }],
      ['call_3', 'list_sensors', {}],
    ],
    finish: 'tool_calls',
  },
  {
    what: 'chunks of two choices (n = 2): the first is the answer',
    dialect: 'openai-chat',
    transcript: [
      begun(0, 'call_1', 'count_packets'),
      chunk({
        index: 1,
        delta: { tool_calls: [{ index: 0, id: 'call_z', type: 'function', function: { name: 'other', arguments: '' } }] },
      }),
      more(0, '{"channel":37}'),
      chunk({ index: 1, delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] } }),
      chunk({ index: 1, delta: {}, finish_reason: 'length' }),
      chatEnd('tool_calls'),
    ],
    calls: [['call_1', 'count_packets', { channel: 37 }]],
    finish: 'tool_calls',
    problems: ['OTHER_CHOICE'],
  },
  {
    what: 'chunks that a filter ends',
    dialect: 'openai-chat',
    transcript: [begun(0, 'call_1', 'count_packets'), more(0, '{}'), chatEnd('content_filter')],
    calls: [['call_1', 'count_packets', null]],
    finish: 'content_filter',
    problems: ['TRUNCATED', 'REJECTED_CALL'],
  },
  {
    what: 'events of one function call behind reasoning',
    dialect: 'openai-responses',
    transcript: numbered([
      ...opening,
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
      { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
      ...fn(1, 'fc_1', 'call_1', 'count_packets', ['{"', 'channel', '":37}']),
      closing('completed', { output: [item('fc_1', 'call_1', 'count_packets', '{"channel":37}', 'completed')] }),
    ]),
    calls: [['call_1', 'count_packets', { channel: 37 }]],
    finish: 'completed',
  },
  {
    what: 'events of parallel function calls beside a message and a call of the vendor’s own',
    dialect: 'openai-responses',
    transcript: numbered([
      ...opening,
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] } },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'I count.' },
      { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] } },
      { type: 'response.output_item.added', output_index: 1, item: { type: 'mcp_call', id: 'mcp_1', name: 'far', arguments: '' } },
      { type: 'response.mcp_call_arguments.delta', item_id: 'mcp_1', output_index: 1, delta: '{}' },
      { type: 'response.output_item.done', output_index: 1, item: { type: 'mcp_call', id: 'mcp_1', name: 'far', arguments: '{}' } },
      ...fn(2, 'fc_1', 'call_1', 'count_packets', ['{"channel":37}']),
      ...fn(3, 'fc_2', 'call_2', 'list_sensors', ['{}']),
      closing('completed'),
    ]),
    calls: [
      ['call_1', 'count_packets', { channel: 37 }],
      ['call_2', 'list_sensors', {}],
    ],
    server: [['mcp_1', 'mcp_call']],
    finish: 'completed',
  },
  {
    what: 'events that end incomplete, in the middle of the arguments',
    dialect: 'openai-responses',
    transcript: numbered([
      ...opening,
      ...fn(0, 'fc_1', 'call_1', 'count_packets', ['{"channel"', ':37}']).slice(0, 2),
      closing('incomplete', { incomplete_details: { reason: 'max_output_tokens' } }),
    ]),
    calls: [['call_1', 'count_packets', null]],
    finish: 'incomplete',
    problems: ['TRUNCATED', 'REJECTED_CALL'],
  },
  {
    what: 'events that end failed',
    dialect: 'openai-responses',
    transcript: numbered([
      ...opening,
      ...fn(0, 'fc_1', 'call_1', 'count_packets', ['{}']),
      closing('failed', { error: { code: 'server_error', message: 'no' } }),
    ]),
    calls: [['call_1', 'count_packets', null]],
    finish: 'failed',
    problems: ['REJECTED_CALL'],
  },
  {
    what: 'blocks: text, then a use of a tool whose first piece is empty, with pings between',
    dialect: 'anthropic',
    transcript: [
      start,
      { type: 'ping' },
      ...said(0, 'I count.'),
      ...use(1, 'toolu_1', 'count_packets', '', '{"chan', 'nel": ', '37}').flatMap((event) => [event, { type: 'ping' }]),
      ...stop('tool_use'),
    ],
    calls: [['toolu_1', 'count_packets', { channel: 37 }]],
    finish: 'tool_use',
  },
  {
    what: 'blocks: thinking with its signature, then parallel uses, one without input',
    dialect: 'anthropic',
    transcript: [
      start,
      ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: 'Two channels.' },
        { type: 'signature_delta', signature: 'EqQB' },
      ]),
      ...use(1, 'toolu_1', 'count_packets', '{"channel":37}'),
      ...use(2, 'toolu_2', 'list_sensors', ''),
      ...stop('tool_use'),
    ],
    calls: [
      ['toolu_1', 'count_packets', { channel: 37 }],
      ['toolu_2', 'list_sensors', {}],
    ],
    finish: 'tool_use',
  },
  {
    what: 'blocks: a tool that the vendor’s server runs, with its input in pieces, then one of ours',
    dialect: 'anthropic',
    transcript: [
      start,
      ...block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, json('', '{"query":', '"channels"}')),
      ...block(1, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, []),
      ...use(2, 'toolu_1', 'count_packets', '{"channel":37}'),
      ...stop('tool_use'),
    ],
    calls: [['toolu_1', 'count_packets', { channel: 37 }]],
    server: [['srvtoolu_1', 'server_tool_use']],
    finish: 'tool_use',
  },
  {
    what: 'blocks that end at the token limit, in the middle of the input',
    dialect: 'anthropic',
    transcript: [start, ...use(0, 'toolu_1', 'count_packets', '{"chan').slice(0, 2), ...stop('max_tokens')],
    calls: [['toolu_1', 'count_packets', null]],
    finish: 'max_tokens',
    problems: ['TRUNCATED', 'REJECTED_CALL'],
  },
  {
    what: 'blocks that an error of the service ends',
    dialect: 'anthropic',
    transcript: [
      start,
      ...use(0, 'toolu_1', 'count_packets', '{}'),
      { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    ],
    calls: [['toolu_1', 'count_packets', null]],
    finish: 'error',
    problems: ['ENDPOINT_ERROR', 'REJECTED_CALL'],
  },
];
