/** What a call says under a name that is not known is reported: it may be the id, the name or the arguments of that call or of another. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import type { Dialect } from '../../../src/wire/record.ts';

const read = (dialect: Dialect, transcript: unknown) => {
  const { calls, problems } = decode(dialect, transcript, []);
  return { runs: calls.filter(({ invocation }) => invocation !== null).length, codes: problems.map(({ code }) => code) };
};
const chunk = (call: object): object => ({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }] });
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };

describe('an id that comes after the name may belong to another call, so the call does not run', () => {
  test('with the other name under an unknown member', () => {
    const { runs, codes } = read('openai-chat', [
      chunk({ 'i~': 'a', function: { name: 'f', arguments: '' } }),
      chunk({ id: 'b', function: { 'nam~': 'g', arguments: '{}' } }),
      END,
    ]);
    expect([runs, codes.includes('UNREAD_MEMBER'), codes.includes('ID_CHANGED')]).toEqual([0, true, true]);
  });

  test('without it', () => {
    const { runs, codes } = read('openai-chat', [
      chunk({ function: { name: 'f', arguments: '' } }),
      chunk({ id: 'b', function: { arguments: '{}' } }),
      END,
    ]);
    expect([runs, codes.includes('ID_CHANGED')]).toEqual([0, true]);
  });

  test('but runs where the id comes first, or with the name again', () => {
    const first = [chunk({ id: 'a' }), chunk({ function: { name: 'f', arguments: '{}' } }), END];
    const again = [chunk({ function: { name: 'f' } }), chunk({ id: 'a', function: { name: 'f', arguments: '{}' } }), END];
    expect([read('openai-chat', first), read('openai-chat', again)]).toEqual([
      { runs: 1, codes: [] },
      { runs: 1, codes: [] },
    ]);
  });
});

test.each<[string, Dialect, unknown]>([
  ['a message', 'openai-chat', { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', 'argument~': '{"a":1}' } }] }],
  ['the former call', 'openai-chat', { role: 'assistant', function_call: { name: 'f', 'argument~': '{"a":1}' } }],
  [
    'an item',
    'openai-responses',
    { output: [{ type: 'function_call', id: 'a', 'call_i~': 'b', name: 'f', arguments: '{}' }], status: 'completed' },
  ],
  ['a block', 'anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {}, 'inpu~': 'x' }] }],
  ['a block', 'bedrock', { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'f', 'inpu~': { a: 1 } } }] }],
  ['a message', 'cohere', { message: { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', 'argument~': '{"a":1}' } }] } }],
  ['a message', 'cohere', { text: '', tool_calls: [{ name: 'f', 'parameter~': { a: 1 } }] }],
  ['a message', 'ollama', { message: { role: 'assistant', tool_calls: [{ function: { name: 'f', 'argument~': { a: 1 } } }] }, done: true }],
  ['a step', 'gemini', { steps: [{ type: 'function_call', id: 'a', name: 'f', 'argument~': { a: 1 } }], status: 'requires_action' }],
])('%s of %s', (_, dialect, value) => {
  expect(read(dialect, value).codes).toContain('UNREAD_MEMBER');
});

test.each<[string, object]>([
  ['event', { type: 'tool-call-start', index: 0, 'delt~': { message: { tool_calls: { id: 'a' } } } }],
  ['delta', { type: 'tool-call-start', index: 0, delta: { 'messag~': { tool_calls: { id: 'a' } } } }],
  ['message', { type: 'tool-call-start', index: 0, delta: { message: { 'tool_call~': { id: 'a' } } } }],
])('a call under an unknown member of the %s of Cohere', (_, event) => {
  const end = { type: 'message-end', delta: { finish_reason: 'TOOL_CALL' } };
  const { runs, codes } = read('cohere', [{ type: 'message-start' }, event, { type: 'tool-call-end', index: 0 }, end]);
  expect([runs, codes.includes('UNREAD_MEMBER')]).toEqual([0, true]);
});

test('a message that repeats a cut call under another name is a problem', () => {
  const start = chunk({ id: 'a', function: { name: 'f', arguments: '{' } });
  const cut = { ...END, choices: [{ index: 0, delta: {}, finish_reason: 'length' }] };
  const message = { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'g', arguments: '{}' } }] };
  const whole = { choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const { runs, codes } = read(
    'openai-chat',
    [start, cut, whole].map((value) => ({ id: 'one', ...value })),
  );
  expect([runs, codes.includes('DELTA_MISMATCH')]).toEqual([0, true]);
});

test('an item whose status is no text does not run, and one without a status does', () => {
  const item = { type: 'function_call', id: 'a', call_id: 'b', name: 'f', arguments: '{}' };
  const runs = [{}, null, 'completed'].map(
    (status) => read('openai-responses', { output: [{ ...item, status }], status: 'completed' }).runs,
  );
  expect(runs).toEqual([0, 1, 1]);
});

test('a call under an unknown member of another choice is a problem', () => {
  const delta = { 'tool_call~': [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] };
  const { runs, codes } = read('openai-chat', [
    chunk({ id: 'b', function: { name: 'g', arguments: '{}' } }),
    { choices: [{ index: [], delta }] },
    END,
  ]);
  expect([runs, codes]).toEqual([1, ['UNREAD_MEMBER']]);
});

test('a problem of one call does not hide that another was not read', () => {
  const use = (id: string): object => ({ toolUse: { toolUseId: id, name: id } });
  const { codes } = read('bedrock', [
    { messageStart: { role: 'assistant' } },
    { contentBlockStart: { contentBlockIndex: 0, 'star~': use('a') } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { contentBlockStart: { contentBlockIndex: 1, start: use('b') } },
  ]);
  expect(codes).toEqual(['TRUNCATED', 'UNREAD_CALL', 'REJECTED_CALL']);
});

test('signatures and other notes that servers add to calls are no problem', () => {
  const call = { id: 'a', type: 'function', index: 0, extra_content: { google: {} }, function: { name: 'f', arguments: '{}', index: 0 } };
  expect(read('openai-chat', { role: 'assistant', tool_calls: [call] })).toEqual({ runs: 1, codes: [] });
});
