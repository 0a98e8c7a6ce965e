import type { DocumentedCase } from './documented-messages.ts';

/**
 * What the public pages and SDKs of Google, AWS, Cohere and Ollama show of calls, and what those of OpenAI and Anthropic show of
 * calls other than plain ones; in words of our own, with other tools.
 */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);

const candidate = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: 9 },
  modelVersion: 'm',
});
const call = (functionCall: object): object => ({ functionCall });
const STOP = { finishReason: 'STOP' };

const converse = (content: readonly object[], stopReason: string): object => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 },
});
const toolUse = (toolUseId: string, name: string, input: object, more: object = {}): object => ({
  toolUse: { toolUseId, name, input, ...more },
});
const start = (contentBlockIndex: number, toolUseId: string, name: string): object => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
});
const delta = (contentBlockIndex: number, input: string): object => ({
  contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } },
});
const blockStop = (contentBlockIndex: number): object => ({ contentBlockStop: { contentBlockIndex } });

const cohereCall = (id: string, name: string, args: string): object => ({ id, type: 'function', function: { name, arguments: args } });
const event = (type: string, index: number, message: object): object => ({ type, index, delta: { message } });

const line = (message: object, done: boolean, more: object = {}): object => ({
  model: 'm',
  created_at: '2026-09-01T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  done,
  ...more,
});

const item = (type: string, more: object): object => ({ type, id: `${type}_1`, call_id: 'call_1', status: 'completed', ...more });
const response = (output: readonly object[], status = 'completed'): object => ({ id: 'resp_1', object: 'response', status, output });
const added = (output_index: number, it: object): object => ({ type: 'response.output_item.added', output_index, item: it });
const done = (output_index: number, it: object): object => ({ type: 'response.output_item.done', output_index, item: it });
const created = { type: 'response.created', response: response([], 'in_progress') };
const completed = (output: readonly object[] = []): object => ({ type: 'response.completed', response: response(output) });
const fn = (more: object = {}): object => item('function_call', { name: 'count_packets', arguments: text, ...more });

