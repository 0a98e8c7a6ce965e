/** Where a scan is written to as it goes on. */
export interface Recorder {
  readonly place: 'opfs' | 'memory';
  readonly bytes: number;
  /** Why it no longer goes where it began; null while it does. */
  readonly failure: Error | null;
  /** Settles when the bytes would outlive the page, where they can. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Everything so far. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the recording; the file stays readable as long as the page lives. What is stored stays stored until it is discarded. */
  finish(name: string, mediaType: string): Promise<File>;
  /** Nothing of it stays. Never rejects. */
  discard(): Promise<void>;
}

/** Where there is no storage for it (pages from disk): the recording lives and dies with the page. */
export class MemoryRecorder implements Recorder {
  readonly place = 'memory';
  bytes = 0;
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];

  /** @param failure why it is not stored, where it could be */
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
