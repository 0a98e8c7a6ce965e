import { describe, expect, it, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';

type Call = readonly [id: string | undefined, name: string, channel: number];
const called = ([id, name, channel]: Call): object => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name, arguments: `{"channel":${String(channel)}}` },
});
const chunk = (delta: object, finish_reason: string | null = null, id = 'a'): object => ({
  id,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const whole = (message: object, finish_reason = 'tool_calls', id = 'a'): object => ({
  id,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: '', ...message }, finish_reason }],
});
const pieces = (...calls: readonly Call[]): object[] => calls.map((call, index) => chunk({ tool_calls: [{ index, ...called(call) }] }));
const all = (...calls: readonly Call[]): object => ({ tool_calls: calls.map(called) });

function read(transcript: readonly object[]): object {
  const { calls, problems } = decode('openai-chat', transcript, []);
  return { calls: calls.map(({ name, invocation }) => [name, invocation?.arguments ?? null]), problems: problems.map(({ code }) => code) };
}
const [one, two] = [
  ['count', { channel: 1 }],
  ['count', { channel: 2 }],
] as const;

describe('a message that repeats a streamed answer', () => {
  test.each<[string, readonly Call[], readonly Call[], object]>([
    [
      'without ids',
      [
        [undefined, 'count', 1],
        [undefined, 'count', 2],
      ],
      [
        [undefined, 'count', 1],
        [undefined, 'count', 2],
      ],
      [one, two],
    ],
    ['with empty ids', [['', 'count', 1]], [['', 'count', 1]], [one]],
    ['with ids that the stream left out', [[undefined, 'count', 1]], [['c1', 'count', 1]], [one]],
    [
      'without the ids of the stream',
      [
        ['c1', 'count', 1],
        ['c2', 'count', 2],
      ],
      [
        [undefined, 'count', 1],
        [undefined, 'count', 2],
      ],
      [one, two],
    ],
    [
      'twice the same call',
      [
        [undefined, 'count', 1],
        [undefined, 'count', 1],
      ],
      [
        [undefined, 'count', 1],
        [undefined, 'count', 1],
      ],
      [one, one],
    ],
    [
      'with a call of which no piece came',
      [[undefined, 'count', 2]],
      [
        [undefined, 'count', 2],
        [undefined, 'count', 1],
      ],
      [two, one],
    ],
  ])('counts each call once: %s', (_, streamed, repeated, calls) => {
    expect(read([...pieces(...streamed), chunk({}, 'tool_calls'), whole(all(...repeated))])).toMatchObject({ calls });
  });

  it('refuses a call without id that it repeats with other arguments', () => {
    const transcript = [...pieces([undefined, 'count', 1]), chunk({}, 'tool_calls'), whole(all([undefined, 'count', 2]))];
    expect(read(transcript)).toEqual({ calls: [['count', null]], problems: ['MISSING_ID', 'DELTA_MISMATCH', 'REJECTED_CALL'] });
  });

  it('keeps a call whose id the stream gave apart from one of another id', () => {
    const transcript = [...pieces(['c1', 'count', 1]), chunk({}, 'tool_calls'), whole(all(['c1', 'count', 1], ['c2', 'count', 2]))];
    expect(read(transcript)).toEqual({ calls: [one, two], problems: [] });
  });

  it('gives its function_call, once', () => {
    const old = { function_call: { name: 'count', arguments: '{"channel":1}' } };
    const expected = { calls: [one], problems: ['DEPRECATED_FUNCTION_CALL'] };
    expect(read([chunk({ role: 'assistant' }), chunk({}, 'function_call'), whole(old, 'function_call')])).toMatchObject({ calls: [one] });
    expect(read([chunk(old), chunk({}, 'function_call'), whole(old, 'function_call')])).toEqual(expected);
  });

  const TEXT = '<tool_call>{"name": "count", "arguments": {"channel": 1}}</tool_call>';
  it('gives the calls in its text, once', () => {
    expect(read([chunk({ role: 'assistant' }), chunk({}, 'stop'), whole({ content: TEXT }, 'stop')])).toEqual({
      calls: [one],
      problems: [],
    });
    const streamed = [chunk({ content: TEXT.slice(0, 30) }), chunk({ content: TEXT.slice(30) }), chunk({}, 'stop')];
    expect(read([...streamed, whole({ content: TEXT }, 'stop')])).toEqual({ calls: [one], problems: [] });
    expect(read([...streamed, whole({ content: [{ type: 'text', text: TEXT }] }, 'stop')])).toEqual({ calls: [one], problems: [] });
  });

  it('reports a text that is another', () => {
    const transcript = [chunk({ content: 'Channel 1.' }), chunk({}, 'stop'), whole({ content: TEXT }, 'stop')];
    expect(read(transcript)).toEqual({ calls: [], problems: ['DELTA_MISMATCH'] });
  });
});

test('an empty id does not make a message repeat the answer before it', () => {
  const transcript = [
    ...pieces(['c1', 'count', 1]).map((each) => ({ ...each, id: '' })),
    chunk({}, 'tool_calls', ''),
    whole(all(['c2', 'count', 2]), 'tool_calls', ''),
  ];
  expect(read(transcript)).toEqual({ calls: [one, two], problems: [] });
  const sameCall = [
    ...pieces(['c1', 'count', 1]).map((each) => ({ ...each, id: '' })),
    chunk({}, 'tool_calls', ''),
    whole(all(['c1', 'count', 1]), 'tool_calls', ''),
  ];
  expect(read(sameCall)).toMatchObject({ problems: ['DUPLICATE_ID', 'REJECTED_CALL'] });
});
