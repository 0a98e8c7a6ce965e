import type { DecodeEnd, DecodeOutput } from '../capture/decoder.ts';
import { Packets } from '../capture/packets.ts';
import type { LinkInterface } from '../capture/packets.ts';

/** Rows that leave at once however many there are; more wait for a batch of this size. */
const BATCH_ROWS = 4096;

/**
 * Frames of a sniffer to rows, by the same decoders that read its capture files: a scan and the file it was saved to hold
 * the same rows.
 */
export class FrameRows {
  private readonly packets: Packets;
  private readonly link: LinkInterface;
  private offset = 0;

  constructor(linkType: number, receiver: string, output: DecodeOutput) {
    this.packets = new Packets('live', output, { batch_rows: BATCH_ROWS });
    this.link = this.packets.interface(linkType, receiver, 6);
  }

  /** `us` since 1970; `bytes` as a capture file of the link type holds them. Call `flush` when this says that the batch is full. */
  add(us: number, bytes: Uint8Array): boolean {
    const { record } = this.packets;
    record.no++;
    record.us = us;
    record.offset = this.offset;
    record.original = bytes.length;
    this.offset += bytes.length;
    this.packets.packet(this.link, bytes, 0, bytes.length);
    return this.packets.full;
  }

  /** Sends what there is; advertisements in pieces are joined as far as they came. */
  flush(): Promise<void> {
    return this.packets.flush();
  }

  /** What the scan amounts to so far; more frames may follow. */
  end(): Promise<DecodeEnd> {
    return this.packets.finish([this.link], this.packets.record.no);
  }
}
