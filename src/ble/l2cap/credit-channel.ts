import { unsigned } from '../octet-fields.ts';
import type { FlowMemory } from './flow.ts';

/** Length of the SDU before its first octets. Core specification 5.4, Vol 3 Part A 3.4.3. */
const SDU_LENGTH_BYTES = 2;

/** An SDU that a credit-based channel has carried whole: bytes [0, end). */
export interface Sdu {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** Packet with its first octets. */
  readonly firstNo: number;
}

/** One direction of an LE or enhanced credit-based channel, and the SDUs out of its K-frames (Vol 3 Part A 3.4). */
export class CreditChannel {
  private held: Uint8Array | null = null;
  private length = 0;
  private firstNo = 0;
  /** A K-frame is missing. Those that follow do not say where an SDU begins, so that none is put together any more. */
  private astray = false;

  constructor(
    readonly psm: number,
    private readonly memory: FlowMemory,
  ) {}

  /** A K-frame was or may have been missed, or the channel closed. */
  lose(): void {
    this.astray = true;
    this.release();
  }

  /** The length that a K-frame with a payload in bytes [at, end) gives its SDU; -1 where it begins none. */
  begins(bytes: Uint8Array, at: number, end: number): number {
    return this.astray || this.held !== null || end - at < SDU_LENGTH_BYTES ? -1 : unsigned(bytes, at, 2);
  }

  /** The payload of a whole K-frame is bytes [at, end). Returns the SDU that it completes. */
  frame(bytes: Uint8Array, at: number, end: number, firstNo: number): Sdu | null {
    if (this.astray) return null;
    let from = at;
    if (this.held === null) {
      const length = this.begins(bytes, at, end);
      if (length < 0 || this.memory.held + length > this.memory.most) {
        this.lose();
        return null;
      }
      this.memory.held += length;
      this.held = new Uint8Array(length);
      this.firstNo = firstNo;
      from += SDU_LENGTH_BYTES;
    }
    const { held } = this;
    if (this.length + end - from > held.length) {
      this.lose();
      return null;
    }
    held.set(bytes.subarray(from, end), this.length);
    this.length += end - from;
    if (this.length < held.length) return null;
    this.release();
    return { bytes: held, end: held.length, firstNo: this.firstNo };
  }

  private release(): void {
    this.memory.held -= this.held?.length ?? 0;
    this.held = null;
    this.length = 0;
  }
}