const wrapper = JSON.stringify({
  tool_uses: [
    { recipient_name: 'functions.count_packets', parameters: ONE },
    { recipient_name: 'functions.list_sensors', parameters: {} },
  ],
});
const openAi: readonly DocumentedCase[] = [
  {
    what: 'calls of tools that the client runs, and calls that OpenAI runs',
    dialect: 'openai-responses',
    transcript: [
      response([
        item('shell_call', { call_id: 'call_1', action: { commands: ['ls'], timeout_ms: null, max_output_length: 100 } }),
        item('local_shell_call', { call_id: 'call_2', action: { type: 'exec', command: ['ls'], env: {} } }),
        item('apply_patch_call', { call_id: 'call_3', operation: { type: 'delete_file', path: 'a' } }),
        item('computer_call', { call_id: 'call_4', action: { type: 'screenshot' }, pending_safety_checks: [] }),
        item('tool_search_call', { call_id: 'call_5', execution: 'client', arguments: { goal: 'count' } }),
        item('tool_search_call', { id: 'ts_6', call_id: null, execution: 'server', arguments: { query: 'count' } }),
        item('shell_call', {
          call_id: 'call_7',
          environment: { type: 'container_reference', container_id: 'c' },
          action: { commands: ['ls'] },
        }),
        item('code_interpreter_call', { id: 'ci_1', call_id: undefined, code: '1', container_id: 'c' }),
        item('file_search_call', { id: 'fs_1', call_id: undefined, queries: ['a'] }),
      ]),
    ],
    calls: [
      ['call_1', 'shell', { action: { commands: ['ls'], timeout_ms: null, max_output_length: 100 } }],
      ['call_2', 'local_shell', { action: { type: 'exec', command: ['ls'], env: {} } }],
      ['call_3', 'apply_patch', { operation: { type: 'delete_file', path: 'a' } }],
      ['call_4', 'computer', { action: { type: 'screenshot' } }],
      ['call_5', 'tool_search', { goal: 'count' }],
    ],
    server: [
      ['ts_6', 'tool_search_call'],
      ['call_7', 'shell_call'],
      ['ci_1', 'code_interpreter_call'],
      ['fs_1', 'file_search_call'],
    ],
    finish: 'completed',
  },
  {
    what: 'a program calls a function: its item is in progress, its arguments are complete',
    dialect: 'openai-responses',
    transcript: [
      response([
        item('program', { call_id: 'call_0', code: 'await tools.count_packets({channel: 37})', fingerprint: 'f' }),
        fn({ status: 'in_progress', caller: { type: 'program', caller_id: 'call_0' } }),
      ]),
    ],
    calls: [['call_1', 'count_packets', ONE]],
    server: [['call_0', 'program']],
    finish: 'completed',
  },
  {
    what: 'an item that is in progress and has no arguments yet',
    dialect: 'openai-responses',
    transcript: [response([fn({ status: 'in_progress', arguments: '' })])],
    calls: [['call_1', 'count_packets', null]],
    finish: 'completed',
    problems: ['INCOMPLETE_CALL', 'REJECTED_CALL'],
  },
  {
    what: 'the wrapper of parallel calls holds two calls, and one result answers both',
    dialect: 'openai-responses',
    transcript: [
      response([fn({ name: 'multi_tool_use.parallel', arguments: wrapper })]),
      { input: [{ type: 'function_call_output', call_id: 'call_1', output: 'both' }] },
    ],
    calls: [
      ['call_1_0', 'count_packets', ONE],
      ['call_1_1', 'list_sensors', {}],
    ],
    finish: 'completed',
    results: ['both', 'both'],
  },
  {
    what: 'events of a custom tool, of a shell whose id changes, and of a call that only the last event contains',
    dialect: 'openai-responses',
    transcript: [
      created,
      added(0, item('custom_tool_call', { name: 'notes', input: '', status: 'in_progress' })),
      { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'hel' },
      { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'lo' },
      { type: 'response.custom_tool_call_input.done', output_index: 0, input: 'hello' },
      done(0, item('custom_tool_call', { name: 'notes', input: 'hello' })),
      added(1, item('shell_call', { call_id: 'call_x', status: 'in_progress', action: { commands: [] } })),
      { type: 'response.shell_call_command.delta', output_index: 1, command_index: 0, delta: 'ls' },
      done(1, item('shell_call', { call_id: 'call_2', action: { commands: ['ls'] } })),
      completed([item('custom_tool_call', { name: 'notes', input: 'hello' }), fn({ call_id: 'call_3' })]),
    ],
    calls: [
      ['call_1', 'notes', { input: 'hello' }],
      ['call_2', 'shell', { action: { commands: ['ls'] } }],
      ['call_3', 'count_packets', ONE],
    ],
    finish: 'completed',
  },
  {
    what: 'a request to approve a call of a remote server is a problem',
    dialect: 'openai-responses',
    transcript: [
      response([item('mcp_approval_request', { id: 'mcpr_1', call_id: undefined, name: 'far', server_label: 's', arguments: '{}' })]),
    ],
    calls: [],
    server: [['mcpr_1', 'mcp_approval_request']],
    finish: 'completed',
    problems: ['APPROVAL_REQUEST'],
  },
  {
    what: 'an item of an unknown type is a problem',
    dialect: 'openai-responses',
    transcript: [response([item('teleport_call', { action: {} }), fn()])],
    calls: [['call_1', 'count_packets', ONE]],
    finish: 'completed',
    problems: ['UNKNOWN_BLOCK'],
  },
];

