import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { throttled } from '../../../src/planner/throttled.ts';
import { askScripted } from '../../support/endpoint-conversation.ts';
import { completion, sendJson, type Script, type ScriptedEndpoint } from '../../support/scripted-endpoint.ts';
import { testClock } from '../../support/tools.ts';

let endpoint: ScriptedEndpoint | undefined;
afterEach(() => endpoint?.close());

const ask = async (script: Script) => {
  const asked = await askScripted(script);
  endpoint = asked.server;
  return asked;
};

const chunk = (delta: object, finish_reason: string | null = null): object => ({ choices: [{ index: 0, delta, finish_reason }] });
const line = (event: object | string): string => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
const piece = (args: string, more: object = {}): object => chunk({ tool_calls: [{ index: 0, ...more, function: { arguments: args } }] });

const CALL = [
  chunk({ role: 'assistant', content: 'I multiply – ' }),
  chunk({ content: 'naïvely.' }),
  chunk({ tool_calls: [{ index: 0, id: 'call_0', type: 'function', function: { name: 'row_multiplier', arguments: '' } }] }),
  piece('{"capture_selection": {"capture_id": "lab"}, '),
  piece('"factor": 3}'),
  chunk({}, 'tool_calls'),
];
const ANSWER = [chunk({ content: 'It is ' }), chunk({ content: '300.' }), chunk({}, 'stop')];

/** Sends events in chunks of a few bytes. */
function sendStream(response: ServerResponse, events: readonly object[], end: 'done' | 'open' | 'cut' | 'silent' = 'done'): void {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8');
  const bytes = Buffer.from(events.map(line).join('') + (end === 'done' ? line('[DONE]') : ''));
  for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
  if (end === 'cut') response.write('', () => setTimeout(() => response.socket?.destroy(), 20));
  else if (end !== 'open') response.end();
}

test('text and calls of a streamed answer appear as they come, and the call runs once it is complete', async () => {
  const { conversation, bed, drafts, asked } = await ask((_body, _request, response, nth) => {
    sendStream(response, nth === 0 ? CALL : ANSWER);
  });
  expect(conversation).toMatchObject({ ending: 'answered', text: 'It is 300.', turns: [{ text: 'I multiply – naïvely.' }] });
  expect(bed.runner.audit().map(({ status }) => status)).toEqual(['ok']);
  expect(asked.map(({ stream }) => stream)).toEqual([true, true]);
  // How many pieces one draft has depends on the network.
  const whole = ['I multiply – naïvely.', 'It is 300.'];
  expect(drafts.length).toBeGreaterThan(1);
  expect(drafts.filter(({ text }) => !whole.some((each) => each.startsWith(text)))).toEqual([]);
  const written = drafts.flatMap(({ calls }) => calls.map((call) => call.arguments));
  expect(written.filter((each) => !'{"capture_selection": {"capture_id": "lab"}, "factor": 3}'.startsWith(each))).toEqual([]);
  expect(drafts.every(({ note }) => note === '')).toBe(true);
});

test('a stream is read up to its end mark, though the server leaves the connection open', async () => {
  const { conversation } = await ask((_body, _request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write([...ANSWER, '[DONE]'].map(line).join(''));
  });
  expect(conversation).toMatchObject({ ending: 'answered', text: 'It is 300.' });
});

test.each(['cut', 'silent'] as const)(
  'a stream that breaks off (%s) is reported, no call of it runs, and the conversation continues',
  async (end) => {
    const script = [
      (response: ServerResponse) => sendStream(response, CALL.slice(0, 5), end),
      (response: ServerResponse) => sendStream(response, CALL),
      (response: ServerResponse) => sendStream(response, ANSWER.slice(0, 1), end),
      (response: ServerResponse) => sendStream(response, ANSWER),
    ];
    const { conversation, bed, drafts, pauses } = await ask((_body, _request, response, nth) => script[nth]?.(response));
    expect(conversation).toMatchObject({ ending: 'answered', text: 'It is 300.', used: { steps: 2, calls: 1 } });
    expect(bed.runner.audit()).toHaveLength(1);
    expect(pauses).toEqual([500, 500]);
    expect(drafts.some(({ note }) => note === 'The answer broke off. The model is asked again.')).toBe(true);
  },
);

test('a stream that breaks off again and again ends the conversation with its code', async () => {
  const { conversation, asked, bed } = await ask((_body, _request, response) => sendStream(response, CALL.slice(0, 5), 'silent'));
  expect(conversation).toMatchObject({ ending: 'failed', code: 'ENDPOINT_CUT' });
  expect([asked.length, bed.runner.audit()]).toEqual([4, []]);
});

test('an endpoint that refuses to stream is asked for the whole answer', async () => {
  const { conversation, asked } = await ask((body, _request, response) => {
    if ((body as { stream: boolean }).stream) response.writeHead(400).end('{"error": {"message": "stream is not supported with tools"}}');
    else sendJson(response, completion('300.'));
  });
  expect(conversation).toMatchObject({ ending: 'answered', text: '300.' });
  expect(asked.map(({ stream }) => stream)).toEqual([true, false]);
});

test.each([
  ['an error', line({ error: { message: 'out of memory' } }), 'ENDPOINT_STATUS', 'expected an answer, found an error: out of memory'],
  ['a line that is no JSON', line('{"choices": ['), 'ENDPOINT_NOT_JSON', 'expected JSON, found other text'],
])('%s in a stream ends the conversation', async (_, text, code, message) => {
  const { conversation } = await ask((_body, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(line(ANSWER[0] ?? {}) + text);
  });
  expect(conversation).toMatchObject({ ending: 'failed', code, text: message });
});

test('of many drafts, the first is passed on at once, later ones every so often, the last of them', () => {
  const clock = testClock();
  const seen: number[] = [];
  const { call, stop } = throttled<number>((value) => seen.push(value), clock, 100);
  for (const value of [1, 2, 3]) call(value);
  clock.move(100);
  call(4);
  expect(seen).toEqual([1, 3]);
  clock.move(100);
  clock.move(100);
  call(5);
  call(6);
  stop();
  clock.move(200);
  expect(seen).toEqual([1, 3, 4, 5]);
});
