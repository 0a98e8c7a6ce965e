import { syntheticCapture } from './synthetic-capture.ts';

const HEADER_BYTES = 24;

/**
 * A capture of any size that is on no disk: the header of a synthetic capture and its packets again and again. Bytes are
 * made when a slice is read.
 */
export class EndlessCapture extends Blob {
  override readonly size: number;
  readonly packets: number;
  private readonly head: Uint8Array;
  private readonly records: Uint8Array;

  /** At least `bytes` long, and ending with a whole packet. */
  constructor(bytes: number, packets = 50_000) {
    super();
    const capture = syntheticCapture({ packets, seed: 1 });
    this.head = capture.subarray(0, HEADER_BYTES);
    this.records = capture.subarray(HEADER_BYTES);
    this.packets = Math.ceil(bytes / this.records.length) * packets;
    this.size = HEADER_BYTES + Math.ceil(bytes / this.records.length) * this.records.length;
  }

  override slice(start = 0, end = this.size): Blob {
    const part = new Blob();
    part.arrayBuffer = () => Promise.resolve(this.read(start, Math.min(end, this.size)));
    return part;
  }

  private read(start: number, end: number): ArrayBuffer {
    const bytes = new Uint8Array(end - start);
    let at = start;
    while (at < end) {
      const source = at < HEADER_BYTES ? this.head : this.records;
      const from = at < HEADER_BYTES ? at : (at - HEADER_BYTES) % this.records.length;
      const run = source.subarray(from, Math.min(source.length, from + end - at));
      bytes.set(run, at - start);
      at += run.length;
    }
    return bytes.buffer;
  }
}
