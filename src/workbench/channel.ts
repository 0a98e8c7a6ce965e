/**
 * Typed calls between two threads over one message port, in both directions.
 *
 * One port carries calls, answers, events and state in order. Changes of the core's state travel in the message of the next answer or event
 * and are applied before it, so the state is current when a promise settles. A value that both the state change and the event contain is
 * copied once. See docs/decisions/0019-core-worker.md.
 *
 * Arguments and answers are structured clones. An argument object may also have an `AbortSignal` and functions as direct members: the abort
 * is forwarded, and each function becomes a one-way callback that takes plain arguments.
 */
import { WorkbenchError } from '../base/failure.ts';

/** What a channel needs of a port. `MessagePort`, `Worker`, a worker's global scope and Node's `MessagePort` provide it. */
export interface Port {
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
  listen(receive: (message: unknown) => void): void;
}

export type Method = (...args: never[]) => unknown;
/** Methods by name, which may be nested. Inherited members are never called. */
export interface Methods {
  [name: string]: Method | Methods | undefined;
}

export interface Channel {
  /** Calls the method that has this dotted path on the other side. */
  call(path: string, args: readonly unknown[]): Promise<unknown>;
  /** Posts a message that is not a call. The other side's `onPost` receives it. */
  post(message: unknown): void;
  /** Ends the channel: all pending and later calls reject with the reason. */
  end(reason: Error): void;
}

export interface ChannelOptions {
  /** Methods that the other side may call. They may be added after the channel was created. */
  readonly methods: Methods;
  readonly onPost?: (message: unknown) => void;
  /** Called before each message except calls. If it returns a value other than null, the other side's `onPost` receives that first. */
  readonly beforePost?: () => unknown;
}

interface WireError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly details?: unknown;
}

/** A signal or function in an argument, which a port cannot copy. */
interface Hook {
  readonly at: number;
  readonly key: string;
  readonly kind: 'signal' | 'callback';
}

/** `before` is what `beforePost` returned for this message. */
type Message = { readonly before?: unknown } & Content;

type Content =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly path: string;
      readonly args: readonly unknown[];
      readonly hooks: readonly Hook[];
    }
  | { readonly kind: 'abort'; readonly id: number; readonly at: number; readonly key: string }
  | { readonly kind: 'callback'; readonly id: number; readonly at: number; readonly key: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'post'; readonly message: unknown };

interface Waiting {
  readonly settle: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly callbacks: ReadonlyMap<string, Method>;
  /** Stops listening to the abort signals of the call. */
  readonly release: () => void;
}

const place = (at: number, key: string): string => `${String(at)} ${key}`;

export function createChannel(port: Port, { methods, onPost, beforePost }: ChannelOptions): Channel {
  let serial = 0;
  let ended: Error | null = null;
  const waiting = new Map<number, Waiting>();
  const running = new Map<number, Map<string, AbortController>>();

  const send = (content: Content, transfer: readonly Transferable[] = []): void => {
    const before = content.kind === 'call' || content.kind === 'abort' ? null : (beforePost?.() ?? null);
    if (before === null) {
      port.postMessage(content, transfer);
      return;
    }
    try {
      port.postMessage({ ...content, before }, transfer);
    } catch (error) {
      // If the value cannot be copied, post the state changes alone, because they must still arrive.
      port.postMessage({ kind: 'post', message: before }, []);
      throw error;
    }
  };

  /** Posts the failure of a call, without state changes if those cannot be read, so that the call settles in any case. */
  const sendFailure = (failure: Extract<Message, { kind: 'failure' }>): void => {
    try {
      send(failure);
    } catch {
      port.postMessage(failure, []);
    }
  };

  const finish = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    found?.release();
    return found;
  };

  const serve = async ({ id, path, args, hooks }: Extract<Content, { kind: 'call' }>): Promise<void> => {
    try {
      const method = methodAt(methods, path);
      const given = revive(args, hooks, {
        signal: (at, key) => {
          const controller = new AbortController();
          const own = running.get(id) ?? new Map<string, AbortController>();
          running.set(id, own.set(place(at, key), controller));
          return controller.signal;
        },
        callback:
          (at, key) =>
          (...values: unknown[]) => {
            if (ended === null) send({ kind: 'callback', id, at, key, args: values });
          },
      });
      const value: unknown = await method(...(given as never[]));
      if (ended === null) send({ kind: 'answer', id, value }, transferOf([value]));
    } catch (error) {
      if (ended === null) sendFailure({ kind: 'failure', id, error: toWire(error) });
    } finally {
      running.delete(id);
    }
  };

  port.listen((data) => {
    const message = data as Message;
    if (message.before !== undefined) onPost?.(message.before);
    switch (message.kind) {
      case 'call':
        return void serve(message);
      case 'abort':
        return running.get(message.id)?.get(place(message.at, message.key))?.abort();
      case 'callback':
        return void waiting.get(message.id)?.callbacks.get(place(message.at, message.key))?.(...(message.args as never[]));
      case 'answer':
        return finish(message.id)?.settle(message.value);
      case 'failure':
        return finish(message.id)?.fail(fromWire(message.error));
      case 'post':
        return onPost?.(message.message);
    }
  });

  return {
    call(path, args) {
      if (ended !== null) return Promise.reject(ended);
      const id = ++serial;
      let split: Split;
      try {
        split = splitHooks(args);
      } catch (error) {
        return Promise.reject(notPlain(error));
      }
      const { plain, hooks, signals, callbacks } = split;
      return new Promise((settle, fail) => {
        const stops: (() => void)[] = [];
        waiting.set(id, {
          settle,
          fail,
          callbacks,
          release: () =>
            stops.forEach((stop) => {
              stop();
            }),
        });
        try {
          send({ kind: 'call', id, path, args: plain, hooks }, transferOf(plain));
        } catch (error) {
          finish(id);
          fail(notPlain(error));
          return;
        }
        for (const { at, key, signal } of signals) {
          const abort = (): void => {
            if (ended === null) send({ kind: 'abort', id, at, key });
          };
          if (signal.aborted) abort();
          signal.addEventListener('abort', abort, { once: true });
          stops.push(() => {
            signal.removeEventListener('abort', abort);
          });
        }
      });
    },
    post(message) {
      if (ended === null) send({ kind: 'post', message });
    },
    end(reason) {
      ended ??= reason;
      for (const id of [...waiting.keys()]) finish(id)?.fail(ended);
      for (const signals of running.values()) for (const controller of signals.values()) controller.abort();
      running.clear();
    },
  };
}

