/**
 * A made recording of a heart rate sensor and two phones, link type 256. Connection 1: discovery, reads, a refused write, notifications,
 * a parameter update, one packet that the sniffer missed and one that it damaged; the central ends it. Connection 2: legacy pairing
 * with Just Works, encryption, and no end. `tests/fixtures/captures/made/heart_rate.pcap` holds what this returns.
 */
import { crc24, crcStateOf } from '../../src/ble/crc24.ts';
import { advertisingFrame, concat, hex, pcap, u16, u32 } from './packet-file.ts';
import type { PcapRecord } from './packet-file.ts';

export const SENSOR = 'C4:10:20:30:40:50';
export const PHONE = '5A:A1:A2:A3:A4:A5';
export const SECOND_PHONE = '6B:B1:B2:B3:B4:B5';
/** Beats per minute in the order in which they are notified. */
export const HEART_RATES: readonly number[] = Array.from({ length: 24 }, (_, i) => 70 + ((i * 7) % 23));

const KIND = { ADVERTISING: 1, CENTRAL: 2, PERIPHERAL: 3 } as const;
const LLID = { DATA: 2, CONTROL: 3 } as const;
const CID = { ATT: 4, SIGNALLING: 5, SMP: 6 } as const;
const T_IFS_US = 150;
const START_S = 1_700_000_000;

const octets = (address: string): Uint8Array => hex(address.replaceAll(':', '')).reverse();

class Recording {
  readonly records: PcapRecord[] = [];
  us = 0;

  frame(rfChannel: number, rssi: number, kind: number, frame: Uint8Array, crcValid = true): void {
    const flags = 0x0013 | (kind << 7) | 0x0400 | (crcValid ? 0x0800 : 0);
    const data = concat([[rfChannel, rssi & 255, 0x80, 0], u32(0x8e89bed6), u16(flags), frame]);
    this.records.push({ seconds: START_S + Math.floor(this.us / 1e6), fraction: this.us % 1e6, data });
  }

  advertising(header: number, ...payload: readonly ArrayLike<number>[]): void {
    const body = concat(payload);
    this.frame(0, -52, KIND.ADVERTISING, advertisingFrame(concat([[header, body.length], body])));
  }
}

/** What one side sends in a connection event; nothing is an empty PDU. */
type Sent = { readonly llid: number; readonly payload: ArrayLike<number>; readonly lost?: true; readonly damaged?: true };

class MadeConnection {
  private readonly sequence = { [KIND.CENTRAL]: 1, [KIND.PERIPHERAL]: 1 };
  private event = 0;
  private readonly crcState: number;

  constructor(
    private readonly to: Recording,
    private readonly accessAddress: number,
    crcInit: number,
    private intervalUs: number,
    initiator: string,
  ) {
    this.crcState = crcStateOf(crcInit);
    const init = [crcInit & 255, (crcInit >> 8) & 255, crcInit >> 16];
    const timing = concat([[3], u16(38), u16(intervalUs / 1250), u16(0), u16(300), hex('ffffffff1f'), [0xa7]]);
    to.advertising(0xc5, octets(initiator), octets(SENSOR), u32(accessAddress), init, timing);
    to.us += 50_000;
  }

  /** A connection event: the central, then the peripheral after T_IFS. */
  exchange(central: Sent | null = null, peripheral: Sent | null = null): void {
    const start = this.to.us;
    this.send(KIND.CENTRAL, central);
    this.to.us += T_IFS_US;
    this.send(KIND.PERIPHERAL, peripheral);
    this.to.us = start + this.intervalUs;
    this.event++;
  }

  /** A request and, an event later, its answer. */
  request(central: Sent, peripheral: Sent): void {
    this.exchange(central);
    this.exchange(null, peripheral);
  }

  /** Takes effect after the six events that the announcement gives. */
  update(intervalUs: number): void {
    const update = concat([[0x00, 3], u16(0), u16(intervalUs / 1250), u16(0), u16(400), u16(this.event + 6)]);
    this.exchange({ llid: LLID.CONTROL, payload: update });
    for (let i = 0; i < 5; i++) this.exchange();
    this.intervalUs = intervalUs;
  }

  private send(kind: 2 | 3, sent: Sent | null): void {
    const { llid, payload } = sent ?? { llid: 1, payload: [] };
    const next = 1 - this.sequence[kind];
    this.sequence[kind] = next;
    const pdu = concat([[llid | (next << 3), payload.length], payload]);
    const crc = crc24(pdu, 0, pdu.length, this.crcState) ^ (sent?.damaged === true ? 0xffffff : 0);
    const frame = concat([u32(this.accessAddress), pdu, [crc & 255, (crc >> 8) & 255, crc >> 16]]);
    const rssi = (kind === KIND.CENTRAL ? -58 : -50) - (this.event % 4);
    if (sent?.lost !== true) this.to.frame(1 + ((this.event * 7) % 36), rssi, kind, frame, sent?.damaged !== true);
    this.to.us += 8 * (frame.length + 1);
  }
}

