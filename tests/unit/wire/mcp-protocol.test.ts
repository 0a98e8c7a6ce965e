import { describe, expect, test, vi } from 'vitest';
import { type FormAnswer, type Listed, type McpResources } from '../../../src/wire/mcp/server/ports.ts';
import { mcpPeer, stateless, type Before, type Message } from '../../support/mcp-peer.ts';

const good = { name: 'row_multiplier', arguments: { capture_selection: { capture_id: 'lab' }, factor: 3 } };
const hello = (protocolVersion: string, capabilities: object = {}) => ({
  protocolVersion,
  capabilities,
  clientInfo: { name: 'test', version: '1' },
});

describe('revisions', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['tomorrow', '2025-11-25'],
  ])('a handshake for %s agrees on %s', async (requested, agreed) => {
    const { request } = mcpPeer();
    const { result } = await request('initialize', hello(requested));
    expect(result).toMatchObject({ protocolVersion: agreed, serverInfo: { name: 'capture-workbench' } });
    expect((await request('tools/call', good)).result).not.toHaveProperty('resultType');
  });

  test.each([
    ['no version', { capabilities: {} }],
    ['a version that is a number', { protocolVersion: 2025, capabilities: {} }],
    ['capabilities that are a list', { protocolVersion: '2025-11-25', capabilities: [] }],
    ['a version of 10,000 characters', { protocolVersion: 'x'.repeat(10_000) }],
  ])('a handshake with %s is refused', async (_, params) => {
    expect((await mcpPeer().request('initialize', params)).error).toMatchObject({ code: -32_602 });
  });

  test.each(['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'initialize'])(
    '2026-07-28 has no %s',
    async (method) => {
      const { request } = mcpPeer();
      const { error } = await request(method, { ...stateless(), level: 'info', uri: 'a:b' });
      // The handshake itself cannot say that it is of the later revision.
      expect(error?.code).toBe(method === 'initialize' ? -32_602 : -32_601);
    },
  );

  test('a stateless request says what its client can do', async () => {
    const { request } = mcpPeer();
    const bare = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    expect((await request('tools/list', bare)).error).toMatchObject({ code: -32_602 });
    expect((await request('subscriptions/listen', {})).error).toMatchObject({ code: -32_601 });
  });

  test.each(['resources/list', 'resources/templates/list', 'prompts/list', 'prompts/get', 'resources/subscribe'])(
    'a server without the feature has no method %s',
    async (method) => {
      expect((await mcpPeer().request(method, { name: 'x', uri: 'a:b' })).error).toMatchObject({ code: -32_601 });
    },
  );
});

