/** Calls that a model writes beside its answer never run, and are never dropped in silence. */
import { expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import type { Dialect } from '../../../src/wire/record.ts';
import { bench } from '../../support/tools.ts';

const tools = bench().runner.catalog();
const CALL = '<tool_call>{"name":"row_multiplier","arguments":{"factor":1}}</tool_call>';
const [FIRST, SECOND] = [CALL.slice(0, 6), CALL.slice(6)] as const;
const read = (dialect: Dialect, value: unknown) => {
  const { calls, problems } = decode(dialect, value, tools);
  return [calls.length, problems.map(({ code }) => code)];
};
const chat = (more: object): object => ({ role: 'assistant', content: 'Hello.', ...more });
const chunks = (...deltas: object[]): object[] => [
  ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
  { choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' }] },
];
const claude = (...content: object[]): object => ({ role: 'assistant', content, stop_reason: 'end_turn' });
const items = (...output: object[]): object => ({ status: 'completed', output });
const message = (...content: object[]): object => ({ type: 'message', role: 'assistant', content });

test.each<[string, Dialect, unknown]>([
  ['reasoning_content', 'openai-chat', chat({ reasoning_content: CALL })],
  ['reasoning', 'openai-chat', chat({ reasoning: CALL })],
  ['reasoning_details', 'openai-chat', chat({ reasoning_details: [{ type: 'reasoning.text', text: CALL }] })],
  ['thinking_blocks', 'openai-chat', chat({ thinking_blocks: [{ type: 'thinking', thinking: CALL }] })],
  ['a part of thinking', 'openai-chat', chat({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: CALL }] }] })],
  ['refusal', 'openai-chat', chat({ content: null, refusal: CALL })],
  ['a part of refusal', 'openai-chat', chat({ content: [{ type: 'refusal', refusal: CALL }] })],
  ['the transcript of speech', 'openai-chat', chat({ content: null, audio: { id: 'a', transcript: CALL } })],
  [
    'pieces under two names',
    'openai-chat',
    chunks({ reasoning_content: FIRST, reasoning: FIRST }, { reasoning_content: SECOND, reasoning: SECOND }),
  ],
  ['thinking', 'anthropic', claude({ type: 'thinking', thinking: CALL, signature: 'x' }, { type: 'text', text: 'Hello.' })],
  [
    'pieces of thinking',
    'anthropic',
    [
      { type: 'message_start', message: { role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: FIRST } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: SECOND } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ],
  ],
  [
    'thoughts',
    'gemini',
    { candidates: [{ content: { role: 'model', parts: [{ text: CALL, thought: true }, { text: 'Hello.' }] }, finishReason: 'STOP' }] },
  ],
  ['a step of thought', 'gemini', { steps: [{ type: 'thought', summary: [{ type: 'text', text: CALL }] }], status: 'completed' }],
  ['thinking', 'ollama', { message: { role: 'assistant', content: 'Hello.', thinking: CALL }, done: true, done_reason: 'stop' }],
  [
    'reasoning',
    'bedrock',
    {
      output: { message: { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: CALL } } }, { text: 'Hello.' }] } },
      stopReason: 'end_turn',
    },
  ],
  [
    'text with citations',
    'bedrock',
    {
      output: { message: { role: 'assistant', content: [{ citationsContent: { content: [{ text: CALL }], citations: [] } }] } },
      stopReason: 'end_turn',
    },
  ],
  [
    'pieces of reasoning',
    'bedrock',
    [
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: FIRST } } } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: SECOND } } } },
      { messageStop: { stopReason: 'end_turn' } },
    ],
  ],
  [
    'the plan',
    'cohere',
    { message: { role: 'assistant', tool_plan: CALL, content: [{ type: 'text', text: 'Hello.' }] }, finish_reason: 'COMPLETE' },
  ],
  ['thinking', 'cohere', { message: { role: 'assistant', content: [{ type: 'thinking', thinking: CALL }] }, finish_reason: 'COMPLETE' }],
  [
    'pieces of the plan',
    'cohere',
    [
      { type: 'message-start' },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: FIRST } } },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: SECOND } } },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE' } },
    ],
  ],
  ['reasoning', 'openai-responses', items({ type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: CALL }] }, message())],
  ['refusal', 'openai-responses', items(message({ type: 'refusal', refusal: CALL }))],
  [
    'pieces of a summary',
    'openai-responses',
    [
      { type: 'response.created', response: {} },
      { type: 'response.reasoning_summary_text.delta', delta: FIRST },
      { type: 'response.reasoning_summary_text.delta', delta: SECOND },
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ],
  ],
])('%s of %s', (_, dialect, value) => {
  expect(read(dialect, value)).toEqual([0, ['CALL_IN_TEXT']]);
});

test('reasoning without a call, or one that only names a tool or a tag, is no problem', () => {
  for (const reasoning of ['I count with row_multiplier: {"factor": 1}.', 'I call row_multiplier: <tool_call>', '<tool_call> is a tag.'])
    expect(read('openai-chat', chat({ reasoning }))).toEqual([0, []]);
});

test.each<[string, Dialect, unknown]>([
  [
    'a message',
    'openai-chat',
    {
      choices: [CALL, 'Hello.', CALL]
        .map((content, at) => ({ index: 2 - at, message: chat({ content }), finish_reason: 'stop' }))
        .slice(0, 2),
    },
  ],
  [
    'pieces, some of them after the end of the first',
    'openai-chat',
    [...chunks({ content: '' }), ...[FIRST, SECOND].map((content) => ({ choices: [{ index: 1, delta: { content } }] }))],
  ],
  [
    'JSON',
    'openai-chat',
    {
      choices: ['Hello.', '{"name":"row_multiplier","arguments":{"factor":1}}'].map((content, index) => ({
        index,
        message: chat({ content }),
        finish_reason: 'stop',
      })),
    },
  ],
  [
    'parts',
    'gemini',
    {
      candidates: ['Hello.', CALL].map((text, index) => ({ index, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' })),
    },
  ],
])('a call in the text of another choice: %s of %s', (_, dialect, value) => {
  expect(read(dialect, value)).toEqual([0, ['OTHER_CHOICE']]);
});

test('several answers without calls are no problem', () => {
  const choices = ['Hello.', 'Good day.'].map((content, index) => ({ index, message: chat({ content }), finish_reason: 'stop' }));
  expect(read('openai-chat', { choices })).toEqual([0, []]);
});
