import { afterEach, describe, expect, test } from 'vitest';
import { loopbackTransport } from '../../../../src/core/mcp/http.ts';
import { connectMcp, type McpConnection } from '../../../../src/wire/mcp/client.ts';
import { headerParams } from '../../../../src/wire/mcp/headers.ts';
import { echo, mcpServer, type McpServerOptions, type TestMcpServer } from '../../../support/mcp-server.ts';

const servers: TestMcpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(tools?: unknown[], options?: McpServerOptions): Promise<TestMcpServer> {
  const server = await mcpServer(tools, options);
  servers.push(server);
  return server;
}

const client = { name: 'capture-workbench', version: '1.0.0' };
const never = new AbortController().signal;
const connect = (server: TestMcpServer, onListChanged = (): void => undefined): Promise<McpConnection> =>
  connectMcp({ transport: loopbackTransport(server.url), client, onListChanged }, never);

describe.each([
  ['modern', false],
  ['modern', true],
  ['legacy', false],
  ['legacy', true],
] as const)('a server of the %s era, streams %s', (era, streams) => {
  test('is connected to, listed page by page, called and left', async () => {
    const tools = [1, 2, 3, 4, 5].map((nth) => ({ ...echo, name: `echo_${String(nth)}` }));
    const server = await serve(tools, { era, streams, page: 2 });
    const connection = await connect(server);
    expect(connection.revision).toBe(era === 'modern' ? '2026-07-28' : '2025-06-18');
    expect(connection.server).toEqual({ name: 'test', version: '1' });
    expect(await connection.listTools(never)).toEqual(tools);
    expect(await connection.callTool('echo_1', { text: 'hello' }, [], never)).toMatchObject({ structuredContent: { said: 'hello' } });
    await connection.close();
    const calls = server.seen.filter(({ method }) => method === 'tools/call');
    expect(calls.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([connection.revision]);
    if (era === 'modern') {
      expect(calls[0]?.headers).toMatchObject({ 'mcp-method': 'tools/call', 'mcp-name': 'echo_1' });
      expect(calls[0]?.params['_meta']).toMatchObject({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' });
      expect(server.seen.map(({ http }) => http)).not.toContain('DELETE');
    } else {
      expect(calls[0]?.headers['mcp-session-id']).toBe('session-1');
      expect(server.seen.map(({ method }) => method)).toContain('notifications/initialized');
      expect(server.seen.at(-1)?.http).toBe('DELETE');
    }
  });

  test('is followed while its list changes', async () => {
    const server = await serve(undefined, { era, streams });
    let told = 0;
    const connection = await connect(server, () => (told += 1));
    const controller = new AbortController();
    const following = connection.follow(controller.signal).catch((error: unknown) => error);
    await expect.poll(() => server.listening()).toBe(1);
    server.tell();
    await expect.poll(() => told).toBe(1);
    controller.abort();
    await following;
    await expect.poll(() => server.listening()).toBe(0);
  });

  test('is told of a call that is given up', async () => {
    let began = false;
    const server = await serve(undefined, { era, streams, call: () => ((began = true), new Promise(() => undefined)) });
    const connection = await connect(server);
    const controller = new AbortController();
    const calling = connection.callTool('echo', { text: 'x' }, [], controller.signal);
    await expect.poll(() => began).toBe(true);
    controller.abort();
    await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
    const told = (): number => server.seen.filter(({ method }) => method === 'notifications/cancelled').length;
    await expect.poll(told).toBe(era === 'modern' ? 0 : 1);
  });
});

const FORM = {
  message: 'Which room?',
  requestedSchema: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
};

describe.each(['modern', 'legacy'] as const)('a server of the %s era that asks the person during a call', (era) => {
  const asking = async (options: McpServerOptions = {}): Promise<{ server: TestMcpServer; connection: McpConnection }> => {
    const server = await serve(undefined, { era, question: FORM, ...options });
    const transport = loopbackTransport(server.url);
    return { server, connection: await connectMcp({ transport, client, onListChanged: () => undefined, asks: true }, never) };
  };

  test('learns that the client can show forms, and receives the answer', async () => {
    const { server, connection } = await asking();
    const asked: unknown[] = [];
    const found = await connection.callTool('echo', { text: 'x' }, [], never, (params) => {
      asked.push(params);
      return Promise.resolve({ action: 'accept', content: { room: 'kitchen' } });
    });
    expect(asked).toEqual([FORM]);
    expect(server.answers).toEqual([{ action: 'accept', content: { room: 'kitchen' }, ...(era === 'modern' && { state: 'state-1' }) }]);
    expect(found).toMatchObject({ structuredContent: { said: 'x' } });
    const said = server.seen.find(({ method }) => method === (era === 'modern' ? 'tools/call' : 'initialize'))?.params;
    const { 'io.modelcontextprotocol/clientCapabilities': modern } = (said?.['_meta'] ?? {}) as Record<string, unknown>;
    expect(modern ?? said?.['capabilities']).toEqual({ elicitation: { form: {} } });
  });

  test('receives an error if no person can answer, or if the form is invalid', async () => {
    const { server, connection } = await asking();
    const alone = connection.callTool('echo', { text: 'x' }, [], never);
    const invalid = (): Promise<unknown> => connection.callTool('echo', { text: 'x' }, [], never, () => Promise.resolve('no form'));
    if (era === 'modern') {
      await expect(alone).rejects.toMatchObject({ code: 'MCP_BAD_MESSAGE' });
      await expect(invalid()).rejects.toThrow('the server asks for input: no form');
    } else {
      await alone;
      await invalid();
      expect(server.answers).toEqual([
        { code: -32_601, message: 'Method not found' },
        { code: -32_602, message: 'no form' },
      ]);
    }
  });

  test('has its question withdrawn if the call is given up', async () => {
    const { connection } = await asking();
    const controller = new AbortController();
    let withdrawn = false;
    const calling = connection.callTool('echo', { text: 'x' }, [], controller.signal, (_params, signal) => {
      controller.abort();
      return new Promise((resolve) => {
        withdrawn = signal.aborted;
        resolve({ action: 'cancel' });
      });
    });
    await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
    expect(withdrawn).toBe(true);
  });
});

test('a call ends although its server never stops asking', async () => {
  const server = await serve(undefined, {
    era: 'modern',
    instead: ({ id, method }, response) => {
      if (method !== 'tools/call') return false;
      const result = { resultType: 'input_required', inputRequests: {}, requestState: 'again' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      return true;
    },
  });
  const connection = await connect(server);
  await expect(connection.callTool('echo', { text: 'x' }, [], never)).rejects.toThrow(
    'expected at most 16 rounds of questions, found more',
  );
});

test('a session that the server has forgotten is begun again, and the call runs once', async () => {
  let calls = 0;
  const server = await serve(undefined, { era: 'legacy', call: () => ((calls += 1), { content: [] }) });
  const connection = await connect(server);
  server.forget();
  await connection.callTool('echo', {}, [], never);
  expect(calls).toBe(1);
  expect(server.seen.filter(({ method }) => method === 'initialize')).toHaveLength(2);
});

/** A server that cuts the stream of a call after its second event, and takes over the stream again if `again` allows. */
const cutting = (ends: 'cut' | 'ended', again: (after: string, nth: number) => readonly string[] | null) => {
  let id: number | string | undefined;
  let nth = 0;
  const after: (string | undefined)[] = [];
  const instead: McpServerOptions['instead'] = (asked, response, request) => {
    const last = request.headers['last-event-id'];
    if (asked.method === 'tools/call') {
      id = asked.id;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 5\nid: first\ndata:\n\n: here\n\nid: half', () => {
        if (ends === 'cut') response.destroy();
        else response.end();
      });
      return true;
    }
    if (request.method !== 'GET' || typeof last !== 'string') return false;
    after.push(`${String(request.headers['mcp-session-id'])} ${last}`);
    const events = again(last, nth++);
    if (events === null) response.writeHead(405).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(events.map((event) => event.replace('ID', JSON.stringify(id))).join(''));
    return true;
  };
  return { instead, after };
};
const ANSWER = 'id: last\ndata: {"jsonrpc":"2.0","id":ID,"result":{"content":[]}}\n\n';

describe.each(['cut', 'ended'] as const)('a stream that is %s before the answer', (ends) => {
  const called = async (again: (after: string, nth: number) => readonly string[] | null) => {
    const { instead, after } = cutting(ends, again);
    const connection = await connect(await serve(undefined, { era: 'legacy', instead }));
    return { after, answer: connection.callTool('echo', {}, [], never) };
  };

  test('goes on after its last complete event, as often as it takes', async () => {
    const { answer, after } = await called((_, nth) => [['id: second\ndata:\n\n'], [], [ANSWER]][nth] ?? null);
    expect(await answer).toEqual({ content: [] });
    expect(after).toEqual(['session-1 first', 'session-1 second', 'session-1 second']);
  });

  test('fails if the server does not resume it, or has nothing new three times', async () => {
    const code = ends === 'cut' ? 'ENDPOINT_CUT' : 'MCP_NO_ANSWER';
    const refused = await called(() => null);
    await expect(refused.answer).rejects.toMatchObject({ code });
    expect(refused.after).toHaveLength(1);
    const idle = await called(() => ['id: first\ndata:\n\n']);
    await expect(idle.answer).rejects.toMatchObject({ code });
    expect(idle.after).toHaveLength(3);
  });
});

test('a stream of the later revision, which has no resumption, is not requested again', async () => {
  const { instead, after } = cutting('cut', () => [ANSWER]);
  const connection = await connect(await serve(undefined, { era: 'modern', instead }));
  await expect(connection.callTool('echo', {}, [], never)).rejects.toMatchObject({ code: 'ENDPOINT_CUT' });
  expect(after).toEqual([]);
});

const page = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };
test.each<[string, McpServerOptions['instead'] & object, string]>([
  ['HTML', (_asked, response) => (response.writeHead(200, page).end('<html>'), true), 'ENDPOINT_NOT_MCP'],
  ['no JSON', (_asked, response) => (response.writeHead(200, json).end('{"json'), true), 'ENDPOINT_NOT_MCP'],
  [
    'a redirect to another host',
    (_asked, response) => (response.writeHead(307, { location: 'http://example.com/' }).end(), true),
    'ENDPOINT_REDIRECTED',
  ],
  [
    'a redirect to this machine',
    (_asked, response) => (response.writeHead(302, { location: '/other' }).end(), true),
    'ENDPOINT_REDIRECTED',
  ],
  [
    'answers to other requests',
    (_asked, response) => (response.writeHead(200, json).end('{"jsonrpc":"2.0","id":4711,"result":{}}'), true),
    'MCP_NO_ANSWER',
  ],
  [
    'an id that is a text',
    ({ id }, response) => (response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":"${String(id)}","result":{}}`), true),
    'MCP_NO_ANSWER',
  ],
  [
    'a result and an error',
    ({ id }, response) => (response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${String(id)},"result":{},"error":{}}`), true),
    'MCP_BAD_MESSAGE',
  ],
  [
    'an empty stream',
    (_asked, response) => (response.writeHead(200, { 'content-type': 'text/event-stream' }).end(), true),
    'MCP_NO_ANSWER',
  ],
  ['a failure', (_asked, response) => (response.writeHead(500).end(), true), 'ENDPOINT_STATUS'],
  [
    'another revision',
    ({ id }, response) => (
      response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${String(id)},"result":{"protocolVersion":"1999-01-01"}}`),
      true
    ),
    'MCP_VERSION',
  ],
])('%s in place of MCP ends the connection with a code', async (_, instead, code) => {
  const server = await serve(undefined, {
    instead: (asked, response, request) => asked.method !== '' && instead(asked, response, request),
  });
  await expect(connect(server)).rejects.toMatchObject({ code });
});

