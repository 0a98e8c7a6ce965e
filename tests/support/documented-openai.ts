import type { DocumentedCase } from './documented-messages.ts';

/** Further shapes of calls that the providers' pages show, in words of our own: OpenAI, and servers that imitate it. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}): object => ({
  id: 'chatcmpl-7',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason, ...more }],
});
const calls = (...tool_calls: readonly object[]): object => chunk({ tool_calls });
const fn = (name: string | null, args: string): object => ({ function: { ...(name !== null && { name }), arguments: args } });

const chat: readonly DocumentedCase[] = [
  {
    what: 'a whole call in one piece, as vLLM and Groq send it',
    dialect: 'openai-chat',
    transcript: [
      chunk({ role: 'assistant', content: null }),
      calls({ index: 0, id: 'chatcmpl-tool-1', type: 'function', ...fn('count_packets', text) }),
      chunk({}, 'tool_calls', { stop_reason: 128_008 }),
    ],
    calls: [['chatcmpl-tool-1', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
  {
    what: 'pieces of two calls in turn',
    dialect: 'openai-chat',
    transcript: [
      calls(
        { index: 0, id: 'a1', type: 'function', ...fn('count_packets', '') },
        { index: 1, id: 'b1', type: 'function', ...fn('list_sensors', '') },
      ),
      calls({ index: 1, ...fn(null, '{}') }),
      calls({ index: 0, ...fn(null, '{"channel":') }),
      calls({ index: 0, ...fn(null, '37}') }),
      chunk({}, 'tool_calls'),
    ],
    calls: [
      ['a1', 'count_packets', ONE],
      ['b1', 'list_sensors', {}],
    ],
    finish: 'tool_calls',
  },
  {
    what: 'Mistral: calls with the end in one chunk',
    dialect: 'openai-chat',
    transcript: [
      chunk({ role: 'assistant', content: '' }),
      chunk(
        {
          content: '',
          tool_calls: [
            { id: 'D681PevKs', index: 0, ...fn('count_packets', text) },
            { id: 'D681PevKt', index: 1, ...fn('list_sensors', '{}') },
          ],
        },
        'tool_calls',
      ),
    ],
    calls: [
      ['D681PevKs', 'count_packets', ONE],
      ['D681PevKt', 'list_sensors', {}],
    ],
    finish: 'tool_calls',
  },
  {
    what: 'Mistral: thinking as a part of the content, and a call',
    dialect: 'openai-chat',
    transcript: [
      {
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            finish_reason: 'tool_calls',
            message: {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: [{ type: 'text', text: 'Channel 37.' }] },
                { type: 'text', text: '' },
              ],
              tool_calls: [{ id: 'D681PevKs', ...fn('count_packets', text) }],
              prefix: false,
            },
          },
        ],
      },
    ],
    calls: [['D681PevKs', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
  {
    what: 'DeepSeek: reasoning, then a call in pieces with null beside them',
    dialect: 'openai-chat',
    transcript: [
      chunk({ role: 'assistant', content: null, reasoning_content: 'Channel' }),
      chunk({ content: null, reasoning_content: ' 37.' }),
      calls({ index: 0, id: 'call_00_x', type: 'function', ...fn('count_packets', '') }),
      calls({ index: 0, id: null, type: null, function: { name: null, arguments: '{"channel"' } }),
      calls({ index: 0, id: null, type: null, function: { name: null, arguments: ': 37}' } }),
      chunk({ content: '', reasoning_content: null }, 'tool_calls'),
    ],
    calls: [['call_00_x', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
  {
    what: 'Qwen: later pieces repeat empty ids and names',
    dialect: 'openai-chat',
    transcript: [
      calls({ index: 0, id: 'call_q', type: 'function', ...fn('count_packets', '{"channel"') }),
      calls({ index: 0, id: '', type: 'function', ...fn('', ': 37}') }),
      chunk({ content: '' }, 'tool_calls'),
    ],
    calls: [['call_q', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
  {
    what: 'Gemini behind this API: a signature beside the call',
    dialect: 'openai-chat',
    transcript: [
      calls({
        index: 0,
        id: 'function-call-1',
        type: 'function',
        extra_content: { google: { thought_signature: 'c2ln' } },
        ...fn('count_packets', text),
      }),
      chunk({ role: 'assistant' }, 'tool_calls'),
    ],
    calls: [['function-call-1', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
  {
    what: 'Gemini behind this API: parallel calls that all have index 0',
    dialect: 'openai-chat',
    transcript: [
      calls({ index: 0, id: 'function-call-1', type: 'function', ...fn('count_packets', text) }),
      calls({ index: 0, id: 'function-call-2', type: 'function', ...fn('list_sensors', '{}') }),
      chunk({}, 'tool_calls'),
    ],
    calls: [
      ['function-call-1', 'count_packets', ONE],
      ['function-call-2', 'list_sensors', {}],
    ],
    finish: 'tool_calls',
  },
  {
    what: 'Azure: a first chunk with results of filters and no choice',
    dialect: 'openai-chat',
    transcript: [
      { object: '', choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }] },
      chunk({ role: 'assistant', content: null, refusal: null }, null, { content_filter_results: {} }),
      calls({ index: 0, id: 'call_a', type: 'function', ...fn('count_packets', text) }),
      chunk({}, 'tool_calls', { content_filter_results: {} }),
    ],
    calls: [['call_a', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
  {
    what: 'an answer in text with an empty list of calls',
    dialect: 'openai-chat',
    transcript: [{ choices: [{ index: 0, message: { role: 'assistant', content: 'None.', tool_calls: [] }, finish_reason: 'stop' }] }],
    calls: [],
    finish: 'stop',
  },
  {
    what: 'a custom tool in pieces',
    dialect: 'openai-chat',
    transcript: [
      calls({ index: 0, id: 'call_c', type: 'custom', custom: { name: 'notes', input: '' } }),
      calls({ index: 0, custom: { input: 'channel ' } }),
      calls({ index: 0, custom: { input: '37' } }),
      chunk({}, 'tool_calls'),
    ],
    calls: [['call_c', 'notes', { input: 'channel 37' }]],
    finish: 'tool_calls',
  },
  {
    what: 'a stored batch: each line has the answer in its body',
    dialect: 'openai-chat',
    transcript: [
      {
        id: 'batch_req_1',
        custom_id: 'r1',
        response: {
          status_code: 200,
          request_id: 'q',
          body: {
            object: 'chat.completion',
            choices: [
              {
                index: 0,
                message: {
                  role: 'assistant',
                  content: null,
                  tool_calls: [{ id: 'call_b', type: 'function', ...fn('count_packets', text) }],
                },
                finish_reason: 'tool_calls',
              },
            ],
          },
        },
        error: null,
      },
    ],
    calls: [['call_b', 'count_packets', ONE]],
    finish: 'tool_calls',
  },
];

const item = (type: string, more: object): object => ({ type, id: `i_${type}`, status: 'completed', ...more });
const event = (type: string, more: object): object => ({ type: `response.${type}`, ...more });
const response = (status: string, output: readonly object[] = []): object => ({ id: 'resp_1', object: 'response', status, output });
const call = (id: string, name: string, args: string, more: object = {}): object => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: args,
  status: 'completed',
  ...more,
});

const responses: readonly DocumentedCase[] = [
  {
    what: 'a stream of which only the last event holds the call',
    dialect: 'openai-responses',
    transcript: [
      event('created', { response: response('in_progress') }),
      event('completed', { response: response('completed', [call('c1', 'count_packets', text)]) }),
    ],
    calls: [['c1', 'count_packets', ONE]],
    finish: 'completed',
  },
  {
    what: 'a call of a namespace, and one that a program made',
    dialect: 'openai-responses',
    transcript: [
      response('completed', [
        call('c1', 'count_packets', text, { namespace: 'captures' }),
        call('c2', 'list_sensors', '{}', { caller: { type: 'program', caller_id: 'p1' } }),
      ]),
    ],
    calls: [
      ['c1', 'count_packets', ONE],
      ['c2', 'list_sensors', {}],
    ],
    programs: { c2: { type: 'program', id: 'p1' } },
    finish: 'completed',
  },
  {
    what: 'events of a remote server’s call, with its arguments in pieces, beside one of ours',
    dialect: 'openai-responses',
    transcript: [
      event('created', { response: response('in_progress') }),
      event('output_item.added', {
        output_index: 0,
        item: item('mcp_call', { name: 'roll', server_label: 'dice', arguments: '', status: 'in_progress' }),
      }),
      event('mcp_call_arguments.delta', { output_index: 0, item_id: 'i_mcp_call', delta: '{"n":' }),
      event('mcp_call_arguments.done', { output_index: 0, item_id: 'i_mcp_call', arguments: '{"n":2}' }),
      event('mcp_call.completed', { output_index: 0, item_id: 'i_mcp_call' }),
      event('output_item.done', {
        output_index: 0,
        item: item('mcp_call', { name: 'roll', server_label: 'dice', arguments: '{"n":2}', output: '4' }),
      }),
      event('output_item.added', { output_index: 1, item: call('c1', 'count_packets', '', { status: 'in_progress' }) }),
      event('function_call_arguments.delta', { output_index: 1, item_id: 'fc_c1', delta: text }),
      event('function_call_arguments.done', { output_index: 1, item_id: 'fc_c1', arguments: text }),
      event('output_item.done', { output_index: 1, item: call('c1', 'count_packets', text) }),
      event('completed', { response: response('completed') }),
    ],
    calls: [['c1', 'count_packets', ONE]],
    server: [['i_mcp_call', 'mcp_call']],
    finish: 'completed',
  },
  {
    what: 'events of a search, of code and of a picture that OpenAI makes',
    dialect: 'openai-responses',
    transcript: [
      event('created', { response: response('in_progress') }),
      event('output_item.added', { output_index: 0, item: item('web_search_call', { status: 'in_progress' }) }),
      event('web_search_call.searching', { output_index: 0, item_id: 'i_web_search_call' }),
      event('output_item.done', { output_index: 0, item: item('web_search_call', { action: { type: 'search', query: 'q' } }) }),
      event('output_item.added', { output_index: 1, item: item('code_interpreter_call', { status: 'in_progress', code: '' }) }),
      event('code_interpreter_call_code.delta', { output_index: 1, item_id: 'i_code_interpreter_call', delta: 'print(1)' }),
      event('code_interpreter_call_code.done', { output_index: 1, item_id: 'i_code_interpreter_call', code: 'print(1)' }),
      event('output_item.done', { output_index: 1, item: item('code_interpreter_call', { code: 'print(1)' }) }),
      event('image_generation_call.partial_image', { output_index: 2, item_id: 'i_image', partial_image_b64: 'iVBO' }),
      event('output_item.done', { output_index: 2, item: item('image_generation_call', { result: 'iVBO' }) }),
      event('completed', { response: response('completed') }),
    ],
    calls: [],
    server: [
      ['i_web_search_call', 'web_search_call'],
      ['i_code_interpreter_call', 'code_interpreter_call'],
      ['i_image_generation_call', 'image_generation_call'],
    ],
    finish: 'completed',
  },
  {
    what: 'a call that was complete when the answer reached the token limit',
    dialect: 'openai-responses',
    transcript: [
      event('created', { response: response('in_progress') }),
      event('output_item.added', { output_index: 0, item: call('c1', 'count_packets', '', { status: 'in_progress' }) }),
      event('output_item.done', { output_index: 0, item: call('c1', 'count_packets', text) }),
      event('incomplete', { response: { ...response('incomplete'), incomplete_details: { reason: 'max_output_tokens' } } }),
    ],
    calls: [['c1', 'count_packets', null]],
    finish: 'incomplete',
    problems: ['REJECTED_CALL'],
  },
  {
    what: 'a request of background work that was queued',
    dialect: 'openai-responses',
    transcript: [
      event('queued', { response: response('queued') }),
      event('created', { response: response('in_progress') }),
      event('completed', { response: response('completed', [call('c1', 'list_sensors', '')]) }),
    ],
    calls: [['c1', 'list_sensors', {}]],
    finish: 'completed',
  },
];

export const DOCUMENTED_OPENAI: readonly DocumentedCase[] = [...chat, ...responses];
