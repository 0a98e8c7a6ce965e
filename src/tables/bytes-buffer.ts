/** A growing run of bytes: what variable-width columns write into. Kept between batches. */
export class BytesBuffer {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room for `extra` more bytes; `bytes` may be another array afterwards. */
  reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start;
    this.reserve(count);
    const target = this.bytes;
    const at = this.length;
    // `set` with a subarray costs an object per call, which short runs (AD data, names) do not earn back.
    if (count < 64) for (let i = 0; i < count; i++) target[at + i] = source[start + i] ?? 0;
    else target.set(source.subarray(start, end), at);
    this.length = at + count;
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