const anthropic: readonly DocumentedCase[] = [
  {
    what: 'input that is complete when its block begins, and input that also comes in pieces',
    dialect: 'anthropic',
    transcript: [
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: 'count_packets', input: ONE } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_2', name: 'count_packets', input: ONE } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ' {"channel": ' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '37}' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    ],
    calls: [
      ['toolu_1', 'count_packets', ONE],
      ['toolu_2', 'count_packets', ONE],
    ],
    finish: 'tool_use',
  },
  {
    what: 'pieces that are not what the block began with',
    dialect: 'anthropic',
    transcript: [
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: 'count_packets', input: ONE } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"channel": 38}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ],
    calls: [['toolu_1', 'count_packets', null]],
    finish: 'tool_use',
    problems: ['DELTA_MISMATCH', 'REJECTED_CALL'],
  },
  {
    what: 'a message that begins with its blocks, one of them a call from a program',
    dialect: 'anthropic',
    transcript: [
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content: [
            { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: { type: 'code_execution_result', stdout: '' } },
            {
              type: 'tool_use',
              id: 'toolu_1',
              name: 'count_packets',
              input: ONE,
              caller: { type: 'code_execution_20250825', tool_id: 's' },
            },
          ],
          stop_reason: 'tool_use',
        },
      },
      { type: 'message_stop' },
    ],
    calls: [['toolu_1', 'count_packets', ONE]],
    finish: 'tool_use',
  },
  {
    what: 'blocks of tools that Anthropic runs, whose input comes in pieces, and a block of an unknown type',
    dialect: 'anthropic',
    transcript: [
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"query":' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'teleport_use', id: 'x', name: 'far', input: {} } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ],
    calls: [],
    server: [['srvtoolu_1', 'server_tool_use']],
    finish: 'end_turn',
    problems: ['UNKNOWN_BLOCK'],
  },
];

