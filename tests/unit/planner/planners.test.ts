import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostedPolicy, localModelPolicy } from '../../../.ci/vite/content-security.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { schemasIn } from '../../support/provider-limits.ts';
import { builtInPlanner } from '../../../src/planner/built-in.ts';
import { planPlanner } from '../../../src/planner/from-plan.ts';
import { transcriptPlanner } from '../../../src/planner/from-transcript.ts';
import { converse, type LoopParts } from '../../../src/planner/loop.ts';
import type { Conversation, Planner } from '../../../src/planner/planner.ts';
import { obstacle, planOf, questions } from '../../../src/planner/questions.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { decode } from '../../../src/wire/decode.ts';
import { SAMPLE } from '../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';
import { bench, call, capture, compileSchema, countingIds, lookup, testClock } from '../../support/tools.ts';

describe('rules over a real capture', () => {
  let workbench: NodeWorkbench;
  const open: CaptureInfo[] = [];
  beforeAll(async () => {
    workbench = await nodeWorkbench();
    const bytes = new Uint8Array(readFileSync(SAMPLE));
    open.push(await workbench.open(bytes, 'one.pcapng'), await workbench.open(bytes, 'two.pcapng'));
  });
  afterAll(() => workbench.close());

  test.each(questions.map((question) => [question.title, question] as const))('%s', async (_, question) => {
    const over = question.needs === 'two captures' ? open : open.slice(0, 1);
    expect(obstacle(question, over)).toBeNull();
    const ids = countingIds();
    const tools = workbench.runner.catalog();
    const planner = planPlanner('Rules', planOf(question, over, tools), lookup(over), () => `q-${ids.uuid()}`);
    const parts: LoopParts = {
      run: (invocation, signal) => workbench.runner.run(invocation, { signal, entry: 'planner', scope: question.id }),
      repair: () => undefined,
      clock: testClock(),
    };
    const { ending, text, turns } = await converse(planner, { question: question.title, tools, captures: over }, parts);
    const results = turns.flatMap(({ calls }) => calls.map(({ result }) => result));
    expect(results.flatMap((result) => result?.errors ?? [])).toEqual([]);
    expect(results.length).toBe(question.needs === 'two captures' ? 4 : question.steps(over, () => ({})).length);
    expect(ending).toBe('answered');
    for (const result of results) expect(text).toContain(result?.summary);
  });

  test('a question that the captures cannot answer says what it needs', () => {
    const table = { ...capture(), kind: 'table' as const };
    for (const question of questions) {
      expect(obstacle(question, [])).toBe('Open a capture first.');
      expect(obstacle(question, [table])).toContain('table');
    }
  });
});

/** A planner over the tool that multiplies. */
async function talk(planner: Planner, limits = { steps: 12, calls: 24, ms: 1000 }): Promise<Conversation> {
  const bed = bench();
  return converse(
    planner,
    { question: '', tools: bed.runner.catalog(), captures: [capture()] },
    { run: (invocation, signal) => bed.runner.run(invocation, { signal }), repair: () => undefined, clock: bed.clock, limits },
  );
}
const next = (): (() => string) => {
  const ids = countingIds();
  return () => `id-${ids.uuid()}`;
};

test('a step of a plan that another failed is held up by name, and the rest goes on', async () => {
  const step = (id: string, more: Record<string, unknown>, needs: readonly string[] = []) => ({ id, needs, invocation: call(more) });
  const plan = {
    format: 'capture-workbench/plan',
    version: 1,
    steps: [step('wrong', { arguments: { factor: 99 } }), step('after', {}, ['wrong']), step('apart', { arguments: { factor: 2 } })],
  };
  const { ending, text, turns } = await talk(planPlanner('Plan', plan, lookup([capture()]), next()));
  expect([ending, turns.map((turn) => turn.text)]).toEqual(['answered', ['wrong', 'apart']]);
  expect(text).toContain('after: not run');
  expect(() => planPlanner('Plan', { steps: 1 }, lookup([]), next())).toThrow();
});

test('a plan goes on with its own steps after the result of one that others needed is gone', async () => {
  const step = (id: string, needs: readonly string[] = []) => ({ id, needs, invocation: call({ arguments: { factor: 2 } }) });
  const plan = { format: 'capture-workbench/plan', version: 1, steps: [step('first'), step('after', ['first']), step('apart')] };
  const planner = () => planPlanner('Plan', plan, lookup([capture()]), next());
  const { turns } = await talk(planner(), { steps: 2, calls: 24, ms: 1000 });
  expect(turns.map(({ text }) => text)).toEqual(['first', 'after']);
  const [first, after] = turns;
  const gone = { ...first!, calls: first!.calls.map(({ result: _, ...rest }) => rest) };
  const observed = { question: '', tools: [], captures: [], turns: [gone, after!] };
  const thought = await planner().think(observed, new AbortController().signal);
  expect(thought).toMatchObject({ kind: 'act', text: 'apart' });
});

test('a transcript is taken call by call; what was cut does not run', async () => {
  const asks = (id: string, args: string) => ({
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name: 'row_multiplier', arguments: args } }],
  });
  const messages = [asks('a', '{"capture_selection": {"capture_id": "lab"}, "factor": 2}'), asks('b', '{"fac')];
  const decoded = decode('openai-chat', { messages }, bench().runner.catalog());
  const { ending, turns } = await talk(transcriptPlanner(decoded, next()));
  expect([ending, turns.flatMap(({ calls }) => calls.map(({ result, fault }) => result?.status ?? fault?.code))]).toEqual([
    'answered',
    ['ok', 'invalid_json'],
  ]);
});

