import { FIRST_PRIMARY_CHANNEL, NO_CHANNEL } from '../../ble/channel.ts';
import { CRC, FRAME_KIND, FrameMeta } from '../../ble/frame.ts';
import { AUX } from '../../ble/link-pdu.ts';
import { ADVERTISING_ACCESS_ADDRESS, PHY } from '../../ble/pdu-type.ts';
import { u16be, u16le, u32le } from '../../base/octets.ts';
import type { LinkDecoder, PacketRecord, ReportProblem } from './link.ts';
import type { LinkLayer } from './link-layer.ts';
import { RadioClock, airtimeUs } from './radio-clock.ts';

/**
 * Link type 272, Nordic nRF Sniffer, little-endian. Four versions of the packet header, one event header:
 *
 *   v0     BE EF | packet id 1 | counter 2 | unused 2 | payload length 1: the length of the event
 *   v1     board 1 | header length 1 | payload length 1 | version 1 | counter 2 | packet id 1
 *   v2 v3  board 1 | payload length 2 | version 1 | counter 2 | packet id 1
 *   event  length 1 (10) | flags 1 | channel index 1 | RSSI 1 (dBm = -value) | event counter 2 | time 4
 *
 * then access address, PDU and CRC. Time: µs from the end of the previous frame to the start of this one; in v3 the
 * sniffer's own time of the start. Layout: Nordic's extcap sources and Wireshark's packet-nordic_ble.c.
 */
const LEGACY_MARKER = 0xbeef;
const HEADER_BYTES = 7;
const EVENT_BYTES = 10;
const NEWEST_VERSION = 3;
const PACKET_ID = { NONE: 0, ADVERTISING: 2, ANY: 6 } as const;
const FLAG = { CRC_OK: 0x01, OF_CENTRAL: 0x02, ENCRYPTED: 0x04 } as const;

export class NordicDecoder implements LinkDecoder {
  private readonly meta = new FrameMeta();

  constructor(
    private readonly linkLayer: LinkLayer,
    private readonly problem: ReportProblem,
    readonly clock = new RadioClock(),
  ) {}

  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const legacy = u16be(bytes, at) === LEGACY_MARKER;
    const version = legacy ? 0 : (bytes[at + 3] ?? 0);
    if (end - at < HEADER_BYTES + EVENT_BYTES) {
      this.problem(
        record,
        'FRAME_SHORT',
        `the Nordic headers have ${String(HEADER_BYTES + EVENT_BYTES)} bytes, the frame ${String(end - at)}`,
      );
      return;
    }
    if (version > NEWEST_VERSION || (version === 0 && !legacy)) {
      this.problem(record, 'NORDIC_VERSION', `Nordic header version ${String(version)}; versions 0 to ${String(NEWEST_VERSION)} are known`);
      return;
    }
    const id = bytes[legacy ? at + 2 : at + 6] ?? 0;
    this.clock.count(u16le(bytes, legacy ? at + 3 : at + 4));
    if (id !== PACKET_ID.ANY && id !== PACKET_ID.ADVERTISING && id !== PACKET_ID.NONE) {
      this.problem(record, 'NORDIC_PACKET', `Nordic packet id ${String(id)} holds no frame; 2 and 6 do`);
      return;
    }
    const event = at + HEADER_BYTES;
    const eventBytes = legacy ? EVENT_BYTES : (bytes[event] ?? 0);
    if (eventBytes < EVENT_BYTES || event + eventBytes > end) {
      this.problem(
        record,
        'NORDIC_EVENT',
        `the Nordic event header says ${String(eventBytes)} bytes, it has at least ${String(EVENT_BYTES)}`,
      );
      return;
    }
    this.event(bytes, event, end, version, id, event + eventBytes, record);
  }

  private event(bytes: Uint8Array, event: number, end: number, version: number, id: number, frame: number, record: PacketRecord): void {
    const { meta, clock } = this;
    const flags = bytes[event + 1] ?? 0;
    const channel = bytes[event + 2] ?? 0;
    const advertising = version >= 3 ? id === PACKET_ID.ADVERTISING : u32le(bytes, frame) === ADVERTISING_ACCESS_ADDRESS;
    const phy = (flags >> 4) & 7;
    meta.channel = channel < 40 ? channel : NO_CHANNEL;
    meta.rssi = -(bytes[event + 3] ?? 0);
    meta.crc = flags & FLAG.CRC_OK ? CRC.OK : CRC.BAD;
    meta.phy = phy <= PHY.LE_CODED ? phy : PHY.UNKNOWN;
    meta.kind = version >= 3 ? (advertising ? FRAME_KIND.ADVERTISING : FRAME_KIND.DATA) : FRAME_KIND.UNKNOWN;
    meta.aux = advertising && channel < FIRST_PRIMARY_CHANNEL ? (flags >> 1) & 3 : AUX.UNKNOWN;
    meta.sender = advertising ? 0 : flags & FLAG.OF_CENTRAL ? 1 : 2;
    meta.encrypted = !advertising && (flags & FLAG.ENCRYPTED) !== 0;

    const time = u32le(bytes, event + 6);
    const coded = meta.phy === PHY.LE_CODED ? 1 : 0;
    const pduBytes = 2 + (bytes[frame + 4 + coded + 1] ?? 0);
    meta.radioUs =
      version >= 3 ? clock.atStamp(time) : clock.afterDelta(time, airtimeUs(meta.phy, pduBytes, coded === 1 && bytes[frame + 4] === 1));
    if (record.us === record.us) clock.watch(record.us, meta.radioUs);
    this.linkLayer.frame(bytes, frame, end, meta, record);
  }
}
