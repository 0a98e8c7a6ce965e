import type { CoreLink } from '../../src/app/core-connection.ts';
import type { PageState } from '../../src/app/workbench.ts';
import { createBus } from '../../src/base/bus.ts';
import { channelEnded, createChannel, type Methods, type Port } from '../../src/workbench/channel.ts';
import type { PageEvent } from '../../src/workbench/port.ts';
import { Mirror, type Change } from '../../src/workbench/snapshot.ts';

/** A page without views: nothing is typed and nothing is drawn. */
export const idlePage: PageState = {
  send: () => undefined,
  drawn: () => Promise.resolve(),
  names: () => [],
  rename: () => undefined,
};

/** A message port as the channel uses it. */
export const portOf = (port: MessagePort): Port => ({
  postMessage: (message, transfer) => {
    port.postMessage(message, [...transfer]);
  },
  listen: (receive) => {
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      receive(data);
    });
    port.start();
  },
});

/** A port that carries files, which Node 20 copies as blobs without a name. */
export const filePortOf = (port: MessagePort): Port => {
  const plain = portOf(port);
  return {
    postMessage: (message, transfer) => {
      plain.postMessage(
        mapped(message, (value) => (value instanceof File ? { [FILE]: value.name, blob: new Blob([value]) } : value)),
        transfer,
      );
    },
    listen: (receive) => {
      plain.listen((message) => {
        receive(mapped(message, (value) => (isFile(value) ? new File([value.blob], value[FILE]) : value)));
      });
    },
  };
};

const FILE = 'file of the test';
const isFile = (value: object): value is { [FILE]: string; blob: Blob } => Object.hasOwn(value, FILE);

/** A value with `change` applied to every object in it; lists and plain objects in which nothing changed stay themselves. */
export function mapped(value: unknown, change: (value: object) => object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const changed = change(value);
  if (changed !== value) return changed;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, each, mapped(each, change)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  return Object.assign(copy, Object.fromEntries(entries.map(([key, , after]) => [key, after])));
}

/** The page's end of a port: calls, values and events, as `CoreConnection` has them over a worker. */
export function linkOver(port: Port, methods: Methods = {}): { readonly link: CoreLink; readonly end: () => void } {
  const mirror = new Mirror();
  const bus = createBus<PageEvent>((error) => {
    throw error;
  });
  const channel = createChannel(port, {
    methods,
    onPost: (message) => {
      const { changes, event } = message as { changes?: readonly Change[]; event?: PageEvent };
      if (changes) mirror.apply(changes);
      if (event) bus.emit(event);
    },
  });
  let waiting = 0;
  const link: CoreLink = {
    mirror,
    bus,
    get pending() {
      return waiting > 0;
    },
    async call(path, args) {
      waiting += 1;
      try {
        return await channel.call(path, args);
      } finally {
        waiting -= 1;
      }
    },
  };
  return {
    link,
    end: () => {
      channel.end(channelEnded('the test ended the channel'));
    },
  };
}

/** A link to methods that replace a core. */
export function linkTo(methods: Methods): { readonly link: CoreLink; readonly close: () => void } {
  const { port1, port2 } = new MessageChannel();
  createChannel(portOf(port1), { methods });
  const { link, end } = linkOver(portOf(port2));
  return {
    link,
    close: () => {
      end();
      port2.close();
    },
  };
}
