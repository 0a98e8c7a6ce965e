import { PROBE_BYTES, WINDOW_BYTES } from './decoder.ts';
import type { ByteSource } from './decoder.ts';
import { hashElsewhere, hashStream, hashWhole } from './file-hash.ts';
import type { FileHash, HashBlob, StreamHash } from './file-hash.ts';
import type { MemoryCount } from './memory-count.ts';

/** Files up to this size are read in one go: two reads of 32 MB cost less than a hundred round trips to the platform. */
const WHOLE_FILE_BYTES = 64 * 1024 * 1024;

/** A file from disk as a source; knows its hash when it was read to the end. */
export interface FileSource extends ByteSource {
  readonly size: number;
  /** Called when the reader is idle: a good time to hash the bytes that are held. */
  hashAhead(): void;
  /** Reads what was not read yet, and ends the hash. */
  sha256(): Promise<string>;
}

export interface FileSourceHooks {
  /** Called after every read with the number of bytes read so far. */
  readonly onRead?: (bytes: number) => void;
  /** Throws when the caller gave up. */
  readonly check: () => void;
  /** Milliseconds spent waiting for reads and the hash are added here. */
  readonly timings: { read: number; hash: number };
  readonly memory?: MemoryCount;
  /** Hashes what is too large to hold; the default works in this thread. */
  readonly hash?: StreamHash | undefined;
  /** Hashes what is too large to hold and read by place, beside that; without it all windows are read at the end. */
  readonly hashBlob?: HashBlob | undefined;
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

  protected readWindow(start: number): Promise<ArrayBuffer> {
    const reading = start < this.size ? this.read(start, Math.min(start + WINDOW_BYTES, this.size)) : Promise.resolve(new ArrayBuffer(0));
    // After the caller has given up, the read-ahead window may reject unobserved.
    reading.catch(() => undefined);
    return reading;
  }

  /** Adds the time spent waiting for a read; for a window that was read ahead this is less than the read took. */
  protected async waited<T>(reading: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await reading;
    this.hooks.timings.read += performance.now() - began;
    return result;
  }
}

/**
 * Small enough to hold: every window is a view into one buffer. Decoding begins with the first window. The platform's digest
 * copies the whole before it works in a thread of its own, so it starts while the engine is catching up, or at the end.
 */
class HeldFile extends BlobFile implements FileSource {
  private probed: Promise<ArrayBuffer> | null = null;
  private first: Promise<ArrayBuffer> | null = null;
  private whole: Promise<ArrayBuffer> | null = null;
  /** Content of the file, once it was read completely. */
  private held: ArrayBuffer | null = null;
  private hash: Promise<FileHash> | null = null;

  async *windows(): AsyncGenerator<Uint8Array> {
    const held = this.whole === null ? null : await this.whole;
    const buffer = held ?? new ArrayBuffer(this.size);
    let next = held === null ? this.head() : null;
    this.hooks.memory?.set('windows', this.size + (held === null ? Math.min(2 * WINDOW_BYTES, this.size) : 0));
    for (let at = 0; at < this.size; at += WINDOW_BYTES) {
      const window = new Uint8Array(buffer, at, Math.min(WINDOW_BYTES, this.size - at));
      if (next !== null) {
        window.set(new Uint8Array(await this.waited(next)));
        next = this.readWindow(at + WINDOW_BYTES);
        if (at + window.length === this.size) this.whole ??= Promise.resolve((this.held = buffer));
      }
      this.hooks.onRead?.(at + window.length);
      yield window;
    }
    this.hooks.memory?.set('windows', this.size);
  }

  /** Reads of the probe range or the first window load only that; a read past the first window loads the whole file. */
  async bytes(start: number, end: number): Promise<Uint8Array> {
    const buffer = await (this.whole !== null || end > WINDOW_BYTES
      ? this.load()
      : this.waited(end <= PROBE_BYTES ? this.start() : this.head()));
    return new Uint8Array(buffer).subarray(start, end);
  }

  hashAhead(): void {
    if (this.held !== null) this.hash ??= hashHeld(this.held);
  }

  async sha256(): Promise<string> {
    const buffer = await this.load();
    const began = performance.now();
    this.hash ??= hashHeld(buffer);
    const digest = await (await this.hash).digest();
    this.hooks.timings.hash += performance.now() - began;
    return digest;
  }

  private start(): Promise<ArrayBuffer> {
    this.probed ??= this.first ?? this.read(0, Math.min(PROBE_BYTES, this.size));
    return this.probed;
  }

  private head(): Promise<ArrayBuffer> {
    this.hooks.memory?.set('windows', Math.min(WINDOW_BYTES, this.size));
    this.first ??= this.readWindow(0);
    return this.first;
  }

  private load(): Promise<ArrayBuffer> {
    if (this.whole === null) {
      this.hooks.memory?.set('windows', this.size);
      const reading = this.size <= WINDOW_BYTES ? this.head() : this.read(0, this.size);
      this.whole = this.waited(reading).then((buffer) => (this.held = buffer));
    }
    return this.whole;
  }
}

async function hashHeld(buffer: ArrayBuffer): Promise<FileHash> {
  const hash = hashWhole(buffer) ?? (await hashStream());
  await hash.update(new Uint8Array(buffer), 0);
  return hash;
}

/** A file too large to hold: reads one window ahead while the previous one is decoded, and hashes it in parallel. */
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
    // A request larger than one window means random access; stop streaming windows.
    const elsewhere = this.hash === null && end - start > WINDOW_BYTES ? this.hooks.hashBlob?.(this.blob) : undefined;
    if (elsewhere !== undefined) this.hash = Promise.resolve(hashElsewhere(elsewhere, this.size));
    return new Uint8Array(await this.waited(this.read(start, Math.min(end, this.size))));
  }

  /** Nothing to do: every window was hashed when it was read. */
  hashAhead(): void {}

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
}
