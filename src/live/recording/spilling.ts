import { MemoryRecorder } from './recorder.ts';
import type { Recorder } from './recorder.ts';

/**
 * A recording that continues in memory if its storage is full or fails. The first bytes that cannot be stored and all later ones are then
 * held in memory, so the recording is complete and in order as long as the page is open.
 */
export class SpillingRecorder implements Recorder {
  failure: Error | null = null;
  private readonly rest = new MemoryRecorder();

  constructor(private readonly inner: Recorder) {}

  get place(): Recorder['place'] {
    return this.failure === null ? this.inner.place : 'memory';
  }

  get bytes(): number {
    return this.inner.bytes + this.rest.bytes;
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.failure === null) {
      try {
        await this.inner.append(bytes);
        return;
      } catch (error) {
        this.failure = error instanceof Error ? error : new Error(String(error));
      }
    }
    await this.rest.append(bytes);
  }

  async read(): Promise<Uint8Array<ArrayBuffer>> {
    const parts = [await this.inner.read(), await this.rest.read()];
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async finish(name: string, mediaType: string): Promise<File> {
    const stored = await this.inner.finish(name, mediaType);
    return this.rest.bytes === 0 ? stored : new File([stored, await this.rest.read()], name, { type: mediaType });
  }

  async discard(): Promise<void> {
    await this.rest.discard();
    await this.inner.discard();
  }
}