test('the built-in model answers JSON under a schema; anything else is a coded end', async () => {
  const prompts: string[] = [];
  const answers = [
    '{"calls": [{"tool": "row_multiplier", "arguments": {"capture_selection": {"capture_id": "lab"}, "factor": 3}}]}',
    '{"answer": "300"}',
  ];
  const ask = (system: string, prompt: string): Promise<string> => {
    prompts.push(system + prompt);
    return Promise.resolve(answers[prompts.length - 1] ?? '');
  };
  expect(await talk(builtInPlanner(ask, next()))).toMatchObject({ ending: 'answered', text: '300', used: { calls: 1 } });
  expect(prompts[0]).toContain('row_multiplier(capture_selection: object, factor: integer');
  expect(prompts[1]).toContain('"product":300');
  for (const wrong of ['Sure!', '[]', '{"calls": []}', 'x'.repeat(100_000)]) {
    expect(await talk(builtInPlanner(() => Promise.resolve(wrong), next()))).toMatchObject({ ending: 'failed', code: 'PLANNER_ANSWER' });
  }
});

test('the schema for the built-in model takes calls of a tool with its arguments, or an answer, and nothing else', async () => {
  let schema: object = {};
  const ask = (_: string, __: string, given: object): Promise<string> => {
    schema = given;
    return Promise.resolve('{"answer": ""}');
  };
  const two = ['row_multiplier', 'row_divider'].map((name) => ({ ...bench().runner.catalog()[0]!, name }));
  const factor = { type: 'object', properties: { factor: { type: 'integer', maximum: 3 } }, required: ['factor'] };
  const tools = [two[0]!, { ...two[1]!, input_schema: factor }];
  await builtInPlanner(ask, next()).think({ question: '', tools, captures: [], turns: [] }, new AbortController().signal);
  const takes = compileSchema(schema);
  const capture_selection = { capture_ids: ['lab'] };
  const calls = (tool: string, args: object): object => ({ calls: [{ tool, arguments: args }] });
  const taken = [{ answer: '' }, ...tools.map(({ name }) => calls(name, { capture_selection, factor: 3 }))];
  const refused = [
    {},
    { calls: [] },
    { answer: '', ...calls('row_divider', { capture_selection, factor: 3 }) },
    calls('other', { capture_selection, factor: 3 }),
    calls('row_multiplier', { capture_selection }),
    calls('row_divider', { capture_selection, factor: 4 }),
    calls('row_divider', { capture_selection, factor: 3, more: 1 }),
    calls('row_divider', { factor: 3 }),
  ];
  expect([taken.map((each) => takes(each)), refused.map((each) => takes(each))]).toEqual([taken.map(() => true), refused.map(() => false)]);
});

test('the time of a conversation ends even with a planner that does not listen', async () => {
  const bed = bench();
  const silent: Planner = { name: 'Silent', repairs: 'own', think: () => new Promise(() => undefined) };
  const parts: LoopParts = { run: () => Promise.reject(new Error('nothing runs')), repair: () => undefined, clock: bed.clock };
  const conversation = converse(silent, { question: '', tools: [], captures: [] }, { ...parts, limits: { steps: 2, calls: 2, ms: 500 } });
  bed.clock.move(500);
  expect(await conversation).toMatchObject({ ending: 'time_budget', code: 'TIMEOUT' });
});

test('the ordinary build reaches its own site alone; the other one loopback beside it and nothing else', () => {
  const sources = (policy: string, directive: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${directive} `))
      ?.split(' ')
      .slice(1);
  expect(sources(hostedPolicy, 'connect-src')).toEqual(["'self'", 'blob:', 'data:']);
  expect(sources(localModelPolicy, 'connect-src')).toEqual(["'self'", 'blob:', 'data:', 'http://127.0.0.1:*', 'http://localhost:*']);
  const rest = (policy: string): string => policy.replace(/connect-src [^;]*/, '');
  expect(rest(localModelPolicy)).toBe(rest(hostedPolicy));
  expect(rest(hostedPolicy)).not.toMatch(/https?:/);
});

/**
 * Keywords of JSON Schema that llguidance documents, a library that holds models to a schema (guidance-ai/llguidance, docs/json_schema.md), and
 * annotations, which constrain nothing. Chromium 156 offers `LanguageModel` without a model, so no browser has read the schema.
 */
const CONSTRAINTS = new Set(
  'type properties required additionalProperties items prefixItems anyOf allOf const enum minItems maxItems minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(
    ' ',
  ),
);
const ANNOTATIONS = new Set(['default', 'x-unit']);

test('the schema for the built-in model over the whole catalog has documented keywords alone, and patterns without looking around', async () => {
  let schema: object = {};
  const ask = (_: string, __: string, given: object): Promise<string> => {
    schema = given;
    return Promise.resolve('{"answer": ""}');
  };
  const tools = createRegistry(catalog).getAll();
  await builtInPlanner(ask, next()).think({ question: '', tools, captures: [], turns: [] }, new AbortController().signal);
  const nodes = [...schemasIn(schema)];
  const keywords = new Set(nodes.flatMap((node) => Object.keys(node)));
  expect([...keywords].filter((key) => !CONSTRAINTS.has(key) && !ANNOTATIONS.has(key))).toEqual([]);
  const patterns = nodes.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  expect([nodes.length > 300, patterns.length > 5, patterns.filter((pattern) => /\(\?[=!<]|\\[1-9]/.test(pattern))]).toEqual([
    true,
    true,
    [],
  ]);
  expect(JSON.stringify(schema).length).toBeLessThan(4_000_000);
});