const control = (text: string): Sent => ({ llid: LLID.CONTROL, payload: hex(text) });
const frame = (cid: number, payload: ArrayLike<number>): Sent => ({
  llid: LLID.DATA,
  payload: concat([u16(payload.length), u16(cid), payload]),
});
const att = (text: string): Sent => frame(CID.ATT, hex(text));
const smp = (text: string): Sent => frame(CID.SMP, hex(text));
const text = (words: string): string => Buffer.from(words).toString('hex');

export function heartRateCapture(): Uint8Array<ArrayBuffer> {
  const recording = new Recording();
  const advertise = (): void => {
    recording.advertising(0x40, octets(SENSOR), hex('020106 03030d18'), [8, 9], Buffer.from('Pulse 7'));
    recording.us += 100_000;
  };
  for (let i = 0; i < 3; i++) advertise();
  discovery(new MadeConnection(recording, 0x50654a27, 0x5dd42e, 30_000, PHONE));
  recording.us += 2_000_000;
  for (let i = 0; i < 2; i++) advertise();
  pairing(new MadeConnection(recording, 0x71764129, 0x123456, 45_000, SECOND_PHONE));
  return pcap(recording.records, { linkType: 256 });
}

function discovery(connection: MadeConnection): void {
  connection.request(control('0c 0c 0f00 1234'), control('0c 0b 5900 0001'));
  connection.request(control('08 ff7902f800000000'), control('09 3f59000000000000'));
  connection.request(att('02 0502'), att('03 f700'));
  connection.request(control('14 fb00 9042 fb00 9042'), control('15 fb00 9042 fb00 9042'));
  connection.request(att('10 0100 ffff 0028'), att('11 06 0100 0500 0018 0a00 1100 0d18'));
  connection.request(att('10 1200 ffff 0028'), att('11 06 1200 1500 0f18 1600 1900 0a18'));
  connection.request(att('10 1a00 ffff 0028'), att('01 10 1a00 0a'));
  connection.request(att('08 0100 0500 0328'), att('09 07 0200 02 0300 002a 0400 02 0500 012a'));
  connection.request(att('08 0a00 1100 0328'), att('09 07 0b00 10 0c00 372a 0e00 02 0f00 382a 1000 08 1100 392a'));
  connection.request(att('08 1200 1500 0328'), att('09 07 1300 12 1400 192a'));
  connection.request(att('08 1600 1900 0328'), att('09 07 1700 02 1800 292a'));
  connection.request(att('04 0d00 0d00'), att('05 01 0d00 0229'));
  connection.request(att('04 1500 1500'), att('05 01 1500 0229'));
  connection.request(att('0a 0300'), att(`0b ${text('Pulse 7')}`));
  connection.request(att('0a 0500'), att('0b 4103'));
  connection.request(att('0a 0f00'), att('0b 01'));
  connection.request(att('0a 1400'), att('0b 63'));
  connection.request(att('0a 1800'), att(`0b ${text('Acme Sensors')}`));
  connection.request(att('12 0f00 02'), att('01 12 0f00 03'));
  connection.request(att('12 0d00 0100'), att('13'));
  connection.exchange(null, frame(CID.SIGNALLING, hex('1201 0800 5000 5000 0000 9001')));
  connection.exchange(frame(CID.SIGNALLING, hex('1301 0200 0000')));
  connection.update(100_000);
  HEART_RATES.forEach((rate, i) => {
    const beats = rate.toString(16).padStart(2, '0');
    const notified = att(`1b 0c00 16 ${beats} ${Buffer.from(u16(Math.round((60 / rate) * 1024))).toString('hex')}`);
    connection.exchange(null, { ...notified, ...(i === 7 && { lost: true }), ...(i === 15 && { damaged: true }) });
    for (let empty = 0; empty < 2; empty++) connection.exchange();
    if (i === 11) connection.exchange(null, att('1b 1400 62'));
  });
  connection.request(control('02 13'), { llid: 1, payload: [] });
}

function pairing(connection: MadeConnection): void {
  const random = (seed: number): string => Buffer.from(Array.from({ length: 16 }, (_, i) => (seed * 41 + i * 29) & 255)).toString('hex');
  connection.request(att('02 0502'), att('03 f700'));
  connection.request(att('0a 1100'), att('01 0a 1100 05'));
  connection.request(smp('01 04 00 01 10 00 01'), smp('02 03 00 01 10 00 01'));
  connection.request(smp(`03 ${random(1)}`), smp(`03 ${random(2)}`));
  connection.request(smp(`04 ${random(3)}`), smp(`04 ${random(4)}`));
  connection.request(control(`03 0000000000000000 0000 ${random(5).slice(0, 24)}`), control(`04 ${random(6).slice(0, 24)}`));
  connection.exchange(null, control('05'));
  for (let i = 0; i < 12; i++) {
    const ciphertext = (seed: number): Sent => ({
      llid: i < 2 ? LLID.CONTROL : LLID.DATA,
      payload: hex(random(seed)).slice(0, 5 + (i % 4)),
    });
    connection.exchange(i % 3 === 0 ? ciphertext(10 + i) : null, i % 2 === 0 ? ciphertext(30 + i) : null);
  }
}
