import { expect, test } from 'vitest';
import { traceOf, type TracedConversation } from '../../../src/planner/trace.ts';
import { sha256 } from '../../support/tools.ts';

const START = Date.UTC(2026, 3, 3, 8);
const conversation: TracedConversation = {
  id: 'talk-1',
  agent: 'lab',
  model: 'small',
  question: 'How many packets?',
  started_ms: START,
  ended_ms: START + 900,
  answers: [
    {
      started_ms: START,
      ended_ms: START + 400.25,
      id: 'chatcmpl-1',
      model: 'small-7b',
      finish_reasons: ['tool_calls'],
      input_tokens: 1200,
      output_tokens: 34,
      text: '',
      calls: [
        {
          id: 'call-1',
          name: 'capture_query',
          started_ms: START + 401,
          ended_ms: START + 450,
          arguments: { sql: 'SELECT secret' },
          result: { rows: 1 },
          error: null,
        },
        { id: 'call-2', name: 'capture_overview', started_ms: START + 450, ended_ms: START + 451, error: 'POLICY_DENIED' },
      ],
    },
    { started_ms: START + 460, ended_ms: START + 900, finish_reasons: ['stop'], text: 'It is 12.', calls: [] },
  ],
};

interface Read {
  readonly name: string;
  readonly kind: number;
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const spansOf = async (given: unknown, options?: { contents?: boolean }) =>
  (await traceOf(given, sha256, options)).resourceSpans[0]!.scopeSpans[0]!.spans;

async function read(options?: { contents?: boolean }): Promise<readonly Read[]> {
  const spans = await spansOf(conversation, options);
  return spans.map(({ name, kind, parentSpanId, attributes }) => ({
    name,
    kind,
    parent: spans.find(({ spanId }) => spanId === parentSpanId)?.name,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown])),
  }));
}

test('a span of the agent, below it one for each answer and each call, with the attributes of the conventions', async () => {
  const shared = { 'gen_ai.conversation.id': 'talk-1', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'small' };
  const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.type': 'function' };
  expect(await read()).toEqual([
    {
      name: 'invoke_agent lab',
      kind: 1,
      parent: undefined,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'lab', ...shared },
    },
    {
      name: 'chat small',
      kind: 3,
      parent: 'invoke_agent lab',
      attributes: {
        'gen_ai.operation.name': 'chat',
        ...shared,
        'gen_ai.response.id': 'chatcmpl-1',
        'gen_ai.response.model': 'small-7b',
        'gen_ai.response.finish_reasons': { values: [{ stringValue: 'tool_calls' }] },
        'gen_ai.usage.input_tokens': '1200',
        'gen_ai.usage.output_tokens': '34',
      },
    },
    {
      name: 'execute_tool capture_query',
      kind: 1,
      parent: 'invoke_agent lab',
      attributes: { ...tool, 'gen_ai.tool.name': 'capture_query', 'gen_ai.tool.call.id': 'call-1' },
    },
    {
      name: 'execute_tool capture_overview',
      kind: 1,
      parent: 'invoke_agent lab',
      attributes: { ...tool, 'gen_ai.tool.name': 'capture_overview', 'gen_ai.tool.call.id': 'call-2', 'error.type': 'POLICY_DENIED' },
    },
    {
      name: 'chat small',
      kind: 3,
      parent: 'invoke_agent lab',
      attributes: {
        'gen_ai.operation.name': 'chat',
        ...shared,
        'gen_ai.response.finish_reasons': { values: [{ stringValue: 'stop' }] },
      },
    },
  ]);
});

test('OTLP as JSON: ids in hex, times and integers as text, errors as status 2', async () => {
  const trace = await traceOf(conversation, sha256);
  expect(Object.keys(trace)).toEqual(['resourceSpans']);
  const [resource] = trace.resourceSpans;
  expect(resource?.resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'capture-workbench' } }]);
  expect(resource?.scopeSpans[0]).toMatchObject({ schemaUrl: 'https://opentelemetry.io/schemas/1.41.0' });
  const spans = resource?.scopeSpans[0]?.spans ?? [];
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5);
  for (const { traceId, spanId } of spans) expect([traceId, spanId].join()).toMatch(/^[0-9a-f]{32},[0-9a-f]{16}$/);
  expect(spans.map(({ status }) => status)).toEqual([{}, {}, {}, { code: 2, message: 'POLICY_DENIED' }, {}]);
  expect(spans[1]).toMatchObject({ startTimeUnixNano: `${String(START)}000000`, endTimeUnixNano: `${String(START + 400)}250000` });
});

test('equal conversations give equal bytes, another one other ids', async () => {
  const text = async (given: unknown): Promise<string> => JSON.stringify(await traceOf(given, sha256));
  expect(await text(structuredClone(conversation))).toBe(await text(conversation));
  const [first, other] = [await spansOf(conversation), await spansOf({ ...conversation, id: 'talk-2' })];
  expect(other[0]?.traceId).not.toBe(first[0]?.traceId);
  expect(other[0]?.spanId).not.toBe(first[0]?.spanId);
});

test('contents are left out unless they are asked for', async () => {
  for (const secret of ['How many', 'secret', 'It is 12'])
    expect(JSON.stringify(await traceOf(conversation, sha256))).not.toContain(secret);
  const [agent, chat, call] = await read({ contents: true });
  expect(JSON.parse(String(agent?.attributes['gen_ai.input.messages']))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'How many packets?' }] },
  ]);
  expect(JSON.parse(String(chat?.attributes['gen_ai.output.messages']))).toMatchObject([
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'call-1', name: 'capture_query' }, { type: 'tool_call' }],
      finish_reason: 'tool_calls',
    },
  ]);
  expect(JSON.parse(String(call?.attributes['gen_ai.tool.call.arguments']))).toEqual({ sql: 'SELECT secret' });
  expect(JSON.parse(String(call?.attributes['gen_ai.tool.call.result']))).toEqual({ rows: 1 });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['no model', { ...conversation, model: undefined }],
  ['an end before its start', { ...conversation, ended_ms: START - 1 }],
  ['a time as text', { ...conversation, started_ms: String(START) }],
  ['tokens that are no whole number', { ...conversation, answers: [{ ...conversation.answers[0], input_tokens: 0.5 }] }],
  [
    'a call without a name',
    { ...conversation, answers: [{ ...conversation.answers[1], calls: [{ id: 'x', started_ms: 0, ended_ms: 0 }] }] },
  ],
])('%s is refused', async (_, given) => {
  await expect(traceOf(given, sha256)).rejects.toMatchObject({ code: 'INVALID_CONVERSATION' });
});
