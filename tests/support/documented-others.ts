import type { DocumentedCase } from './documented-messages.ts';

/** Further shapes of calls that the pages of Google, AWS, Cohere and Ollama show, in words of our own. */
const ONE = { channel: 37 };
const text = JSON.stringify(ONE);
const chunk = (parts: readonly object[] | null, more: object = {}): object => ({
  candidates: [{ ...(parts !== null && { content: { role: 'model', parts } }), index: 0, ...more }],
  usageMetadata: { promptTokenCount: 9, thoughtsTokenCount: 3 },
  modelVersion: 'm',
  responseId: 'r1',
});
const call = (functionCall: object, more: object = {}): object => ({ functionCall, ...more });
const STOP = { finishReason: 'STOP' };

const gemini: readonly DocumentedCase[] = [
  {
    what: 'parallel calls with ids, the first with its signature',
    dialect: 'gemini',
    transcript: [
      chunk(
        [
          call({ id: 'f1', name: 'count_packets', args: ONE }, { thoughtSignature: 'c2ln' }),
          call({ id: 'f2', name: 'list_sensors', args: {} }),
        ],
        STOP,
      ),
    ],
    calls: [
      ['f1', 'count_packets', ONE],
      ['f2', 'list_sensors', {}],
    ],
    finish: 'STOP',
  },
  {
    what: 'a signature in a last part of empty text',
    dialect: 'gemini',
    transcript: [chunk([call({ id: 'f1', name: 'count_packets', args: ONE })]), chunk([{ text: '', thoughtSignature: 'c2ln' }], STOP)],
    calls: [['f1', 'count_packets', ONE]],
    finish: 'STOP',
  },
  {
    what: 'pieces of arguments of every type, ended by an empty piece',
    dialect: 'gemini',
    transcript: [
      chunk([call({ id: 'f1', name: 'count_packets', willContinue: true }, { thoughtSignature: 'c2ln' })]),
      chunk([call({ partialArgs: [{ jsonPath: '$.channel', numberValue: 37 }], willContinue: true })]),
      chunk([call({ partialArgs: [{ jsonPath: '$.names[0]', stringValue: 'a', willContinue: true }], willContinue: true })]),
      chunk([call({ partialArgs: [{ jsonPath: '$.names[0]', stringValue: 'b' }], willContinue: true })]),
      chunk([
        call({
          partialArgs: [
            { jsonPath: '$.on', boolValue: true },
            { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
          ],
          willContinue: true,
        }),
      ]),
      chunk([call({})]),
      chunk([{ text: '' }], STOP),
    ],
    calls: [['f1', 'count_packets', { channel: 37, names: ['ab'], on: true, none: null }]],
    finish: 'STOP',
  },
  ...['UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS'].map((finishReason): DocumentedCase => ({
    what: `an answer that ended with ${finishReason}`,
    dialect: 'gemini',
    transcript: [chunk(null, { finishReason, finishMessage: 'no' })],
    calls: [],
    finish: finishReason,
    problems: ['MALFORMED_CALL'],
  })),
  {
    what: 'a prompt that was blocked',
    dialect: 'gemini',
    transcript: [{ promptFeedback: { blockReason: 'SAFETY', safetyRatings: [] }, usageMetadata: { promptTokenCount: 9 } }],
    calls: [],
    finish: 'SAFETY',
  },
  {
    what: 'a call beside a search of Google',
    dialect: 'gemini',
    transcript: [
      chunk([{ text: 'I look.' }, call({ name: 'count_packets', args: ONE })], {
        ...STOP,
        groundingMetadata: { webSearchQueries: ['q'] },
        avgLogprobs: -0.1,
        citationMetadata: { citations: [] },
      }),
    ],
    calls: [['call-1', 'count_packets', ONE]],
    finish: 'STOP',
  },
  {
    what: 'calls of a live session, and one that is withdrawn',
    dialect: 'gemini',
    transcript: [
      { setupComplete: {} },
      { toolCall: { functionCalls: [{ id: 'f1', name: 'count_packets', args: ONE }] } },
      { toolCallCancellation: { ids: ['f1'] } },
      { serverContent: { turnComplete: true } },
    ],
    calls: [['f1', 'count_packets', null]],
    problems: ['REJECTED_CALL'],
    finish: 'turnComplete',
  },
  {
    what: 'an interaction, whose outputs are items',
    dialect: 'gemini',
    transcript: [
      {
        id: 'v1_1',
        object: 'interaction',
        status: 'requires_action',
        outputs: [
          { type: 'thought', signature: 'c2ln' },
          { type: 'function_call', id: 'f1', name: 'count_packets', arguments: ONE },
        ],
      },
    ],
    calls: [['f1', 'count_packets', ONE]],
    finish: 'requires_action',
  },
];

const start = (contentBlockIndex: number, toolUseId: string, name: string, more: object = {}): object => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name, ...more } } },
});
const delta = (contentBlockIndex: number, inner: object): object => ({ contentBlockDelta: { contentBlockIndex, delta: inner } });
const stop = (contentBlockIndex: number): object => ({ contentBlockStop: { contentBlockIndex } });
const open = { messageStart: { role: 'assistant' } };
const close = (stopReason: string): object => ({ messageStop: { stopReason } });

