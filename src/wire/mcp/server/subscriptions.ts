import { isRecord } from '../../../tools/contract/json-schema.ts';
import type { Send } from './ports.ts';
import { META, type Caller } from './revisions.ts';
import { invalidParams, textParam, type Id, type Params } from './rpc.ts';
import { checkExtension } from './tasks.ts';

/** A change on the server of which clients may be notified. */
export type Change =
  { readonly list: 'tools' | 'resources' } | { readonly uri: string } | { readonly task: string; readonly state: object };

/** Maximum number of resources that one connection or stream may subscribe to. */
const MOST_FOLLOWED = 256;
const MOST_STREAMS = 16;

/** Sends the notifications of one connection. */
export interface Subscriptions {
  /** Notes that the client received a list, so that it is notified when the list changes (revisions with a handshake). */
  listed(list: 'tools' | 'resources'): void;
  follow(params: Params): object;
  unfollow(params: Params): object;
  /** Answers `subscriptions/listen` (2026-07-28); settles when the stream of notifications ends. */
  listen(id: Id, params: Params, caller: Caller, signal: AbortSignal): Promise<object>;
  notify(change: Change): void;
  /** Ends every stream of notifications with its result. */
  close(): void;
}

interface Filter {
  readonly toolsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
  readonly taskIds?: readonly string[];
}

export function createSubscriptions(send: Send): Subscriptions {
  const listed = new Set<string>();
  const followed = new Set<string>();
  const streams = new Map<Id, { readonly filter: Filter; readonly end: () => void }>();
  return {
    listed: (list) => void listed.add(list),
    follow(params) {
      const uri = textParam(params, 'uri', 'uri');
      if (followed.size >= MOST_FOLLOWED) throw invalidParams(`expected at most ${String(MOST_FOLLOWED)} subscriptions`);
      followed.add(uri);
      return {};
    },
    unfollow(params) {
      followed.delete(textParam(params, 'uri', 'uri'));
      return {};
    },
    listen(id, params, caller, signal) {
      const filter = filterOf(params);
      if (filter.taskIds !== undefined) checkExtension(caller);
      if (streams.size >= MOST_STREAMS) throw invalidParams(`expected at most ${String(MOST_STREAMS)} open subscriptions`);
      send(
        {
          jsonrpc: '2.0',
          method: 'notifications/subscriptions/acknowledged',
          params: { _meta: { [`${META}subscriptionId`]: id }, notifications: filter },
        },
        id,
      );
      return new Promise((resolve) => {
        const end = (): void => {
          streams.delete(id);
          signal.removeEventListener('abort', end);
          resolve({ _meta: { [`${META}subscriptionId`]: id } });
        };
        streams.set(id, { filter, end });
        signal.addEventListener('abort', end, { once: true });
      });
    },
    notify(change) {
      const { method, params } = notification(change);
      const wanted = 'list' in change ? listed.has(change.list) : 'uri' in change && followed.has(change.uri);
      if (wanted) send({ jsonrpc: '2.0', method, params });
      for (const [id, { filter }] of streams) {
        if (passes(filter, change)) send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [`${META}subscriptionId`]: id } } }, id);
      }
    },
    close() {
      for (const { end } of [...streams.values()]) end();
    },
  };
}

const notification = (change: Change): { readonly method: string; readonly params: object } =>
  'task' in change
    ? { method: 'notifications/tasks', params: change.state }
    : 'list' in change
      ? { method: `notifications/${change.list}/list_changed`, params: {} }
      : { method: 'notifications/resources/updated', params: { uri: change.uri } };

function passes(filter: Filter, change: Change): boolean {
  if ('task' in change) return filter.taskIds?.includes(change.task) ?? false;
  if ('uri' in change) return filter.resourceSubscriptions?.includes(change.uri) ?? false;
  return (change.list === 'tools' ? filter.toolsListChanged : filter.resourcesListChanged) === true;
}

/** Reduces a filter to what this server supports; prompts never change. */
function filterOf(params: Params): Filter {
  const wanted = params['notifications'];
  if (!isRecord(wanted)) throw invalidParams('expected notifications as an object that says what to listen for');
  const [uris, tasks] = [textsIn(wanted, 'resourceSubscriptions'), textsIn(wanted, 'taskIds')];
  return {
    ...(wanted['toolsListChanged'] === true && { toolsListChanged: true }),
    ...(wanted['resourcesListChanged'] === true && { resourcesListChanged: true }),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
    ...(tasks.length > 0 && { taskIds: tasks }),
  };
}

function textsIn(wanted: Params, key: string): readonly string[] {
  const texts = wanted[key] ?? [];
  if (!Array.isArray(texts) || texts.length > MOST_FOLLOWED || !texts.every((text) => typeof text === 'string' && text.length <= 2048))
    throw invalidParams(`expected ${key} as a list of at most ${String(MOST_FOLLOWED)} texts`);
  return texts as readonly string[];
}
