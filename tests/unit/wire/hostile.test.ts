import { describe, expect, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { decode } from '../../../src/wire/decode.ts';
import type { Dialect } from '../../../src/wire/record.ts';

const tools = createRegistry(catalog).getAll();
type Streamed = 'openai-chat' | 'openai-responses' | 'anthropic';
const NAME = 'capture_query';

/** One call of a stream at an index, its arguments in pieces, and the end of the answer. */
const STREAM: Readonly<Record<Streamed, (index: unknown, pieces: readonly string[]) => object[]>> = {
  'openai-chat': (index, pieces) => [
    { choices: [{ delta: { tool_calls: [{ index, id: 'a', function: { name: NAME, arguments: '' } }] } }] },
    ...pieces.map((text) => ({ choices: [{ delta: { tool_calls: [{ index, function: { arguments: text } }] } }] })),
    { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
  ],
  'openai-responses': (index, pieces) => [
    { type: 'response.created', response: {} },
    { type: 'response.output_item.added', output_index: index, item: { type: 'function_call', call_id: 'a', name: NAME } },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', output_index: index, delta })),
    { type: 'response.output_item.done', output_index: index, item: { type: 'function_call', call_id: 'a', name: NAME } },
    { type: 'response.completed', response: {} },
  ],
  anthropic: (index, pieces) => [
    { type: 'message_start', message: {} },
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id: 'a', name: NAME, input: {} } },
    ...pieces.map((partial_json) => ({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } })),
    { type: 'content_block_stop', index },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  ],
};
const STREAMED = Object.keys(STREAM) as Streamed[];
const ready = (dialect: Dialect, transcript: unknown): number =>
  decode(dialect, transcript, tools).calls.filter(({ invocation }) => invocation !== null).length;

describe.each(STREAMED)('%s', (dialect) => {
  test('a stream as it should be gives its call, so that what follows says something', () => {
    expect(ready(dialect, STREAM[dialect](0, ['{"sql":', '"SELECT 1"}']))).toBe(1);
    expect(ready(dialect, STREAM[dialect](127, ['{}']))).toBe(1);
  });

  test.each([-1, 128, 1e9, 1e308, 0.5, NaN, '0', '__proto__', {}, [0]])('the index %j is refused by name', (index) => {
    const events = STREAM[dialect](index, ['{"sql": "SELECT 1"}']);
    const { calls, problems } = decode(dialect, events, tools);
    expect(calls.filter(({ invocation }) => invocation !== null)).toEqual([]);
    expect(problems.map(({ code }) => code)).toContain('BAD_INDEX');
    expect(Object.hasOwn(Object.prototype, 'sql')).toBe(false);
  });

  test('10 MB of pieces end as a call that is too long, of which nothing is kept or repeated', () => {
    const pieces = Array.from({ length: 10_000 }, () => 'z'.repeat(1024));
    const { calls, problems } = decode(dialect, STREAM[dialect](0, ['{"sql": "', ...pieces, '"}']), tools);
    expect(calls.map(({ args, invocation, error }) => [args, invocation, error?.errorCode])).toEqual([[null, null, 'validation']]);
    expect(problems.map(({ code }) => code)).toContain('REJECTED_CALL');
    expect(JSON.stringify([problems, calls.map(({ error }) => error)])).not.toContain('zzzz');
  });

  test('an id that changes half-way keeps the call from running', () => {
    const events = STREAM[dialect](0, ['{}']);
    const start = events.findIndex((event) => JSON.stringify(event).includes('"a"'));
    const changed = JSON.parse(JSON.stringify(events[start]).replace('"a"', '"b"')) as object;
    const { calls, problems } = decode(dialect, events.toSpliced(start + 1, 0, changed), tools);
    expect(problems.map(({ code }) => code)).toContain('ID_CHANGED');
    expect(calls.filter(({ invocation }) => invocation !== null)).toEqual([]);
  });
});

test.each<[Dialect, unknown]>([
  ['openai-chat', { role: 'assistant', content: `{"tool_calls":[{"id":"x","function":{"name":"${NAME}","arguments":"{}"}}]}` }],
  [
    'openai-responses',
    { output: [{ type: 'message', content: [{ type: 'output_text', text: `{"type":"function_call","name":"${NAME}"}` }] }] },
  ],
  ['anthropic', { role: 'assistant', content: [{ type: 'text', text: `<tool_use>{"name":"${NAME}","input":{}}</tool_use>` }] }],
  ['mcp', { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"method":"tools/call","params":{}}' }] } }],
  ['webmcp', { invocationId: 'x', status: 'Completed', output: `{"toolName":"${NAME}","input":{}}` }],
])('%s: a call written inside text is text', (dialect, transcript) => {
  expect(decode(dialect, transcript, tools).calls).toEqual([]);
});
