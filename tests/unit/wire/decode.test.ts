import { describe, expect, it, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { decode, dialectOf } from '../../../src/wire/decode.ts';
import { DIALECTS, type Decoded, type Dialect } from '../../../src/wire/record.ts';
import * as given from '../../support/transcripts.ts';

const tools = createRegistry(catalog).getAll();
const read = (dialect: Dialect, transcript: unknown): Decoded => decode(dialect, transcript, tools);
const counting = (more: object) => ({
  tool_name: 'capture_query',
  capture_selection: { capture_id: 'lab' },
  arguments: { sql: 'SELECT 1 AS one' },
  ...more,
});
const codes = ({ problems }: Decoded): string[] => problems.map(({ code }) => code);

describe('every dialect gives ready invocations', () => {
  test.each<[string, Dialect, unknown, string[], string | null]>([
    ['a stream with two calls whose pieces take turns', 'openai-chat', given.openAiChatStream, ['call_a', 'call_b'], 'tool_calls'],
    ['a stream of events by item', 'openai-responses', given.openAiResponsesStream, ['call_a'], 'completed'],
    ['a stream of content blocks', 'anthropic', given.anthropicStream, ['toolu_a'], 'tool_use'],
    ['a conversation of blocks', 'anthropic', given.anthropicMessages, ['toolu_a'], null],
    ['requests and responses', 'mcp', given.mcpMessages, ['rpc-2'], null],
    ['events of a browser', 'webmcp', given.webMcpEvents, ['inv-1'], null],
  ])('%s (%s)', (_, dialect, transcript, ids, finish) => {
    const decoded = read(dialect, transcript);
    expect(decoded.problems).toEqual([]);
    expect(decoded.finish).toBe(finish);
    const manifest = tools.find(({ name }) => name === 'capture_query');
    const pinned = { tool_version: manifest?.version, timeout_ms: manifest?.execution_constraints.max_timeout_ms };
    expect(decoded.calls.map(({ invocation }) => invocation)).toEqual(
      ids.map((id) => counting({ ...pinned, request_id: id, tool_call_id: id })),
    );
  });

  it('as text, as JSON lines and as values', () => {
    const events = given.anthropicStream.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
    const forms = [
      given.anthropicStream,
      given.anthropicStream.replaceAll('\n', '\r\n'),
      events.join('\n'),
      `[${events.join(',')}]`,
      events.map((line): unknown => JSON.parse(line)),
    ];
    const [first, ...others] = forms.map((form) => read('anthropic', form).calls.map(({ invocation }) => invocation));
    for (const other of others) expect(other).toEqual(first);
  });

  it('whatever the order of keys', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, turned(inner)]),
      );
    };
    expect(read('anthropic', turned(given.anthropicMessages)).calls).toMatchObject(
      read('anthropic', given.anthropicMessages).calls.map(({ raw: _, ...call }) => call),
    );
  });

  it('and a record of exactly these members', () => {
    const [call] = read('openai-chat', given.openAiChatStream).calls;
    const members = [
      'args',
      'endedAt',
      'endedAtMs',
      'error',
      'invocation',
      'name',
      'raw',
      'result',
      'startedAt',
      'startedAtMs',
      'toolCallId',
    ];
    expect(Object.keys(call ?? {}).sort()).toEqual(members);
  });
});

