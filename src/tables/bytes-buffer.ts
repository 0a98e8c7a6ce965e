/** A growing run of bytes: what variable-width columns write into. Kept between batches. */
export class BytesBuffer {
  bytes: Uint8Array;
  length = 0;
  private view32: DataView;
  /** The source that was copied from last, and a view of it: one source gives thousands of short runs. */
  private source: Uint8Array;
  private source32: DataView;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
    this.view32 = viewOf(this.bytes);
    this.source = this.bytes;
    this.source32 = this.view32;
  }

  /** Makes room for `extra` more bytes; `bytes` may be another array afterwards. */
  reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view32 = viewOf(grown);
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start;
    this.reserve(count);
    const at = this.length;
    // `set` with a subarray costs an object per call, which short runs (AD data, names) do not earn back.
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
