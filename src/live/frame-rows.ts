import type { DecodeEnd, DecodeOutput } from '../capture/decoder.ts';
import { Packets } from '../capture/packets.ts';
import type { LinkInterface } from '../capture/packets.ts';

/** Number of rows after which a batch is full. */
const BATCH_ROWS = 4096;

/** Decodes a sniffer's frames with the decoders for capture files, so that a scan and its saved file have the same rows. */
export class FrameRows {
  private readonly packets: Packets;
  private readonly link: LinkInterface;
  private offset = 0;

  constructor(linkType: number, receiver: string, output: DecodeOutput) {
    this.packets = new Packets('live', output, { batch_rows: BATCH_ROWS });
    this.link = this.packets.interface(linkType, receiver, 6);
  }

  /**
   * @param us time of the frame, µs since 1970-01-01 UTC
   * @param bytes the record as in a capture file of the link type
   * @returns true if the batch is full, so that `flush` must be called
   */
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

  /** Sends the rows decoded so far. An advertisement of which fragments are missing is sent as far as it arrived. */
  flush(): Promise<void> {
    return this.packets.flush();
  }

  /** Returns a summary of the scan so far; more frames may follow. */
  end(): Promise<DecodeEnd> {
    return this.packets.finish([this.link], this.packets.record.no);
  }
}
