import type { DocumentedCase } from './documented-messages.ts';

/** Shapes of OpenAI's Responses and Realtime APIs, written before any of them was decoded, in words of our own. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);
const c1 = ['c1', 'count_packets', ONE] as const;
const refused = ['c1', 'count_packets', null] as const;
const responses = (what: string, transcript: readonly object[], expected: Omit<DocumentedCase, 'what' | 'dialect' | 'transcript'>) =>
  ({ what, dialect: 'openai-responses', transcript, ...expected }) satisfies DocumentedCase;
const event = (type: string, more: object): object => ({ type: `response.${type}`, sequence_number: 1, ...more });
const item = (type: string, more: object): object => ({ type, id: `i_${type}`, status: 'completed', ...more });
const called = (id = 'c1', args = text, status = 'completed', more: object = {}): object =>
  item('function_call', { id: `fc_${id}`, call_id: id, name: 'count_packets', arguments: args, status, ...more });
const answer = (status: string, output: readonly object[] = [], more: object = {}): object => ({
  id: 'resp_1',
  object: 'response',
  status,
  error: null,
  output,
  usage: { input_tokens: 9, input_tokens_details: { cached_tokens: 8 } },
  ...more,
});
const begun = event('created', { response: answer('in_progress') });
const said = (content: readonly object[], more: object = {}): object => item('message', { role: 'assistant', content, ...more });

export const DOCUMENTED_MORE_RESPONSES: readonly DocumentedCase[] = [
  responses(
    'events of reasoning with its summary, of a cited text, and of a call',
    [
      begun,
      event('in_progress', { response: answer('in_progress') }),
      event('output_item.added', { output_index: 0, item: item('reasoning', { summary: [], encrypted_content: 'gAAA' }) }),
      event('reasoning_summary_part.added', { output_index: 0, summary_index: 0, part: { type: 'summary_text', text: '' } }),
      event('reasoning_summary_text.delta', { output_index: 0, summary_index: 0, delta: 'a', obfuscation: 'x' }),
      event('reasoning_summary_part.done', { output_index: 0, summary_index: 0, part: { type: 'summary_text', text: 'a' } }),
      event('output_item.done', {
        output_index: 0,
        item: item('reasoning', { summary: [{ type: 'summary_text', text: 'a' }], encrypted_content: 'gAAA' }),
      }),
      event('output_item.added', { output_index: 1, item: said([], { phase: 'commentary', status: 'in_progress' }) }),
      event('content_part.added', { output_index: 1, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } }),
      event('output_text.delta', { output_index: 1, content_index: 0, delta: 'So.', logprobs: [] }),
      event('output_text.annotation.added', {
        output_index: 1,
        annotation_index: 0,
        annotation: { type: 'url_citation', url: 'https://example.org' },
      }),
      event('output_item.done', {
        output_index: 1,
        item: said([{ type: 'output_text', text: 'So.', annotations: [{ type: 'url_citation' }] }]),
      }),
      event('output_item.added', { output_index: 2, item: called('c1', '', 'in_progress') }),
      event('function_call_arguments.delta', { output_index: 2, item_id: 'fc_c1', delta: text }),
      event('function_call_arguments.done', { output_index: 2, item_id: 'fc_c1', name: 'count_packets', arguments: text }),
      event('output_item.done', { output_index: 2, item: called() }),
      event('completed', {
        response: answer('completed', [item('reasoning', { summary: [] }), said([{ type: 'output_text', text: 'So.' }]), called()]),
      }),
    ],
    { calls: [c1], finish: 'completed' },
  ),
  responses(
    'free text of a grammar in pieces',
    [
      begun,
      event('output_item.added', {
        output_index: 0,
        item: item('custom_tool_call', { call_id: 'g1', name: 'sql', input: '', status: 'in_progress' }),
      }),
      event('custom_tool_call_input.delta', { output_index: 0, item_id: 'i', delta: 'SELECT' }),
      event('custom_tool_call_input.delta', { output_index: 0, item_id: 'i', delta: ' 1;' }),
      event('custom_tool_call_input.done', { output_index: 0, item_id: 'i', input: 'SELECT 1;' }),
      event('output_item.done', { output_index: 0, item: item('custom_tool_call', { call_id: 'g1', name: 'sql', input: 'SELECT 1;' }) }),
      event('completed', { response: answer('completed', [item('custom_tool_call', { call_id: 'g1', name: 'sql', input: 'SELECT 1;' })]) }),
    ],
    { calls: [['g1', 'sql', { input: 'SELECT 1;' }]], finish: 'completed' },
  ),
  responses(
    'pieces of parallel calls in turn',
    [
      begun,
      event('output_item.added', { output_index: 0, item: called('c1', '', 'in_progress') }),
      event('output_item.added', { output_index: 1, item: called('c2', '', 'in_progress') }),
      event('function_call_arguments.delta', { output_index: 1, item_id: 'fc_c2', delta: '{"channel"' }),
      event('function_call_arguments.delta', { output_index: 0, item_id: 'fc_c1', delta: text }),
      event('function_call_arguments.delta', { output_index: 1, item_id: 'fc_c2', delta: ':38}' }),
      event('output_item.done', { output_index: 0, item: called() }),
      event('output_item.done', { output_index: 1, item: called('c2', '{"channel":38}') }),
      event('completed', { response: answer('completed') }),
    ],
    { calls: [c1, ['c2', 'count_packets', { channel: 38 }]], finish: 'completed' },
  ),
  responses(
    'a refusal in pieces',
    [
      begun,
      event('output_item.added', { output_index: 0, item: said([]) }),
      event('refusal.delta', { output_index: 0, content_index: 0, delta: 'No' }),
      event('refusal.done', { output_index: 0, content_index: 0, refusal: 'No.' }),
      event('output_item.done', { output_index: 0, item: said([{ type: 'refusal', refusal: 'No.' }]) }),
      event('completed', { response: answer('completed', [said([{ type: 'refusal', refusal: 'No.' }])]) }),
    ],
    { calls: [], finish: 'completed' },
  ),
  responses(
    'a session of the Realtime API',
    [
      { type: 'session.created', event_id: 'e1', session: { type: 'realtime', tools: [] } },
      { type: 'input_audio_buffer.speech_started', event_id: 'e2', audio_start_ms: 9, item_id: 'i1' },
      {
        type: 'conversation.item.added',
        event_id: 'e3',
        item: { id: 'i1', type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] },
      },
      event('created', { response: { object: 'realtime.response', id: 'resp_1', status: 'in_progress', output: [] } }),
      event('output_item.added', { output_index: 0, item: called('c1', '', 'in_progress', { object: 'realtime.item' }) }),
      { type: 'conversation.item.added', event_id: 'e4', item: called('c1', '', 'in_progress', { object: 'realtime.item' }) },
      event('function_call_arguments.delta', { output_index: 0, item_id: 'fc_c1', call_id: 'c1', delta: text }),
      event('function_call_arguments.done', { output_index: 0, item_id: 'fc_c1', call_id: 'c1', name: 'count_packets', arguments: text }),
      { type: 'conversation.item.done', event_id: 'e5', item: called() },
      event('output_item.done', { output_index: 0, item: called() }),
      event('done', { response: { object: 'realtime.response', id: 'resp_1', status: 'completed', output: [called()] } }),
      { type: 'rate_limits.updated', event_id: 'e6', rate_limits: [{ name: 'requests', limit: 9, remaining: 8 }] },
    ],
    { calls: [c1], finish: 'completed' },
  ),
  responses('a session with a call that no response has', [{ type: 'conversation.item.done', event_id: 'e1', item: called() }], {
    calls: [c1],
  }),
  responses(
    'a session with a call under two names',
    [
      event('output_item.added', { output_index: 0, item: called('c1', '', 'in_progress') }),
      { type: 'conversation.item.done', event_id: 'e1', item: called('c1', text, 'completed', { name: 'list_sensors' }) },
      event('output_item.done', { output_index: 0, item: called() }),
      event('done', { response: { object: 'realtime.response', id: 'resp_1', status: 'completed', output: [called()] } }),
    ],
    { calls: [['c1', 'count_packets', null]], problems: ['NAME_CHANGED', 'REJECTED_CALL'], finish: 'completed' },
  ),
  responses('background work that still runs', [answer('queued', [], { background: true })], { calls: [], finish: 'queued' }),
  responses(
    'a search of files with its citations, then a call',
    [
      answer('completed', [
        item('file_search_call', { queries: ['q'], results: null }),
        said([{ type: 'output_text', text: 'So.', annotations: [{ type: 'file_citation', file_id: 'f', index: 3 }] }]),
        called(),
      ]),
    ],
    { calls: [c1], server: [['i_file_search_call', 'file_search_call']], finish: 'completed' },
  ),
  responses(
    'a click that waits for a check',
    [
      answer('completed', [
        item('computer_call', {
          call_id: 'k1',
          action: { type: 'click', button: 'left', x: 1, y: 2 },
          pending_safety_checks: [{ id: 's1', code: 'malicious_instructions', message: 'm' }],
        }),
      ]),
    ],
    { calls: [['k1', 'computer', { action: { type: 'click', button: 'left', x: 1, y: 2 } }]], finish: 'completed' },
  ),
  responses(
    'the next request, with reasoning and results in parts',
    [
      {
        model: 'm',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'q' }] },
          item('reasoning', { summary: [], encrypted_content: 'gAAA' }),
          called(),
          { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: '9' }] },
          item('custom_tool_call', { call_id: 'g1', name: 'sql', input: 'x' }),
          { type: 'custom_tool_call_output', call_id: 'g1', output: 'y' },
        ],
      },
    ],
    { calls: [c1, ['g1', 'sql', { input: 'x' }]], results: [[{ type: 'input_text', text: '9' }], 'y'] },
  ),
  responses('a filter ends the answer', [answer('incomplete', [called()], { incomplete_details: { reason: 'content_filter' } })], {
    calls: [refused],
    finish: 'incomplete',
    problems: ['REJECTED_CALL'],
  }),
  responses('an error as an event', [begun, { type: 'error', code: 'server_error', message: 'no', param: null, sequence_number: 2 }], {
    calls: [],
    finish: 'error',
    problems: ['ENDPOINT_ERROR'],
  }),
  responses(
    'tools found by a search of OpenAI, and a call of one',
    [
      answer('completed', [
        item('tool_search_call', { call_id: null, execution: 'server', arguments: { paths: ['captures'] } }),
        item('tool_search_output', { call_id: null, execution: 'server', tools: [{ type: 'function', name: 'count_packets' }] }),
        called('c1', text, 'completed', { namespace: 'captures' }),
      ]),
    ],
    { calls: [c1], server: [['i_tool_search_call', 'tool_search_call']], finish: 'completed' },
  ),
  responses(
    'a list of stored items',
    [
      {
        object: 'list',
        data: [called(), { type: 'function_call_output', call_id: 'c1', output: '9', id: 'o1', status: 'completed' }],
        first_id: 'a',
        last_id: 'b',
        has_more: false,
      },
    ],
    { calls: [c1], results: ['9'] },
  ),
];