const gemini: readonly DocumentedCase[] = [
  {
    what: 'a response with a thought, parallel calls, and code that Google runs',
    dialect: 'gemini',
    transcript: [
      candidate(
        [
          { text: 'First look.', thought: true },
          { ...call({ id: 'fc_1', name: 'count_packets', args: ONE }), thoughtSignature: 'c2ln' },
          call({ id: 'fc_2', name: 'list_sensors' }),
          { executableCode: { id: 'code_1', language: 'PYTHON', code: '1' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        ],
        STOP,
      ),
    ],
    calls: [
      ['fc_1', 'count_packets', ONE],
      ['fc_2', 'list_sensors', {}],
    ],
    server: [['code_1', 'executableCode']],
    finish: 'STOP',
  },
  {
    what: 'chunks without ids, in snake_case as the Python library writes them',
    dialect: 'gemini',
    transcript: [
      { candidates: [{ content: { role: 'model', parts: [{ text: 'I count.' }] } }] },
      { candidates: [{ content: { role: 'model', parts: [{ function_call: { name: 'count_packets', args: ONE } }] } }] },
      {
        candidates: [
          { content: { role: 'model', parts: [{ function_call: { name: 'count_packets', args: ONE } }] }, finish_reason: 'STOP' },
        ],
      },
    ],
    calls: [
      ['call-1', 'count_packets', ONE],
      ['call-2', 'count_packets', ONE],
    ],
    finish: 'STOP',
  },
  {
    what: 'arguments in pieces at JSON paths, then a call without arguments',
    dialect: 'gemini',
    transcript: [
      candidate([call({ name: 'count_packets', willContinue: true })]),
      candidate([call({ partialArgs: [{ jsonPath: '$.filter.names[0]', stringValue: 'a', willContinue: true }], willContinue: true })]),
      candidate([call({ partialArgs: [{ jsonPath: '$.filter.names[0]', stringValue: 'b' }], willContinue: true })]),
      candidate([
        call({
          partialArgs: [
            { jsonPath: "$['channel']", numberValue: 37 },
            { jsonPath: '$.all', boolValue: true },
            { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
          ],
          willContinue: true,
        }),
      ]),
      candidate([call({})]),
      candidate([call({ name: 'list_sensors' })], STOP),
    ],
    calls: [
      ['call-1', 'count_packets', { filter: { names: ['ab'] }, channel: 37, all: true, none: null }],
      ['call-2', 'list_sensors', {}],
    ],
    finish: 'STOP',
  },
  {
    what: 'arguments that were to continue when the answer ended',
    dialect: 'gemini',
    transcript: [
      candidate([call({ name: 'count_packets', willContinue: true })]),
      candidate([call({ partialArgs: [{ jsonPath: '$.channel', numberValue: 37 }], willContinue: true })], { finishReason: 'MAX_TOKENS' }),
    ],
    calls: [['call-1', 'count_packets', null]],
    finish: 'MAX_TOKENS',
    problems: ['INCOMPLETE_CALL', 'REJECTED_CALL'],
  },
  {
    what: 'an answer that could not be read as a call',
    dialect: 'gemini',
    transcript: [
      { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'print(default_api.count())' }], modelVersion: 'm' },
    ],
    calls: [],
    finish: 'MALFORMED_FUNCTION_CALL',
    problems: ['MALFORMED_CALL'],
  },
  {
    what: 'the next request: turns with results by id and by name',
    dialect: 'gemini',
    transcript: [
      {
        contents: [
          { role: 'user', parts: [{ text: 'How many?' }] },
          { role: 'model', parts: [call({ id: 'fc_1', name: 'count_packets', args: ONE }), call({ name: 'list_sensors', args: {} })] },
          {
            role: 'user',
            parts: [
              { functionResponse: { id: 'fc_1', name: 'count_packets', response: { output: 812 } } },
              { functionResponse: { name: 'list_sensors', response: { error: 'none' } } },
            ],
          },
        ],
      },
    ],
    calls: [
      ['fc_1', 'count_packets', ONE],
      ['call-2', 'list_sensors', {}],
    ],
    results: [{ output: 812 }, { error: 'none' }],
    failed: [false, true],
  },
];

const bedrock: readonly DocumentedCase[] = [
  {
    what: 'a response with parallel uses, one of them of a tool that Bedrock runs',
    dialect: 'bedrock',
    transcript: [
      converse(
        [
          { reasoningContent: { reasoningText: { text: 'First look.' } } },
          { text: 'I count.' },
          toolUse('tooluse_1', 'count_packets', ONE),
          toolUse('tooluse_2', 'list_sensors', {}),
          toolUse('tooluse_3', 'nova_grounding', {}, { type: 'server_tool_use' }),
        ],
        'tool_use',
      ),
    ],
    calls: [
      ['tooluse_1', 'count_packets', ONE],
      ['tooluse_2', 'list_sensors', {}],
    ],
    server: [['tooluse_3', 'server_tool_use']],
    finish: 'tool_use',
  },
  {
    what: 'events of parallel uses, the usage before the end',
    dialect: 'bedrock',
    transcript: [
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'I count.' } } },
      blockStop(0),
      start(1, 'functions.count_packets:1', 'count_packets'),
      delta(1, '{"chan'),
      delta(1, 'nel":37}'),
      blockStop(1),
      start(2, 'tooluse_2', 'list_sensors'),
      delta(2, ''),
      blockStop(2),
      { metadata: { usage: {}, metrics: {} } },
      { messageStop: { stopReason: 'tool_use' } },
    ],
    calls: [
      ['functions.count_packets:1', 'count_packets', ONE],
      ['tooluse_2', 'list_sensors', {}],
    ],
    finish: 'tool_use',
  },
  {
    what: 'events that an exception ends in the middle of the arguments',
    dialect: 'bedrock',
    transcript: [
      { messageStart: { role: 'assistant' } },
      start(0, 'tooluse_1', 'count_packets'),
      delta(0, '{"chan'),
      { modelStreamErrorException: { message: 'it broke' } },
    ],
    calls: [['tooluse_1', 'count_packets', null]],
    finish: 'error',
    problems: ['ENDPOINT_ERROR', 'TRUNCATED', 'REJECTED_CALL'],
  },
  {
    what: 'the next request: results, one of them an error',
    dialect: 'bedrock',
    transcript: [
      {
        messages: [
          { role: 'user', content: [{ text: 'How many?' }] },
          { role: 'assistant', content: [toolUse('tooluse_1', 'count_packets', ONE), toolUse('tooluse_2', 'list_sensors', {})] },
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'tooluse_1', content: [{ json: { count: 812 } }], status: 'success' } },
              { toolResult: { toolUseId: 'tooluse_2', content: [{ text: 'none' }], status: 'error' } },
            ],
          },
        ],
      },
    ],
    calls: [
      ['tooluse_1', 'count_packets', ONE],
      ['tooluse_2', 'list_sensors', {}],
    ],
    results: [[{ json: { count: 812 } }], [{ text: 'none' }]],
    failed: [false, true],
  },
];

