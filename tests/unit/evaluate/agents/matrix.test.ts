import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { evaluateAgents, type AgentOptions } from '../../../evaluate/agents/main.ts';
import { mcNemar } from '../../../evaluate/agents/report.ts';
import { statisticsMemory } from '../../../../src/kernels/statistics/memory.ts';
import { wilson } from '../../../../src/kernels/statistics/compare/shares.ts';
import { completion, scriptedEndpoint, sendJson, type ScriptedEndpoint } from '../../../support/scripted-endpoint.ts';

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools: readonly { readonly function: { readonly name: string; readonly description: string } }[];
  readonly stream?: boolean;
}

let folder: string;
let endpoint: ScriptedEndpoint | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agents-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await endpoint?.close();
});

const fileOf = (name: string, value: unknown): string => {
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return join(folder, name);
};
const usage = { prompt_tokens: 1000, completion_tokens: 10 };
const overview = {
  ...completion({ name: 'capture_overview', args: '{"capture_selection": {"capture_id": "chamber_four_phones"}}' }),
  usage,
};
const answer = (text: string): object => ({ ...completion(text), usage });

/** Calls `capture_overview` if its description says NOW, with the model `good` always. */
const models = () =>
  scriptedEndpoint((body, _request, response) => {
    const { model, messages, tools } = body as Asked;
    const told = tools.some((tool) => tool.function.description.includes('NOW'));
    const asked = messages.at(-1)?.role === 'user' && (model === 'good' || told);
    sendJson(response, asked ? overview : answer('Done.'));
  });

const CASES = {
  cases: [
    { id: 'air', question: 'What was on the air?', calls: [{ tool: 'capture_overview' }] },
    { id: 'again', question: 'And now?', calls: [{ tool: 'capture_overview' }] },
  ],
};

const options = (change: Partial<AgentOptions>): AgentOptions => ({
  ...{ cases: [fileOf('cases.json', CASES)], models: ['good', 'bad'], prompts: [], catalogs: [], repeats: 1, steps: 4 },
  ...{ endpoint: endpoint?.url ?? '', record: '', replay: '', prices: '', out: '', contents: false, say: () => undefined },
  ...change,
});

const resultsOf = (out: string) =>
  JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as {
    model: string;
    catalog: string;
    passed: boolean;
    cost: number | null;
    trace: string;
  }[];

test('a matrix over the sample: every cell is asked, scored, priced and traced, and a replay gives the same bytes', async () => {
  endpoint = await models();
  const own = {
    prompts: [fileOf('short.txt', 'Be short.\n{{instructions}}'), fileOf('bare.txt', 'Only this.')],
    catalogs: ['own', fileOf('now.json', { descriptions: { capture_overview: 'Call this NOW.' } })],
    repeats: 2,
    prices: fileOf('prices.json', { good: { input: 1, output: 10 } }),
  };
  const out = join(folder, 'out');
  const report = await evaluateAgents(options({ ...own, record: join(folder, 'kept'), out }));
  const results = resultsOf(out);
  expect(results).toHaveLength(2 * 2 * 2 * 2 * 2);
  expect(results.filter(({ passed }) => !passed).map(({ model, catalog }) => `${model} ${catalog}`)).toEqual(new Array(8).fill('bad own'));
  // Two requests of 1,000 and 10 tokens.
  expect(results.find(({ model }) => model === 'good')?.cost).toBeCloseTo((2 * (1000 * 1 + 10 * 10)) / 1e6, 12);
  expect(results.find(({ model }) => model === 'bad')?.cost).toBeNull();
  expect(report).toContain('| good | short.txt | own | 4 | 4 | 100.0 % | 51.0 % to 100.0 % | 1.000 | 8000 | 80 | 0.0088 |');
  expect(report).toContain('| bad | bare.txt | own | 4 | 0 | 0.0 % | 0.0 % to 49.0 % | 0.000 | 4000 | 40 | unknown |');
  expect(report).toContain('| air | bad | bare.txt | own | 0 of 2 | 1 missing |');
  expect(report).toContain('own against now.json: 16 pairs, only own passed 0, only now.json passed 8, exact McNemar p = 0.00781.');

  const asked = endpoint.asked as readonly Asked[];
  const systems = new Set(asked.map(({ messages }) => messages[0]?.content ?? ''));
  expect(systems).toContain('Only this.');
  expect([...systems].some((text) => text.startsWith('Be short.\nYou answer questions'))).toBe(true);
  expect(asked.every(({ stream }) => stream === undefined)).toBe(true);

  const requests = asked.length;
  const again = join(folder, 'again');
  expect(await evaluateAgents(options({ ...own, endpoint: '', replay: join(folder, 'kept'), out: again }))).toBe(report);
  expect(endpoint.asked).toHaveLength(requests);
  const traces = readdirSync(join(out, 'traces'));
  expect(traces).toHaveLength(results.length);
  for (const name of ['results.json', 'report.md', ...traces.map((trace) => join('traces', trace))])
    expect(readFileSync(join(again, name), 'utf8')).toBe(readFileSync(join(out, name), 'utf8'));
  const trace = readFileSync(join(out, results[0]!.trace), 'utf8');
  for (const name of ['invoke_agent capture-workbench', 'chat good', 'execute_tool capture_overview'])
    expect(trace).toContain(`"name":"${name}"`);
  expect(trace).not.toContain('What was on the air');
});

