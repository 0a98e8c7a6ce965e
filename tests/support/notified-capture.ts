import { concat, hex, u16, u32 } from './packet-file.ts';
import { everyLinkProcedure } from './every-procedure.ts';

const ACCESS_ADDRESS = 0x50654a27;
const [CENTRAL, PERIPHERAL] = [2, 3];
const FLAGS = 0x0c13;
const EVENT_US = 7500;
const T_IFS_US = 150;
/** Octets of a notified value. */
const VALUE_BYTES = 20;
const HEAD_BYTES = 16;

/**
 * A pcap of link type 256 with `events` events of one connection on LE 1M, each a packet of the central and a notification of 20 octets.
 * @param filled the central's packets are writes of as many octets; else they are empty
 */
export function notifiedCapture(events: number, filled: boolean): Uint8Array<ArrayBuffer> {
  // The header and the CONNECT_IND of another capture of this connection.
  const start = everyLinkProcedure(1);
  const head = start.subarray(0, 24 + HEAD_BYTES + new DataView(start.buffer).getUint32(24 + 8, true));
  const pdu = (sender: number, opcode: string): Uint8Array => {
    const att = concat([hex(opcode), new Uint8Array(VALUE_BYTES)]);
    const payload = opcode === '' ? new Uint8Array() : concat([u16(att.length), u16(4), att]);
    const frame = concat([u32(ACCESS_ADDRESS), [opcode === '' ? 1 : 2, payload.length], payload, [0, 0, 0]]);
    return concat([[12, 200, 128, 0], u32(0x8e89bed6), u16(FLAGS | (sender << 7)), frame]);
  };
  const [asks, tells] = [pdu(CENTRAL, filled ? '52 0300' : ''), pdu(PERIPHERAL, '1b 0500')];
  const bytes = new Uint8Array(head.length + events * (2 * HEAD_BYTES + asks.length + tells.length));
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  const record = (packet: Uint8Array, us: number, n: number, value: boolean): void => {
    view.setUint32(at, 1_700_000_000 + Math.floor(us / 1e6), true);
    view.setUint32(at + 4, us % 1e6, true);
    view.setUint32(at + 8, packet.length, true);
    view.setUint32(at + 12, packet.length, true);
    bytes.set(packet, at + HEAD_BYTES);
    const header = at + HEAD_BYTES + 10 + 4;
    // Sequence numbers alternate; the value counts.
    bytes[header]! |= (n & 1) << 3;
    if (value) view.setUint32(header + 2 + 4 + 3, n, true);
    at += HEAD_BYTES + packet.length;
  };
  for (let n = 0; n < events; n++) {
    const us = 20_000 + n * EVENT_US;
    record(asks, us, n, filled);
    record(tells, us + 8 * (asks.length - 6) + T_IFS_US, n, true);
  }
  return bytes;
}
