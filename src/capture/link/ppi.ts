import { NO_CHANNEL, channelIndexOfMhz } from '../../ble/channel.ts';
import { FrameMeta, NO_RSSI } from '../../ble/frame.ts';
import { LINK_TYPE, linkTypeText } from '../link-types.ts';
import { i8, u16le, u32le } from '../../base/octets.ts';
import type { LinkDecoder, PacketRecord, ReportProblem } from './link.ts';
import type { LinkLayer } from './link-layer.ts';

/**
 * Link type 192, Per-Packet Information, little-endian: version 1, flags 1, header length 2, inner link type 4, then
 * fields of type 2, length 2, data. Ubertooth writes inner 251 (old versions 147, the same bytes) and one field:
 *
 *   version 1 | channel MHz 2 | clock high 1 | clock 100 ns 4 | RSSI max 1 | min 1 | average 1 | count 1
 *
 * The low clock turns over at 2^20 ticks of 312.5 µs. PPI 1.0.10; libubertooth's pcap writer.
 */
const HEADER_BYTES = 8;
const USER_147 = 147;
const FIELD = { UBERTOOTH: 30_006, BYTES: 12 } as const;
const FLAG_ALIGNED = 1;
const LOW_CLOCK_US = 327_680_000;

export class PpiDecoder implements LinkDecoder {
  private readonly meta = new FrameMeta();

  constructor(
    private readonly linkLayer: LinkLayer,
    private readonly rf: LinkDecoder,
    private readonly problem: ReportProblem,
  ) {}

  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const length = u16le(bytes, at + 2);
    if (end - at < HEADER_BYTES || length < HEADER_BYTES || at + length > end) {
      this.problem(record, 'PPI_HEADER', `the PPI header says ${String(length)} bytes, the frame has ${String(end - at)}`);
      return;
    }
    const inner = u32le(bytes, at + 4);
    if (inner === LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR) {
      this.rf.frame(bytes, at + length, end, record);
      return;
    }
    if (inner !== LINK_TYPE.BLUETOOTH_LE_LL && inner !== USER_147) {
      this.problem(record, 'LINK_TYPE', `PPI around link type ${linkTypeText(inner)}; 147, 251 and 256 are known`);
      return;
    }
    this.readFields(bytes, at + HEADER_BYTES, at + length, ((bytes[at + 1] ?? 0) & FLAG_ALIGNED) !== 0);
    this.linkLayer.frame(bytes, at + length, end, this.meta, record);
  }

  private readFields(bytes: Uint8Array, start: number, end: number, aligned: boolean): void {
    const { meta } = this;
    meta.channel = NO_CHANNEL;
    meta.rssi = NO_RSSI;
    meta.radioUs = Number.NaN;
    for (let at = start; at + 4 <= end;) {
      const length = u16le(bytes, at + 2);
      const data = at + 4;
      if (data + length > end) return;
      if (u16le(bytes, at) === FIELD.UBERTOOTH && length >= FIELD.BYTES) {
        meta.channel = channelIndexOfMhz(u16le(bytes, data + 1));
        meta.radioUs = (bytes[data + 3] ?? 0) * LOW_CLOCK_US + Math.floor(u32le(bytes, data + 4) / 10);
        meta.rssi = i8(bytes, data + 10);
      }
      at = data + (aligned ? (length + 3) & ~3 : length);
    }
  }
}
