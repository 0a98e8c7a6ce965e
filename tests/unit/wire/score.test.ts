import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { matches } from '../../../src/wire/match.ts';
import { scoreTranscript } from '../../../src/wire/score.ts';

const tools = createRegistry(catalog).getAll();
type Made = [name: string, args: object];
const asks = (...calls: Made[]) => ({
  role: 'assistant',
  tool_calls: calls.map(([name, args], at) => ({
    id: `call_${String(at)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  })),
});
const score = (calls: readonly unknown[], ...made: Made[]) => scoreTranscript('openai-chat', asks(...made), { calls }, tools);
const one = (expected: unknown, args: object): number =>
  score([{ tool: 'capture_query', arguments: { sql: expected } }], ['capture_query', args]).score;

test('each expected call is matched once, in any order, by canonical name or alias', () => {
  const expected = [{ tool: 'query-capture', arguments: { sql: 'a' } }, { tool: 'capture_overview' }];
  expect(score(expected, ['capture_overview', {}], ['core__capture_query', { sql: 'a' }])).toEqual({
    score: 1,
    matched: [
      { expected: 0, id: 'call_1' },
      { expected: 1, id: 'call_0' },
    ],
    missing: [],
    unexpected: [],
    rejected: [],
  });
  expect(score(expected, ['capture_overview', {}], ['capture_overview', {}])).toMatchObject({
    score: 1 / 3,
    missing: [0],
    unexpected: ['call_1'],
  });
  expect(score([], ['capture_overview', {}]).score).toBe(0);
  expect(score([]).score).toBe(1);
});

test('a call of a later stage must follow the calls of earlier ones', () => {
  const expected = [{ tool: 'capture_query', stage: 1 }, { tool: 'capture_overview', stage: 0 }, { tool: 'get_current_time' }];
  const [time, overview, query] = ['get_current_time', 'capture_overview', 'capture_query'].map((name): Made => [name, {}]);
  expect(score(expected, time!, overview!, query!).score).toBe(1);
  expect(score(expected, overview!, time!, query!).score).toBe(1);
  expect(score(expected, overview!, query!, time!)).toMatchObject({ missing: [0], unexpected: ['call_1'] });
});

test('an optional call may be missing', () => {
  const expected = [{ tool: 'capture_overview' }, { tool: 'get_current_time', optional: true }];
  expect(score(expected, ['capture_overview', {}])).toMatchObject({ score: 1, missing: [], unexpected: [] });
  expect(score(expected, ['get_current_time', {}], ['capture_overview', {}])).toMatchObject({ score: 1, unexpected: [] });
  expect(score(expected, ['get_current_time', {}])).toMatchObject({ score: 1 / 2, missing: [0] });
});

test('a call that was cut counts against the assistant', () => {
  const cut = { role: 'assistant', tool_calls: [{ id: 'x', type: 'function', function: { name: 'capture_query', arguments: '{"sq' } }] };
  expect(scoreTranscript('openai-chat', cut, { calls: [{ tool: 'capture_query' }] }, tools)).toMatchObject({ score: 0, rejected: ['x'] });
});

describe('constraints', () => {
  test.each<[string, unknown, object, number]>([
    ['a plain value', 'a', { sql: 'a' }, 1],
    ['another value', 'a', { sql: 'b' }, 0],
    ['one of a list', { $in: ['a', 'b'] }, { sql: 'b' }, 1],
    ['none of a list', { $in: ['a'] }, { sql: 'b' }, 0],
    ['a number in a range', { $gte: 1, $lte: 2 }, { sql: 2 }, 1],
    ['a number beyond it', { $gte: 1, $lte: 2 }, { sql: 2.5 }, 0],
    ['a text is no number', { $gte: 1 }, { sql: '2' }, 0],
    ['a part of a text, whatever the case', { $contains: 'COUNT(' }, { sql: 'select count(*)' }, 1],
    ['an item of a list', { $contains: 'rssi' }, { sql: ['x', 'rssi'] }, 1],
    ['anything', { $any: true }, { sql: 0 }, 1],
    ['anything but nothing', { $any: true }, {}, 0],
    ['nothing', { $absent: true }, {}, 1],
    ['nothing, and there is something', { $absent: true }, { sql: 1 }, 0],
    ['a member of an object', { a: { $gte: 1 } }, { sql: { a: 1, b: 2 } }, 1],
    ['a member of the prototype', { constructor: { $any: true } }, { sql: {} }, 0],
    ['a number above a bound', { $gt: 1, $lt: 2 }, { sql: 1.5 }, 1],
    ['a number at a bound', { $gt: 1 }, { sql: 1 }, 0],
    ['all of several', { $all: [{ $includes: 'a' }, { $starts: 'b' }] }, { sql: 'ba' }, 1],
    ['one of several missing', { $all: [{ $includes: 'a' }, { $starts: 'a' }] }, { sql: 'ba' }, 0],
    ['the opposite', { $not: { $includes: 'A' } }, { sql: 'a' }, 1],
    ['a text of the same letters', { $like: 'New York, NY' }, { sql: 'new york-ny' }, 1],
    ['a text of other letters', { $like: 'New York' }, { sql: 'new pork' }, 0],
    ['a pattern', { $pattern: '^a[0-9]+$' }, { sql: 'a12' }, 1],
    ['no such pattern', { $pattern: '^a[0-9]+$' }, { sql: 'a12b' }, 0],
    ['a type', { $type: 'array' }, { sql: [] }, 1],
    ['another type', { $type: 'object' }, { sql: [] }, 0],
    ['exactly these members', { $only: { a: 1 } }, { sql: { a: 1 } }, 1],
    ['more members than these', { $only: { a: 1 } }, { sql: { a: 1, b: 2 } }, 0],
    ['enough of a set', { $f1: { of: ['a', 'b'], least: 0.6 } }, { sql: ['a'] }, 1],
    ['too little of a set', { $f1: { of: ['a', 'b'], least: 0.7 } }, { sql: ['a'] }, 0],
    ['a list of another length', ['a'], { sql: ['a', 'b'] }, 0],
  ])('%s', (_, expected, args, result) => {
    expect(one(expected, args)).toBe(result);
  });
});

/** Patterns that take long without a quantified group. */
const UNBOUNDED = [`${'a?'.repeat(8)}.*.*x`, `.*.*${'(a)'.repeat(150)}x`, `${'}?'.repeat(8)}.*.*x`, `${'(a|a)'.repeat(8)}.*x`];

test.each(['.*.*x', 'a*?b*?c', 'a?b.*c', `${'a?'.repeat(8)}.*x`, '(?:a|b).*x'])('the pattern %s is accepted and ends soon', (pattern) => {
  const given = { calls: [{ tool: 'x', arguments: { a: { $pattern: pattern } } }] };
  expect(scoreTranscript('openai-chat', '{"role":"assistant"}', given, tools).score).toBe(0);
  expect(matches({ $pattern: pattern }, 'a'.repeat(1000))).toBe(false);
});

test.each([
  null,
  {},
  { calls: 1 },
  { calls: [{}] },
  { calls: Array.from({ length: 65 }, () => ({ tool: 'x' })) },
  { calls: [{ tool: 'x', arguments: { a: { $regex: '(a+)+' } } }] },
  ...[...UNBOUNDED, '(a+)+$', '(a|a)?(a|a)?', 'a*a*a*b', '(?=a)b', '(a)\\1', 'a?'.repeat(9), '('].map((pattern) => ({
    calls: [{ tool: 'x', arguments: { a: { $pattern: pattern } } }],
  })),
  { calls: [{ tool: 'x', stage: 'first' }] },
  { calls: [], checks: [{ valid: true }] },
])('a case that is none is refused (%#)', (given) => {
  expect(() => scoreTranscript('openai-chat', '{"role":"assistant"}', given, tools)).toThrow('expected');
});

test('every case of the published file names tools that are installed, and can be answered', () => {
  const { cases } = JSON.parse(readFileSync('public/assistants/evaluation.json', 'utf8')) as {
    cases: { id: string; calls: { tool: string }[] }[];
  };
  expect(cases.length).toBeGreaterThanOrEqual(20);
  for (const { calls } of cases) {
    for (const { tool } of calls) expect(tools.map(({ name }) => name)).toContain(tool);
    expect(scoreTranscript('openai-chat', asks(), { calls }, tools).score).toBe(calls.length === 0 ? 1 : 0);
  }
});
