import { channelIndexOfRf } from '../../ble/channel.ts';
import { CRC, FRAME_KIND, FrameMeta, NO_RSSI } from '../../ble/frame.ts';
import { ISO } from '../../ble/isochronous.ts';
import { AUX } from '../../ble/link-pdu.ts';
import { PHY } from '../../ble/pdu-type.ts';
import { i8, u16le } from '../../base/octets.ts';
import type { LinkDecoder, PacketRecord, ReportProblem } from './link.ts';
import type { LinkLayer } from './link-layer.ts';

/**
 * Link type 256, Bluetooth LE link layer with RF pseudo-header, little-endian:
 *
 *   RF channel 1 | signal dBm 1 | noise dBm 1 | access address offences 1 | reference access address 4 | flags 2
 *
 * https://www.tcpdump.org/linktypes/LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR.html
 */
const FLAG = {
  SIGNAL_VALID: 0x0002,
  DECRYPTED: 0x0008,
  CRC_CHECKED: 0x0400,
  CRC_VALID: 0x0800,
} as const;
const HEADER_BYTES = 10;
/** The PDU type field, bits 7–9: its kinds, and what it says of senders and streams. */
const PDU_KIND = { UNKNOWN: 0, AUXILIARY: 1 } as const;
const SENDERS = [0, 0, 1, 2, 1, 2, 0, 0];
const STREAMS = [...Array.from({ length: 4 }, () => ISO.NONE), ISO.CIS, ISO.CIS, ISO.BIS, ISO.UNKNOWN];

export class RfHeaderDecoder implements LinkDecoder {
  private readonly meta = new FrameMeta();

  constructor(
    private readonly linkLayer: LinkLayer,
    private readonly problem: ReportProblem,
  ) {}

  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    if (end - at < HEADER_BYTES) {
      this.problem(record, 'FRAME_SHORT', `the RF header has ${String(HEADER_BYTES)} bytes, the frame ${String(end - at)}`);
      return;
    }
    const { meta } = this;
    const flags = u16le(bytes, at + 8);
    meta.channel = channelIndexOfRf(bytes[at] ?? 0);
    meta.rssi = flags & FLAG.SIGNAL_VALID ? i8(bytes, at + 1) : NO_RSSI;
    meta.crc = flags & FLAG.CRC_CHECKED ? (flags & FLAG.CRC_VALID ? CRC.OK : CRC.BAD) : CRC.UNKNOWN;
    meta.decrypted = (flags & FLAG.DECRYPTED) !== 0;
    const phy = flags >> 14;
    meta.phy = phy === 3 ? PHY.UNKNOWN : phy;
    const kind = (flags >> 7) & 7;
    meta.kind = kind === PDU_KIND.UNKNOWN ? FRAME_KIND.UNKNOWN : kind === PDU_KIND.AUXILIARY ? FRAME_KIND.ADVERTISING : FRAME_KIND.DATA;
    meta.sender = SENDERS[kind] ?? 0;
    meta.isochronous = STREAMS[kind] ?? ISO.NONE;
    meta.aux = kind === PDU_KIND.AUXILIARY ? (flags >> 12) & 3 : AUX.UNKNOWN;
    this.linkLayer.frame(bytes, at + HEADER_BYTES, end, meta, record);
  }
}

/** Link type 251, Bluetooth LE link layer: the same without the header. */
export class BareDecoder implements LinkDecoder {
  private readonly meta = new FrameMeta();
  constructor(private readonly linkLayer: LinkLayer) {}

  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    this.linkLayer.frame(bytes, at, end, this.meta, record);
  }
}
