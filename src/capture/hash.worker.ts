import * as comlink from 'comlink';
import { hashStream } from './file-hash.ts';

const hash = hashStream();

/** What `hashInThread` calls; one hash for the life of the thread. */
const worker = {
  async update(bytes: Uint8Array): Promise<void> {
    const stream = await hash;
    await stream.update(bytes, stream.done);
  },
  async digest(): Promise<string> {
    return (await hash).digest();
  },
};

export type HashWorker = typeof worker;

comlink.expose(worker);
