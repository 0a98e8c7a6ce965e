import { describe, expect, test } from 'vitest';
import { answerMessages } from '../../../src/wire/answer-messages.ts';
import { decode } from '../../../src/wire/decode.ts';
import { detectDialect } from '../../../src/wire/detect.ts';
import { encode } from '../../../src/wire/encode.ts';
import type { Decoded, Dialect } from '../../../src/wire/record.ts';
import { DOCUMENTED } from '../../support/documented-cases.ts';
import type { DocumentedCase } from '../../support/documented-messages.ts';
import { ASK } from '../../support/dialect-messages.ts';
import { bench } from '../../support/tools.ts';

const CASES = DOCUMENTED.map((given) => [given.dialect, given.what, given] as const);

const told = ({ calls, finish, problems }: Decoded): object => ({
  calls: calls.map(({ raw: _, ...call }) => call),
  finish,
  problems,
});

/** The same value with the keys of every object turned by some places. */
function turned(value: unknown, places: number): unknown {
  if (Array.isArray(value)) return value.map((each) => turned(each, places));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, turned(inner, places)] as const);
  const at = places % Math.max(entries.length, 1);
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)].reverse());
}

describe.each(CASES)('%s: %s', (dialect, _, given: DocumentedCase) => {
  const decoded = decode(dialect, given.transcript, []);

  test('gives its calls, ready or refused, its end, its problems and its results', () => {
    const { calls, problems = [], finish = null, results, failed } = given;
    expect(decoded.calls.map(({ toolCallId, name, invocation }) => [toolCallId, name, invocation?.arguments ?? null])).toEqual(calls);
    expect(decoded.calls.map(({ invocation }) => invocation?.request_id ?? null)).toEqual(calls.map(([id, , args]) => args && id));
    expect([decoded.finish, decoded.problems.map(({ code }) => code)]).toEqual([finish, problems]);
    const programs = decoded.calls.flatMap(({ toolCallId, caller }) => (caller ? [[toolCallId, caller] as const] : []));
    expect(Object.fromEntries(programs)).toEqual(given.programs ?? {});
    expect(decoded.server_calls.map(({ id, kind }) => [id, kind])).toEqual(given.server ?? []);
    expect(decoded.calls.map(({ result }) => result)).toEqual(results ?? calls.map(() => null));
    expect(decoded.calls.map(({ error }) => error?.errorCode === 'execution')).toEqual(failed ?? calls.map(() => false));
  });

  test('is the same in any order of keys, as text, as lines and as events', () => {
    for (const places of [0, 1, 2, 5]) expect(told(decode(dialect, turned(given.transcript, places), []))).toEqual(told(decoded));
    const lines = given.transcript.map((each) => JSON.stringify(each));
    const events = lines.map((line) => `event: message\r\ndata: ${line}\r\n\r\n`).join('');
    for (const text of [JSON.stringify(given.transcript), lines.join('\n'), events]) {
      expect(told(decode(dialect, text, []))).toEqual(told(decoded));
    }
  });

  test('is known for its dialect', () => {
    expect(detectDialect(given.transcript)).toBe(dialect);
  });
});

/** Every place of a value that holds a member, sorted; items of lists are one place. */
function places(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => places(each, `${path}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([key, inner]) => places(inner, path === '' ? key : `${path}.${key}`))
    .sort();
}

describe('answers have exactly the members that are documented', async () => {
  const bed = bench();
  const ask = async (factor: number) => {
    const args = { capture_selection: { capture_id: 'lab' }, factor };
    const [call] = decode('mcp', ASK.mcp(factor, 'row_multiplier', args), bed.runner.catalog()).calls;
    return bed.runner.run(call?.invocation, { entry: 'transcript' });
  };
  const results = [await ask(3), await ask(99)];

  test.each<[Dialect, string[][]]>([
    [
      'openai-chat',
      [
        ['content', 'role', 'tool_call_id'],
        ['content', 'role', 'tool_call_id'],
      ],
    ],
    [
      'openai-responses',
      [
        ['call_id', 'output', 'type'],
        ['call_id', 'output', 'type'],
      ],
    ],
    ['anthropic', [['content[].content', 'content[].is_error', 'content[].tool_use_id', 'content[].type', 'role']]],
    [
      'mcp',
      [
        [
          ...['id', 'jsonrpc', 'result.content[].text', 'result.content[].type'],
          ...['result.isError', 'result.resultType', 'result.structuredContent.labels[]', 'result.structuredContent.product'],
        ],
        ['id', 'jsonrpc', 'result.content[].text', 'result.content[].type', 'result.isError', 'result.resultType'],
      ],
    ],
  ])('%s: a right call and a wrong one', (dialect, expected) => {
    expect(answerMessages(dialect, results).map((each) => places(each))).toEqual(expected);
  });

  test('mcp 2025-06-18: without what the later revision adds', () => {
    const { value } = encode('mcp', bed.runner.catalog(), { results, revision: '2025-06-18' });
    expect(Object.keys(value).sort()).toEqual(['results', 'tools']);
    expect((value['results'] as { result: object }[]).map(({ result }) => Object.keys(result).sort())).toEqual([
      ['content', 'isError', 'structuredContent'],
      ['content', 'isError'],
    ]);
    const later = encode('mcp', bed.runner.catalog(), { revision: '2026-07-28' }).value;
    expect(Object.keys(later).sort()).toEqual(['cacheScope', 'resultType', 'tools', 'ttlMs']);
  });
});
