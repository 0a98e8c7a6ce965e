import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { askLoopback, loopbackUrl } from '../../../src/core/assistants/loopback.ts';
import { chatPlanner } from '../../../src/planner/chat.ts';
import { converse } from '../../../src/planner/loop.ts';
import type { Limits } from '../../../src/planner/planner.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import { completion, scriptedEndpoint, sendJson, type Script, type ScriptedEndpoint } from '../../support/scripted-endpoint.ts';
import { bench, capture, countingIds, lookup, testClock } from '../../support/tools.ts';

let endpoint: ScriptedEndpoint | undefined;
afterEach(() => endpoint?.close());

const call = (factor: number): object =>
  completion({ name: 'row_multiplier', args: `{"capture_selection": {"capture_id": "lab"}, "factor": ${String(factor)}}` });

/** A question to a scripted server, as the page asks it. */
async function ask(script: Script, change: { limits?: Limits; signal?: AbortSignal; wait_ms?: number; most_bytes?: number } = {}) {
  const server = await scriptedEndpoint(script);
  endpoint = server;
  const bed = bench();
  const ids = countingIds();
  const facts = { registry: bed.registry, catalog: bed.runner.catalog(), captures: lookup([capture()]), ids };
  const planner = chatPlanner(
    'small',
    (body, signal) => askLoopback(`${server.url}/v1/chat/completions`, body, { wait_ms: 5000, ...change, signal }),
    () => `plan-${ids.uuid()}`,
  );
  const conversation = await converse(
    planner,
    { question: 'How many, times three?', tools: bed.runner.catalog(), captures: [capture()] },
    {
      run: (invocation, signal) => bed.runner.run(invocation, { signal, entry: 'planner' }),
      repair: (invocation, result) => repair(invocation, result, facts),
      clock: testClock(),
      ...change,
    },
  );
  return { conversation, bed, asked: server.asked as Record<string, unknown>[] };
}

test('a wrong call, the fault shown, the right call, the answer: three requests, two lines in the journal', async () => {
  const { conversation, bed, asked } = await ask((_body, _request, response, nth) => {
    sendJson(response, [call(99), call(3), completion('It is 300.')][nth]);
  });
  expect(conversation).toMatchObject({ ending: 'answered', text: 'It is 300.', code: null, used: { steps: 3, calls: 2 } });
  expect(bed.runner.audit().map(({ entry, status }) => [entry, status])).toEqual([
    ['planner', 'error'],
    ['planner', 'ok'],
  ]);
  expect(asked[0]).toMatchObject({ model: 'small', tool_choice: 'auto', tools: [{ function: { name: 'row_multiplier' } }] });
  const fedBack = (asked[1]?.['messages'] as { role: string; content: string }[]).at(-1);
  expect(JSON.parse(fedBack?.content ?? '')).toMatchObject({
    status: 'error',
    errors: [{ code: 'INVALID_VALUE', field: 'arguments.factor' }],
    choices: [{ class: 'loss', why: '10 is the nearest value that is allowed' }],
  });
  const { content } = (asked[2]?.['messages'] as { content: string }[]).at(-1) ?? { content: '' };
  expect(JSON.parse(content)).toMatchObject({ status: 'ok', structured_output: { product: 300 } });
});

test('arguments that are cut do not run: the model is told, without their text, and goes on', async () => {
  const { conversation, bed, asked } = await ask((_body, _request, response, nth) => {
    sendJson(response, nth === 0 ? completion({ name: 'row_multiplier', args: '{"secret-text": ' }) : completion('I give up.'));
  });
  expect(conversation).toMatchObject({ ending: 'answered', turns: [{ calls: [{ invocation: null, fault: { code: 'invalid_json' } }] }] });
  expect(bed.runner.audit()).toEqual([]);
  expect(JSON.stringify(asked[1])).not.toContain('secret-text');
});

const html = (response: ServerResponse): void => {
  response.setHeader('content-type', 'text/html');
  response.end('<html>Welcome</html>');
};

test.each<[string, Script, string]>([
  ['HTML', (_b, _q, response) => html(response), 'ENDPOINT_NOT_JSON'],
  [
    'JSON that is cut',
    (_b, _q, response) => response.setHeader('content-type', 'application/json').end('{"choices": ['),
    'ENDPOINT_NOT_JSON',
  ],
  ['JSON of another kind', (_b, _q, response) => sendJson(response, { error: 'no model' }), 'PLANNER_ANSWER'],
  ['a failure', (_b, _q, response) => response.writeHead(500).end(), 'ENDPOINT_STATUS'],
  ['a redirect', (_b, _q, response) => response.writeHead(307, { location: 'http://example.com/' }).end(), 'ENDPOINT_REDIRECTED'],
  ['a broken connection', (_b, request) => request.socket.destroy(), 'ENDPOINT_UNREACHABLE'],
])('%s ends in a coded outcome and nothing runs', async (_, script, code) => {
  const { conversation, bed } = await ask(script);
  expect([conversation.ending, conversation.code]).toEqual(['failed', code]);
  expect(bed.runner.audit()).toEqual([]);
});

test('an answer that never comes ends at its limit, one that never ends at its bytes', async () => {
  const never = await ask(() => undefined, { wait_ms: 100 });
  expect([never.conversation.ending, never.conversation.code]).toEqual(['failed', 'ENDPOINT_TIMEOUT']);
  await endpoint?.close();
  let sent = 0;
  const huge = await ask(
    (_body, _request, response) => {
      response.setHeader('content-type', 'application/json');
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    },
    { most_bytes: 1_000_000 },
  );
  expect([huge.conversation.ending, huge.conversation.code]).toEqual(['failed', 'ENDPOINT_TOO_LARGE']);
  // What lay in buffers of the socket is all that came beside it.
  expect(sent).toBeLessThan(50_000_000);
});

test('a model that asks for the same again and again is stopped, and so is one that never answers', async () => {
  const same = await ask((_body, _request, response) => sendJson(response, call(3)));
  expect([same.conversation.ending, same.conversation.code, same.conversation.used.calls]).toEqual(['looping', 'PLANNER_LOOPS', 2]);
  await endpoint?.close();
  const steps = await ask((_body, _request, response, nth) => sendJson(response, call(nth + 1)), {
    limits: { steps: 4, calls: 24, ms: 1e6 },
  });
  expect([steps.conversation.ending, steps.conversation.used.steps]).toEqual(['step_limit', 4]);
  await endpoint?.close();
  const calls = await ask((_body, _request, response, nth) => sendJson(response, call(nth + 1)), {
    limits: { steps: 9, calls: 2, ms: 1e6 },
  });
  expect([calls.conversation.ending, calls.conversation.used.calls, calls.conversation.code]).toEqual([
    'call_budget',
    2,
    'BUDGET_EXCEEDED',
  ]);
});

test('a person who stops it is heard while the model thinks', async () => {
  const controller = new AbortController();
  const { conversation } = await ask(
    () => {
      controller.abort();
    },
    { signal: controller.signal },
  );
  expect([conversation.ending, conversation.code]).toEqual(['cancelled', 'CANCELLED']);
});

test.each(['http://127.0.0.1:11434', 'http://localhost:1234/v1'])('%s is on this machine', (url) => {
  expect(loopbackUrl(url).protocol).toBe('http:');
});
test.each([
  'http://example.com',
  'https://127.0.0.1',
  'http://127.0.0.1.example.com',
  'http://user@127.0.0.1',
  'http://10.0.0.1',
  'file:///x',
  'javascript:1',
  'x',
  '',
])('%s is refused', (url) => {
  expect(() => loopbackUrl(url)).toThrow('expected an address on this machine');
});
