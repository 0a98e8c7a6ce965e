import { expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import { DOCUMENTED_TEXTS, TEXTS_WITHOUT_CALLS } from '../../support/documented-texts.ts';
import { bench } from '../../support/tools.ts';

/** A catalog with one tool, `row_multiplier`. */
const tools = bench().runner.catalog();
const answer = (content: string): object => ({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });
const chunks = (content: string): object[] => [
  ...(content.match(/[\s\S]{1,7}/g) ?? []).map((piece) => ({ choices: [{ index: 0, delta: { content: piece } }] })),
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

test.each(DOCUMENTED_TEXTS)('$what: its calls are read, at once and in pieces', ({ text, calls }) => {
  for (const transcript of [answer(text), chunks(text)]) {
    const read = decode('openai-chat', transcript, tools);
    expect([read.calls.map(({ name, kind, args }) => [name, kind, args]), read.problems.map(({ code }) => code)]).toEqual([
      calls.map((args) => ['row_multiplier', 'in_text', args]),
      [],
    ]);
  }
});

test.each(DOCUMENTED_TEXTS)('$what: quoted between other words, nothing is read and that is said', ({ text }) => {
  const read = decode('openai-chat', answer(`The name of the device is\n${text}\nas the sensor wrote it.`), tools);
  expect(read.calls.filter(({ invocation }) => invocation !== null)).toEqual([]);
});

test.each(TEXTS_WITHOUT_CALLS)('%s: is no call', (_, text) => {
  expect(decode('openai-chat', answer(text), tools).calls.filter(({ invocation }) => invocation !== null)).toEqual([]);
});

test.each<[string, string]>([
  ['white space', `${' '.repeat(200_000)}x`],
  ['openings of invocations', `<function_calls>${'<invoke name="a">'.repeat(15_000)}`],
  ['openings of parameters', `<function_calls><invoke name="a">${'<parameter name="b">'.repeat(12_000)}</invoke></function_calls>`],
  ['openings of Python', `[${'f(a=['.repeat(40_000)}`],
  ['quotes', `f(a=${"'\\".repeat(100_000)}`],
  ['actions', 'Action: a\nAction Input: {'.repeat(10_000)],
  ['tags', '<tool_call>'.repeat(20_000)],
])(
  'a long text of %s is read in time that grows with its length',
  (_, text) => {
    expect(decode('openai-chat', answer(text), tools).calls.filter(({ invocation }) => invocation !== null)).toEqual([]);
  },
  5000,
);