const bedrock: readonly DocumentedCase[] = [
  {
    what: 'reasoning with its signature, then a call in pieces',
    dialect: 'bedrock',
    transcript: [
      open,
      delta(0, { reasoningContent: { text: 'a' } }),
      delta(0, { reasoningContent: { signature: 's' } }),
      stop(0),
      start(1, 'tooluse_1', 'count_packets'),
      delta(1, { toolUse: { input: '' } }),
      delta(1, { toolUse: { input: '{"channel"' } }),
      delta(1, { toolUse: { input: ':37}' } }),
      stop(1),
      close('tool_use'),
      { metadata: { usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 }, metrics: { latencyMs: 9 } } },
    ],
    calls: [['tooluse_1', 'count_packets', ONE]],
    finish: 'tool_use',
  },
  {
    what: 'a call without arguments, whose block has no piece',
    dialect: 'bedrock',
    transcript: [open, start(0, 'tooluse_1', 'list_sensors'), stop(0), close('tool_use')],
    calls: [['tooluse_1', 'list_sensors', {}]],
    finish: 'tool_use',
  },
  ...['max_tokens', 'guardrail_intervened', 'content_filtered', 'model_context_window_exceeded'].map((reason): DocumentedCase => ({
    what: `a call in a stream that ended with ${reason}`,
    dialect: 'bedrock',
    transcript: [open, start(0, 'tooluse_1', 'count_packets'), delta(0, { toolUse: { input: text } }), stop(0), close(reason)],
    calls: [['tooluse_1', 'count_packets', null]],
    finish: reason,
    problems: ['REJECTED_CALL'],
  })),
  {
    what: 'a tool of the provider in a stream, with its result',
    dialect: 'bedrock',
    transcript: [
      open,
      start(0, 'srv_1', 'nova_grounding', { type: 'server_tool_use' }),
      delta(0, { toolUse: { input: '{}' } }),
      stop(0),
      {
        contentBlockStart: {
          contentBlockIndex: 1,
          start: { toolResult: { toolUseId: 'srv_1', type: 'nova_grounding_result', status: 'success' } },
        },
      },
      delta(1, { toolResult: [{ text: 'x' }] }),
      stop(1),
      delta(2, { text: 'Done.' }),
      delta(2, { citation: { title: 't' } }),
      stop(2),
      close('end_turn'),
    ],
    calls: [],
    server: [['srv_1', 'server_tool_use']],
    finish: 'end_turn',
  },
];

