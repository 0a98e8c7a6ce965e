import type { DocumentedCase } from './documented-messages.ts';

/** Shapes of OpenAI's chat completions and of servers that imitate them, written before any of them was decoded, in words of our own. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);
const NULLS = { refusal: null, annotations: [] };
const usage = { prompt_tokens: 90, completion_tokens: 4, total_tokens: 94, prompt_tokens_details: { cached_tokens: 64, audio_tokens: 0 } };
const fn = (name: string, args: string): object => ({ type: 'function', function: { name, arguments: args } });
const asks = (id: string, name = 'count_packets', args = text): object => ({ id, ...fn(name, args) });
const whole = (message: object, finish_reason = 'tool_calls', more: object = {}, choice: object = {}): object => ({
  id: 'chatcmpl-5',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, logprobs: null, finish_reason, ...choice }],
  usage,
  ...more,
});
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}, choice: object = {}): object => ({
  id: 'chatcmpl-5',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'm',
  choices: [{ index: 0, delta, logprobs: null, finish_reason, ...choice }],
  ...more,
});
const piece = (index: number, more: object): object => chunk({ tool_calls: [{ index, ...more }] });
const c1 = ['c1', 'count_packets', ONE] as const;
const refused = ['c1', 'count_packets', null] as const;
const chat = (what: string, transcript: readonly object[], expected: Omit<DocumentedCase, 'what' | 'dialect' | 'transcript'>) =>
  ({ what, dialect: 'openai-chat', transcript, ...expected }) satisfies DocumentedCase;

export const DOCUMENTED_MORE_CHAT: readonly DocumentedCase[] = [
  chat(
    'speech beside a call',
    [whole({ ...NULLS, audio: { id: 'audio_1', data: 'UklG', expires_at: 1, transcript: 'I count.' }, tool_calls: [asks('c1')] })],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'speech in pieces, then a call in pieces',
    [
      chunk({ role: 'assistant', audio: { id: 'audio_1', transcript: 'I ' } }),
      chunk({ audio: { id: 'audio_1', data: 'UklG' } }),
      chunk({ audio: { id: 'audio_1', expires_at: 1 } }),
      piece(0, { id: 'c1', ...fn('count_packets', '') }),
      piece(0, { function: { arguments: text } }),
      chunk({}, 'tool_calls'),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'a refusal in pieces',
    [
      chunk({ role: 'assistant', content: null, refusal: '' }),
      chunk({ refusal: 'I will' }),
      chunk({ refusal: ' not.' }),
      chunk({}, 'stop'),
    ],
    { calls: [], finish: 'stop' },
  ),
  chat(
    'citations of pages beside a call',
    [
      whole({
        content: 'A page says so.',
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org', title: 't', start_index: 0, end_index: 6 } }],
        tool_calls: [asks('c1')],
      }),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'padding, a tier, cached tokens, and the usage in a last chunk',
    [
      chunk({ role: 'assistant', content: null, refusal: null, tool_calls: [{ index: 0, ...asks('c1', 'count_packets', '') }] }, null, {
        service_tier: 'default',
        obfuscation: 'aB3',
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] }, null, { obfuscation: 'x' }),
      chunk({}, 'tool_calls', { obfuscation: '' }),
      { id: 'chatcmpl-5', object: 'chat.completion.chunk', choices: [], usage, obfuscation: 'q' },
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'free text of a grammar beside a function',
    [whole({ tool_calls: [{ id: 'g1', type: 'custom', custom: { name: 'sql', input: 'SELECT "a"\nFROM t;' } }, asks('c1')] })],
    { calls: [['g1', 'sql', { input: 'SELECT "a"\nFROM t;' }], c1], finish: 'tool_calls' },
  ),
  chat(
    'a name without arguments first',
    [
      piece(0, { id: 'c1', type: 'function', function: { name: 'count_packets' } }),
      piece(0, { function: { arguments: '{"channel": ' } }),
      piece(0, { function: { arguments: '37}' } }),
      chunk({}, 'tool_calls'),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat('a filter ends the arguments', [piece(0, { ...asks('c1', 'count_packets', '{"channel": 3') }), chunk({}, 'content_filter')], {
    calls: [refused],
    finish: 'content_filter',
    problems: ['TRUNCATED', 'REJECTED_CALL'],
  }),
  chat(
    'DeepSeek: no resources for the rest',
    [
      chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...asks('c1') }] }),
      chunk({ content: '' }, 'insufficient_system_resource'),
    ],
    { calls: [refused], finish: 'insufficient_system_resource', problems: ['TRUNCATED', 'REJECTED_CALL'] },
  ),
  chat(
    'DeepSeek: an index in a whole call, and tokens of its cache',
    [
      whole({ content: '', reasoning_content: 'Channel 37.', tool_calls: [{ index: 0, ...asks('c1') }] }, 'tool_calls', {
        usage: { ...usage, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 26, completion_tokens_details: { reasoning_tokens: 3 } },
      }),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'Mistral: references in the content, arguments as an object',
    [
      whole({
        content: [
          { type: 'text', text: 'So.' },
          { type: 'reference', reference_ids: [1] },
        ],
        tool_calls: [{ id: 'c1', function: { name: 'count_packets', arguments: ONE }, index: 0 }],
      }),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'Mistral: the context is full',
    [chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...asks('c1') }] }, 'model_length')],
    { calls: [refused], finish: 'model_length', problems: ['TRUNCATED', 'REJECTED_CALL'] },
  ),
  chat(
    'Qwen: the envelope of its own API',
    [
      {
        status_code: 200,
        request_id: 'q',
        code: '',
        message: '',
        output: {
          text: null,
          finish_reason: null,
          choices: [
            { finish_reason: 'tool_calls', message: { role: 'assistant', content: '', tool_calls: [{ index: 0, ...asks('c1') }] } },
          ],
        },
        usage: { input_tokens: 9, output_tokens: 4 },
      },
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'Groq: tools that it ran itself, and its own usage',
    [
      whole(
        {
          content: 'Done.',
          reasoning: 'I search.',
          executed_tools: [{ index: 0, type: 'search', arguments: '{"query":"q"}', output: 'x' }],
        },
        'stop',
        { x_groq: { id: 'req_1' } },
      ),
    ],
    { calls: [], server: [['server-1', 'search']], finish: 'stop' },
  ),
  chat(
    'OpenRouter: details of reasoning, and the reason of the model’s provider',
    [
      chunk(
        {
          role: 'assistant',
          content: '',
          reasoning: 'a',
          reasoning_details: [{ type: 'reasoning.text', text: 'a', format: 'x', index: 0 }],
        },
        null,
        { provider: 'P' },
        { native_finish_reason: null },
      ),
      chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...asks('c1') }] }, null, { provider: 'P' }),
      chunk({ role: 'assistant', content: '' }, 'tool_calls', { provider: 'P' }, { native_finish_reason: 'STOP' }),
      {
        id: 'g',
        object: 'chat.completion.chunk',
        provider: 'P',
        choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
        usage,
      },
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'OpenRouter: an error in the middle',
    [chunk({ role: 'assistant', content: 'I' }), chunk({ content: '' }, 'error', { error: { code: 'server_error', message: 'no' } })],
    { calls: [], finish: 'error', problems: ['ENDPOINT_ERROR'] },
  ),
  chat(
    'vLLM: its own members are null',
    [
      whole(
        { ...NULLS, function_call: null, audio: null, reasoning: null, reasoning_content: null, tool_calls: [asks('c1')] },
        'tool_calls',
        { prompt_logprobs: null, prompt_token_ids: null, kv_transfer_params: null },
        { stop_reason: null, token_ids: null },
      ),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'LiteLLM: blocks of thinking of another provider',
    [
      chunk({
        role: 'assistant',
        content: '',
        thinking_blocks: [{ type: 'thinking', thinking: 'a', signature: 's' }],
        provider_specific_fields: { citation: null },
      }),
      piece(0, asks('c1')),
      chunk({}, 'tool_calls'),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'xAI: a whole call in one chunk, citations at the end',
    [
      chunk({ role: 'assistant', reasoning_content: 'a' }),
      chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...asks('c1') }] }),
      chunk({}, 'tool_calls', { citations: ['https://example.org'] }),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'Kimi: a search of its own goes through the client',
    [
      whole({
        content: '',
        tool_calls: [{ index: 0, id: 'web_1', type: 'builtin_function', function: { name: '$web_search', arguments: '{"q":"x"}' } }],
      }),
    ],
    { calls: [['web_1', '$web_search', { q: 'x' }]], finish: 'tool_calls' },
  ),
  chat(
    'Kimi: ids with the name and a number',
    [
      chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...asks('functions.count_packets:0') }] }),
      chunk({}, 'tool_calls', {}, { usage }),
    ],
    { calls: [['functions.count_packets:0', 'count_packets', ONE]], finish: 'tool_calls' },
  ),
  chat(
    'GLM: a search beside the answer',
    [
      whole({ reasoning_content: 'a', tool_calls: [asks('c1')] }, 'tool_calls', {
        web_search: [{ title: 't', link: 'https://example.org' }],
        request_id: 'q',
      }),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat('GLM: a check of its own ends the answer', [piece(0, asks('c1')), chunk({ content: '' }, 'sensitive')], {
    calls: [refused],
    finish: 'sensitive',
    problems: ['TRUNCATED', 'REJECTED_CALL'],
  }),
  chat(
    'MiniMax: the last event repeats the whole answer',
    [
      chunk({ role: 'assistant', content: '' }),
      piece(0, asks('c1')),
      chunk({}, 'tool_calls'),
      whole({ name: 'MM', tool_calls: [asks('c1')] }, 'tool_calls', { base_resp: { status_code: 0, status_msg: '' } }),
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'a list of stored completions',
    [
      {
        object: 'list',
        data: [whole({ tool_calls: [asks('c1')] }, 'tool_calls', { metadata: {}, tool_choice: null })],
        first_id: 'a',
        last_id: 'a',
        has_more: false,
      },
    ],
    { calls: [c1], finish: 'tool_calls' },
  ),
  chat(
    'a request that names earlier speech, with a result in parts',
    [
      {
        model: 'm',
        messages: [
          { role: 'developer', content: 'Be short.' },
          { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } }] },
          { role: 'assistant', audio: { id: 'audio_1' }, tool_calls: [asks('c1')] },
          { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: '9' }] },
        ],
      },
    ],
    { calls: [c1], results: [[{ type: 'text', text: '9' }]] },
  ),
];
