import { HCI } from './hci.ts';
import type { HciPackets } from './hci.ts';
import type { PacketRecord, ReportProblem } from './link.ts';

/**
 * HCI over serial lines that frame and protect their packets: H5, the three-wire UART (Vol 4 Part D), and BCSP, from
 * which it was made. Both put 4 octets in front:
 *
 *   sequence 3 bits, acknowledgement 3, CRC present 1, reliable 1 | type 4, length 12 | header checksum 8
 *
 * then the payload and, where the bit says so, a CRC of 16 bits. A record holds the packet bare, or as it went over the
 * line: between octets C0, with C0 and DB (and under flow control 11 and 13) written as two.
 */
export type SerialTransport = 'H5' | 'BCSP';

const DELIMITER = 0xc0;
const ESCAPE = 0xdb;
const ESCAPED: Readonly<Record<number, number>> = { 0xdc: 0xc0, 0xdd: 0xdb, 0xde: 0x11, 0xdf: 0x13 };
const HEADER_BYTES = 4;
const CRC_PRESENT = 0x40;

const H5_HCI: Readonly<Record<number, number>> = { 1: HCI.COMMAND, 2: HCI.ACL, 3: HCI.SCO, 4: HCI.EVENT, 5: HCI.ISO };
const H5_NAMES: Readonly<Record<number, string>> = { 0: 'H5_Acknowledgement', 14: 'H5_Vendor', 15: 'H5_Link_Control' };
/** BCSP channel for commands in one direction and events in the other. */
const BCSP_COMMAND_EVENT = 5;
const BCSP_HCI: Readonly<Record<number, number>> = { 6: HCI.ACL, 7: HCI.SCO };
const BCSP_NAMES: Readonly<Record<number, string>> = {
  0: 'BCSP_Acknowledgement',
  1: 'BCSP_Link_Establishment',
  2: 'BCSP_BCCMD',
  3: 'BCSP_HQ',
  4: 'BCSP_Device_Management',
};

export class HciSerial {
  private line = new Uint8Array(4096);

  constructor(
    private readonly transport: SerialTransport,
    private readonly packets: HciPackets,
    private readonly problem: ReportProblem,
  ) {}

  /** @param received from the controller to the host */
  frame(bytes: Uint8Array, at: number, end: number, received: boolean, record: PacketRecord): void {
    const { watch } = this.packets;
    if (bytes[at] !== DELIMITER) {
      const line = watch === undefined ? bytes.subarray(at, end) : bytes.slice(at, end);
      watch?.line({ bytes, at, end }, line, false);
      this.packet(line, 0, line.length, received, record);
      return;
    }
    // A delimiter may both end a packet and begin the next one.
    for (let from = at; from < end;) {
      const delimiter = from;
      while (from < end && bytes[from] === DELIMITER) from++;
      watch?.keep(bytes, delimiter, from);
      let to = from;
      while (to < end && bytes[to] !== DELIMITER) to++;
      if (to > from) this.unescape(bytes, from, to, received, record);
      from = to;
    }
  }

  private unescape(bytes: Uint8Array, from: number, to: number, received: boolean, record: PacketRecord): void {
    const { watch } = this.packets;
    if (watch !== undefined || this.line.length < to - from) this.line = new Uint8Array(to - from);
    const { line } = this;
    let length = 0;
    for (let at = from; at < to; at++) {
      let octet = bytes[at] ?? 0;
      if (octet === ESCAPE) {
        const meant = at + 1 < to ? ESCAPED[bytes[++at] ?? 0] : undefined;
        if (meant === undefined) {
          this.problem(record, 'SLIP_ESCAPE', 'DB must be followed by DC, DD, DE or DF in the same packet');
          return;
        }
        octet = meant;
      }
      line[length++] = octet;
    }
    watch?.line({ bytes, at: from, end: to }, line.subarray(0, length), true);
    this.packet(line, 0, length, received, record);
  }

  private packet(bytes: Uint8Array, at: number, end: number, received: boolean, record: PacketRecord): void {
    const { transport } = this;
    if (end - at < HEADER_BYTES) {
      this.problem(record, 'FRAME_SHORT', `the ${transport} header has ${String(HEADER_BYTES)} bytes, the packet ${String(end - at)}`);
      return;
    }
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    const third = bytes[at + 2] ?? 0;
    const sum = (first + second + third + (bytes[at + 3] ?? 0)) & 255;
    if (sum !== 255) {
      this.problem(record, 'HEADER_CHECKSUM', `the octets of the ${transport} header must add up to 255, found ${String(sum)}`);
      return;
    }
    const start = at + HEADER_BYTES;
    const stop = start + (second >> 4) + (third << 4);
    const crcBytes = (first & CRC_PRESENT) !== 0 ? 2 : 0;
    if (stop + crcBytes > end) {
      this.problem(record, 'HCI_CUT', `the ${transport} packet says ${String(stop + crcBytes - end)} bytes more than were captured`);
      return;
    }
    if (crcBytes > 0 && serialCrc(bytes, at, stop) !== (((bytes[stop] ?? 0) << 8) | (bytes[stop + 1] ?? 0))) {
      this.problem(record, 'BAD_CRC', `the CRC of the ${transport} packet does not fit: the packet is damaged`);
      return;
    }
    this.payload(second & 15, bytes, start, stop, received, record);
  }

  private payload(type: number, bytes: Uint8Array, start: number, stop: number, received: boolean, record: PacketRecord): void {
    const { packets, transport } = this;
    const h5 = transport === 'H5';
    const kind = h5 ? H5_HCI[type] : type === BCSP_COMMAND_EVENT ? (received ? HCI.EVENT : HCI.COMMAND) : BCSP_HCI[type];
    if (kind !== undefined) packets.packet(kind, bytes, start, stop, record);
    else packets.named((h5 ? H5_NAMES : BCSP_NAMES)[type] ?? `${transport}_${String(type)}`, record);
  }
}

/** CRC-16 of CCITT, register preset to ones, bits least significant first; sent with its bits reversed, high octet first. */
export function serialCrc(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xffff;
  for (let at = start; at < end; at++) {
    crc ^= bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
  }
  let sent = 0;
  for (let bit = 0; bit < 16; bit++) sent |= ((crc >> bit) & 1) << (15 - bit);
  return sent;
}