const cohere: readonly DocumentedCase[] = [
  {
    what: 'a response with a plan and parallel calls, one without arguments',
    dialect: 'cohere',
    transcript: [
      {
        id: 'c1',
        message: {
          role: 'assistant',
          tool_plan: 'I count.',
          tool_calls: [cohereCall('a', 'count_packets', text), cohereCall('b', 'list_sensors', 'null')],
        },
        finish_reason: 'TOOL_CALL',
        usage: { tokens: { input_tokens: 9, output_tokens: 4 } },
      },
    ],
    calls: [
      ['a', 'count_packets', ONE],
      ['b', 'list_sensors', {}],
    ],
    finish: 'TOOL_CALL',
  },
  {
    what: 'events of two calls',
    dialect: 'cohere',
    transcript: [
      {
        type: 'message-start',
        id: 'c1',
        delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
      },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I count.' } } },
      event('tool-call-start', 0, { tool_calls: cohereCall('a', 'count_packets', '') }),
      event('tool-call-delta', 0, { tool_calls: { function: { arguments: '{"chan' } } }),
      event('tool-call-delta', 0, { tool_calls: { function: { arguments: 'nel":37}' } } }),
      { type: 'tool-call-end', index: 0 },
      event('tool-call-start', 1, { tool_calls: cohereCall('b', 'list_sensors', '') }),
      { type: 'tool-call-end', index: 1 },
      { type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage: {} } },
    ],
    calls: [
      ['a', 'count_packets', ONE],
      ['b', 'list_sensors', {}],
    ],
    finish: 'TOOL_CALL',
  },
  {
    what: 'an answer that was cut',
    dialect: 'cohere',
    transcript: [
      {
        id: 'c1',
        message: { role: 'assistant', tool_plan: '', tool_calls: [cohereCall('a', 'count_packets', text)] },
        finish_reason: 'MAX_TOKENS',
      },
    ],
    calls: [['a', 'count_packets', null]],
    finish: 'MAX_TOKENS',
    problems: ['REJECTED_CALL'],
  },
];

const ollama: readonly DocumentedCase[] = [
  {
    what: 'a response with calls whose arguments are objects',
    dialect: 'ollama',
    transcript: [
      line(
        { tool_calls: [{ function: { name: 'count_packets', arguments: ONE } }, { function: { name: 'list_sensors', arguments: {} } }] },
        true,
        {
          done_reason: 'stop',
        },
      ),
    ],
    calls: [
      ['call-1', 'count_packets', ONE],
      ['call-2', 'list_sensors', {}],
    ],
    finish: 'stop',
  },
  {
    what: 'lines of a stream, a call in one of them',
    dialect: 'ollama',
    transcript: [
      line({ thinking: 'First look.' }, false),
      line({ tool_calls: [{ function: { index: 0, name: 'count_packets', arguments: ONE } }] }, false),
      line({}, true, { done_reason: 'stop', eval_count: 9 }),
    ],
    calls: [['call-1', 'count_packets', ONE]],
    finish: 'stop',
  },
  {
    what: 'lines of a stream that is lost',
    dialect: 'ollama',
    transcript: [
      line({ content: 'I count.' }, false),
      line({ tool_calls: [{ function: { name: 'count_packets', arguments: ONE } }] }, false),
    ],
    calls: [['call-1', 'count_packets', ONE]],
    problems: ['NO_END'],
  },
  {
    what: 'the next request: results by the name of the tool, in order',
    dialect: 'ollama',
    transcript: [
      {
        messages: [
          { role: 'user', content: 'How many?' },
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ function: { name: 'count_packets', arguments: ONE } }, { function: { name: 'count_packets', arguments: {} } }],
          },
          { role: 'tool', tool_name: 'count_packets', content: '812' },
          { role: 'tool', tool_name: 'count_packets', content: '900' },
        ],
      },
    ],
    calls: [
      ['call-1', 'count_packets', ONE],
      ['call-2', 'count_packets', {}],
    ],
    results: ['812', '900'],
  },
];

export const DOCUMENTED_PROVIDERS: readonly DocumentedCase[] = [...openAi, ...anthropic, ...gemini, ...bedrock, ...cohere, ...ollama];
