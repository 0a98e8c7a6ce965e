import { Decompress } from 'fzstd';
import { hexDump, u32le } from '../../base/octets.ts';
import type { CreateInflater, Inflater } from './inflated-source.ts';

/**
 * Zstandard streams (RFC 8878): frames one after another, skippable ones among them. The library believes what a frame
 * says of itself, so every header is read here first: what a frame would have the reader allocate, and what it needs that
 * is not in the file.
 */
const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
/** What `zstd --long` and `--ultra -22` use; the format's own recommendation for readers is 8 MiB. */
const MOST_WINDOW_BYTES = 128 * 1024 * 1024;
const MOST_BLOCK_BYTES = 128 * 1024;
/** A block that repeats one byte makes 128 KiB of four bytes. */
export const ZSTD_PIECE_BYTES = 1024;
/** After this time, ms, output must come at `LEAST_BYTES_PER_MS`, because sequences of a malicious block may produce none. */
const PATIENCE_MS = 10_000;
const LEAST_BYTES_PER_MS = 100;

export const isZstd = (head: Uint8Array): boolean =>
  head.length >= 4 && (u32le(head, 0) === MAGIC || (u32le(head, 0) & 0xfffffff0) === SKIPPABLE);

export const zstdStream: CreateInflater = (onData) => {
  const frames = new ZstdFrames();
  let given = 0;
  let spent = 0;
  const decompress = new Decompress((chunk) => {
    given += chunk.length;
    onData(chunk);
  });
  const inflater: Inflater = {
    push(chunk, final) {
      const good = frames.follow(chunk);
      const began = performance.now();
      decompress.push(chunk.subarray(0, good), final);
      spent += performance.now() - began;
      if (frames.fault !== null) throw new Error(frames.fault);
      if (spent > PATIENCE_MS && given < spent * LEAST_BYTES_PER_MS) {
        throw new Error(`${String(given)} bytes came out in ${String(Math.round(spent / 1000))} s: this is made to waste time`);
      }
    },
  };
  return inflater;
};

type Stage = 'header' | 'block' | 'skip';

/** Walks from header to header without decoding what lies between, up to the first that must not be followed. */
class ZstdFrames {
  /** The fault of the first header that must not be followed; null if there is none. */
  fault: string | null = null;
  private stage: Stage = 'header';
  private readonly kept = new Uint8Array(18);
  private length = 0;
  private wanted = 5;
  /** Bytes to pass over, and what follows them. */
  private passing = 0;
  private then: Stage = 'header';
  private checksum = 0;

  /** Bytes of the chunk that may be decoded: all of them, or those before the header that is at fault. */
  follow(chunk: Uint8Array): number {
    let begun = 0;
    for (let at = 0; at < chunk.length;) {
      if (this.stage === 'skip') {
        const step = Math.min(this.passing, chunk.length - at);
        at += step;
        this.passing -= step;
        if (this.passing === 0) this.expect(this.then);
        continue;
      }
      if (this.length === 0) begun = at;
      this.kept[this.length++] = chunk[at++] ?? 0;
      if (this.length < this.wanted) continue;
      this.fault = this.stage === 'block' ? this.block() : this.header();
      if (this.fault !== null) return begun;
    }
    return chunk.length;
  }

  private expect(stage: Stage): void {
    this.stage = stage;
    this.length = 0;
    this.wanted = stage === 'block' ? 3 : 5;
  }

  private pass(bytes: number, then: Stage): void {
    if (bytes === 0) {
      this.expect(then);
      return;
    }
    this.stage = 'skip';
    this.passing = bytes;
    this.then = then;
  }

  private header(): string | null {
    const { kept } = this;
    const magic = u32le(kept, 0);
    if ((magic & 0xfffffff0) === SKIPPABLE) {
      if (this.length < 8) this.wanted = 8;
      else this.pass(u32le(kept, 4), 'header');
      return null;
    }
    if (magic !== MAGIC) return `expected a Zstandard frame, found ${hexDump(kept, 4)}`;
    const descriptor = kept[4] ?? 0;
    const single = (descriptor & 0x20) !== 0;
    const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
    const size = [single ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
    const windowBytes = single ? 0 : 1;
    this.wanted = 5 + windowBytes + dictionary + size;
    if (this.length < this.wanted) return null;
    const window = single ? contentSize(kept, 5 + dictionary, size) : windowSize(kept[5] ?? 0);
    if (window > MOST_WINDOW_BYTES) {
      const most = String(MOST_WINDOW_BYTES / 1024 / 1024);
      return `a frame asks for a window of ${String(window)} bytes, at most ${most} MiB are given`;
    }
    for (let i = 0; i < dictionary; i++) {
      if (kept[5 + windowBytes + i] !== 0) return 'a frame needs a dictionary, which is not in the file';
    }
    this.checksum = (descriptor & 4) !== 0 ? 4 : 0;
    this.expect('block');
    return null;
  }

  /** Last_Block 1 bit, Block_Type 2 (0 raw, 1 RLE, 2 compressed), Block_Size 21. */
  private block(): string | null {
    const { kept } = this;
    const head = u32le(kept, 0) & 0xffffff;
    const type = (head >> 1) & 3;
    const size = head >> 3;
    if (type === 3) return 'a block of the reserved type';
    if (size > MOST_BLOCK_BYTES) return `a block of ${String(size)} bytes, at most ${String(MOST_BLOCK_BYTES)} are allowed`;
    const body = type === 1 ? 1 : size;
    if ((head & 1) === 0) this.pass(body, 'block');
    else this.pass(body + this.checksum, 'header');
    return null;
  }
}

function contentSize(bytes: Uint8Array, at: number, width: number): number {
  let value = width === 2 ? 256 : 0;
  for (let i = width - 1, scale = 256 ** i; i >= 0; i--, scale /= 256) value += (bytes[at + i] ?? 0) * scale;
  return value;
}

/** Window_Descriptor: exponent 5 bits, mantissa 3. */
function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
