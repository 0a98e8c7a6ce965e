import { linkCapture, SENT_BY } from './every-procedure.ts';
import type { DataPdu } from './every-procedure.ts';
import { event, HCI_FILES } from './hci-packet.ts';
import { concat, hex, u16 } from './packet-file.ts';
import { randomSource } from './random.ts';
import type { RandomSource } from './random.ts';

/**
 * Captures of PDUs and events with any number of octets, often too few or too many, without the layouts of the decoder: what a reader makes of
 * fields that are cut, reserved or unknown shows in a comparison with another one.
 */
const octets = (random: RandomSource, most: number): number[] => {
  const isSmall = random.below(2) === 0;
  return Array.from({ length: random.below(most) }, () => random.below(isSmall ? 8 : 256));
};

/** LL_ENC_REQ and LL_START_ENC_REQ are left out: ciphertext would follow. */
const SEALS: ReadonlySet<number> = new Set([0x03, 0x05]);
const CONTROL_OPCODES = 0x60;
const SMP_CODES = 0x12;

/** LL control PDUs and PDUs of the Security Manager, as a pcap of link type 256. */
export function linkOfAnyLength(seed: number): Uint8Array<ArrayBuffer> {
  const random = randomSource(seed);
  const pdus: DataPdu[] = [];
  for (let turn = 0; turn < 4; turn++) {
    for (let opcode = 0; opcode < CONTROL_OPCODES; opcode++) {
      const sender = random.below(2) === 0 ? SENT_BY.CENTRAL : SENT_BY.PERIPHERAL;
      if (!SEALS.has(opcode)) pdus.push({ llid: 3, sender, payload: [opcode, ...octets(random, 40)] });
    }
    for (let code = 0; code < SMP_CODES; code++) {
      const payload = [code, ...octets(random, code === 0x0c ? 70 : 20)];
      const frame = concat([u16(payload.length), u16(6), payload]);
      pdus.push({ llid: 2, sender: code % 2 === 0 ? SENT_BY.PERIPHERAL : SENT_BY.CENTRAL, payload: frame });
    }
  }
  return linkCapture(pdus);
}

/** Subevents of advertising reports, which are rows of the packets. */
const REPORTS: ReadonlySet<number> = new Set([0x02, 0x0b, 0x0d, 0x0f, 0x25]);
const LE_SUBEVENTS = 0x40;

/** LE events, as a pcap of link type 201. */
export function eventsOfAnyLength(seed: number): Uint8Array<ArrayBuffer> {
  const random = randomSource(seed);
  const packets = [event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00'))];
  for (let turn = 0; turn < 4; turn++)
    for (let subevent = 0; subevent < LE_SUBEVENTS; subevent++)
      if (!REPORTS.has(subevent)) packets.push(event(0x3e, [subevent, ...octets(random, 60)]));
  const write = HCI_FILES['pcap 201'];
  if (write === undefined) throw new Error('broken invariant: no writer of link type 201');
  return write(packets);
}
