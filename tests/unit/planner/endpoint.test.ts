import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { loopbackUrl } from '../../../src/core/assistants/loopback.ts';
import { askScripted, type ConversationChange } from '../../support/endpoint-conversation.ts';
import { completion, sendJson, type Script, type ScriptedEndpoint } from '../../support/scripted-endpoint.ts';

let endpoint: ScriptedEndpoint | undefined;
afterEach(() => endpoint?.close());

const call = (factor: number): object =>
  completion({ name: 'row_multiplier', args: `{"capture_selection": {"capture_id": "lab"}, "factor": ${String(factor)}}` });

const ask = async (script: Script, change: ConversationChange = {}) => {
  const asked = await askScripted(script, change);
  endpoint = asked.server;
  return asked;
};

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

test('arguments that are cut do not run: the model gets the fault without their text, and goes on', async () => {
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
  [
    'an answer that breaks off',
    (_b, request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
      response.write('{"choices": [', () => request.socket.destroy());
    },
    'ENDPOINT_CUT',
  ],
  ['a redirect', (_b, _q, response) => response.writeHead(307, { location: 'http://example.com/' }).end(), 'ENDPOINT_REDIRECTED'],
  ['a broken connection', (_b, request) => request.socket.destroy(), 'ENDPOINT_UNREACHABLE'],
])('%s ends in a coded outcome and nothing runs', async (_, script, code) => {
  const { conversation, bed } = await ask(script);
  expect([conversation.ending, conversation.code]).toEqual(['failed', code]);
  expect(bed.runner.audit()).toEqual([]);
});

const limited = (response: ServerResponse, after?: string): void => {
  const headers = { 'content-type': 'application/json', ...(after !== undefined && { 'retry-after': after }) };
  response.writeHead(429, headers).end('{"error": {"message": "Rate limit reached\\u202e\\n for small", "type": "tokens"}}');
};

test('a limit of rates is waited for as the endpoint asks, and the conversation goes on', async () => {
  const noon = Date.parse('2026-11-26T12:00:00Z');
  const answers = ['7', 'Thu, 26 Nov 2026 12:00:03 GMT', undefined];
  const { conversation, pauses } = await ask(
    (_body, _request, response, nth) => (nth < answers.length ? limited(response, answers[nth]) : sendJson(response, completion('300.'))),
    { now: () => noon },
  );
  expect(conversation).toMatchObject({ ending: 'answered', text: '300.' });
  expect(pauses).toEqual([7000, 3000, 2000]);
});

test.each([
  ['again and again', undefined, [500, 1000, 2000], 'found 429: Rate limit reached for small'],
  ['for an hour', '3600', [], 'found 429: Rate limit reached for small; it asks to wait 3600 s'],
])('an endpoint that is busy %s is reported in its own words', async (_, after, waits, message) => {
  const { conversation, pauses } = await ask((_body, _request, response) => limited(response, after));
  expect(conversation).toMatchObject({ ending: 'failed', code: 'ENDPOINT_STATUS', text: `expected status 200, ${message}` });
  expect(pauses).toEqual(waits);
});

test('what is wrong with a request is not tried again', async () => {
  const { conversation, pauses } = await ask((_body, _request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error": "model \\"small\\" not found, try pulling it first"}');
  });
  expect(conversation.text).toBe('expected status 200, found 404: model "small" not found, try pulling it first');
  expect(pauses).toEqual([]);
});

test('a person who stops it is heard while it waits for a rate limit', async () => {
  const controller = new AbortController();
  const { conversation } = await ask(
    (_body, _request, response) => {
      limited(response, '30');
      setTimeout(() => controller.abort(), 20);
    },
    { signal: controller.signal, pause: undefined },
  );
  expect([conversation.ending, conversation.code]).toEqual(['cancelled', 'CANCELLED']);
});

test('a call that the text only describes is no answer: the model gets the fault, and calls', async () => {
  const text = 'I would call <tool_call>{"name": "row_multiplier", "arguments": {}}</tool_call> for this, I think.';
  const { conversation, bed, asked } = await ask((_body, _request, response, nth) => {
    sendJson(response, [completion(text), call(3), completion('300.')][nth]);
  });
  expect(conversation).toMatchObject({ ending: 'answered', text: '300.', turns: [{ calls: [{ fault: { code: 'CALL_IN_TEXT' } }] }, {}] });
  expect(JSON.stringify(asked[1]?.['messages'])).toContain('expected calls outside the text');
  expect(bed.runner.audit()).toHaveLength(1);
});

test('an answer that a limit of tokens cut is not the answer', async () => {
  const cut = { choices: [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: 'There are 3' } }] };
  const { conversation } = await ask((_body, _request, response) => sendJson(response, cut));
  expect(conversation).toMatchObject({ ending: 'failed', code: 'PLANNER_CUT' });
  expect(conversation.text).toContain('There are 3');
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
