import type { ByteSource } from './decoder.ts';

const PIECE_BYTES = 1024 * 1024;

/** A file read in small pieces on request, neither held in memory nor hashed. */
export class BlobSource implements ByteSource {
  readonly size: number;
  /** Number of bytes requested so far. */
  read_bytes = 0;

  constructor(
    private readonly blob: Blob,
    readonly file_name: string,
    private readonly check: () => void,
  ) {
    this.size = blob.size;
  }

  async *windows(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.size; at += PIECE_BYTES) yield await this.bytes(at, at + PIECE_BYTES);
  }

  async bytes(start: number, end: number): Promise<Uint8Array> {
    this.check();
    const bytes = new Uint8Array(await this.blob.slice(start, Math.min(end, this.size)).arrayBuffer());
    this.check();
    this.read_bytes += bytes.length;
    return bytes;
  }

  length(): Promise<number> {
    return Promise.resolve(this.size);
  }
}
