import { unsigned } from '../octet-fields.ts';
import type { FlowMemory } from './flow.ts';

/** Octets of the SDU length field, which precedes the first octets of an SDU. Core specification 5.4, Vol 3 Part A 3.4.3. */
const SDU_LENGTH_BYTES = 2;

/** A complete SDU of a credit-based channel: bytes [0, end). */
export interface Sdu {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** Number of the packet with its first octets. */
  readonly firstNo: number;
}

/** One direction of an LE or enhanced credit-based channel; reassembles SDUs from K-frames (Vol 3 Part A 3.4). */
export class CreditChannel {
  private held: Uint8Array | null = null;
  private length = 0;
  private firstNo = 0;
  /** True once a K-frame is missing: later K-frames do not show where an SDU begins, so no more SDUs are reassembled. */
  private outOfSync = false;

  constructor(
    readonly psm: number,
    private readonly memory: FlowMemory,
  ) {}

  /** To be called if a K-frame was or may have been missed, or the channel closed. */
  lose(): void {
    this.outOfSync = true;
    this.release();
  }

  /** Returns the SDU length that a K-frame with payload in bytes [at, end) states; -1 if the K-frame does not begin an SDU. */
  begins(bytes: Uint8Array, at: number, end: number): number {
    return this.outOfSync || this.held !== null || end - at < SDU_LENGTH_BYTES ? -1 : unsigned(bytes, at, 2);
  }

  /** Adds a complete K-frame with payload in bytes [at, end). Returns the SDU that it completes, if any. */
  frame(bytes: Uint8Array, at: number, end: number, firstNo: number): Sdu | null {
    if (this.outOfSync) return null;
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
