import { WINDOW_BYTES } from '../decoder.ts';
import type { ByteSource } from '../decoder.ts';

/**
 * A view over a source that slides forward: unused bytes are kept at the start of the next window. Windows
 * that follow each other in one buffer are joined without copying.
 */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset in the source of the first byte in `bytes`. */
  base = 0;
  /** True if no byte follows those in `bytes`. */
  ended = false;
  private readonly windows: AsyncIterator<Uint8Array>;

  constructor(source: ByteSource) {
    this.windows = source.windows()[Symbol.asyncIterator]();
  }

  /** Drops the first `used` bytes and appends the next window; false when there is none. */
  async advance(used: number): Promise<boolean> {
    const rest = this.bytes.subarray(used);
    this.base += used;
    const next = await this.windows.next();
    if (next.done === true) {
      this.bytes = rest;
      this.ended = true;
      return false;
    }
    this.bytes = join(rest, next.value);
    return true;
  }

  /** Closes the source before its end. */
  async close(): Promise<void> {
    await this.windows.return?.();
  }
}

function join(rest: Uint8Array, next: Uint8Array): Uint8Array {
  if (rest.length === 0) return next;
  if (rest.buffer === next.buffer && rest.byteOffset + rest.length === next.byteOffset) {
    return new Uint8Array(next.buffer, rest.byteOffset, rest.length + next.length);
  }
  const joined = new Uint8Array(rest.length + next.length);
  joined.set(rest);
  joined.set(next, rest.length);
  return joined;
}

/** Records that claim to be larger than this are damaged: no window could hold them. */
export const MOST_RECORD_BYTES = WINDOW_BYTES / 4;
