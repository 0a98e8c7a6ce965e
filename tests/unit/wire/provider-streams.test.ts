import { expect, it, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import { PROVIDERS, providerStream, readHere } from '../../support/provider-streams/index.ts';

const STREAMS = 300;

/** The first of those that `npm run sdk-readers` compares with the providers' own packages; a failure gives the number. */
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
