import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema, ElicitRequestSchema, TaskStatusNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CallContext } from '../../../src/wire/mcp/server/ports.ts';
import { mcpPeer, stateless, type Before, type Message } from '../../support/mcp-peer.ts';
import { bench, multiplier } from '../../support/tools.ts';

const good = { name: 'row_multiplier', arguments: { capture_selection: { capture_id: 'lab' }, factor: 3 } };
const hello = (protocolVersion = '2025-11-25', capabilities: object = {}) => ({
  protocolVersion,
  capabilities,
  clientInfo: { name: 'test', version: '1' },
});
const FORM = { message: 'May this run?', schema: { type: 'object', properties: {} } };
const EXTENSION = 'io.modelcontextprotocol/tasks';
const able = (more: object = {}) => stateless({ extensions: { [EXTENSION]: {} }, ...more });
type State = Readonly<Record<string, unknown>> & { readonly taskId: string; readonly status: string };

/** Holds every call until it is let go; an aborted call goes on at once. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const before: Before = ({ signal }) =>
    Promise.race([opened, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))]);
  return { open, before };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('2025-11-25: a client asks for a task', () => {
  async function started(before: Before, capabilities: object = {}, params: object = { task: {} }) {
    const peer = mcpPeer({}, undefined, before);
    await peer.request('initialize', hello('2025-11-25', capabilities));
    const { result, error } = await peer.request('tools/call', { ...good, ...params });
    const task = result?.['task'] as State;
    const ask = (method: string, more: object = {}): Promise<Message> => peer.request(method, { taskId: task.taskId, ...more });
    return { peer, task, ask, error };
  }

  test('the call is answered with a task, which ends, and whose result is that of the call', async () => {
    const { open, before } = gate();
    const { peer, task, ask } = await started(before, {}, { task: { ttl: 60_000 } });
    expect(task).toMatchObject({ status: 'working', ttl: 60_000, pollInterval: 1000, createdAt: expect.stringMatching(/Z$/) as string });
    expect((await ask('tasks/get')).result).toMatchObject({ taskId: task.taskId, status: 'working' });
    const result = ask('tasks/result');
    open();
    const plain = (await peer.request('tools/call', good)).result;
    const { _meta, ...rest } = (await result).result!;
    expect(_meta).toEqual({ 'io.modelcontextprotocol/related-task': { taskId: task.taskId } });
    expect(rest['structuredContent']).toEqual(plain!['structuredContent']);
    expect((await ask('tasks/get')).result).toMatchObject({ status: 'completed' });
    // Once more: the result stays until the time is over.
    expect((await ask('tasks/result')).result).toEqual({ ...rest, _meta });
    const statuses = peer.heard.filter(({ method }) => method === 'notifications/tasks/status');
    expect(statuses.map(({ params }) => params)).toMatchObject([{ taskId: task.taskId, status: 'completed' }]);
  });

  test('progress keeps its token and names the task; the state says how far it is', async () => {
    let context: CallContext | undefined;
    const { open, before } = gate();
    const { peer, task, ask } = await started(
      (given) => {
        context = given;
        return before(given);
      },
      {},
      { task: {}, _meta: { progressToken: 'p' } },
    );
    context!.onProgress!({ phase: 'reading', done: 2, total: 5, unit: 'rows' });
    expect((await ask('tasks/get')).result).toMatchObject({ statusMessage: 'reading: 2 of 5 rows' });
    expect(peer.heard.at(-1)).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 2, _meta: { 'io.modelcontextprotocol/related-task': { taskId: task.taskId } } },
    });
    open();
    await ask('tasks/result');
  });

  test('a call that fails is a failed task, with the result that says why', async () => {
    const tool = multiplier({ run: () => Promise.reject(new Error('no')) });
    const peer = mcpPeer({}, bench([tool]));
    await peer.request('initialize', hello());
    const { taskId } = (await peer.request('tools/call', { ...good, task: {} })).result!['task'] as State;
    expect((await peer.request('tasks/result', { taskId })).result).toMatchObject({ isError: true });
    expect((await peer.request('tasks/get', { taskId })).result).toMatchObject({ status: 'failed' });
  });

  test('an error of the protocol is the error of tasks/result', async () => {
    const peer = mcpPeer();
    await peer.request('initialize', hello());
    const { taskId } = (await peer.request('tools/call', { name: 'nope', task: {} })).result!['task'] as State;
    expect((await peer.request('tasks/result', { taskId })).error).toMatchObject({ code: -32_602, message: 'Unknown tool' });
    expect((await peer.request('tasks/get', { taskId })).result).toMatchObject({ status: 'failed' });
  });

  test('a cancelled task stays cancelled, cannot be cancelled again, and has the result of a cancelled call', async () => {
    const { before } = gate();
    const { ask } = await started(before);
    expect((await ask('tasks/cancel')).result).toMatchObject({ status: 'cancelled' });
    expect(JSON.stringify((await ask('tasks/result')).result)).toContain('CANCELLED');
    expect((await ask('tasks/get')).result).toMatchObject({ status: 'cancelled' });
    expect((await ask('tasks/cancel')).error).toMatchObject({ code: -32_602 });
  });

  test('a request for the result that is cancelled leaves the task alone', async () => {
    const { open, before } = gate();
    const { peer, task, ask } = await started(before);
    const waiting = peer.ask({ jsonrpc: '2.0', id: 'wait', method: 'tasks/result', params: { taskId: task.taskId } });
    peer.tell({ method: 'notifications/cancelled', params: { requestId: 'wait' } });
    expect((await waiting).error).toMatchObject({ code: -32_600 });
    open();
    expect((await ask('tasks/result')).result).toMatchObject({ isError: false });
  });

  test('a question waits for tasks/result, and the answer lets the task go on', async () => {
    const answers: unknown[] = [];
    const { peer, task, ask } = await started(
      async ({ ask: question }) => {
        answers.push(await question?.(FORM), await question?.(FORM));
      },
      { elicitation: { form: {} } },
    );
    const state = async (): Promise<unknown> => (await ask('tasks/get')).result?.['status'];
    await vi.waitUntil(async () => (await state()) === 'input_required');
    expect(peer.heard.some(({ method }) => method === 'elicitation/create')).toBe(false);
    const accepted = { action: 'accept', content: { sure: true } };
    peer.on(({ id, method, params }) => {
      if (method !== 'elicitation/create') return;
      expect(params).toMatchObject({
        mode: 'form',
        message: FORM.message,
        _meta: { 'io.modelcontextprotocol/related-task': { taskId: task.taskId } },
      });
      peer.tell({ id, result: accepted });
    });
    expect((await ask('tasks/result')).result).toMatchObject({ isError: false });
    expect(answers).toEqual([accepted, accepted]);
    expect(await state()).toBe('completed');
  });

  test('a task is its client’s alone, and ends with it', async () => {
    const { before } = gate();
    const aborted: boolean[] = [];
    const { peer, task } = await started(async (context) => {
      await before(context);
      aborted.push(context.signal.aborted);
    });
    const other = peer.connect();
    await other.request('initialize', hello());
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      expect((await other.request(method, { taskId: task.taskId })).error).toMatchObject({ code: -32_602 });
    expect((await other.request('tasks/get', { taskId: task.taskId, ...able() })).error).toMatchObject({ code: -32_602 });
    expect((await other.request('tasks/list')).result).toEqual({ tasks: [] });
    expect((await peer.request('tasks/list')).result).toMatchObject({ tasks: [{ taskId: task.taskId }] });
    peer.connection.close();
    await vi.waitUntil(() => aborted.length > 0);
    expect(aborted).toEqual([true]);
  });

  test('lists come in pages; a task goes when its time is over or newer ones need the room', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const peer = mcpPeer();
    await peer.request('initialize', hello());
    const ids: string[] = [];
    for (let at = 0; at < 66; at++) {
      const { taskId } = (await peer.request('tools/call', { ...good, task: { ttl: 5000 } })).result!['task'] as State;
      ids.push(taskId);
      await peer.request('tasks/result', { taskId });
    }
    const page = (await peer.request('tasks/list')).result!;
    const rest = (await peer.request('tasks/list', { cursor: page['nextCursor'] })).result!;
    expect([...(page['tasks'] as State[]), ...(rest['tasks'] as State[])].map(({ taskId }) => taskId)).toEqual(ids.slice(2));
    expect((await peer.request('tasks/get', { taskId: ids[0] })).error).toMatchObject({ code: -32_602 });
    vi.setSystemTime(Date.now() + 5001);
    expect((await peer.request('tasks/get', { taskId: ids[65] })).error).toMatchObject({ code: -32_602 });
    expect((await peer.request('tasks/list')).result).toEqual({ tasks: [] });
  });

  test('at most 32 tasks of a client run at once, and no refused call starts', async () => {
    const { open, before } = gate();
    let calls = 0;
    const { peer } = await started((context) => {
      calls++;
      return before(context);
    });
    const unhandled: unknown[] = [];
    const hear = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', hear);
    const wrong = [
      { ...good, arguments: [] },
      { ...good, name: 'nope' },
    ];
    const more = [...Array.from({ length: 32 }, () => good), ...wrong].map((call) => peer.request('tools/call', { ...call, task: {} }));
    const refused = (await Promise.all(more)).filter(({ error }) => error !== undefined);
    expect(refused.map(({ error }) => error?.code)).toEqual([-32_600, -32_600, -32_600]);
    // An unhandled rejection is reported in a later turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', hear);
    expect({ calls, unhandled }).toEqual({ calls: 32, unhandled: [] });
    open();
  });

  test.each([{ task: 'yes' }, { task: { ttl: 'long' } }, { task: { ttl: -1 } }, { task: { ttl: null } }])(
    '%j is refused',
    async (params) => {
      const { error } = await started(() => Promise.resolve(), {}, params);
      expect(error).toMatchObject({ code: -32_602 });
    },
  );

  test('tools and the handshake say that calls can be tasks; earlier revisions do not have them', async () => {
    const peer = mcpPeer();
    const { result } = await peer.request('initialize', hello());
    expect(result).toMatchObject({ capabilities: { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } } });
    expect((await peer.request('tools/list')).result).toMatchObject({ tools: [{ execution: { taskSupport: 'optional' } }] });
    const earlier = mcpPeer();
    const old = await earlier.request('initialize', hello('2025-06-18'));
    expect(old.result!['capabilities']).not.toHaveProperty('tasks');
    expect(JSON.stringify((await earlier.request('tools/list')).result)).not.toContain('taskSupport');
    expect((await earlier.request('tools/call', { ...good, task: {} })).result).toMatchObject({ isError: false });
    for (const method of ['tasks/get', 'tasks/list', 'tasks/result', 'tasks/cancel'])
      expect((await earlier.request(method, { taskId: 'x' })).error).toMatchObject({ code: -32_601 });
    expect((await peer.request('tasks/update', { taskId: 'x' })).error).toMatchObject({ code: -32_601 });
  });
});

describe('2026-07-28: the server makes a task of a call that takes long', () => {
  async function late(before: Before, capabilities: object = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const peer = mcpPeer({}, undefined, before);
    const answer = peer.request('tools/call', { ...good, ...able(capabilities) });
    await vi.advanceTimersByTimeAsync(2000);
    const task = (await answer).result as State;
    const ask = (method: string, more: object = {}): Promise<Message> =>
      peer.connect().request(method, { taskId: task.taskId, ...able(capabilities), ...more });
    return { peer, task, ask };
  }

  test('a short call is answered as ever', async () => {
    const { result } = await mcpPeer().request('tools/call', { ...good, ...able() });
    expect(result).toMatchObject({ resultType: 'complete', isError: false });
  });

  test('a long call is a task, and its result comes with tasks/get over any connection', async () => {
    const { open, before } = gate();
    const { peer, task, ask } = await late(before);
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: expect.any(Number) as number, pollIntervalMs: 1000 });
    expect((await ask('tasks/get')).result).toMatchObject({ resultType: 'complete', status: 'working' });
    peer.connection.close();
    open();
    await vi.waitUntil(async () => (await ask('tasks/get')).result?.['status'] !== 'working');
    expect((await ask('tasks/get')).result).toMatchObject({ status: 'completed', result: { isError: false } });
    for (const method of ['tasks/list', 'tasks/result']) expect((await ask(method)).error).toMatchObject({ code: -32_601 });
  });

  test('a long call with no room for a task is answered when it ends', async () => {
    const { open, before } = gate();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const peer = mcpPeer({}, undefined, before);
    const answers = Array.from({ length: 40 }, () => peer.connect().request('tools/call', { ...good, ...able() }));
    await vi.advanceTimersByTimeAsync(2000);
    open();
    const types = (await Promise.all(answers)).map(({ result, error }) => error?.code ?? result?.['resultType']);
    expect(types).toEqual([...Array<string>(32).fill('task'), ...Array<string>(8).fill('complete')]);
  });

  test('a client without the extension waits for its answer and has no tasks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { open, before } = gate();
    const peer = mcpPeer({}, undefined, before);
    const answer = peer.request('tools/call', { ...good, ...stateless() });
    await vi.advanceTimersByTimeAsync(10_000);
    open();
    expect((await answer).result).toMatchObject({ resultType: 'complete' });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect((await peer.request(method, { taskId: 'x', ...stateless() })).error).toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } },
      });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect((await peer.request(method, { taskId: 'x', ...able() })).error).toMatchObject({ code: -32_602 });
    expect((await peer.request('server/discover', able())).result).toMatchObject({ capabilities: { extensions: { [EXTENSION]: {} } } });
  });

  test('a question of a task comes with tasks/get and is answered by tasks/update, under a key of its own', async () => {
    const { open, before } = gate();
    const answers: unknown[] = [];
    const { ask } = await late(
      async (context) => {
        await before(context);
        answers.push(await context.ask?.(FORM), await context.ask?.(FORM));
      },
      { elicitation: {} },
    );
    open();
    const keys: string[] = [];
    for (let at = 0; at < 2; at++) {
      await vi.waitUntil(async () => {
        const requests = (await ask('tasks/get')).result?.['inputRequests'] as object | undefined;
        return requests !== undefined && !keys.includes(Object.keys(requests)[0]!);
      });
      const { status, inputRequests } = (await ask('tasks/get')).result as unknown as { status: string; inputRequests: object };
      expect([status, Object.values(inputRequests)]).toMatchObject(['input_required', [{ method: 'elicitation/create' }]]);
      const [key] = Object.keys(inputRequests);
      keys.push(key!);
      await ask('tasks/update', { inputResponses: { other: { action: 'accept', content: {} } } });
      expect((await ask('tasks/get')).result).toMatchObject({ status: 'input_required' });
      const response = { action: 'accept', content: { at } };
      expect((await ask('tasks/update', { inputResponses: { [key!]: response } })).result).toMatchObject({ resultType: 'complete' });
    }
    await vi.waitUntil(async () => (await ask('tasks/get')).result?.['status'] === 'completed');
    expect(answers).toMatchObject([{ content: { at: 0 } }, { content: { at: 1 } }]);
  });

  test('a cancelled task is acknowledged, also twice', async () => {
    const { before } = gate();
    const { ask } = await late(before);
    expect((await ask('tasks/cancel')).result).toMatchObject({ resultType: 'complete' });
    const { result } = await ask('tasks/get');
    expect(result).toMatchObject({ status: 'cancelled' });
    expect(result).not.toHaveProperty('result');
    expect((await ask('tasks/cancel')).error).toBeUndefined();
  });

  test('a stream carries the changes of the tasks that it names', async () => {
    const { open, before } = gate();
    const { peer, task } = await late(before);
    const other = peer.connect();
    const listen = (notifications: object, capabilities: object): Promise<Message> =>
      other.ask({ jsonrpc: '2.0', id: 'stream', method: 'subscriptions/listen', params: { ...capabilities, notifications } });
    expect((await listen({ taskIds: [task.taskId] }, stateless())).error).toMatchObject({ code: -32_021 });
    void listen({ taskIds: [task.taskId] }, able());
    open();
    await vi.waitUntil(() => other.heard.length > 1);
    expect(other.heard).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: { taskIds: [task.taskId] } } },
      { method: 'notifications/tasks', params: { taskId: task.taskId, status: 'completed', result: { isError: false } } },
    ]);
  });
});

describe('the official client', () => {
  async function connected(before: Before) {
    const [mine, theirs] = InMemoryTransport.createLinkedPair();
    const { server } = mcpPeer({}, undefined, before);
    const connection = server.connect((message) => void mine.send(message as never));
    mine.onmessage = (message) => {
      connection.receive(message);
    };
    mine.onclose = () => {
      connection.close();
    };
    const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { elicitation: { form: {} } } });
    await client.connect(theirs);
    await client.listTools();
    return client;
  }

  test('runs a call as a task that asks its user', async () => {
    const client = await connected(async ({ ask }) => {
      expect(await ask?.(FORM)).toMatchObject({ action: 'accept' });
    });
    const statuses: string[] = [];
    client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => void statuses.push(params.status));
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: {} }));
    const seen: string[] = [];
    for await (const message of client.experimental.tasks.callToolStream(good, CallToolResultSchema, { task: { ttl: 60_000 } })) {
      seen.push(message.type);
      if (message.type === 'error') throw message.error;
      if (message.type === 'result') expect(message.result).toMatchObject({ isError: false });
    }
    expect([seen[0], seen.at(-1)]).toEqual(['taskCreated', 'result']);
    expect(statuses).toEqual(['input_required', 'working', 'completed']);
    const { tasks } = await client.experimental.tasks.listTasks();
    expect(tasks).toMatchObject([{ status: 'completed' }]);
    await client.close();
  });

  test('cancels a task', async () => {
    const client = await connected(gate().before);
    const stream = client.experimental.tasks.callToolStream(good, CallToolResultSchema, { task: {} });
    const { value } = await stream.next();
    const { taskId } = (value as { task: { taskId: string } }).task;
    expect(await client.experimental.tasks.cancelTask(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'cancelled' });
    await client.close();
  });
});