const v2 = (type: string, more: object): object => ({ type, ...more });
const cohere: readonly DocumentedCase[] = [
  {
    what: 'events with a plan, thinking and a call that has no arguments',
    dialect: 'cohere',
    transcript: [
      v2('message-start', {
        id: 'm1',
        delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
      }),
      v2('content-start', { index: 0, delta: { message: { content: { type: 'thinking', thinking: '' } } } }),
      v2('content-delta', { index: 0, delta: { message: { content: { thinking: 'a' } } } }),
      v2('content-end', { index: 0 }),
      v2('tool-plan-delta', { delta: { message: { tool_plan: 'I list.' } } }),
      v2('tool-call-start', {
        index: 0,
        delta: { message: { tool_calls: { id: 'list_1', type: 'function', function: { name: 'list_sensors', arguments: '' } } } },
      }),
      v2('tool-call-end', { index: 0 }),
      v2('message-end', { delta: { finish_reason: 'TOOL_CALL', usage: { tokens: { input_tokens: 9, output_tokens: 4 } } } }),
    ],
    calls: [['list_1', 'list_sensors', {}]],
    finish: 'TOOL_CALL',
  },
  {
    what: 'version 1: an answer with calls, which have no ids',
    dialect: 'cohere',
    transcript: [
      {
        response_id: 'r1',
        generation_id: 'g1',
        text: 'I count.',
        chat_history: [{ role: 'USER', message: 'how many' }],
        finish_reason: 'COMPLETE',
        meta: { api_version: { version: '1' } },
        tool_calls: [
          { name: 'count_packets', parameters: ONE },
          { name: 'list_sensors', parameters: {} },
        ],
      },
    ],
    calls: [
      ['call-1', 'count_packets', ONE],
      ['call-2', 'list_sensors', {}],
    ],
    finish: 'COMPLETE',
  },
  {
    what: 'version 1: events, the calls at their end',
    dialect: 'cohere',
    transcript: [
      { is_finished: false, event_type: 'stream-start', generation_id: 'g1' },
      { is_finished: false, event_type: 'tool-calls-chunk', text: 'I count.' },
      { is_finished: false, event_type: 'tool-calls-chunk', tool_call_delta: { index: 0, name: 'count_packets' } },
      { is_finished: false, event_type: 'tool-calls-chunk', tool_call_delta: { index: 0, parameters: '{"channel": 37}' } },
      {
        is_finished: false,
        event_type: 'tool-calls-generation',
        text: 'I count.',
        tool_calls: [{ name: 'count_packets', parameters: ONE }],
      },
      {
        is_finished: true,
        event_type: 'stream-end',
        finish_reason: 'COMPLETE',
        response: { text: 'I count.', finish_reason: 'COMPLETE', tool_calls: [{ name: 'count_packets', parameters: ONE }] },
      },
    ],
    calls: [['call-1', 'count_packets', ONE]],
    finish: 'COMPLETE',
  },
  {
    what: 'version 1: events that end at the token limit',
    dialect: 'cohere',
    transcript: [
      { is_finished: false, event_type: 'stream-start', generation_id: 'g1' },
      { is_finished: false, event_type: 'tool-calls-generation', tool_calls: [{ name: 'count_packets', parameters: ONE }] },
      { is_finished: true, event_type: 'stream-end', finish_reason: 'MAX_TOKENS', response: { finish_reason: 'MAX_TOKENS' } },
    ],
    calls: [['call-1', 'count_packets', null]],
    finish: 'MAX_TOKENS',
    problems: ['REJECTED_CALL'],
  },
];

const line = (message: object, done: boolean, more: object = {}): object => ({
  model: 'm',
  created_at: '2026-11-26T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  done,
  ...more,
});
const ollama: readonly DocumentedCase[] = [
  {
    what: 'lines with thinking, then calls with their index in the function',
    dialect: 'ollama',
    transcript: [
      line({ thinking: 'a' }, false),
      line({ tool_calls: [{ function: { index: 0, name: 'count_packets', arguments: ONE } }] }, false),
      line({ tool_calls: [{ id: 'call_o', function: { index: 1, name: 'list_sensors', arguments: {} } }] }, false),
      line({}, true, { done_reason: 'stop', total_duration: 9, eval_count: 4 }),
    ],
    calls: [
      ['call-1', 'count_packets', ONE],
      ['call_o', 'list_sensors', {}],
    ],
    finish: 'stop',
  },
  {
    what: 'lines that end at the token limit',
    dialect: 'ollama',
    transcript: [
      line({ tool_calls: [{ function: { name: 'count_packets', arguments: ONE } }] }, false),
      line({}, true, { done_reason: 'length' }),
    ],
    calls: [['call-1', 'count_packets', null]],
    finish: 'length',
    problems: ['REJECTED_CALL'],
  },
  {
    what: 'lines that an error ends',
    dialect: 'ollama',
    transcript: [line({ content: 'I' }, false), { error: 'model runner has unexpectedly stopped' }],
    calls: [],
    finish: 'error',
    problems: ['ENDPOINT_ERROR'],
  },
];

export const DOCUMENTED_OTHERS: readonly DocumentedCase[] = [...gemini, ...bedrock, ...cohere, ...ollama];