describe('a wrong call is a record that cannot run, and the rest goes on', () => {
  it('arguments that are no JSON: named without their text', () => {
    const { calls, problems } = read('openai-chat', given.openAiChatMessages);
    expect(calls.map(({ toolCallId, invocation, error }) => [toolCallId, invocation === null, error?.errorCode])).toEqual([
      ['call_a', true, 'invalid_json'],
      ['call_b', false, undefined],
    ]);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([['REJECTED_CALL', 'call_a']]);
    expect(JSON.stringify([problems, calls.map(({ error }) => error)])).not.toContain('SELECT sec');
    expect(calls.map(({ result }) => result)).toEqual(['{"ok":false,"errorCode":"invalid_json"}', '{"status":"ok"}']);
  });

  it('a failure of the transcript is told', () => {
    const [call] = read('anthropic', given.anthropicMessages).calls;
    expect([call?.result, call?.error?.errorCode]).toEqual(['no capture', 'execution']);
  });

  const streamed = (tool_calls: readonly object[], finish: string | null = 'tool_calls') => [
    ...tool_calls.map((call) => ({ choices: [{ delta: { tool_calls: [call] } }] })),
    { choices: [{ delta: {}, finish_reason: finish }] },
  ];
  const named = { name: 'get_current_time' };
  const whole = { index: 0, id: 'a', function: { ...named, arguments: '{}' } };

  test.each<[string, readonly object[], string[], number]>([
    ['an index below zero', streamed([{ ...whole, index: -1 }]), ['BAD_INDEX', 'BAD_INDEX'], 0],
    ['an index of a thousand million', streamed([{ ...whole, index: 1e9 }]), ['BAD_INDEX', 'BAD_INDEX'], 0],
    ['an index that is no whole number', streamed([{ ...whole, index: 0.5 }]), ['BAD_INDEX', 'BAD_INDEX'], 0],
    ['the prototype as index', streamed([{ ...whole, index: '__proto__' }]), ['BAD_INDEX', 'BAD_INDEX'], 0],
    ['an id that changes', streamed([whole, { index: 0, id: 'b', function: {} }]), ['ID_CHANGED', 'REJECTED_CALL'], 0],
    ['a name that changes', streamed([whole, { index: 0, function: { name: 'capture_export' } }]), ['NAME_CHANGED', 'REJECTED_CALL'], 0],
    ['an id given twice', streamed([whole, { ...whole, index: 1 }]), ['DUPLICATE_ID', 'REJECTED_CALL'], 1],
    ['no id at all', streamed([{ index: 0, function: { ...named, arguments: '{}' } }]), ['MISSING_ID'], 1],
    ['an answer that was cut', streamed([whole], 'length'), ['TRUNCATED', 'REJECTED_CALL'], 0],
    ['no end', streamed([whole], null), ['TRUNCATED', 'REJECTED_CALL'], 0],
    [
      'arguments that are too long',
      streamed([{ index: 0, id: 'a', function: { ...named, arguments: `{"x":"${'y'.repeat(9000)}"}` } }]),
      ['REJECTED_CALL'],
      0,
    ],
    ['a list as arguments', streamed([{ index: 0, id: 'a', function: { ...named, arguments: '[]' } }]), ['REJECTED_CALL'], 0],
    ['a key given twice', streamed([{ index: 0, id: 'a', function: { ...named, arguments: '{"x":1,"x":2}' } }]), ['REJECTED_CALL'], 0],
    [
      'a key into prototypes',
      streamed([{ index: 0, id: 'a', function: { ...named, arguments: '{"__proto__":{"x":1}}' } }]),
      ['REJECTED_CALL'],
      0,
    ],
    ['nothing as arguments', streamed([{ index: 0, id: 'a', function: named }]), [], 1],
    ['the index left out', streamed([{ id: 'a', function: { ...named, arguments: '{' } }, { function: { arguments: '}' } }]), [], 1],
  ])('%s', (_, events, expected, runnable) => {
    const decoded = read('openai-chat', events);
    expect(codes(decoded)).toEqual(expected);
    expect(decoded.calls.filter(({ invocation }) => invocation !== null)).toHaveLength(runnable);
  });

  it('arguments of exactly 8 KB are taken, one more byte is not', () => {
    const ofBytes = (bytes: number) => `{"x":"${'y'.repeat(bytes - 8)}"}`;
    const outcome = (bytes: number) =>
      read('openai-chat', streamed([{ index: 0, id: 'a', function: { ...named, arguments: ofBytes(bytes) } }])).calls[0]?.invocation ===
      null;
    expect([outcome(8192), outcome(8193)]).toEqual([false, true]);
  });

  it('results that nobody asked for, that come twice, that never come', () => {
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '1' });
    const asks = (id: string) => ({ role: 'assistant', tool_calls: [{ id, function: { ...named, arguments: '{}' } }] });
    const found = read('openai-chat', [result('x'), asks('a'), asks('b'), result('b'), result('b')]);
    expect(found.problems.map(({ code, path }) => [code, path])).toEqual([
      ['ORPHAN_RESULT', 'x'],
      ['DUPLICATE_RESULT', 'b'],
      ['MISSING_RESULT', 'a'],
    ]);
  });

  it('the next answer that is cut takes nothing from the one before; streams alone miss no results', () => {
    const again = { ...whole, id: 'b' };
    const decoded = read('openai-chat', [...streamed([whole]), ...streamed([again], 'length')]);
    expect(decoded.calls.map(({ toolCallId, invocation }) => [toolCallId, invocation === null])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    const twice = given.anthropicStream + given.anthropicStream.replaceAll('toolu_a', 'toolu_b');
    expect(codes(read('anthropic', twice))).toEqual([]);
  });

  it('pieces that are not what they say they were', () => {
    const wrong = given.openAiResponsesStream.replace(
      /("type":"function_call","id":"fc_1","call_id":"call_a","name":"capture_query","arguments":")(\{)/,
      '$1{ ',
    );
    expect(codes(read('openai-responses', wrong))).toEqual(['DELTA_MISMATCH', 'REJECTED_CALL']);
  });

  it('an unknown tool stays as it was named, for the runner to refuse', () => {
    const [call] = read('mcp', { id: 'a', method: 'tools/call', params: { name: 'rm_rf', arguments: { path: '/' } } }).calls;
    expect(call?.invocation).toMatchObject({ tool_name: 'rm_rf', arguments: { path: '/' } });
  });
});

it('null for what may be left out means left out; what the schema does not know stays', () => {
  const input = {
    capture_selection: { capture_id: 'lab', selectors: null },
    sql: 'SELECT 1',
    columns: null,
    other: null,
    timeout_ms: null,
  };
  const [call] = read('anthropic', {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'a', name: 'core__capture_query', input }],
  }).calls;
  expect(call?.invocation).toMatchObject({
    tool_name: 'capture_query',
    capture_selection: { capture_id: 'lab' },
    arguments: { other: null },
  });
  expect(call?.invocation?.capture_selection).not.toHaveProperty('selectors');
  expect(call?.invocation?.arguments).not.toHaveProperty('columns');
});

test.each([
  ['', /found a text without/],
  ['<html>', /found a text without/],
  ['data: <b>\n\n', /without a JSON value/],
  [7, /found number/],
  [null, /found object/],
])('%j is no transcript', (value, message) => {
  for (const dialect of DIALECTS) expect(() => read(dialect, value)).toThrow(message);
});

it('a dialect that is not known is named with those that are', () => {
  expect(() => dialectOf('soap')).toThrow(
    'expected one of openai-chat, openai-responses, anthropic, gemini, bedrock, cohere, ollama, mcp, webmcp, found "soap"',
  );
});
