/** Stores the data of a scan while it runs. */
export interface Recorder {
  readonly place: 'opfs' | 'memory';
  readonly bytes: number;
  /** Why new bytes are not stored where they should be; null if they are. */
  readonly failure: Error | null;
  /** Settles when the bytes are stored. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Returns everything that was stored so far. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the recording and returns it as a file. The stored copy stays until it is discarded. */
  finish(name: string, mediaType: string): Promise<File>;
  /** Deletes the recording. Never rejects. */
  discard(): Promise<void>;
}

/** A recording in memory, for pages that have no storage (opened from disk). It is lost when the page is closed. */
export class MemoryRecorder implements Recorder {
  readonly place = 'memory';
  bytes = 0;
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];

  /** @param failure why the recording is in memory although the page has storage */
  constructor(readonly failure: Error | null = null) {}

  append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.parts.push(bytes);
    this.bytes += bytes.length;
    return Promise.resolve();
  }

  async read(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Blob(this.parts).arrayBuffer());
  }

  finish(name: string, mediaType: string): Promise<File> {
    return Promise.resolve(new File(this.parts, name, { type: mediaType }));
  }

  discard(): Promise<void> {
    this.parts.length = 0;
    this.bytes = 0;
    return Promise.resolve();
  }
}
