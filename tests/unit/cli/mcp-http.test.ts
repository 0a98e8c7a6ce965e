import { request as httpRequest } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveHttp, type HttpServer } from '../../../src/cli/mcp/http/serve.ts';
import { eventReader } from '../../../src/wire/mcp/event-stream.ts';
import { serveMcp, type McpServer } from '../../../src/wire/mcp/server.ts';
import { fixtureParts } from '../../support/mcp-fixtures.ts';
import { stateless, type Message } from '../../support/mcp-peer.ts';

const TOKEN = 'a-token-of-24-characters';
let mcp: McpServer;
let http: HttpServer;
beforeAll(async () => {
  mcp = serveMcp(fixtureParts());
  http = await serveHttp({ server: mcp, port: 0, token: TOKEN });
});
afterAll(async () => {
  await http.close();
  mcp.close();
});

const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};
const post = (message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(http.url, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });

/** `fetch` sets the host itself. */
const statusOf = (headers: Readonly<Record<string, string>>, path = '/mcp', method = 'POST'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(http.url);
    const sent = httpRequest({ hostname, port, path, method, headers: { ...HEADERS, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    // Without a length of its own, the body of another method would be read as the next request.
    sent.end(method === 'POST' ? JSON.stringify(INITIALIZE) : undefined);
  });

const messages = (text: string): Message[] => eventReader()(text).flatMap((data) => (data === '' ? [] : [JSON.parse(data) as Message]));
const ids = (text: string): string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id!);

async function session(): Promise<Readonly<Record<string, string>>> {
  const response = await post(INITIALIZE);
  await response.text();
  return { 'mcp-session-id': response.headers.get('mcp-session-id')!, 'mcp-protocol-version': '2025-11-25' };
}

describe('who may come in', () => {
  test.each<[string, Readonly<Record<string, string>>, number]>([
    ['the name of another site', { host: 'evil.example' }, 403],
    ['a name that begins like this machine', { host: 'localhost.evil.example' }, 403],
    ['a host with a path', { host: 'localhost/x' }, 403],
    ['a page of another site', { origin: 'http://evil.example' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
    ['a page over https', { origin: 'https://localhost' }, 403],
    ['no token', { authorization: '' }, 401],
    ['another token', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['the token, by the name of this machine', { host: 'localhost:80', origin: 'http://localhost:3000' }, 200],
  ])('%s', async (_, headers, status) => {
    expect(await statusOf(headers)).toBe(status);
  });

  test('nothing else is served', async () => {
    expect(await statusOf({}, '/')).toBe(404);
    expect(await statusOf({}, '/mcp/../etc/passwd')).toBe(404);
    expect(await statusOf({}, '/mcp', 'OPTIONS')).toBe(405);
    expect(await statusOf({}, '/mcp', 'PUT')).toBe(405);
  });

  test('a page of another site learns nothing of the answer', async () => {
    const response = await post(INITIALIZE);
    await response.text();
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('bodies', () => {
  test.each<[string, string, Readonly<Record<string, string>>, number, number]>([
    ['no JSON', '{', {}, 400, -32_700],
    ['a batch', JSON.stringify([INITIALIZE]), {}, 400, -32_600],
    ['a number', '7', {}, 400, -32_600],
    ['another content type', JSON.stringify(INITIALIZE), { 'content-type': 'text/plain' }, 415, -32_600],
    ['no session', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }), {}, 400, -32_600],
    ['a session that never was', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }), { 'mcp-session-id': 'x' }, 404, -32_600],
    ['five million characters', `"${'x'.repeat(5_000_000)}"`, {}, 413, -32_600],
  ])('%s', async (_, body, headers, status, code) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });
});

describe('sessions', () => {
  test('a session ends when the client says so', async () => {
    const headers = await session();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(messages(await (await post(ping, headers)).text())).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers)).status).toBe(202);
    expect((await fetch(http.url, { method: 'DELETE', headers: { ...HEADERS, ...headers } })).status).toBe(204);
    expect((await post(ping, headers)).status).toBe(404);
  });

  test('a revision that is not served is refused', async () => {
    const headers = { ...(await session()), 'mcp-protocol-version': '2031-01-01' };
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status).toBe(400);
  });

  test('a call goes on when its stream breaks off, and a client that comes back misses and repeats nothing', async () => {
    const headers = await session();
    const params = { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 'p' } };
    const controller = new AbortController();
    const response = await fetch(http.url, {
      method: 'POST',
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: controller.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let before = '';
    while (messages(before).length === 0) before += (await reader.read()).value ?? '';
    controller.abort();
    const again = await fetch(http.url, { headers: { ...HEADERS, ...headers, 'last-event-id': ids(before).at(-1) } });
    const after = await again.text();
    const all = [...messages(before), ...messages(after)];
    expect(all.map(({ method, id, params: told }) => [method ?? id, told?.['progress']])).toEqual([
      ['notifications/progress', 0],
      ['notifications/progress', 50],
      ['notifications/progress', 100],
      [1, undefined],
    ]);
    // What was finished meanwhile can be read once more, from any event on.
    const [first] = ids(before);
    const whole = await (await fetch(http.url, { headers: { ...HEADERS, ...headers, 'last-event-id': first! } })).text();
    expect(messages(whole)).toEqual(all);
  });

  test.each(['nonsense', '99-1', '-', '1-1'])('another client cannot resume a stream: %s', async (last) => {
    const headers = await session();
    const response = await fetch(http.url, { headers: { ...HEADERS, ...headers, 'last-event-id': last } });
    await response.body?.cancel();
    // A new session has one stream so far, that of its first request.
    expect(response.status).toBe(last === '1-1' ? 200 : 404);
  });

  test('changes come on the stream of the session', async () => {
    const headers = await session();
    await (await post({ jsonrpc: '2.0', id: 1, method: 'resources/list' }, headers)).text();
    const stream = await fetch(http.url, { headers: { ...HEADERS, ...headers } });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await fetch(http.url, { headers: { ...HEADERS, ...headers } })).status).toBe(409);
    mcp.changed({ list: 'resources' });
    let text = '';
    while (messages(text).length === 0) text += (await reader.read()).value ?? '';
    expect(messages(text)).toMatchObject([{ method: 'notifications/resources/list_changed' }]);
    await reader.cancel();
  });
});