test('200 MB are not read: what is too long ends at its limit, in one piece and in a stream', async () => {
  for (const type of ['application/json', 'text/event-stream']) {
    let sent = 0;
    const server = await serve(undefined, {
      instead: ({ method }, response) => {
        if (method !== 'tools/call') return false;
        response.writeHead(200, { 'content-type': type });
        const piece = `data: "${'x'.repeat(65_536)}"\n\n`;
        const more = (): void => {
          while (!response.destroyed && sent < 200e6 && response.write(piece)) sent += piece.length;
        };
        response.on('drain', more);
        more();
        return true;
      },
    });
    const connection = await connect(server);
    await expect(connection.callTool('echo', {}, [], never)).rejects.toMatchObject({ code: 'ENDPOINT_TOO_LARGE' });
    expect(sent).toBeLessThan(60e6);
  }
});

test('a cursor that comes again ends the list', async () => {
  const server = await serve(undefined, {
    instead: ({ method, id }, response) => {
      if (method !== 'tools/list') return false;
      response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${String(id)},"result":{"tools":[],"nextCursor":"again"}}`);
      return true;
    },
  });
  const connection = await connect(server);
  await expect(connection.listTools(never)).rejects.toMatchObject({ code: 'MCP_BAD_MESSAGE' });
});

test('arguments are mirrored into the headers that the schema names, and only there where it may', async () => {
  const schema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      deep: { type: 'object', properties: { on: { type: 'boolean', 'x-mcp-header': 'On' } } },
    },
  };
  const params = headerParams(schema);
  const server = await serve();
  const connection = await connect(server);
  await connection.callTool('größe', { region: ' Köln', deep: { on: true } }, typeof params === 'string' ? [] : params, never);
  expect(server.seen.at(-1)?.headers).toMatchObject({
    'mcp-name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
    'mcp-param-region': `=?base64?${Buffer.from(' Köln').toString('base64')}?=`,
    'mcp-param-on': 'true',
  });
  for (const wrong of [
    { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
    { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A\r\nCookie: x' } } },
    { type: 'object', properties: { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } } },
    { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } } },
  ])
    expect(headerParams(wrong)).toContain('x-mcp-header');
});
