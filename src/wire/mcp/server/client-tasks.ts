import type { ClientRequests } from './client-requests.ts';
import { isStateless, type Caller } from './revisions.ts';
import type { Id, Params } from './rpc.ts';
import { cancelTask, checkExtension, hasTasks, related, updateTask, type Owner, type Tasks } from './tasks.ts';

/** The protocol's methods for the tasks of one client. In revisions without tasks, each returns undefined. */
export interface ClientTasks {
  get(params: Params, caller: Caller): object | undefined;
  list(params: Params, caller: Caller): object | undefined;
  result(request: ResultRequest): Promise<object> | undefined;
  update(params: Params, caller: Caller): object | undefined;
  cancel(params: Params, caller: Caller): object | undefined;
}

interface ResultRequest {
  readonly id: Id;
  readonly params: Params;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export function clientTasks(tasks: Tasks, owner: Owner, requests: ClientRequests): ClientTasks {
  /** @throws RpcError if the client may not use tasks */
  const served = (caller: Caller): boolean => {
    checkExtension(caller);
    return hasTasks(caller);
  };
  return {
    get(params, caller) {
      if (!served(caller)) return undefined;
      const task = tasks.find(params, caller, owner);
      return isStateless(caller) ? task.detail() : task.state();
    },
    list: (params, caller) => (served(caller) ? tasks.list(params, owner) : undefined),
    result({ id, params, caller, signal }) {
      if (!served(caller)) return undefined;
      const task = tasks.find(params, caller, owner);
      // Use the task's signal, so that the question stays open even if the client disconnects from this request.
      return tasks.result(task, (form) => requests.ask(form, caller, id, task.signal, related(task.id)), signal);
    },
    update(params, caller) {
      if (!served(caller)) return undefined;
      updateTask(tasks.find(params, caller, owner), params);
      return {};
    },
    cancel(params, caller) {
      if (!served(caller)) return undefined;
      const task = tasks.find(params, caller, owner);
      cancelTask(task, caller);
      return isStateless(caller) ? {} : task.state();
    },
  };
}