describe('2026-07-28, without sessions', () => {
  const call = (params: object, id = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, ...stateless() } });
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'test_simple_text' };

  test('an answer alone is a JSON object', async () => {
    const response = await post(call({ name: 'test_simple_text', arguments: {} }), headers);
    expect([response.status, response.headers.get('content-type'), response.headers.get('mcp-session-id')]).toEqual([
      200,
      'application/json',
      null,
    ]);
    expect(await response.json()).toMatchObject({ id: 1, result: { resultType: 'complete', isError: false } });
  });

  test('two clients may use one id at once', async () => {
    const answers = await Promise.all([1, 2].map(() => post(call({ name: 'test_simple_text', arguments: {} }), headers)));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ id: 1, result: { isError: false } });
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another tool', { 'mcp-name': 'other' }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
  ])('headers that name %s are refused', async (_, wrong) => {
    const response = await post(call({ name: 'test_simple_text', arguments: {} }), { ...headers, ...wrong });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32_020 } });
  });

  test('a name may come as Base64', async () => {
    const encoded = `=?base64?${Buffer.from('test_simple_text').toString('base64')}?=`;
    const response = await post(call({ name: 'test_simple_text', arguments: {} }), { ...headers, 'mcp-name': encoded });
    expect(response.status).toBe(200);
    await response.text();
  });

  test('the header of a request for a task names the task; a client without the extension is refused with 400', async () => {
    const extension = stateless({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
    const sent = (params: object, name: string) =>
      post(
        { jsonrpc: '2.0', id: 4, method: 'tasks/get', params: { taskId: 'some', ...params } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tasks/get', 'mcp-name': name },
      );
    const answers = [];
    for (const response of [await sent(extension, 'other'), await sent(stateless(), 'some'), await sent(extension, 'some')])
      answers.push([response.status, ((await response.json()) as Message).error?.code]);
    expect(answers).toEqual([
      [400, -32_020],
      [400, -32_021],
      [200, -32_602],
    ]);
  });

  test('an unknown method is 404, an unknown revision 400', async () => {
    const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/launch', params: stateless() };
    const response = await post(unknown, { ...headers, 'mcp-method': 'tools/launch' });
    expect([response.status, ((await response.json()) as Message).error?.code]).toEqual([404, -32_601]);
    const later = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
    };
    const refused = await post(later, { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' });
    expect([refused.status, ((await refused.json()) as Message).error?.code]).toEqual([400, -32_022]);
  });

  test('a stream begins where messages come first, and ends with its client', async () => {
    const listen = {
      jsonrpc: '2.0',
      id: 5,
      method: 'subscriptions/listen',
      params: { ...stateless(), notifications: { toolsListChanged: true } },
    };
    const controller = new AbortController();
    const response = await fetch(http.url, {
      method: 'POST',
      headers: { ...HEADERS, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      body: JSON.stringify(listen),
      signal: controller.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (messages(text).length === 0) text += (await reader.read()).value ?? '';
    mcp.changed({ list: 'tools' });
    while (messages(text).length === 1) text += (await reader.read()).value ?? '';
    expect(messages(text).map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ]);
    expect(ids(text)).toEqual([]);
    controller.abort();
  });
});

test("the official SDK's client lists, calls, reads, and answers a form", async () => {
  const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => Promise.resolve({ action: 'accept', content: { response: 'yes' } }));
  const transport = new StreamableHTTPClientTransport(new URL(http.url), {
    requestInit: { headers: { authorization: HEADERS.authorization } },
  });
  await client.connect(transport);
  expect(client.getServerVersion()).toMatchObject({ name: 'capture-workbench' });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('test_elicitation');
  expect(await client.callTool({ name: 'test_elicitation', arguments: { message: 'hello' } })).toMatchObject({ isError: false });
  expect((await client.readResource({ uri: 'test://static-text' })).contents).toHaveLength(1);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  expect((await client.getPrompt({ name: 'test_simple_prompt' })).messages).toHaveLength(1);
  expect(
    (await client.complete({ ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'test' } })).completion.values,
  ).toHaveLength(2);
  const { tasks } = client.experimental;
  const types: string[] = [];
  const call = { name: 'test_elicitation', arguments: { message: 'hello' } };
  for await (const { type } of tasks.callToolStream(call, CallToolResultSchema, { task: { ttl: 60_000 } })) types.push(type);
  expect([types[0], types.at(-1)]).toEqual(['taskCreated', 'result']);
  expect((await tasks.listTasks()).tasks).toMatchObject([{ status: 'completed', ttl: 60_000 }]);
  await client.close();
});
