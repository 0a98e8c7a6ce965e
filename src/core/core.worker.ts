import { holdLife } from '../threads/living-worker.ts';
import type { Port } from '../workbench/channel.ts';
import type { Change } from '../workbench/snapshot.ts';
import type { Environment } from './host.ts';
import type { Recovery } from './recovery.ts';
import { serveOnPort } from './serve-on-port.ts';

/** The first message to the core's worker; all later messages are read by the channel. */
export interface Start {
  readonly environment: Environment;
  readonly recovery: Recovery | undefined;
}

/** Messages that the core posts in addition to answers. */
export type Posted = { readonly changes: readonly Change[] } | { readonly event: unknown };

let receive: ((message: unknown) => void) | null = null;
const port: Port = {
  postMessage: (message, transfer) => {
    (postMessage as (message: unknown, transfer: Transferable[]) => void)(message, [...transfer]);
  },
  listen: (listener) => {
    receive = listener;
  },
};

function begin({ environment, recovery }: Start): void {
  serveOnPort(port, environment, recovery).channel.post({ event: { type: 'core', state: 'running' } });
}

function take(message: unknown): void {
  if (receive === null) begin(message as Start);
  else receive(message);
}

/**
 * Messages that arrive before this worker holds its lock; null afterwards. The page detects the worker's end by that lock, so no message is
 * answered before the worker holds it.
 */
let early: unknown[] | null = [];
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (early === null) take(data);
  else early.push(data);
});
void holdLife().then(() => {
  const messages = early ?? [];
  early = null;
  messages.forEach(take);
});
