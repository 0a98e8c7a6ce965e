import { isRecord } from '../../../tools/contract/json-schema.ts';
import { formAnswer } from './client-requests.ts';
import { pageOf } from './pages.ts';
import type { Form, FormAnswer, McpServerParts, Send } from './ports.ts';
import { isStateless, META, type Caller } from './revisions.ts';
import type { Asking } from './rounds.ts';
import { INVALID_REQUEST, invalidParams, NO_CAPABILITY, recordParam, RpcError, textParam, type Params } from './rpc.ts';
import { Task } from './task.ts';

/** Name of the extension that defines tasks in revision 2026-07-28. In 2025-11-25, tasks are an experimental part of the protocol. */
export const EXTENSION = `${META}tasks`;
/** Time in ms after which a call becomes a task, if its client supports the extension. */
const LATE_MS = 2000;
/** Time in ms from its creation for which a task is stored: by default, and the minimum and maximum that a client can request. */
const TTL_MS = { given: 60 * 60_000, least: 1000, most: 24 * 60 * 60_000 } as const;
/** Maximum number of tasks of one client that run, and that are stored. */
export const MOST_TASKS = { running: 32, kept: 64 } as const;

/** The client that owns tasks, identified by its connection. */
export interface Owner {
  readonly send: Send;
}

/** Owner of the tasks of all clients of 2026-07-28: their requests have no session, so only its random id protects a task. */
export const NO_SESSION: Owner = { send: () => undefined };

/** Whether a client of revision 2026-07-28 accepts a task as the answer to a call. */
export const takesTasks = ({ revision, capabilities }: Caller): boolean => {
  const { extensions } = capabilities;
  return isStateless({ revision }) && isRecord(extensions) && isRecord(extensions[EXTENSION]);
};

export const hasTasks = (caller: Caller): boolean => caller.revision === '2025-11-25' || isStateless(caller);

/** @throws RpcError if a client of revision 2026-07-28 has not declared the extension */
export function checkExtension(caller: Caller): void {
  if (!isStateless(caller) || takesTasks(caller)) return;
  throw new RpcError(NO_CAPABILITY, 'Missing required client capability', {
    requiredCapabilities: { extensions: { [EXTENSION]: {} } },
  });
}

/** Metadata by which a message belongs to a task (2025-11-25). */
export const related = (id: string): object => ({ [`${META}related-task`]: { taskId: id } });

export interface Tasks {
  /** Time in ms for which the client requests that the task be stored; undefined if the call is not to become a task (2025-11-25). */
  wanted(params: Params, caller: Caller): number | undefined;
  /**
   * Continues a call as a task; undefined if too many tasks run.
   * @param start returns the call for a task with this id; called only if there is room for the task
   */
  add(start: (id: string) => Asking, caller: Caller, owner: Owner, ttl_ms?: number): Task | undefined;
  /** Resolves when a call has run so long that it becomes a task; undefined if it never becomes one. */
  late(caller: Caller): { readonly reached: Promise<undefined>; readonly stop: () => void } | undefined;
  /** Finds a task of this client. @throws RpcError if it has none with this id */
  find(params: Params, caller: Caller, owner: Owner): Task;
  list(params: Params, owner: Owner): object;
  /** Settles with the outcome of the call when the task has ended. Until then, sends the client the task's questions. */
  result(task: Task, ask: (form: Form) => Promise<FormAnswer>, signal: AbortSignal): Promise<object>;
  /** Ends the tasks of a client, or of all clients. */
  close(owner?: Owner): void;
}

