import type { ByteSource } from './decoder.ts';

/** The start of a file as a file of its own; the rest of the last record is missing. */
export class HeadSource implements ByteSource {
  readonly size = null;
  /** Bytes handed out, and whether more would have followed. */
  read = 0;
  cut = false;

  constructor(
    private readonly content: ByteSource,
    private readonly limit: number,
  ) {}

  get file_name(): string {
    return this.content.file_name;
  }

  async *windows(): AsyncGenerator<Uint8Array> {
    this.read = 0;
    for await (const window of this.content.windows()) {
      const part = window.subarray(0, this.limit - this.read);
      this.read += part.length;
      yield part;
      if (this.read < this.limit) continue;
      this.cut = this.content.size === null || this.content.size > this.read;
      return;
    }
  }

  async bytes(start: number, end: number): Promise<Uint8Array> {
    const bytes = await this.content.bytes(start, Math.min(end, this.limit));
    this.read = Math.max(this.read, start + bytes.length);
    return bytes;
  }

  async length(): Promise<number> {
    return Math.min(this.limit, await this.content.length());
  }
}
