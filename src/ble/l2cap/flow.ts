import { u16le } from '../../base/octets.ts';

/** Length (2 octets) and channel (2). Core specification 5.4, Vol 3 Part A 3.1. */
const HEADER_BYTES = 4;
const FIRST_ROOM = 64;

/** A memory budget shared by all flows of a capture, so that frames that never end cannot exhaust memory. */
export class FlowMemory {
  held = 0;
  constructor(readonly most = 16 * 2 ** 20) {}
}

/** A reassembled frame: its payload is in bytes [at, end), which are valid until the next fragment is added. */
export interface L2capFrame {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  readonly channel: number;
  /** Number of payload octets that the header states. */
  readonly length: number;
  /** Undefined if unknown, because fragments may have been missed. */
  readonly complete: boolean | undefined;
  /** Number of octets after the end that the header states. */
  readonly surplus: number;
  readonly pieces: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type TakeFrame = (frame: L2capFrame) => void;

/**
 * Reassembles L2CAP frames of one direction of a connection from fragments (Vol 3 Part A 7.2.1). Each frame is emitted once: complete, or
 * incomplete if another one starts before its end. Each octet is copied at most twice, however small the fragments are.
 */
export class L2capFlow {
  private held: Uint8Array | null = null;
  private length = 0;
  private pieces = 0;
  /** Reused for each frame, because allocating an object costs as much as parsing the frame. */
  private readonly frame: Mutable<L2capFrame> = {
    bytes: new Uint8Array(),
    at: 0,
    end: 0,
    channel: 0,
    length: 0,
    complete: undefined,
    surplus: 0,
    pieces: 0,
  };

  constructor(
    private readonly memory: FlowMemory,
    private readonly take: TakeFrame,
  ) {}

  /** Whether a frame is waiting for more fragments. */
  get open(): boolean {
    return this.held !== null;
  }

  /** Begins a frame with bytes [at, end). */
  start(bytes: Uint8Array, at: number, end: number): void {
    this.cut();
    if (end - at >= HEADER_BYTES && end - at >= HEADER_BYTES + u16le(bytes, at)) this.hand(bytes, at, end, 1, false);
    else this.keep(bytes, at, end);
  }

  /** Adds a fragment; ignored if no frame is open. */
  more(bytes: Uint8Array, at: number, end: number): void {
    if (this.held === null) return;
    this.keep(bytes, at, end);
    const { held, length } = this;
    if (held !== null && length >= HEADER_BYTES && length >= HEADER_BYTES + u16le(held, 0)) {
      const { pieces } = this;
      this.release();
      this.hand(held, 0, length, pieces, false);
    }
  }

  /** Ends an open frame early and emits what was received. `missing`: whether the rest is certainly missing. */
  cut(missing = true): void {
    const { held, length, pieces } = this;
    if (held === null) return;
    this.release();
    if (length >= HEADER_BYTES) this.hand(held, 0, length, pieces, missing ? false : undefined);
  }

  private keep(bytes: Uint8Array, at: number, end: number): void {
    const needed = this.length + end - at;
    if (this.held === null || needed > this.held.length) {
      const room = Math.max(FIRST_ROOM, 2 ** Math.ceil(Math.log2(needed)));
      const before = this.held?.length ?? 0;
      if (this.memory.held - before + room > this.memory.most) return this.cut();
      const grown = new Uint8Array(room);
      if (this.held !== null) grown.set(this.held.subarray(0, this.length));
      this.memory.held += room - before;
      this.held = grown;
    }
    this.held.set(bytes.subarray(at, end), this.length);
    this.length = needed;
    this.pieces++;
  }

  private release(): void {
    this.memory.held -= this.held?.length ?? 0;
    this.held = null;
    this.length = 0;
    this.pieces = 0;
  }

  private hand(bytes: Uint8Array, at: number, end: number, pieces: number, otherwise: false | undefined): void {
    const length = u16le(bytes, at);
    const start = at + HEADER_BYTES;
    const stop = Math.min(end, start + length);
    const { frame } = this;
    frame.bytes = bytes;
    frame.at = start;
    frame.end = stop;
    frame.channel = u16le(bytes, at + 2);
    frame.length = length;
    // The last fragment of a frame ends with it; if it does not, the fragments belong to two frames.
    frame.complete = (stop - start === length && (pieces === 1 || end === stop)) || otherwise;
    frame.surplus = end - stop;
    frame.pieces = pieces;
    this.take(frame);
  }
}
