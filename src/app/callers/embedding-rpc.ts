import { isRecord } from '../../tools/contract/json-schema.ts';
import { CALLS, PURE, READS, type Workbench } from '../../workbench/public.ts';

/** Paths of the members of `window.workbench` that an embedding page can call over a port. */
const METHODS: readonly string[] = [...CALLS, ...READS, ...PURE];
/** Methods whose options may contain `signal` and `onProgress`, with the index of the options among their arguments. */
const OPTIONS_AT: Readonly<Record<string, number>> = { open: 1, merge: 1, query: 1, run: 1, plan: 1, replay: 1 };

/**
 * Serves `window.workbench` over a message port. `{ id, method, args }` is answered by `{ id, value }` or `{ id, error: { name, code,
 * message } }`; `{ id, cancel: true }` aborts; progress arrives as `{ id, progress }`. `{ id, method: 'on', args: [type] }` is answered
 * once, then by `{ id, event }`.
 */
export function serveWorkbench(port: Pick<MessagePort, 'postMessage' | 'addEventListener'>, workbench: Workbench): void {
  const running = new Map<unknown, AbortController>();
  const post = (message: Readonly<Record<string, unknown>>): void => {
    try {
      port.postMessage(message);
    } catch {
      // Report that the value cannot be cloned, for instance because it contains a function.
      port.postMessage({ id: message['id'], error: { name: 'DataCloneError', code: null, message: 'the value cannot be sent' } });
    }
  };
  const call = async (id: unknown, method: string, given: readonly unknown[]): Promise<unknown> => {
    if (method === 'version') return workbench.version;
    if (method === 'build') return workbench.build;
    if (method === 'ready') return workbench.ready;
    if (method === 'on') {
      return void workbench.on(String(given[0]) as '*', (event) => {
        post({ id, event });
      });
    }
    if (!METHODS.includes(method))
      throw new TypeError(`expected a member of window.workbench, found ${JSON.stringify(method.slice(0, 64))}`);
    const at = OPTIONS_AT[method];
    const args = [...given];
    if (at !== undefined) {
      const controller = new AbortController();
      running.set(id, controller);
      const onProgress = (progress: unknown): void => {
        post({ id, progress });
      };
      args[at] = { ...(isRecord(args[at]) && args[at]), signal: controller.signal, onProgress };
    }
    return invoke(workbench, method, args);
  };
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return;
    const { id, method, args, cancel } = data;
    if (cancel === true) {
      running.get(id)?.abort();
      return;
    }
    if (typeof method !== 'string') return;
    call(id, method, Array.isArray(args) ? (args as readonly unknown[]) : [])
      .then(
        (value) => {
          post({ id, value });
        },
        (error: unknown) => {
          post({ id, error: wordsOf(error) });
        },
      )
      .finally(() => {
        running.delete(id);
      });
  });
}

function invoke(workbench: Workbench, path: string, args: readonly unknown[]): unknown {
  const [first = '', second] = path.split('.');
  const member: unknown = Reflect.get(workbench, first);
  const owner = second === undefined ? workbench : (member as object);
  const method = Reflect.get(owner, second ?? first) as (...given: readonly unknown[]) => unknown;
  return Reflect.apply(method, owner, args);
}

const wordsOf = (error: unknown) => ({
  name: error instanceof Error ? error.name : 'Error',
  code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null,
  message: error instanceof Error ? error.message : 'the call failed',
});