function methodAt(methods: Methods, path: string): (...args: never[]) => unknown {
  let found: Method | Methods | undefined = methods;
  for (const name of path.split('.')) found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined;
  if (typeof found === 'function') return found;
  throw new WorkbenchError('UNKNOWN_METHOD', `expected a method of the workbench, found ${JSON.stringify(path.slice(0, 64))}`);
}

interface Split {
  readonly plain: readonly unknown[];
  readonly hooks: readonly Hook[];
  readonly signals: readonly { readonly at: number; readonly key: string; readonly signal: AbortSignal }[];
  readonly callbacks: ReadonlyMap<string, Method>;
}

const isOptions = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Takes signals and functions out of the direct members of arguments. Each member is read only once, because it may be a getter. */
function splitHooks(args: readonly unknown[]): Split {
  const hooks: Hook[] = [];
  const signals: { at: number; key: string; signal: AbortSignal }[] = [];
  const callbacks = new Map<string, Method>();
  const plain = args.map((arg, at) => {
    if (!isOptions(arg)) return arg;
    const kept: [string, unknown][] = [];
    for (const key of Object.keys(arg)) {
      const value = arg[key];
      if (value instanceof AbortSignal) signals.push({ at, key, signal: value });
      else if (typeof value === 'function') callbacks.set(place(at, key), value as Method);
      else {
        kept.push([key, value]);
        continue;
      }
      hooks.push({ at, key, kind: value instanceof AbortSignal ? 'signal' : 'callback' });
    }
    return kept.length === Object.keys(arg).length ? arg : Object.fromEntries(kept);
  });
  return { plain, hooks, signals, callbacks };
}

function revive(
  args: readonly unknown[],
  hooks: readonly Hook[],
  make: { signal(at: number, key: string): AbortSignal; callback(at: number, key: string): (...values: unknown[]) => void },
): unknown[] {
  const revived = [...args];
  for (const { at, key, kind } of hooks) revived[at] = { ...(revived[at] as object), [key]: make[kind](at, key) };
  return revived;
}

/** Finds the ports in values: ports are transferred, while everything else is copied, so that the sender keeps it. */
const transferOf = (values: readonly unknown[]): Transferable[] => values.filter((value) => value instanceof MessagePort);

const notPlain = (error: unknown): WorkbenchError =>
  new WorkbenchError(
    'NOT_PLAIN_DATA',
    `expected plain data as structured clone copies it, found something else: ${error instanceof Error ? error.message : 'a value that throws when it is read'}`,
  );

function toWire(error: unknown): WireError {
  if (error instanceof WorkbenchError)
    return { name: error.name, message: error.message, code: error.code, details: plainDetails(error.details) };
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}

function plainDetails(details: unknown): unknown {
  try {
    return structuredClone(details);
  } catch {
    return {};
  }
}

function fromWire({ name, message, code, details }: WireError): Error {
  if (code !== undefined) return new WorkbenchError(code, message, details as Record<string, unknown>);
  if (name === 'AbortError') return new DOMException(message, 'AbortError');
  return Object.assign(new Error(message), { name });
}

/** The error with which calls reject that were pending when the other thread ended. */
export const channelEnded = (what: string): Error => new WorkbenchError('CORE_LOST', what);
