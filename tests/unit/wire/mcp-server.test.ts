import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { serveMcp } from '../../../src/wire/mcp/server.ts';
import { bench, countingIds, multiplier, type TestBench } from '../../support/tools.ts';

let channel: MessageChannel;
beforeEach(() => {
  channel = new MessageChannel();
});
afterEach(() => {
  channel.port1.close();
  channel.port2.close();
});

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client over a real message port. */
function connect(bed: TestBench = bench()) {
  const ids = countingIds();
  const notes: unknown[] = [];
  const server = serveMcp({
    version: '0.1.0',
    catalog: () => bed.runner.catalog(),
    run: (invocation, { signal, onProgress }) => bed.runner.run(invocation, { signal, onProgress, entry: 'mcp' }),
    newId: () => `mcp-${ids.uuid()}`,
    now: () => Date.now(),
    note: (error) => notes.push(error),
  });
  const connection = server.connect((message) => {
    channel.port1.postMessage(message);
  });
  channel.port1.onmessage = ({ data }) => {
    connection.receive(data);
  };
  const heard: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  channel.port2.onmessage = ({ data }: MessageEvent<Message>) => {
    heard.push(data);
    if (!('method' in data)) waiting.shift()?.(data);
  };
  const ask = (message: unknown): Promise<Message> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(message);
    });
  let next = 0;
  const request = (method: string, params: object = {}): Promise<Message> => ask({ jsonrpc: '2.0', id: ++next, method, params });
  const tell = (method: string, params: object = {}): void => {
    channel.port2.postMessage({ jsonrpc: '2.0', method, params });
  };
  return { ask, request, tell, heard, server, bed, notes };
}
const stateless = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } };
const good = { name: 'row_multiplier', arguments: { capture_selection: { capture_id: 'lab' }, factor: 3 } };

test('2025-06-18: handshake, list, a wrong call, the right one', async () => {
  const { request, tell, bed } = connect();
  const { result } = await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  expect(result).toEqual({
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true }, logging: {} },
    serverInfo: { name: 'capture-workbench', title: 'Capture Workbench', version: '0.1.0' },
  });
  tell('notifications/initialized');
  const list = (await request('tools/list')).result ?? {};
  expect(Object.keys(list)).toEqual(['tools']);
  expect(list['tools']).toMatchObject([{ name: 'row_multiplier', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } }]);
  const wrong = (await request('tools/call', { ...good, arguments: { ...good.arguments, factor: 99 } })).result;
  expect(wrong).toMatchObject({ isError: true });
  expect(JSON.stringify(wrong)).toContain('INVALID_VALUE');
  const right = (await request('tools/call', good)).result;
  expect(right).toMatchObject({ isError: false, structuredContent: { product: 300 } });
  expect(right).not.toHaveProperty('resultType');
  expect(bed.runner.audit().map(({ entry, status }) => [entry, status])).toEqual([
    ['mcp', 'error'],
    ['mcp', 'ok'],
  ]);
});

test('2026-07-28: no handshake; every request says its revision, every result that it is complete', async () => {
  const { request } = connect();
  expect((await request('server/discover', stateless)).result).toMatchObject({
    resultType: 'complete',
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'capture-workbench', version: '0.1.0' } },
  });
  expect((await request('tools/list', stateless)).result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
  expect((await request('tools/call', { ...good, ...stateless })).result).toMatchObject({ resultType: 'complete', isError: false });
  const { error } = await request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } });
  expect(error).toMatchObject({ code: -32_022, data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18'], requested: '2031-01-01' } });
});

test('the catalog has two pages: what a model needs first, and the rest; no tool is in both', async () => {
  const { request } = connect(bench(catalog));
  const page = async (params: object) => (await request('tools/list', params)).result as { tools: { name: string }[]; nextCursor?: string };
  const first = await page({});
  const rest = await page({ cursor: first.nextCursor });
  expect(first.tools.map(({ name }) => name)).toContain('search_catalog');
  expect(rest).not.toHaveProperty('nextCursor');
  const names = [...first.tools, ...rest.tools].map(({ name }) => name);
  expect(names.sort()).toEqual([...new Set(catalog.map(({ manifest }) => manifest.name))].sort());
  expect((await request('tools/list', { cursor: 'other' })).error).toMatchObject({ code: -32_602 });
});

test('a call is cancelled, and its progress goes to the client that asked for it', async () => {
  let started = (): void => undefined;
  const begun = new Promise<void>((resolve) => (started = resolve));
  const slow = multiplier({
    run: (_args, _context, { progress, signal }) =>
      new Promise((_resolve, reject) => {
        progress({ phase: 'reading', done: 5, total: 10, unit: 'rows' });
        signal.addEventListener('abort', () => {
          reject(new DOMException('stopped', 'AbortError'));
        });
        started();
      }),
  });
  const { ask, tell, heard } = connect(bench([slow]));
  const answer = ask({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params: { ...good, _meta: { progressToken: 'p' } } });
  await begun;
  tell('notifications/cancelled', { requestId: 'long' });
  expect(JSON.stringify((await answer).result)).toContain('CANCELLED');
  expect(heard.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params)).toEqual([
    { progressToken: 'p', progress: 5, total: 10, message: 'reading (rows)' },
  ]);
});

test.each<[string, unknown, number]>([
  ['no object', 7, -32_600],
  ['no version', { id: 1, method: 'ping' }, -32_600],
  ['parameters that are a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32_600],
  ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }, -32_600],
  ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, -32_601],
  ['a name of the prototype', { jsonrpc: '2.0', id: 1, method: 'constructor' }, -32_601],
  ['a call without a name', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32_602],
  ['an unknown tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'launch' } }, -32_602],
  ['a cursor', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } }, -32_602],
])('%s is an error of the protocol, and nothing runs', async (_, message, code) => {
  const { ask, bed, notes } = connect();
  expect((await ask(message)).error?.code).toBe(code);
  expect([bed.runner.audit(), notes]).toEqual([[], []]);
});

test('what the policy hides is neither listed nor called, and clients that listed the tools hear of a change', async () => {
  const bed = bench([multiplier()], { adjust: (policy) => ({ ...policy, allowedTools: [] }) });
  const { request, server, heard } = connect(bed);
  server.changed({ list: 'tools' });
  expect((await request('tools/list')).result).toMatchObject({ tools: [] });
  expect((await request('tools/call', good)).error).toMatchObject({ code: -32_602, message: 'Unknown tool' });
  server.changed({ list: 'tools' });
  await request('ping');
  expect(heard.filter(({ method }) => method === 'notifications/tools/list_changed')).toHaveLength(1);
});

test('the client sees no detail of an internal error', async () => {
  const bed = bench();
  const { request, notes } = connect({ ...bed, runner: { ...bed.runner, run: () => Promise.reject(new Error('secret path /home')) } });
  expect((await request('tools/call', good)).error).toEqual({ code: -32_603, message: 'Internal error' });
  expect(notes).toHaveLength(1);
});
