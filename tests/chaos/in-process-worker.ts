import * as comlink from 'comlink';
import { captureService } from '../../src/capture/capture-service.ts';
import { fileSource } from '../../src/capture/source.ts';
import { hashStream } from '../../src/capture/file-hash.ts';
import { serveOnPort } from '../../src/core/serve-on-port.ts';
import type { Start } from '../../src/core/core.worker.ts';
import type { CoreThreads } from '../../src/core/data.ts';
import { toAnswer } from '../../src/engine/answer.ts';
import { decodeArrow } from '../../src/engine/rows.ts';
import { createEncoder } from '../../src/export/encoder.ts';
import { kernelInstance } from '../../src/kernels/instance.ts';
import { combine } from '../../src/merge/combine.ts';
import type { RecorderReply, RecorderRequest } from '../../src/live/recording/recorder.worker.ts';
import { mapped } from '../support/core-link.ts';
import type { Locks } from './locks.ts';
import type { PrivateFiles } from './private-files.ts';

/** The surroundings of the workers of one browser. */
export interface WorkerPlace {
  readonly locks: Locks;
  readonly files: PrivateFiles;
  readonly workers: Set<InProcessWorker>;
  /** Called for each message between threads. */
  readonly tick: (what: string) => void;
  /** The threads of a new core; `isAlive` turns false when the core ends. */
  readonly threads: (isAlive: () => boolean) => CoreThreads;
}

/** Message of a worker that holds its lock (`living-worker.ts`). */
const HELD = 'living-worker/held';

let place: WorkerPlace | null = null;
export const useWorkerPlace = (next: WorkerPlace | null): void => void (place = next);

/** Blobs cross by reference: they cannot change, and a file stays the one on disk. */
const BLOB = 'blob of the test';
function copied(message: unknown, transfer: readonly Transferable[]): unknown {
  const blobs: Blob[] = [];
  const packed = mapped(message, (value) => (value instanceof Blob ? { [BLOB]: blobs.push(value) - 1 } : value));
  const clone: unknown = structuredClone(packed, { transfer: [...transfer] });
  return mapped(clone, (value) => (Object.hasOwn(value, BLOB) ? blobs[(value as { [BLOB]: number })[BLOB]]! : value));
}

/** The global scope of a worker, as its services use it. */
class Scope extends EventTarget {
  constructor(readonly postMessage: (message: unknown, transfer?: readonly Transferable[]) => void) {
    super();
  }
}

/**
 * A worker whose code runs on this thread. Messages are structured clones that arrive later. `crash` ends it as the browser ends a
 * thread: nothing is said, messages under way are lost, and its lock is released.
 */
export class InProcessWorker extends EventTarget {
  readonly kind: string;
  ended = false;
  /** Calls that the worker has not answered. */
  unanswered = 0;
  private readonly place: WorkerPlace;
  private readonly scope: Scope;
  /** Its owner waits for its lock. */
  private watched = false;
  private stop: () => void = () => undefined;

  constructor(
    url: string | URL,
    private readonly options: { readonly name?: string } = {},
  ) {
    super();
    if (place === null) throw new Error('expected a place for workers, found none');
    this.place = place;
    this.kind = /(\w+)\.worker/.exec(String(url))?.[1] ?? 'unknown';
    this.scope = new Scope((message, transfer = []) => {
      if (message !== HELD) this.unanswered -= 1;
      this.deliver(this, message, transfer);
    });
    this.place.workers.add(this);
    if (this.kind !== 'recorder' && this.kind !== 'core') void this.holdLife();
    this.serve();
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.unanswered += 1;
    this.deliver(this.scope, message, transfer);
  }

  terminate(): void {
    this.crash();
  }

  crash(): void {
    if (this.ended) return;
    this.ended = true;
    this.place.workers.delete(this);
    this.stop();
    this.place.locks.release(this.options.name ?? '');
    // A thread that ends that early is one whose script failed; browsers report those.
    if (!this.watched) setImmediate(() => this.dispatchEvent(Object.assign(new Event('error'), { message: 'its thread ended' })));
  }

  private deliver(target: EventTarget, message: unknown, transfer: readonly Transferable[]): void {
    if (this.ended) return;
    this.place.tick(this.kind);
    const data = copied(message, transfer);
    setImmediate(() => {
      if (this.ended) return;
      this.watched ||= message === HELD;
      target.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  private holdLife(): Promise<void> {
    return new Promise((held) => {
      void this.place.locks.request(this.options.name ?? '', () => {
        this.scope.postMessage(HELD);
        held();
        return new Promise<never>(() => undefined);
      });
    });
  }

  private serve(): void {
    const expose = (service: object): void => {
      comlink.expose(service, this.scope);
    };
    switch (this.kind) {
      case 'core':
        return this.serveCore();
      case 'capture':
        return expose(captureService);
      case 'kernels':
        return expose(kernels);
      case 'merge':
        return expose({ combine });
      case 'export':
        return expose(createEncoder((ipc) => toAnswer(decodeArrow(ipc))));
      case 'hash':
        return expose(hashService());
      case 'recorder':
        return this.serveRecorder();
      default:
        throw new Error(`expected a worker of the product, found ${this.kind}`);
    }
  }

  /** As `core.worker.ts`. */
  private serveCore(): void {
    let receive: ((message: unknown) => void) | null = null;
    const begin = ({ environment, recovery }: Start): void => {
      const threads = this.place.threads(() => !this.ended);
      this.stop = () => {
        this.place.locks.coreEnded();
        for (const worker of [...this.place.workers]) if (worker.kind !== 'core') worker.crash();
        void threads.engine.close();
      };
      const port = {
        postMessage: (message: unknown, transfer: readonly Transferable[]) => this.scope.postMessage(message, transfer),
        listen: (listener: (message: unknown) => void) => {
          receive = listener;
        },
      };
      serveOnPort(port, environment, recovery, threads).channel.post({ event: { type: 'core', state: 'running' } });
    };
    let last = this.holdLife();
    this.scope.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<unknown>;
      last = last.then(() => {
        if (this.ended) return;
        if (receive === null) begin(data as Start);
        else receive(data);
      });
    });
  }

  private serveRecorder(): void {
    let name = '';
    const { files } = this.place;
    const answer = (request: RecorderRequest): RecorderReply => {
      try {
        if (request.kind === 'open') files.append((name = request.file), new Uint8Array());
        if (request.kind === 'append') files.append(name, request.bytes);
        return { bytes: request.kind === 'read' ? (files.contents.get(name) ?? new Uint8Array()) : null };
      } catch (error) {
        return { error: (error as Error).message };
      }
    };
    this.scope.addEventListener('message', (event) => this.scope.postMessage(answer((event as MessageEvent<RecorderRequest>).data)));
  }
}

/** The kernels keep nothing between calls. The pool passes the progress callback as its own argument. */
const kernels = Object.fromEntries(
  Object.entries(kernelInstance()).flatMap(([name, method]: [string, unknown]) =>
    typeof method === 'function'
      ? [[name, (input: unknown, onProgress: unknown) => (method as (...args: unknown[]) => unknown)(input, { onProgress })]]
      : [],
  ),
);

function hashService(): object {
  const hash = hashStream();
  return {
    update: async (bytes: Uint8Array) => (await hash).update(bytes, (await hash).done),
    digest: async () => (await hash).digest(),
    file: (blob: Blob) => fileSource(blob, '', { check: () => undefined, timings: { read: 0, hash: 0 } }).sha256(),
  };
}
