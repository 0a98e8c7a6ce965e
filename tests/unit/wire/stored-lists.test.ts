import { expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import type { Dialect } from '../../../src/wire/record.ts';

const call = (nth: number): object => ({
  type: 'function_call',
  id: `fc_${String(nth)}`,
  call_id: `c${String(nth)}`,
  name: 'count',
  arguments: '{}',
});
const result = (nth: number): object => ({
  type: 'function_call_output',
  id: `fo_${String(nth)}`,
  call_id: `c${String(nth)}`,
  output: String(nth),
});
const page = (data: readonly object[], has_more = false): object => ({ object: 'list', data, first_id: 'a', last_id: 'b', has_more });
const CONVERSATION = [{ role: 'user', content: 'Count.' }, call(1), result(1), call(2), call(3), result(2), result(3)];
const NEWEST_FIRST = CONVERSATION.toReversed();

const completion = (nth: number): object => ({
  id: `chatcmpl-${String(nth)}`,
  object: 'chat.completion',
  created: 1_790_000_000 + nth,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${String(nth)}`, type: 'function', function: { name: 'count', arguments: '{}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ],
});
const MESSAGES = [1, 2, 3].flatMap((nth) => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${String(nth)}`, type: 'function', function: { name: 'count', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: `c${String(nth)}`, content: String(nth) },
]);

const read = (dialect: Dialect, transcript: unknown): object => {
  const { calls, problems } = decode(dialect, transcript, []);
  return { calls: calls.map(({ toolCallId, result: found }) => [toolCallId, found]), problems: problems.map(({ code }) => code) };
};
const ANSWERED = { calls: [1, 2, 3].map((nth) => [`c${String(nth)}`, String(nth)]), problems: [] };
const OPEN = { calls: [1, 2, 3].map((nth) => [`c${String(nth)}`, null]), problems: [] };
const lines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');

test.each<[string, Dialect, unknown, object]>([
  ['items, the oldest first', 'openai-responses', page(CONVERSATION), ANSWERED],
  ['items, the newest first', 'openai-responses', page(NEWEST_FIRST), ANSWERED],
  ['pages, the newest first', 'openai-responses', [page(NEWEST_FIRST.slice(0, 4), true), page(NEWEST_FIRST.slice(4))], ANSWERED],
  ['pages as lines', 'openai-responses', lines([page(NEWEST_FIRST.slice(0, 3), true), page(NEWEST_FIRST.slice(3))]), ANSWERED],
  ['pages, the oldest first', 'openai-responses', [page(CONVERSATION.slice(0, 4), true), page(CONVERSATION.slice(4))], ANSWERED],
  ['lists in a list', 'openai-responses', page([page(NEWEST_FIRST)]), ANSWERED],
  ['messages, the newest first', 'openai-chat', page(MESSAGES.toReversed()), ANSWERED],
  ['completions, the oldest first', 'openai-chat', page([1, 2, 3].map(completion)), OPEN],
  ['completions, the newest first', 'openai-chat', page([3, 2, 1].map(completion)), OPEN],
])('a stored list of %s, is read in the order of the conversation', (_, dialect, transcript, expected) => {
  expect(read(dialect, transcript)).toEqual(expected);
});

test('a stored list that does not show its order is a problem, unless it has one call', () => {
  expect(read('openai-responses', page([call(1), call(2)]))).toMatchObject({ problems: ['UNKNOWN_ORDER'] });
  expect(read('openai-responses', page([call(1)]))).toMatchObject({ problems: [] });
});

test('a last page that says that there are more is a problem', () => {
  expect(read('openai-responses', page(CONVERSATION, true))).toEqual({ ...ANSWERED, problems: ['MORE_PAGES'] });
});
