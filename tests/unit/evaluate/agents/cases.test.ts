import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scoreRun, type RunOutcome } from '../../../../src/wire/score.ts';
import { readCases, type AgentCase } from '../../../evaluate/agents/cases.ts';

/** A run that made these calls. */
const made = (...calls: readonly (readonly [name: string, args: object])[]): RunOutcome => ({
  calls: calls.map(([tool_name, args], at) => ({
    id: `c${String(at)}`,
    invocation: {
      ...{
        tool_name,
        tool_version: '1.0.0',
        arguments: args as Record<string, unknown>,
        request_id: 'r',
        tool_call_id: 'c',
        timeout_ms: 1,
      },
      capture_selection: {} as never,
    },
  })),
  names: calls.map(([name]) => name),
  output: JSON.stringify(calls),
  valid: calls.length > 0,
});
const scoreOf = (given: AgentCase | undefined, ...calls: readonly (readonly [string, object])[]): number =>
  scoreRun(made(...calls), given, []).score;
const only = (text: string): AgentCase => {
  const [first, ...others] = readCases(text);
  expect(others).toEqual([]);
  return first!;
};

test('our own file', () => {
  const cases = readCases(readFileSync('public/assistants/evaluation.json', 'utf8'));
  expect(cases.length).toBeGreaterThanOrEqual(20);
  expect(cases[0]).toMatchObject({ id: 'air', calls: [{ tool: 'capture_overview' }] });
});