describe('elicitation', () => {
  const FORM = { message: 'May this run?', schema: { type: 'object', properties: {} } };
  /** Runs the call only where the person accepts. */
  const asking = (answers: (FormAnswer | 'cannot ask')[]): Before => {
    return async ({ ask }) => {
      answers.push(ask === undefined ? 'cannot ask' : await ask(FORM));
    };
  };

  test.each([
    ['2025-06-18', undefined],
    ['2025-11-25', 'form'],
  ])('%s: the server sends the client a request', async (revision, mode) => {
    const answers: (FormAnswer | 'cannot ask')[] = [];
    const peer = mcpPeer({}, undefined, asking(answers));
    await peer.request('initialize', hello(revision, { elicitation: {} }));
    peer.on(({ id, method, params }) => {
      if (method !== 'elicitation/create') return;
      expect(params).toEqual({ ...(mode !== undefined && { mode }), message: FORM.message, requestedSchema: FORM.schema });
      peer.tell({ id: 'not asked', result: { action: 'accept' } });
      peer.tell({ id, result: { action: 'accept', content: { sure: true } } });
      peer.tell({ id, result: { action: 'decline' } });
    });
    expect((await peer.request('tools/call', good)).result).toMatchObject({ isError: false });
    expect(answers).toEqual([{ action: 'accept', content: { sure: true } }]);
  });

  test.each<[string, Partial<Message>, string]>([
    ['an error', { error: { code: -1, message: 'no' } }, 'cancel'],
    ['nothing', { result: {} }, 'cancel'],
    ['an action that does not exist', { result: { action: 'yes' } }, 'cancel'],
    ['content that is a list', { result: { action: 'accept', content: [] as unknown } }, 'cancel'],
    ['decline', { result: { action: 'decline', content: { sure: true } } }, 'decline'],
  ])('%s is no consent', async (_, answer, action) => {
    const answers: (FormAnswer | 'cannot ask')[] = [];
    const peer = mcpPeer({}, undefined, asking(answers));
    await peer.request('initialize', hello('2025-11-25', { elicitation: { form: {} } }));
    peer.on(({ id, method }) => {
      if (method === 'elicitation/create') peer.tell({ id, ...answer });
    });
    await peer.request('tools/call', good);
    expect(answers).toEqual([{ action }]);
  });

  test.each([{}, { elicitation: { url: {} } }, { elicitation: 'yes' }])(
    'a client with capabilities %j is not asked',
    async (capabilities) => {
      const answers: (FormAnswer | 'cannot ask')[] = [];
      const peer = mcpPeer({}, undefined, asking(answers));
      await peer.request('initialize', hello('2025-11-25', capabilities));
      await peer.request('tools/call', good);
      await peer.request('tools/call', { ...good, ...stateless(capabilities) });
      expect(answers).toEqual(['cannot ask', 'cannot ask']);
    },
  );

  test('a call that is cancelled while it asks withdraws its question', async () => {
    const answers: (FormAnswer | 'cannot ask')[] = [];
    const peer = mcpPeer({}, undefined, asking(answers));
    await peer.request('initialize', hello('2025-11-25', { elicitation: {} }));
    const ended = peer.ask({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params: good });
    peer.tell({ method: 'notifications/cancelled', params: { requestId: 'long' } });
    expect(JSON.stringify((await ended).result)).toContain('CANCELLED');
    const [question] = peer.heard.filter(({ method }) => method === 'elicitation/create');
    expect(peer.heard.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: question?.id } });
    expect(answers).toEqual([{ action: 'cancel' }]);
  });

  describe('2026-07-28: in several rounds', () => {
    const can = stateless({ elicitation: {} });
    const first = async (answers: (FormAnswer | 'cannot ask')[] = []) => {
      const peer = mcpPeer({}, undefined, asking(answers));
      const { result } = await peer.request('tools/call', { ...good, ...can });
      return { peer, state: result?.['requestState'], result, answers };
    };
    const accepted = { inputResponses: { form: { action: 'accept', content: { sure: true } } } };

    test('the question ends the request, and the answer goes on with the call', async () => {
      const { peer, result, state, answers } = await first();
      expect(result).toMatchObject({
        resultType: 'input_required',
        inputRequests: { form: { method: 'elicitation/create', params: { mode: 'form', requestedSchema: FORM.schema } } },
        requestState: expect.any(String) as string,
      });
      expect(peer.bed.runner.audit()).toEqual([]);
      const ended = await peer.connect().request('tools/call', { ...good, ...can, requestState: state, ...accepted });
      expect(ended.result).toMatchObject({ resultType: 'complete', isError: false });
      expect(answers).toEqual([{ action: 'accept', content: { sure: true } }]);
    });

    test('a state serves once, and only the call that it was given for', async () => {
      const { peer, state } = await first();
      const other = { name: good.name, arguments: { ...good.arguments, factor: 4 } };
      for (const wrong of [
        { ...other, requestState: state },
        { ...good, requestState: 'made-up' },
        { ...good, requestState: 7 },
      ]) {
        expect((await peer.request('tools/call', { ...wrong, ...can, ...accepted })).error).toMatchObject({ code: -32_602 });
      }
      const again = { ...good, ...can, requestState: state, ...accepted };
      expect((await peer.request('tools/call', again)).result).toMatchObject({ isError: false });
      expect((await peer.request('tools/call', again)).error).toMatchObject({ code: -32_602 });
    });

    test('a state without an answer is no consent', async () => {
      const { peer, state, answers } = await first();
      await peer.request('tools/call', { ...good, ...can, requestState: state });
      expect(answers).toEqual([{ action: 'cancel' }]);
    });

    test('a call without an answer ends after ten minutes', async () => {
      vi.useFakeTimers();
      try {
        const { peer, state } = await first();
        await vi.advanceTimersByTimeAsync(10 * 60_000);
        expect((await peer.request('tools/call', { ...good, ...can, requestState: state, ...accepted })).error?.code).toBe(-32_602);
      } finally {
        vi.useRealTimers();
      }
    });
  });
});

