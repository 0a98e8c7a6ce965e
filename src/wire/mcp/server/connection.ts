import { isRecord } from '../../../tools/contract/json-schema.ts';
import { textMember } from '../../events.ts';
import { clientRequests } from './client-requests.ts';
import { clientTasks } from './client-tasks.ts';
import { METHODS, serverInfo } from './methods.ts';
import type { Form, FormAnswer, McpServerParts, Send } from './ports.ts';
import { callerOf, isStateless, META, UNKNOWN_CALLER, type Caller } from './revisions.ts';
import type { Asking, Rounds } from './rounds.ts';
import { INVALID_REQUEST, isId, NO_METHOD, RpcError, rpcErrorOf, type Id, type Params } from './rpc.ts';
import { createSubscriptions, type Change } from './subscriptions.ts';
import type { Task } from './task.ts';
import { MOST_TASKS, related, type Owner, type Tasks } from './tasks.ts';
import { refusal, startCall } from './tool-calls.ts';

/** The connection to one client. */
export interface McpConnection {
  /** Handles one message of the client, and answers through `send`. Never throws. */
  readonly receive: (message: unknown) => void;
  readonly notify: (change: Change) => void;
  /** Ends all running requests of the client. */
  readonly close: () => void;
}

/** State that all connections of the server share and that outlives each of them. */
export interface Shared {
  readonly rounds: Rounds;
  readonly tasks: Tasks;
}

/** Maximum number of requests of one client that run or wait at the same time. */
const MOST_RUNNING = 32;

export function createConnection(parts: McpServerParts, { rounds, tasks }: Shared, send: Send): McpConnection {
  const running = new Map<Id, AbortController>();
  const requests = clientRequests(send, parts.newId);
  const subscriptions = createSubscriptions(send);
  const owner: Owner = { send };
  const own = clientTasks(tasks, owner, requests);
  let agreed: Caller = UNKNOWN_CALLER;

  const call = async (id: Id, params: Params, caller: Caller): Promise<object> => {
    if (running.size >= MOST_RUNNING) return refusal('RATE_LIMITED', `expected at most ${String(MOST_RUNNING)} requests at once`);
    const ttl_ms = tasks.wanted(params, caller);
    if (ttl_ms !== undefined) return { task: startTask(params, caller, ttl_ms).state() };
    const resumed = isStateless(caller) ? rounds.resume(params) : undefined;
    const asking = resumed ?? begin(id, params, caller);
    return during(id, asking.controller, () => (isStateless(caller) ? answerOrTask(asking, params, caller) : asking.done));
  };

  /** Returns a call's answer, or a task if the call takes long, the client accepts tasks (2026-07-28) and there is room for one. */
  const answerOrTask = async (asking: Asking, params: Params, caller: Caller): Promise<object> => {
    for (;;) {
      const late = tasks.late(caller);
      try {
        const answered = await rounds.answer(asking, params, caller, late?.reached);
        if (answered !== undefined) return answered;
      } finally {
        late?.stop();
      }
      const task = tasks.add(() => asking, caller, owner);
      if (task === undefined) continue;
      asking.detach();
      return { resultType: 'task', ...task.state() };
    }
  };

  /** Starts the task that the client requested (2025-11-25). Later messages belong to the task, because the request is answered at once. */
  const startTask = (params: Params, caller: Caller, ttl_ms: number): Task => {
    const start = (id: string): Asking => {
      const sendRelated: Send = (message) => {
        const params: unknown = Reflect.get(message, 'params');
        send({ ...message, params: { ...(isRecord(params) && params), _meta: related(id) } });
      };
      return startCall(parts, params, { id, caller, send: sendRelated, request: undefined }, new AbortController());
    };
    const task = tasks.add(start, caller, owner, ttl_ms);
    if (task === undefined) throw new RpcError(INVALID_REQUEST, `expected at most ${String(MOST_TASKS.running)} tasks at once`);
    return task;
  };

  const begin = (id: Id, params: Params, caller: Caller): Asking => {
    const request = (form: Form, signal: AbortSignal): Promise<FormAnswer> => requests.ask(form, caller, id, signal);
    return startCall(parts, params, { id, caller, send, request: isStateless(caller) ? undefined : request }, new AbortController());
  };

  const during = async <T>(id: Id, controller: AbortController, work: () => Promise<T>): Promise<T> => {
    running.set(id, controller);
    try {
      return await work();
    } finally {
      running.delete(id);
    }
  };

  const answer = async (id: Id, method: string, params: Params): Promise<object> => {
    const caller = method === 'initialize' ? agreed : callerOf(params, agreed);
    if (method === 'tools/call') return marked(await call(id, params, caller), caller, false);
    const known = METHODS.get(method);
    if (known === undefined || (known.era !== undefined && (known.era === 'stateless') !== isStateless(caller))) throw noMethod();
    if (running.size >= MOST_RUNNING) throw new RpcError(INVALID_REQUEST, `expected at most ${String(MOST_RUNNING)} requests at once`);
    const controller = new AbortController();
    const change = (next: Partial<Caller>): void => {
      agreed = { ...agreed, ...next };
    };
    const request = { id, params, caller, signal: controller.signal, subscriptions, tasks: own, agreed: change };
    const result = await during(id, controller, async () => known.answer(parts, request));
    if (result === undefined) throw noMethod();
    return marked(result, caller, known.cacheable ?? false);
  };

  /** Adds what revision 2026-07-28 requires of each result: that it is complete, which server sent it and how long it may be cached. */
  const marked = (result: object, caller: Caller, cacheable: boolean): object => {
    if (!isStateless(caller)) return result;
    const meta: unknown = Reflect.get(result, '_meta');
    return {
      resultType: 'complete',
      ...(cacheable && { ttlMs: 0, cacheScope: 'private' }),
      ...result,
      _meta: { ...(isRecord(meta) && meta), [`${META}serverInfo`]: serverInfo(parts.version) },
    };
  };

  const fail = (id: Id | null, error: unknown): void => {
    if (!(error instanceof RpcError)) parts.note(error);
    send({ jsonrpc: '2.0', id, error: rpcErrorOf(error) }, id ?? undefined);
  };

  const notified = (method: string, params: Params): void => {
    const id = params['requestId'];
    if (method === 'notifications/cancelled' && isId(id)) running.get(id)?.abort();
  };

  return {
    receive(message) {
      const id = isRecord(message) ? message['id'] : undefined;
      const method = textMember(message, 'method');
      const given = isRecord(message) ? (message['params'] ?? {}) : null;
      if (isRecord(message) && method === undefined && ('result' in message || 'error' in message)) {
        requests.settle(message);
        return;
      }
      if (textMember(message, 'jsonrpc') !== '2.0' || method === undefined || !isRecord(given)) {
        fail(isId(id) ? id : null, new RpcError(INVALID_REQUEST, 'Invalid Request'));
        return;
      }
      if (id === undefined) {
        notified(method, given);
        return;
      }
      if (!isId(id) || running.has(id)) {
        fail(isId(id) ? id : null, new RpcError(INVALID_REQUEST, 'expected an id of its own, a text or a whole number'));
        return;
      }
      answer(id, method, given).then(
        (result) => {
          send({ jsonrpc: '2.0', id, result }, id);
        },
        (error: unknown) => {
          fail(id, error);
        },
      );
    },
    notify(change) {
      subscriptions.notify(change);
    },
    close() {
      subscriptions.close();
      tasks.close(owner);
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

const noMethod = (): RpcError => new RpcError(NO_METHOD, 'Method not found');