/** @param changed called after each change of a task's status, with the task and its owner */
export function createTasks({ newId, now }: Pick<McpServerParts, 'newId' | 'now'>, changed: (task: Task, owner: Owner) => void): Tasks {
  const owners = new Map<Owner, Map<string, Task>>();
  const kept = (owner: Owner): Map<string, Task> => {
    const tasks = owners.get(owner) ?? new Map<string, Task>();
    for (const [id, task] of tasks) {
      if (!task.expired) continue;
      task.stop();
      tasks.delete(id);
    }
    owners.set(owner, tasks);
    return tasks;
  };
  const holder = (caller: Caller, owner: Owner): Owner => (isStateless(caller) ? NO_SESSION : owner);
  return {
    wanted: (params, { revision }) => (revision === '2025-11-25' && params['task'] !== undefined ? ttlOf(params) : undefined),
    add(start, caller, owner, ttl_ms = TTL_MS.given) {
      const own = holder(caller, owner);
      const tasks = kept(own);
      if (running(tasks) >= MOST_TASKS.running) return undefined;
      dropOldest(tasks);
      const id = newId();
      const task = new Task({
        id,
        asking: start(id),
        caller,
        ttl_ms,
        now,
        changed: (each) => {
          changed(each, own);
        },
      });
      tasks.set(id, task);
      return task;
    },
    late(caller) {
      if (!takesTasks(caller) || running(kept(NO_SESSION)) >= MOST_TASKS.running) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const reached = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, LATE_MS, undefined)));
      return {
        reached,
        stop: () => {
          clearTimeout(timer);
        },
      };
    },
    find(params, caller, owner) {
      const task = kept(holder(caller, owner)).get(textParam(params, 'taskId'));
      if (task === undefined) throw invalidParams('Task not found: it never was one of this client, or its time is over');
      return task;
    },
    list(params, owner) {
      const { items, ...cursor } = pageOf([...kept(owner).values()], params['cursor']);
      return { tasks: items.map((task) => task.state()), ...cursor };
    },
    async result(task, ask, signal) {
      const gone = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
      while (task.outcome === undefined) {
        const { question } = task;
        if (question?.sent === false) {
          question.sent = true;
          void ask(question.form).then((answer) => {
            question.answer(answer);
          });
        }
        await Promise.race([task.change(), gone]);
        if (signal.aborted) throw new RpcError(INVALID_REQUEST, 'the request was cancelled; the task goes on');
      }
      if ('error' in task.outcome) throw task.outcome.error;
      const meta: unknown = Reflect.get(task.outcome.result, '_meta');
      return { ...task.outcome.result, _meta: { ...(isRecord(meta) && meta), ...related(task.id) } };
    },
    close(owner) {
      for (const each of owner === undefined ? [...owners.keys()] : [owner]) {
        for (const task of owners.get(each)?.values() ?? []) task.stop();
        owners.delete(each);
      }
    },
  };
}

/** Passes on answers to a task's open question (2026-07-28); other answers are ignored. */
export function updateTask(task: Task, params: Params): void {
  const { question } = task;
  const responses = recordParam(params, 'inputResponses');
  if (question !== undefined && Object.hasOwn(responses, question.key)) question.answer(formAnswer(responses[question.key]));
}

/** Cancels a task. @throws RpcError if it has ended (2025-11-25); the later extension accepts the request then too */
export function cancelTask(task: Task, caller: Caller): void {
  if (task.ended && !isStateless(caller)) throw invalidParams('expected a task that has not ended');
  task.cancel();
}

const running = (tasks: ReadonlyMap<string, Task>): number => [...tasks.values()].filter(({ ended }) => !ended).length;

/** Deletes the oldest tasks that have ended, until there is room for one more. */
function dropOldest(tasks: Map<string, Task>): void {
  for (const [id, { ended }] of tasks) {
    if (tasks.size < MOST_TASKS.kept) return;
    if (ended) tasks.delete(id);
  }
}

function ttlOf(params: Params): number {
  const { ttl = TTL_MS.given } = recordParam(params, 'task');
  if (typeof ttl !== 'number' || !(ttl >= 0)) throw invalidParams('expected ttl as a number of milliseconds');
  return Math.min(TTL_MS.most, Math.max(TTL_MS.least, Math.floor(ttl)));
}
