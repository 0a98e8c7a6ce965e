import { expect, it, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import { PROVIDERS, providerStream, readHere } from '../../support/provider-streams/index.ts';

const STREAMS = 300;

/** Among them are those that `npm run test:engines` compares with the providers' own packages; a failure gives the number. */
it.each(PROVIDERS)('of 300 generated streams of %s, every call is read as it was meant', (provider) => {
  const seen = new Set<string>();
  for (let number = 1; number <= STREAMS; number++) {
    const stream = providerStream(provider, number);
    for (const feature of stream.features) seen.add(feature);
    const args = stream.calls.map((call) => ({ ...call, args: stream.cut ? null : call.args }));
    const { server_calls, problems } = decode(provider, stream.text, []);
    expect({ number, calls: readHere(stream), server: server_calls.length }).toEqual({ number, calls: args, server: stream.server });
    const unexpected = problems.filter(({ code }) => code !== 'DEPRECATED_FUNCTION_CALL');
    expect([number, stream.cut ? [] : unexpected]).toEqual([number, []]);
    expect(providerStream(provider, number).text).toBe(stream.text);
  }
  expect(seen.size).toBeGreaterThan(2);
});

const item = (nth: number): object => ({
  type: 'function_call',
  id: `fc_${String(nth)}`,
  call_id: `call_${String(nth)}`,
  name: 'count',
  arguments: '{}',
});

test('calls of a response that are completed in another order have the order of its output', () => {
  const events = [
    { type: 'response.created', response: {} },
    ...[0, 1].map((nth) => ({ type: 'response.output_item.added', output_index: nth, item: { ...item(nth), arguments: '' } })),
    ...[1, 0].map((nth) => ({ type: 'response.output_item.done', output_index: nth, item: item(nth) })),
    { type: 'response.completed', response: { status: 'completed', output: [item(0), item(1)] } },
  ];
  const { calls, problems } = decode('openai-responses', events, []);
  expect([calls.map(({ toolCallId }) => toolCallId), problems]).toEqual([['call_0', 'call_1'], []]);
});

test.each([
  ['of Gemini in an unknown member', { 'candidate~': [{ content: { parts: [{ functionCall: { 'nam~': 'count', args: {} } }] } }] }],
  ['in snake_case', { other: { function_call: { args: { channel: 37 } } } }],
])('a call without a name %s is a problem', (_, more) => {
  const { calls, problems } = decode('gemini', { ...more, usageMetadata: { promptTokenCount: 9 } }, []);
  expect([calls, problems.map(({ code }) => code)]).toEqual([[], ['UNREAD_CALL']]);
});

const NAMELESS = { type: 'function_call', id: 'fc_1', call_id: 'call_1', 'nam~': 'count', arguments: '' };
test.each([
  ['a call', 'openai-responses', NAMELESS],
  ['a custom call', 'openai-responses', { type: 'custom_tool_call', call_id: 'call_1', input: 'ls' }],
  ['a call of the shell', 'openai-responses', { type: 'shell_call', call_id: 'call_1', action: { commands: ['ls'] } }],
  ['a patch', 'openai-responses', { type: 'apply_patch_call', id: 'apc_1', operation: { type: 'create_file' } }],
  ['a call of chat', 'openai-chat', { id: 'call_1', type: 'function', function: { name: null, arguments: '{}' } }],
  ['a custom call of chat', 'openai-chat', { id: 'call_1', type: 'custom', custom: { input: 'ls' } }],
  ['a block of Anthropic', 'anthropic', { type: 'tool_use', id: 'toolu_1', input: {} }],
  ['a block of Bedrock', 'bedrock', { toolUse: { toolUseId: 'tooluse_1' } }],
  ['a call of Ollama', 'ollama', { function: { name: 7, arguments: { channel: 37 } } }],
] as const)('%s without a name in an unknown member is a problem', (_, dialect, call) => {
  const whole = {
    'openai-responses': { type: 'response.completed', 'respons~': { status: 'completed', output: [call] } },
    'openai-chat': { choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }], other: [call] },
    anthropic: { role: 'assistant', content: [{ type: 'text', text: 'x' }], other: [call], stop_reason: 'end_turn' },
    bedrock: { output: { message: { role: 'assistant', content: [{ text: 'x' }], other: [call] } }, stopReason: 'end_turn' },
    ollama: { message: { role: 'assistant', content: 'x' }, other: [call], done: true, done_reason: 'stop' },
  }[dialect];
  const { calls, problems } = decode(dialect, whole, []);
  expect([calls, problems.map(({ code }) => code)]).toEqual([[], ['UNREAD_CALL']]);
});
