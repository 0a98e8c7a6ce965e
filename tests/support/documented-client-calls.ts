import type { DocumentedCase } from './documented-messages.ts';

/** What the public pages and SDKs of OpenAI and Anthropic show of calls other than plain ones; in words of our own, with other tools. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);

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
    programs: { call_1: { type: 'program', id: 'call_0' } },
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
    programs: { toolu_1: { type: 'code_execution_20250825', id: 's' } },
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

export const DOCUMENTED_CLIENT_CALLS: readonly DocumentedCase[] = [...openAi, ...anthropic];