describe('messages', () => {
  const talking: Before = ({ log }) => {
    for (const level of ['debug', 'info', 'warning', 'error'] as const) log(level, { said: level });
    return Promise.resolve();
  };
  const levels = (heard: readonly Message[]): unknown[] =>
    heard.flatMap(({ method, params }) => (method === 'notifications/message' ? [params?.['level']] : []));

  test('warnings are sent until the client says which level it wants', async () => {
    const { request, heard } = mcpPeer({}, undefined, talking);
    await request('initialize', hello('2025-11-25'));
    await request('tools/call', good);
    expect(levels(heard)).toEqual(['warning', 'error']);
    expect((await request('logging/setLevel', { level: 'info' })).result).toEqual({});
    await request('tools/call', good);
    expect(levels(heard).slice(2)).toEqual(['info', 'warning', 'error']);
    expect((await request('logging/setLevel', { level: 'loud' })).error).toMatchObject({ code: -32_602 });
  });

  test('2026-07-28: a request that names no level is sent none', async () => {
    const { request, heard } = mcpPeer({}, undefined, talking);
    await request('tools/call', { ...good, ...stateless() });
    expect(levels(heard)).toEqual([]);
    await request('tools/call', { ...good, ...stateless({}, { 'io.modelcontextprotocol/logLevel': 'error' }) });
    expect(levels(heard)).toEqual(['error']);
  });
});

