/** Allocates memory that is filled with zeros and aligned for every typed array. */
export type Allocate = (bytes: number) => Uint8Array<ArrayBuffer>;

/** Allocates separate memory for each array. */
export const allocateHeap: Allocate = (bytes) => new Uint8Array(bytes);

/** A growing byte buffer for columns of text or bytes. Its memory is used again for the next batch. */
export class BytesBuffer {
  bytes: Uint8Array;
  length = 0;
  /** The initial memory, to which `reset` returns; null if that is not necessary. */
  private readonly home: Uint8Array | null;
  private view32: DataView;
  /** The source from which bytes were copied last, and a view of it: thousands of short runs come from one source. */
  private source: Uint8Array;
  private source32: DataView;

  /** @param allocate memory whose address a kernel holds; if it is too small, the buffer uses other memory until `reset` */
  constructor(capacity = 1024, allocate?: Allocate) {
    this.bytes = (allocate ?? allocateHeap)(capacity);
    this.home = allocate === undefined ? null : this.bytes;
    this.view32 = viewOf(this.bytes);
    this.source = this.bytes;
    this.source32 = this.view32;
  }

  /** Makes room for `extra` more bytes. `bytes` may be another array afterwards. */
  reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view32 = viewOf(grown);
  }

  /** Whether code outside this buffer, such as a kernel, holds the address of its memory. */
  get shared(): boolean {
    return this.home !== null;
  }

  /** Whether the bytes did not fit into the shared memory. */
  get away(): boolean {
    return this.home !== null && this.bytes !== this.home;
  }

  /** Removes the bytes, and returns to the initial memory. */
  reset(): void {
    this.length = 0;
    if (this.home === null || this.bytes === this.home) return;
    this.bytes = this.home;
    this.view32 = viewOf(this.home);
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start;
    this.reserve(count);
    const at = this.length;
    // Copy short runs byte by byte: `set` with a subarray allocates an object per call, which takes too long for them (AD data, names).
    if (count < 64) this.copyShort(source, start, end, at);
    else this.bytes.set(source.subarray(start, end), at);
    this.length = at + count;
  }

  private copyShort(source: Uint8Array, start: number, end: number, to: number): void {
    if (source !== this.source) {
      this.source = source;
      this.source32 = viewOf(source);
    }
    const { bytes, source32, view32 } = this;
    let from = start;
    let at = to;
    for (; from + 4 <= end; from += 4, at += 4) view32.setInt32(at, source32.getInt32(from, true), true);
    for (; from < end; from++, at++) bytes[at] = source[from] ?? 0;
  }

  appendText(text: string): void {
    this.reserve(text.length * 3);
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

const encoder = new TextEncoder();

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
