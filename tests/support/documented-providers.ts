import { DOCUMENTED_CLIENT_CALLS } from './documented-client-calls.ts';
import type { DocumentedCase } from './documented-messages.ts';

/** What the public pages and SDKs of Google, AWS, Cohere and Ollama show of calls; in words of our own, with other tools. */
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

export const DOCUMENTED_PROVIDERS: readonly DocumentedCase[] = [...DOCUMENTED_CLIENT_CALLS, ...gemini, ...bedrock, ...cohere, ...ollama];
