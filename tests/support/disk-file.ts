/** A file that changes or disappears on disk after it was chosen. */
export class DiskFile extends File {
  /** Null: reading rejects, as of a file that was moved. */
  content: Blob | null;

  constructor(text: string, name: string) {
    super([text], name);
    this.content = new Blob([text]);
  }

  override get size(): number {
    return this.content?.size ?? super.size;
  }

  override slice(start?: number, end?: number, type?: string): Blob {
    return this.#read().slice(start, end, type);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read().arrayBuffer();
  }

  override async text(): Promise<string> {
    return this.#read().text();
  }

  override stream(): ReturnType<File['stream']> {
    return this.#read().stream();
  }

  #read(): Blob {
    if (this.content) return this.content;
    throw new DOMException('The requested file could not be read', 'NotReadableError');
  }
}
