import { CHANNEL } from '../../ble/l2cap/channels.ts';
import type { FrameMeta } from '../../ble/frame.ts';
import { u16le } from '../../base/octets.ts';
import { PHY } from '../../ble/pdu-type.ts';
import { airtimeUs } from '../link/radio-clock.ts';
import { isTurn, T_IFS_US } from './air.ts';
import type { Connection } from './connection.ts';
import { otherSide, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';

/** If the sniffer does not report the sender: packets closer than this are of one event, µs. A missed packet would add 230 µs. */
const SAME_EVENT_US = T_IFS_US + 100;

const LLID = { START: 2, CONTROL: 3 } as const;
/** Control PDUs that only one side may send, and which (Vol 6 Part B 5.1). */
const CONTROL: Readonly<Record<number, number>> = {
  ...Object.fromEntries([0x00, 0x01, 0x03, 0x08, 0x18, 0x1f, 0x21, 0x27, 0x28].map((opcode) => [opcode, SENDER.CENTRAL])),
  ...Object.fromEntries([0x04, 0x05, 0x0e, 0x19, 0x20, 0x29].map((opcode) => [opcode, SENDER.PERIPHERAL])),
};
/** Senders of the pairing PDUs of the Security Manager (Vol 3 Part H 3.5), and of connection parameter updates in L2CAP signalling (Part A 4.20). */
const SECURITY: Readonly<Record<number, number>> = { 0x01: SENDER.CENTRAL, 0x02: SENDER.PERIPHERAL, 0x0b: SENDER.PERIPHERAL };
const SIGNALLING: Readonly<Record<number, number>> = { 0x12: SENDER.PERIPHERAL, 0x13: SENDER.CENTRAL };
const L2CAP_BYTES = 4;

/** The side that must have sent a PDU, by its decrypted payload in bytes [start, stop); unknown if both sides may send it. */
export function impliedSender(llid: number, bytes: Uint8Array, start: number, stop: number): number {
  const octet = (at: number): number => bytes[at] ?? 0;
  if (llid === LLID.CONTROL && start < stop) return CONTROL[octet(start)] ?? SENDER.UNKNOWN;
  if (llid !== LLID.START || start + L2CAP_BYTES >= stop) return SENDER.UNKNOWN;
  const channel = u16le(bytes, start + 2);
  const senders = channel === CHANNEL.SMP ? SECURITY : channel === CHANNEL.LE_SIGNALLING ? SIGNALLING : {};
  return senders[octet(start + L2CAP_BYTES)] ?? SENDER.UNKNOWN;
}

export interface Sender {
  readonly sender: number;
  /** True if the sender is certain: by the sniffer, by exact timing, or by the PDU itself; false for a guess. */
  readonly sure: boolean;
  /** Start of the packet and its duration, µs. */
  readonly startUs: number;
  readonly airUs: number;
}

/**
 * Who sent a packet. Within a connection event the two sides take turns after exactly T_IFS, so timing decides where it is that exact,
 * also against the sniffer; else the sniffer does, else the PDU itself; else a packet that follows closely is the other side's, and an
 * event begins with the central.
 */
export function senderOf({ air }: Connection, meta: FrameMeta, implied: number, pduBytes: number, { us, radioUs }: Moment): Sender {
  const startUs = radioUs === radioUs ? radioUs : us;
  const gap = startUs - air.end;
  const turn = meta.sender !== SENDER.UNKNOWN && air.sender !== SENDER.UNKNOWN && isTurn(gap);
  const known = turn ? otherSide(air.sender) : meta.sender === SENDER.UNKNOWN ? implied : meta.sender;
  const guess = startUs !== startUs ? SENDER.UNKNOWN : gap >= 0 && gap < SAME_EVENT_US ? otherSide(air.sender) : SENDER.CENTRAL;
  const sender = known === SENDER.UNKNOWN ? guess : known;
  const airUs = airtimeUs(meta.phy === PHY.UNKNOWN ? PHY.LE_1M : meta.phy, pduBytes, false);
  return { sender, sure: known !== SENDER.UNKNOWN, startUs, airUs };
}
