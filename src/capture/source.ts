import { WINDOW_BYTES } from './decoder.ts';
import type { ByteSource } from './decoder.ts';
import { hashStream, hashWhole } from './file-hash.ts';
import type { FileHash, StreamHash } from './file-hash.ts';
import type { MemoryCount } from './memory-count.ts';

/** Files up to this size are read in one go: two reads of 32 MB cost less than a hundred round trips to the platform. */
const WHOLE_FILE_BYTES = 64 * 1024 * 1024;

/** A file from disk as a source; knows its hash when it was read to the end. */
export interface FileSource extends ByteSource {
  readonly size: number;
  /** Reads what was not read yet, and ends the hash. */
  sha256(): Promise<string>;
}

export interface FileSourceHooks {
  /** Told after every read how many bytes have come. */
  readonly onRead?: (bytes: number) => void;
  /** Throws when the caller gave up. */
  readonly check: () => void;
  /** Milliseconds spent waiting for reads and the hash are added here. */
  readonly timings: { read: number; hash: number };
  readonly memory?: MemoryCount;
  /** Hashes what is too large to hold; the default works in this thread. */
  readonly hash?: StreamHash | undefined;
}

/** `Blob` rather than `File`, so that a test needs no disk. Nothing is read before the first call. */
export function fileSource(blob: Blob, file_name: string, hooks: FileSourceHooks): FileSource {
  return blob.size <= WHOLE_FILE_BYTES ? new HeldFile(blob, file_name, hooks) : new StreamedFile(blob, file_name, hooks);
}

abstract class BlobFile {
  readonly size: number;
  constructor(
    protected readonly blob: Blob,
    readonly file_name: string,
    protected readonly hooks: FileSourceHooks,
  ) {
    this.size = blob.size;
  }

  length(): Promise<number> {
    return Promise.resolve(this.size);
  }

  protected async read(start: number, end: number): Promise<ArrayBuffer> {
    this.hooks.check();
    const buffer = await this.blob.slice(start, end).arrayBuffer();
    this.hooks.check();
    return buffer;
  }

  /** Counts the time that somebody waits, which for a window read ahead is less than the time it took. */
  protected async waited<T>(reading: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await reading;
    this.hooks.timings.read += performance.now() - began;
    return result;
  }
}

/** Small enough to hold: every window is a view into one buffer. */
class HeldFile extends BlobFile implements FileSource {
  private whole: Promise<{ readonly buffer: ArrayBuffer; readonly hash: FileHash }> | null = null;

  async *windows(): AsyncGenerator<Uint8Array> {
    const { buffer } = await this.load();
    for (let at = 0; at < buffer.byteLength; at += WINDOW_BYTES) {
      const window = new Uint8Array(buffer, at, Math.min(WINDOW_BYTES, buffer.byteLength - at));
      this.hooks.onRead?.(at + window.length);
      yield window;
    }
  }

  async bytes(start: number, end: number): Promise<Uint8Array> {
    const { buffer } = await this.load();
    return new Uint8Array(buffer).subarray(start, end);
  }

  async sha256(): Promise<string> {
    const { hash } = await this.load();
    const began = performance.now();
    const digest = await hash.digest();
    this.hooks.timings.hash += performance.now() - began;
    return digest;
  }

  private load(): Promise<{ readonly buffer: ArrayBuffer; readonly hash: FileHash }> {
    this.hooks.memory?.set('windows', this.size);
    this.whole ??= this.waited(this.read(0, this.size)).then(async (buffer) => {
      const hash = hashWhole(buffer) ?? (await hashStream());
      await hash.update(new Uint8Array(buffer), 0);
      return { buffer, hash };
    });
    return this.whole;
  }
}

/** Too large to hold: one window ahead is being read while the previous one is decoded, and hashed beside it. */
class StreamedFile extends BlobFile implements FileSource {
  private hash: Promise<FileHash> | null = null;

  async *windows(): AsyncGenerator<Uint8Array> {
    let next = this.readWindow(0);
    for (let at = 0; at < this.size; at += WINDOW_BYTES) {
      const window = new Uint8Array(await this.waited(next));
      const { length } = window;
      next = this.readWindow(at + WINDOW_BYTES);
      this.hooks.memory?.set('windows', length + Math.min(WINDOW_BYTES, Math.max(0, this.size - at - WINDOW_BYTES)));
      await this.hashed(window, at);
      this.hooks.onRead?.(at + length);
      yield window;
    }
  }

  async bytes(start: number, end: number): Promise<Uint8Array> {
    return new Uint8Array(await this.waited(this.read(start, Math.min(end, this.size))));
  }

  async sha256(): Promise<string> {
    const hash = await this.opened();
    while (hash.done < this.size) await this.hashed(new Uint8Array(await this.waited(this.readWindow(hash.done))), hash.done);
    const began = performance.now();
    const digest = await hash.digest();
    this.hooks.timings.hash += performance.now() - began;
    return digest;
  }

  private async hashed(window: Uint8Array, at: number): Promise<void> {
    const began = performance.now();
    const hash = await this.opened();
    await hash.update(window, at);
    this.hooks.memory?.set('hash', hash.held);
    this.hooks.timings.hash += performance.now() - began;
  }

  private opened(): Promise<FileHash> {
    this.hash ??= (this.hooks.hash ?? hashStream)();
    return this.hash;
  }

  private readWindow(start: number): Promise<ArrayBuffer> {
    const reading = start < this.size ? this.read(start, Math.min(start + WINDOW_BYTES, this.size)) : Promise.resolve(new ArrayBuffer(0));
    // Nobody may wait for the window ahead when the caller has given up.
    reading.catch(() => undefined);
    return reading;
  }
}
