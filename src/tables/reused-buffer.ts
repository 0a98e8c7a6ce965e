/**
 * Receives the pieces of an Arrow stream and joins them in one buffer, which the next stream overwrites. A new buffer of 25 MB for each
 * batch would wait for the garbage collector, which lets several of them pile up.
 */
export class ReusedBuffer {
  #bytes = new Uint8Array(0);
  #pieces: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
  }

  pad(count: number): void {
    this.write(new Uint8Array(count));
  }

  /** Returns the stream, which is valid until the next call. */
  finish(): Uint8Array {
    const pieces = this.#pieces;
    this.#pieces = [];
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (size > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil(size * 1.1));
    let at = 0;
    for (const piece of pieces) {
      this.#bytes.set(piece, at);
      at += piece.length;
    }
    return this.#bytes.subarray(0, size);
  }
}
