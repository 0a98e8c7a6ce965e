import type { DocumentedCase } from './documented-messages.ts';

/** Further shapes of calls in streams of Anthropic, in words of our own. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);

const start = (content: readonly object[] = []): object => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: null,
    usage: { input_tokens: 9, output_tokens: 1 },
  },
});
const block = (index: number, content_block: object, ...deltas: readonly object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const use = (id: string, name: string, more: object = {}): object => ({ type: 'tool_use', id, name, input: {}, ...more });
const partial = (partial_json: string): object => ({ type: 'input_json_delta', partial_json });
const end = (stop_reason: string, more: object = {}): object[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null, ...more }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
];

export const DOCUMENTED_ANTHROPIC: readonly DocumentedCase[] = [
  {
    what: 'input that is streamed without buffering and cut at the token limit',
    dialect: 'anthropic',
    transcript: [
      start(),
      { type: 'content_block_start', index: 0, content_block: use('t1', 'count_packets') },
      { type: 'content_block_delta', index: 0, delta: partial('{"channel": 3') },
      ...end('max_tokens'),
    ],
    calls: [['t1', 'count_packets', null]],
    finish: 'max_tokens',
    problems: ['TRUNCATED', 'REJECTED_CALL'],
  },
  {
    what: 'a pause in the work of the provider’s tool',
    dialect: 'anthropic',
    transcript: [
      start(),
      ...block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, partial('{"query":'), partial('"q"}')),
      ...end('pause_turn'),
    ],
    calls: [],
    server: [['srvtoolu_1', 'server_tool_use']],
    finish: 'pause_turn',
  },
  {
    what: 'a call of a remote server with its result, then one of ours',
    dialect: 'anthropic',
    transcript: [
      start(),
      ...block(0, { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'roll', server_name: 'dice', input: {} }, partial('{"n":2}')),
      ...block(1, { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [{ type: 'text', text: '4' }] }),
      ...block(2, use('t1', 'count_packets'), partial(''), partial(text)),
      ...end('tool_use'),
    ],
    calls: [['t1', 'count_packets', ONE]],
    server: [['mcptoolu_1', 'mcp_tool_use']],
    finish: 'tool_use',
  },
  {
    what: 'a call from code that runs at the provider',
    dialect: 'anthropic',
    transcript: [
      start(),
      ...block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: {} }, partial('{"code":"x"}')),
      ...block(1, use('t1', 'count_packets', { input: ONE, caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } })),
      ...end('tool_use', { container: { id: 'container_1', expires_at: '2026-11-26T18:00:00Z' } }),
    ],
    calls: [['t1', 'count_packets', ONE]],
    programs: { t1: { type: 'code_execution_20260120', id: 'srvtoolu_1' } },
    server: [['srvtoolu_1', 'server_tool_use']],
    finish: 'tool_use',
  },
  {
    what: 'thinking between two calls',
    dialect: 'anthropic',
    transcript: [
      start(),
      ...block(
        0,
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: 'a' },
        { type: 'signature_delta', signature: 's' },
      ),
      ...block(1, use('t1', 'count_packets'), partial(text)),
      ...block(2, { type: 'redacted_thinking', data: 'x' }),
      ...block(3, use('t2', 'list_sensors')),
      ...end('tool_use', { context_management: { applied_edits: [] } }),
    ],
    calls: [
      ['t1', 'count_packets', ONE],
      ['t2', 'list_sensors', {}],
    ],
    finish: 'tool_use',
  },
  {
    what: 'tools that a search of the provider found, then a call of one',
    dialect: 'anthropic',
    transcript: [
      start(),
      ...block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: {} }, partial('{"query":"count"}')),
      ...block(1, {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'tool_search_tool_search_result', tool_references: [{ type: 'tool_reference', tool_name: 'count_packets' }] },
      }),
      ...block(2, use('t1', 'count_packets'), partial(text)),
      ...end('tool_use'),
    ],
    calls: [['t1', 'count_packets', ONE]],
    server: [['srvtoolu_1', 'server_tool_use']],
    finish: 'tool_use',
  },
  ...['refusal', 'model_context_window_exceeded'].map((reason): DocumentedCase => ({
    what: `a call in an answer that ended with ${reason}`,
    dialect: 'anthropic',
    transcript: [start(), ...block(0, use('t1', 'count_packets'), partial(text)), ...end(reason)],
    calls: [['t1', 'count_packets', null]],
    finish: reason,
    problems: ['REJECTED_CALL'],
  })),
  {
    what: 'a result of a batch, which holds the message',
    dialect: 'anthropic',
    transcript: [
      {
        custom_id: 'r1',
        result: {
          type: 'succeeded',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'm',
            content: [use('t1', 'count_packets', { input: ONE })],
            stop_reason: 'tool_use',
            stop_sequence: null,
          },
        },
      },
    ],
    calls: [['t1', 'count_packets', ONE]],
    finish: 'tool_use',
  },
];
