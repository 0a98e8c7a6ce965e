import { createSHA256, type IHasher } from 'hash-wasm';
import type { FileSink } from './destination.ts';

/** Number of bytes per disk write, because writing every row separately would take longer than encoding it. */
const FLUSH_BYTES = 1024 * 1024;

/** An output file that computes its size and digest while it is written. Small writes are collected. */
export class HashedFile {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #waiting = 0;
  bytes = 0;

  private constructor(
    readonly path: string,
    private readonly sink: FileSink,
    private readonly hasher: IHasher,
  ) {}

  static async open(path: string, sink: FileSink): Promise<HashedFile> {
    const hasher = await createSHA256();
    hasher.init();
    return new HashedFile(path, sink, hasher);
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (bytes.length === 0) return;
    this.hasher.update(bytes);
    this.bytes += bytes.length;
    this.#parts.push(bytes);
    this.#waiting += bytes.length;
    if (this.#waiting >= FLUSH_BYTES) await this.#flush();
  }

  async close(): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }> {
    await this.#flush();
    await this.sink.close();
    return { path: this.path, bytes: this.bytes, sha256: this.hasher.digest('hex') };
  }

  async #flush(): Promise<void> {
    if (this.#waiting === 0) return;
    const whole = new Uint8Array(this.#waiting);
    let at = 0;
    for (const part of this.#parts.splice(0)) {
      whole.set(part, at);
      at += part.length;
    }
    this.#waiting = 0;
    await this.sink.write(whole);
  }
}