const QUESTION = {
  id: 'made_up_0',
  question: [[{ role: 'user', content: 'Book a table for 2 in Kiel.' }]],
  function: [
    {
      name: 'table.book',
      description: 'Books a table.',
      parameters: {
        type: 'dict',
        properties: { guests: { type: 'integer' }, city: { type: 'string' }, smoke: { type: 'any' }, area: { type: 'float' } },
        required: ['guests'],
      },
    },
  ],
};
const TRUTH = { id: 'made_up_0', ground_truth: [{ 'table.book': { guests: [2], city: ['Kiel', 'Kiel, SH'], area: [5.5, ''] } }] };
const lines = (...values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');

test('BFCL: functions with schemas of JSON, questions and answers joined by their ids', () => {
  const given = only(lines(QUESTION, TRUTH));
  expect(given).toMatchObject({ id: 'made_up_0', question: 'Book a table for 2 in Kiel.', steps: 1 });
  expect(given.functions).toEqual([
    {
      name: 'table_book',
      description: 'Books a table.',
      parameters: {
        type: 'object',
        properties: { guests: { type: 'integer' }, city: { type: 'string' }, smoke: {}, area: { type: 'number' } },
        required: ['guests'],
      },
    },
  ]);
});

test.each<[string, object, number]>([
  ['an allowed value', { guests: 2, city: 'Kiel' }, 1],
  ['another allowed value, in other letters', { guests: 2, city: 'kiel sh', area: 5.5 }, 1],
  ['a value that is not allowed', { guests: 3, city: 'Kiel' }, 0],
  ['a number as text', { guests: '2', city: 'Kiel' }, 0],
  ['a parameter that may not be left out', { guests: 2 }, 0],
  ['a parameter too many', { guests: 2, city: 'Kiel', smoke: true }, 0],
])('BFCL: %s', (_, args, score) => {
  expect(scoreOf(only(lines({ ...QUESTION, ...TRUTH })), ['table_book', args])).toBe(score);
});

test('BFCL: without ground truth no call is right in irrelevance, any valid one in relevance', () => {
  const irrelevant = only(lines({ ...QUESTION, id: 'live_irrelevance_0' }));
  expect(scoreOf(irrelevant)).toBe(1);
  expect(scoreOf(irrelevant, ['table_book', { guests: 2 }])).toBe(0);
  const relevant = only(lines({ ...QUESTION, id: 'live_relevance_0' }));
  expect(scoreOf(relevant)).toBe(0);
  expect(scoreOf(relevant, ['table_book', { guests: 2 }])).toBe(1);
});

const evals = (expectedCall: unknown): string =>
  JSON.stringify([{ name: 'lamp', messages: [{ role: 'user', type: 'message', content: 'Light, then dim.' }], expectedCall }]);
const on = { functionName: 'lamp_on', arguments: { room: { $contains: 'Hall' } } };
const dim = { functionName: 'lamp_dim', arguments: { level: { $gt: 0, $lte: 20 } } };

test('webmcp-evals: calls in their order, arguments exactly', () => {
  const given = only(evals([on, dim]));
  expect(given).toMatchObject({ id: 'lamp', question: 'Light, then dim.' });
  const [light, dark] = [['lamp_on', { room: 'Hall 1' }] as const, ['lamp_dim', { level: 20 }] as const];
  expect(scoreOf(given, light, dark)).toBe(1);
  expect(scoreOf(given, dark, light)).toBeLessThan(1);
  expect(scoreOf(given, ['lamp_on', { room: 'hall 1' }], dark)).toBeLessThan(1);
  expect(scoreOf(given, light, ['lamp_dim', { level: 20, fade: true }])).toBeLessThan(1);
  const anyOrder = only(evals([{ unordered: [on, dim] }, { functionName: 'done' }]));
  expect(scoreOf(anyOrder, dark, light, ['done', { note: 'x' }])).toBe(1);
  expect(scoreOf(anyOrder, dark, ['done', {}], light)).toBeLessThan(1);
  expect(scoreOf(only(evals(null)))).toBe(1);
  const free = only(
    evals([
      { ...on, arguments: null, mockOutput: { lit: true } },
      { ...dim, optional: true },
    ]),
  );
  expect(free.answers).toEqual({ lamp_on: { lit: true } });
  expect(scoreOf(free, ['lamp_on', { level: 1 }])).toBe(1);
  const unnamed = { messages: [{ role: 'user', content: 'a' }], expectedCall: [] };
  expect(readCases(JSON.stringify([unnamed, unnamed, { ...unnamed, name: 'b' }, { ...unnamed, name: 'b' }])).map(({ id }) => id)).toEqual([
    'case 0',
    'case 1',
    'b',
    'b 3',
  ]);
});

const config = (assert: readonly object[], more: object = {}): string =>
  JSON.stringify({ prompts: ['Answer: {{ question }}'], tests: [{ vars: { question: 'Who?' }, assert }], ...more });

test('promptfoo: prompts with variables, tools of the provider', () => {
  const tools = [{ type: 'function', function: { name: 'who', description: 'Finds out.', parameters: { type: 'object' } } }];
  const given = only(config([{ type: 'is-valid-openai-tools-call' }], { providers: ['x', { id: 'openai:small', config: { tools } }] }));
  expect(given).toMatchObject({ id: 'test 0', question: 'Answer: Who?', functions: [{ name: 'who' }], checks: [{ valid: true }] });
  expect(given.calls).toBeUndefined();
});

test.each<[object, number]>([
  [{ type: 'is-valid-openai-tools-call' }, 1],
  [{ type: 'not-is-valid-openai-tools-call' }, 0],
  [{ type: 'tool-call-f1', value: ['who', 'when'], threshold: 0.6 }, 1],
  [{ type: 'tool-call-f1', value: 'who, when' }, 0],
  [{ type: 'contains', value: 'who' }, 1],
  [{ type: 'contains', value: 'WHO' }, 0],
  [{ type: 'icontains', value: 'WHO' }, 1],
  [{ type: 'contains-all', value: ['who', 'x'] }, 0],
  [{ type: 'contains-any', value: 'who,x' }, 1],
  [{ type: 'icontains-all', value: ['WHO'] }, 1],
  [{ type: 'starts-with', value: '[[' }, 1],
  [{ type: 'contains', value: 5 }, 1],
  [{ type: 'contains-all', value: [5, true] }, 1],
  [{ type: 'not-contains', value: 5 }, 0],
  [{ type: 'equals', value: 'who' }, 0],
  [{ type: 'regex', value: 'w.o' }, 1],
])('promptfoo: %j', (assertion, score) => {
  expect(scoreOf(only(config([assertion])), ['who', { n: 5, on: true }])).toBe(score);
});

test.each<[string, string]>([
  ['javascript', config([{ type: 'javascript', value: 'process.exit()' }])],
  ['python', config([{ type: 'python', value: 'exit()' }])],
  ['a webhook', config([{ type: 'webhook', value: 'http://127.0.0.1/' }])],
  ['a model that judges', config([{ type: 'llm-rubric', value: 'is kind' }])],
  ['a transform', config([{ type: 'contains', value: 'a', transform: 'output.a' }])],
  ['options of a test', JSON.stringify({ tests: [{ options: { transform: 'x' }, assert: [{ type: 'contains', value: 'a' }] }] })],
  ['a value that is no text', config([{ type: 'contains', value: { a: 1 } }])],
  ['a value in a file', config([{ type: 'contains', value: 'file://a.js' }])],
  ['a prompt in a file', config([{ type: 'contains', value: 'a' }], { prompts: ['file://a.js'] })],
  ['tests in a file', JSON.stringify({ tests: 'file://a.js' })],
  ['a pattern that may take forever', config([{ type: 'regex', value: '(a+)+$' }])],
  ['a test without assertions', config([])],
  ['a prompt that is the name of a file', config([{ type: 'contains', value: 'a' }], { prompts: ['prompt1.txt'] })],
  ['a prompt with statements', config([{ type: 'contains', value: 'a' }], { prompts: ['{% if a %}b{% endif %}'] })],
  [
    'callbacks of a provider',
    config([{ type: 'contains', value: 'a' }], { providers: [{ config: { tools: [], functionToolCallbacks: { a: 'file://a.js' } } }] }),
  ],
  [
    'a threshold of a test',
    JSON.stringify({ tests: [{ vars: { question: 'a' }, threshold: 0.5, assert: [{ type: 'contains', value: 'a' }] }] }),
  ],
  ['BFCL without its answers', lines(QUESTION)],
  ['no cases', ''],
  ['BFCL of several turns', lines({ ...QUESTION, question: [[{ content: 'a' }], [{ content: 'b' }]] })],
  [
    'messages of several speakers',
    JSON.stringify([
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'model', content: 'b' },
        ],
      },
    ]),
  ],
  ['an operator that webmcp-evals does not have', evals([{ functionName: 'a', arguments: { a: { $where: '1' } } }])],
  ['text', 'cases'],
  ['a list of numbers', '[1]'],
  ['another object', '{"a": 1}'],
])('%s is refused', (_, text) => {
  expect(() => readCases(text).map((given) => scoreRun(made(), given, []))).toThrow(
    expect.objectContaining({ code: 'INVALID_EVALUATION' }) as Error,
  );
});