test('a request without a recording ends the evaluation', async () => {
  endpoint = await models();
  const record = join(folder, 'kept');
  await evaluateAgents(options({ models: ['good'], record }));
  const other = fileOf('other.json', { cases: [{ ...CASES.cases[0], question: 'Another question?' }] });
  const replay = options({ models: ['good'], endpoint: '', replay: record });
  await expect(evaluateAgents({ ...replay, cases: [other] })).rejects.toMatchObject({ code: 'NO_RECORDING' });
  await expect(evaluateAgents({ ...replay, models: ['unheard'] })).rejects.toMatchObject({ code: 'NO_RECORDING' });
});

test('a failure of the endpoint is a failed run, also in the replay', async () => {
  endpoint = await scriptedEndpoint((_body, _request, response) => {
    response.statusCode = 400;
    sendJson(response, { error: { message: 'no such model' } });
  });
  const record = join(folder, 'kept');
  const [first, second] = ['one', 'two'].map((name) => join(folder, name));
  const cases = [fileOf('silent.json', { cases: [...CASES.cases, { id: 'silent', question: 'Nothing?', calls: [] }] })];
  await evaluateAgents(options({ cases, models: ['gone'], record, out: first! }));
  await evaluateAgents(options({ cases, models: ['gone'], endpoint: '', replay: record, out: second! }));
  expect(resultsOf(first!).map(({ passed }) => passed)).toEqual([false, false, false]);
  const [one, two] = [first!, second!].map((out) => readFileSync(join(out, 'results.json'), 'utf8'));
  expect(one).toContain('"code": "ENDPOINT_STATUS"');
  expect(two).toBe(one);
});

test('axes of the matrix with equal names are refused, because their runs would count as one', async () => {
  const file = fileOf('same.txt', 'Be short.');
  const twice: Partial<AgentOptions>[] = [
    { models: ['a', 'a'] },
    { prompts: [file, join('elsewhere', 'same.txt')] },
    { catalogs: ['own', 'a/own'] },
  ];
  for (const change of twice)
    await expect(evaluateAgents(options({ endpoint: 'http://127.0.0.1:1', ...change }))).rejects.toMatchObject({
      code: 'INVALID_EVALUATION',
      message: expect.stringContaining('that differ') as string,
    });
});

test('functions of a case take the place of the catalog; their calls are answered and nothing runs', async () => {
  const question = {
    id: 'sum_0',
    question: [[{ role: 'user', content: 'Add 1 and 2.' }]],
    function: [
      { name: 'math.add', description: 'Adds.', parameters: { type: 'dict', properties: { a: { type: 'integer' } }, required: ['a'] } },
    ],
  };
  const truth = { id: 'sum_0', ground_truth: [{ 'math.add': { a: [1] } }] };
  endpoint = await scriptedEndpoint((_body, _request, response) => {
    sendJson(response, { ...completion({ name: 'math_add', args: '{"a": 1}' }), usage });
  });
  const cases = [fileOf('BFCL.json', `${JSON.stringify(question)}\n`), fileOf('answer.json', `${JSON.stringify(truth)}\n`)];
  const out = join(folder, 'out');
  await evaluateAgents(options({ cases, models: ['good'], out }));
  expect(resultsOf(out)).toMatchObject([{ passed: true }]);
  expect(endpoint.asked).toMatchObject([
    { messages: [{ role: 'user', content: 'Add 1 and 2.' }], tools: [{ function: { name: 'math_add', parameters: { type: 'object' } } }] },
  ]);
});

test('the tools of a catalog are answered as the case says', async () => {
  const expectedCall = [{ functionName: 'lamp_on', arguments: { room: 'Hall' }, mockOutput: { lit: 'brightly' } }];
  const cases = [fileOf('evals.json', [{ name: 'lamp', messages: [{ role: 'user', type: 'message', content: 'Light.' }], expectedCall }])];
  const catalogs = [fileOf('lamps.json', [{ name: 'lamp_on', description: 'Light.', inputSchema: { type: 'object' } }])];
  endpoint = await scriptedEndpoint((body, _request, response) => {
    const first = (body as Asked).messages.at(-1)?.role === 'user';
    sendJson(response, first ? completion({ name: 'lamp_on', args: '{"room": "Hall"}' }) : completion('Lit.'));
  });
  const out = join(folder, 'out');
  await evaluateAgents(options({ cases, catalogs, models: ['good'], out }));
  expect(resultsOf(out)).toMatchObject([{ passed: true, catalog: 'lamps.json' }]);
  expect((endpoint.asked as readonly Asked[])[1]?.messages.at(-1)?.content).toContain('"lit":"brightly"');
});

test('only servers on this machine are asked', async () => {
  await expect(evaluateAgents(options({ endpoint: 'http://models.example/v1' }))).rejects.toMatchObject({ code: 'NOT_LOOPBACK' });
  await expect(evaluateAgents(options({ endpoint: '' }))).rejects.toMatchObject({ code: 'INVALID_EVALUATION' });
});

test('intervals and the paired test have the known values', async () => {
  const memory = await statisticsMemory();
  // Newcombe, Stat. Med. 17 (1998), table I: Wilson for 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
  for (const [count, rows, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const found = wilson(memory, count, rows, 0.05).interval!;
    expect(found[0]).toBeCloseTo(low, 4);
    expect(found[1]).toBeCloseTo(high, 4);
  }
  // Two times the binomial tail: 2 (1 + 6) / 2^6 of 1 and 5; 2 / 2^8 of 0 and 8.
  expect(await mcNemar(1, 5)).toBeCloseTo(14 / 64, 12);
  expect(await mcNemar(8, 0)).toBeCloseTo(2 / 256, 12);
  expect(await mcNemar(3, 3)).toBe(1);
  expect(await mcNemar(0, 0)).toBe(1);
});
