import * as comlink from 'comlink';
import { holdLife } from '../threads/living-worker.ts';
import { hashStream } from './file-hash.ts';
import type { FileHash } from './file-hash.ts';
import { fileSource } from './source.ts';

let hash: Promise<FileHash> | null = null;
const stream = (): Promise<FileHash> => (hash ??= hashStream());

/** What hash-thread.ts calls; one hash for the life of the thread. */
const worker = {
  async update(bytes: Uint8Array): Promise<void> {
    const taking = await stream();
    await taking.update(bytes, taking.done);
  },
  async digest(): Promise<string> {
    return (await stream()).digest();
  },
  /** Hashes a file that is not being read for another purpose. */
  file(blob: Blob): Promise<string> {
    return fileSource(blob, '', { check: () => undefined, timings: { read: 0, hash: 0 } }).sha256();
  },
};

export type HashWorker = typeof worker;

void holdLife();
comlink.expose(worker);
