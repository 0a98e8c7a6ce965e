import type { DocumentedCase } from './documented-messages.ts';
import type { Dialect } from '../../src/wire/record.ts';

/** Shapes of Anthropic, AWS, Cohere and Ollama, written before any of them was decoded, in words of our own. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);
const c1 = ['c1', 'count_packets', ONE] as const;
const refused = ['c1', 'count_packets', null] as const;
export const of =
  (dialect: Dialect) =>
  (what: string, transcript: readonly object[], expected: Omit<DocumentedCase, 'what' | 'dialect' | 'transcript'>): DocumentedCase => ({
    what,
    dialect,
    transcript,
    ...expected,
  });

const anthropic = of('anthropic');
const use = (id = 'c1', more: object = {}): object => ({ type: 'tool_use', id, name: 'count_packets', input: ONE, ...more });
const usage = {
  input_tokens: 9,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 80,
  output_tokens: 4,
  service_tier: 'standard',
  cache_creation: { ephemeral_5m_input_tokens: 0 },
};
const message = (content: readonly object[], stop_reason: string | null, more: object = {}): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason,
  stop_sequence: null,
  usage,
  ...more,
});
const start = { type: 'message_start', message: message([], null) };
const block = (index: number, content_block: object, ...deltas: readonly object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const partial = (partial_json: string): object => ({ type: 'input_json_delta', partial_json });
const end = (stop_reason: string, more: object = {}): object[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop', ...more },
];

const ANTHROPIC: readonly DocumentedCase[] = [
  anthropic(
    'thinking before, between and behind calls of one message',
    [
      message(
        [
          { type: 'thinking', thinking: 'a', signature: 's' },
          use(),
          { type: 'thinking', thinking: 'b', signature: 's' },
          { type: 'text', text: 'So.' },
          use('c2', { caller: { type: 'direct' } }),
        ],
        'tool_use',
        { container: null },
      ),
    ],
    { calls: [c1, ['c2', 'count_packets', ONE]], finish: 'tool_use' },
  ),
  anthropic(
    'a cited text, then a call',
    [
      start,
      ...block(
        0,
        { type: 'text', text: '', citations: [] },
        { type: 'text_delta', text: 'So.' },
        { type: 'citations_delta', citation: { type: 'page_location', cited_text: 'x', document_index: 0 } },
      ),
      { type: 'ping' },
      ...block(1, use('c1', { input: {} }), partial(''), partial(text)),
      ...end('tool_use'),
    ],
    { calls: [c1], finish: 'tool_use' },
  ),
  anthropic(
    'arguments that are streamed unchecked and are no JSON',
    [start, ...block(0, use('c1', { input: {} }), partial('{"channel": 37'), partial(', "x')), ...end('tool_use')],
    { calls: [refused], finish: 'tool_use', problems: ['REJECTED_CALL'] },
  ),
  anthropic(
    'a shell and an editor that the client runs',
    [
      message(
        [
          { type: 'tool_use', id: 'b1', name: 'bash', input: { command: 'ls' } },
          { type: 'tool_use', id: 'e1', name: 'str_replace_based_edit_tool', input: { command: 'view', path: '/a' } },
        ],
        'tool_use',
      ),
    ],
    {
      calls: [
        ['b1', 'bash', { command: 'ls' }],
        ['e1', 'str_replace_based_edit_tool', { command: 'view', path: '/a' }],
      ],
      finish: 'tool_use',
    },
  ),
  anthropic(
    'a search that failed',
    [
      message(
        [
          { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 's1',
            content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
          },
          { type: 'text', text: 'No.' },
        ],
        'end_turn',
        { usage: { ...usage, server_tool_use: { web_search_requests: 1 } } },
      ),
    ],
    { calls: [], server: [['s1', 'server_tool_use']], finish: 'end_turn' },
  ),
  anthropic(
    'code that wrote a file',
    [
      message(
        [
          { type: 'server_tool_use', id: 's1', name: 'bash_code_execution', input: { command: 'ls' } },
          {
            type: 'bash_code_execution_tool_result',
            tool_use_id: 's1',
            content: { type: 'bash_code_execution_result', stdout: '', content: [{ type: 'bash_code_execution_output', file_id: 'f' }] },
          },
          { type: 'container_upload', file_id: 'f' },
        ],
        'end_turn',
      ),
    ],
    { calls: [], server: [['s1', 'server_tool_use']], finish: 'end_turn' },
  ),
  anthropic(
    'the next request, with results as documents and as an error',
    [
      { role: 'user', content: [{ type: 'text', text: 'q', cache_control: { type: 'ephemeral' } }] },
      { role: 'assistant', content: [use(), use('c2')] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'document', source: { type: 'text', data: 'x' } }] },
          { type: 'tool_result', tool_use_id: 'c2', is_error: true, content: 'no' },
          { type: 'text', text: 'And?' },
        ],
      },
    ],
    {
      calls: [c1, ['c2', 'count_packets', ONE]],
      results: [[{ type: 'document', source: { type: 'text', data: 'x' } }], 'no'],
      failed: [false, true],
      problems: [],
    },
  ),
  anthropic(
    'measures of AWS at the end of the stream',
    [
      start,
      ...block(0, use('c1', { input: {} }), partial(text)),
      ...end('tool_use', { 'amazon-bedrock-invocationMetrics': { inputTokenCount: 9, outputTokenCount: 4 } }),
    ],
    { calls: [c1], finish: 'tool_use' },
  ),
  anthropic(
    'a batch, one request of which failed',
    [
      { custom_id: 'r1', result: { type: 'succeeded', message: message([use()], 'tool_use') } },
      { custom_id: 'r2', result: { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } } } },
    ],
    { calls: [c1], finish: 'error', problems: ['ENDPOINT_ERROR'] },
  ),
];

const bedrock = of('bedrock');
const toolUse = (more: object = {}): object => ({ toolUse: { toolUseId: 'c1', name: 'count_packets', input: ONE, ...more } });
const converse = (content: readonly object[], stopReason: string): object => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13, cacheReadInputTokens: 8 },
  metrics: { latencyMs: 9 },
  trace: { guardrail: {} },
  performanceConfig: { latency: 'standard' },
});
const BEDROCK: readonly DocumentedCase[] = [
  bedrock(
    'reasoning, a cited text and a call',
    [
      converse(
        [
          { reasoningContent: { reasoningText: { text: 'a', signature: 's' } } },
          { citationsContent: { content: [{ text: 'So.' }], citations: [{ title: 't' }] } },
          toolUse(),
        ],
        'tool_use',
      ),
    ],
    { calls: [c1], finish: 'tool_use' },
  ),
  bedrock('a call that the model wrote wrongly', [converse([{ text: 'I' }], 'malformed_tool_use')], {
    calls: [],
    finish: 'malformed_tool_use',
    problems: ['MISSING_CALL'],
  }),
  bedrock(
    'payloads alone, with their padding',
    [
      { role: 'assistant', p: 'abc' },
      { contentBlockIndex: 0, delta: { text: 'I count.' }, p: 'ab' },
      { contentBlockIndex: 0, p: 'a' },
      { contentBlockIndex: 1, start: { toolUse: { toolUseId: 'c1', name: 'count_packets' } }, p: 'abcd' },
      { contentBlockIndex: 1, delta: { toolUse: { input: text } }, p: 'a' },
      { contentBlockIndex: 1, p: 'abc' },
      { stopReason: 'tool_use', p: 'abcdef' },
      { metrics: { latencyMs: 9 }, usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 }, p: 'ab' },
    ],
    { calls: [c1], finish: 'tool_use' },
  ),
  bedrock(
    'the next request, with results as JSON, as a document and as an error',
    [
      {
        modelId: 'm',
        messages: [
          { role: 'user', content: [{ text: 'q' }, { cachePoint: { type: 'default' } }] },
          { role: 'assistant', content: [toolUse(), toolUse({ toolUseId: 'c2' })] },
          {
            role: 'user',
            content: [
              {
                toolResult: {
                  toolUseId: 'c1',
                  content: [{ json: { n: 9 } }, { document: { format: 'txt', name: 'd', source: { bytes: 'eA==' } } }],
                  status: 'success',
                },
              },
              { toolResult: { toolUseId: 'c2', content: [{ text: 'no' }], status: 'error' } },
            ],
          },
        ],
        toolConfig: { tools: [{ toolSpec: { name: 'count_packets', inputSchema: { json: {} } } }] },
      },
    ],
    {
      calls: [c1, ['c2', 'count_packets', ONE]],
      results: [[{ json: { n: 9 } }, { document: { format: 'txt', name: 'd', source: { bytes: 'eA==' } } }], [{ text: 'no' }]],
      failed: [false, true],
    },
  ),
];

const cohere = of('cohere');
const asked = { id: 'c1', type: 'function', function: { name: 'count_packets', arguments: text } };
const COHERE: readonly DocumentedCase[] = [
  cohere(
    'thinking, a plan and a call, with cached tokens',
    [
      {
        id: 'm1',
        finish_reason: 'TOOL_CALL',
        message: {
          role: 'assistant',
          tool_plan: 'I count.',
          content: [{ type: 'thinking', thinking: 'a' }],
          tool_calls: [asked],
          citations: [],
        },
        usage: { billed_units: { input_tokens: 9 }, cached_tokens: 8 },
        logprobs: [],
      },
    ],
    { calls: [c1], finish: 'TOOL_CALL' },
  ),
  cohere(
    'a stream that takes too long',
    [
      { type: 'message-start', id: 'm1', delta: { message: { role: 'assistant', content: [], tool_calls: [] } } },
      {
        type: 'tool-call-start',
        index: 0,
        delta: { message: { tool_calls: { id: 'c1', type: 'function', function: { name: 'count_packets', arguments: '' } } } },
      },
      { type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: text } } } } },
      { type: 'tool-call-end', index: 0 },
      { type: 'message-end', delta: { finish_reason: 'TIMEOUT', error: 'no' } },
    ],
    { calls: [refused], finish: 'TIMEOUT', problems: ['REJECTED_CALL'] },
  ),
  cohere(
    'the next request, with a result as documents',
    [
      {
        model: 'm',
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', tool_plan: 'I count.', tool_calls: [asked] },
          { role: 'tool', tool_call_id: 'c1', content: [{ type: 'document', document: { id: 'd', data: '9' } }] },
        ],
      },
    ],
    { calls: [c1], results: [[{ type: 'document', document: { id: 'd', data: '9' } }]] },
  ),
];

const ollama = of('ollama');
const line = (more: object, done: boolean, rest: object = {}): object => ({
  model: 'm',
  remote_model: 'm',
  remote_host: 'https://ollama.com',
  created_at: '2026-11-26T00:00:00Z',
  message: { role: 'assistant', content: '', ...more },
  done,
  ...rest,
});
const OLLAMA: readonly DocumentedCase[] = [
  ollama(
    'a whole answer of a remote model, with its thinking',
    [
      line({ thinking: 'a', tool_calls: [{ id: 'c1', function: { index: 0, name: 'count_packets', arguments: ONE } }] }, true, {
        done_reason: 'stop',
        logprobs: [],
      }),
    ],
    { calls: [c1], finish: 'stop' },
  ),
  ollama('a model that is only loaded', [line({}, true, { done_reason: 'load' })], { calls: [], finish: 'load' }),
];

export const DOCUMENTED_MORE_OTHERS: readonly DocumentedCase[] = [...ANTHROPIC, ...BEDROCK, ...COHERE, ...OLLAMA];