describe('resources, prompts and completion', () => {
  const all: readonly Listed[] = Array.from({ length: 120 }, (_, at) => ({ uri: `test:${String(at)}`, name: `number ${String(at)}` }));
  const resources: McpResources = {
    list: () => all,
    templates: () => [{ uriTemplate: 'test:{number}', name: 'by number' }],
    read: (uri) => Promise.resolve(all.some((each) => each['uri'] === uri) ? [{ uri, text: 'here' }] : undefined),
    keep: () => ({ type: 'resource_link', uri: 'test:kept', name: 'kept' }),
  };
  const parts = {
    resources,
    prompts: {
      list: () => [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
      get: (name: string, { who }: Readonly<Record<string, string>>) =>
        name === 'greet' ? { messages: [{ role: 'user', content: { type: 'text', text: `Hello ${String(who)}` } }] } : undefined,
    },
    complete: ({ of, argument, value }: { of: string; argument: string; value: string }) =>
      Promise.resolve(argument === 'who' ? Array.from({ length: 150 }, (_, at) => `${of} ${value}${String(at)}`) : undefined),
  };

  test('lists come in pages, each item once', async () => {
    const { request } = mcpPeer(parts);
    const found: unknown[] = [];
    for (let cursor: unknown, pages = 0; pages === 0 || cursor !== undefined; pages++) {
      const { result } = await request('resources/list', cursor === undefined ? {} : { cursor });
      found.push(...(result?.['resources'] as unknown[]));
      cursor = result?.['nextCursor'];
      expect(pages).toBeLessThan(4);
    }
    expect(found).toEqual(all);
    for (const cursor of ['from-1', 'from-0', 'from-9999999', 'rest', 50, null, 'from-50 ', {}])
      expect((await request('resources/list', { cursor })).error).toMatchObject({ code: -32_602 });
  });

  test('a resource that does not exist has the error of the revision', async () => {
    const { request } = mcpPeer(parts);
    expect((await request('resources/read', { uri: 'test:5' })).result).toEqual({ contents: [{ uri: 'test:5', text: 'here' }] });
    expect((await request('resources/read', { uri: 'test:x' })).error).toEqual({
      code: -32_002,
      message: 'Resource not found',
      data: { uri: 'test:x' },
    });
    expect((await request('resources/read', { uri: 'test:x', ...stateless() })).error).toMatchObject({ code: -32_602 });
    expect((await request('resources/read', { uri: 'test:5', ...stateless() })).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    for (const uri of [undefined, 7, 'x'.repeat(3000)])
      expect((await request('resources/read', { uri })).error).toMatchObject({ code: -32_602 });
  });

  test('prompts take texts', async () => {
    const { request } = mcpPeer(parts);
    expect((await request('prompts/get', { name: 'greet', arguments: { who: 'Ada' } })).result).toMatchObject({
      messages: [{ content: { text: 'Hello Ada' } }],
    });
    expect((await request('prompts/get', { name: 'shout' })).error).toMatchObject({ code: -32_602, message: 'Unknown prompt' });
    for (const args of [{ who: 7 }, ['Ada'], 'Ada', { who: 'x'.repeat(5000) }])
      expect((await request('prompts/get', { name: 'greet', arguments: args })).error).toMatchObject({ code: -32_602 });
  });

  test('a completion has at most a hundred values', async () => {
    const { request } = mcpPeer(parts);
    const of = (ref: object, argument: object) => request('completion/complete', { ref, argument });
    const found = await of({ type: 'ref/prompt', name: 'greet' }, { name: 'who', value: 'A' });
    expect(found.result).toMatchObject({ completion: { total: 150, hasMore: true } });
    expect((found.result?.['completion'] as { values: string[] }).values).toHaveLength(100);
    expect((await of({ type: 'ref/resource', uri: 'test:{number}' }, { name: 'number', value: '' })).result).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    });
    for (const [ref, argument] of [
      [
        { type: 'ref/tool', name: 'x' },
        { name: 'who', value: '' },
      ],
      [{ type: 'ref/prompt' }, { name: 'who', value: '' }],
      [{ type: 'ref/prompt', name: 'greet' }, { name: 'who' }],
    ] as const)
      expect((await of(ref, argument)).error).toMatchObject({ code: -32_602 });
  });

  test('a client that follows a resource or lists them hears of changes', async () => {
    const peer = mcpPeer(parts);
    const other = peer.connect();
    await peer.request('resources/list');
    await peer.request('resources/subscribe', { uri: 'test:5' });
    for (const change of [{ uri: 'test:5' }, { uri: 'test:6' }, { list: 'resources' }, { list: 'tools' }] as const)
      peer.server.changed(change);
    await peer.request('resources/unsubscribe', { uri: 'test:5' });
    peer.server.changed({ uri: 'test:5' });
    expect(peer.heard.map(({ method, params }) => [method, params])).toEqual([
      ['notifications/resources/updated', { uri: 'test:5' }],
      ['notifications/resources/list_changed', {}],
    ]);
    expect(other.heard).toEqual([]);
  });

  test('2026-07-28: a stream carries what it asked for, under its id, until it ends', async () => {
    const peer = mcpPeer(parts);
    const listening = peer.ask({
      jsonrpc: '2.0',
      id: 'stream',
      method: 'subscriptions/listen',
      params: {
        ...stateless(),
        notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['test:5'] },
      },
    });
    for (const change of [{ uri: 'test:5' }, { uri: 'test:6' }, { list: 'resources' }, { list: 'tools' }] as const)
      peer.server.changed(change);
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 'stream' };
    expect(peer.heard.map(({ method, params }) => [method, params])).toEqual([
      ['notifications/subscriptions/acknowledged', { _meta, notifications: { toolsListChanged: true, resourceSubscriptions: ['test:5'] } }],
      ['notifications/resources/updated', { uri: 'test:5', _meta }],
      ['notifications/tools/list_changed', { _meta }],
    ]);
    peer.tell({ method: 'notifications/cancelled', params: { requestId: 'stream' } });
    expect((await listening).result).toMatchObject({ _meta });
    peer.server.changed({ list: 'tools' });
    expect(peer.heard).toHaveLength(3);
  });
});

test('images and other blocks come with the text, and never more than 32 KB in all', async () => {
  const image = (bytes: number): Listed => ({ type: 'image', mimeType: 'image/png', data: 'A'.repeat(bytes) });
  const { request } = mcpPeer({ blocks: () => Promise.resolve([image(4000), image(40_000), image(9000), image(9000)]) });
  const { result } = await request('tools/call', good);
  const content = result?.['content'] as { type: string; data?: string }[];
  expect(content.map(({ type, data }) => [type, data?.length])).toEqual([
    ['text', undefined],
    ['image', 4000],
    ['image', 9000],
  ]);
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(32 * 1024);
});
