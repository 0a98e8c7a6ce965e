import { createDecipheriv } from 'node:crypto';
import { aes } from './sealed-link.ts';
import { concat, pcap, u16, u32 } from './packet-file.ts';
import type { PcapRecord } from './packet-file.ts';

/**
 * Decrypts the packets of a recorded legacy pairing with the platform's cryptography only, as an independent reference: it opens everything that
 * can be opened. For recordings of one connection whose packets were all heard in order.
 */
const ADVERTISING = 0x8e89bed6;
const LINK_TYPE_RF = 256;
const RF_HEADER_BYTES = 10;
const PPI_LINK_TYPE = 192;
/** Signal valid, decrypted, reference access address valid, CRC checked and valid. */
const PLAIN_FLAGS = 0x0c1b;
const MOST_COUNTERS = 500;

interface Frame {
  readonly no: number;
  readonly record: Omit<PcapRecord, 'data'>;
  /** From the access address on. */
  readonly octets: Buffer;
  /** Of the RF header: bits that say who sent the PDU. */
  readonly flags: number;
}

export interface ReferencePackets {
  /** Numbers of the packets that the keys of the pairing open, each once. */
  readonly opened: readonly number[];
  /** Long-term keys that they distribute, most significant octet first, in hexadecimal. */
  readonly distributed: readonly string[];
  /** The recording with plain payloads. */
  readonly plain: Uint8Array<ArrayBuffer>;
}

function framesOf(file: Buffer): Frame[] {
  const linkType = file.readUInt32LE(20);
  const frames: Frame[] = [];
  for (let at = 24, no = 1; at + 16 <= file.length; no++) {
    const length = file.readUInt32LE(at + 8);
    const packet = file.subarray(at + 16, at + 16 + length);
    const head = linkType === PPI_LINK_TYPE ? packet.readUInt16LE(2) : RF_HEADER_BYTES;
    const flags = linkType === LINK_TYPE_RF ? packet.readUInt16LE(8) & 0x0380 : 0;
    frames.push({
      no,
      flags,
      octets: packet.subarray(head),
      record: { seconds: file.readUInt32LE(at), fraction: file.readUInt32LE(at + 4) },
    });
    at += 16 + length;
  }
  return frames;
}

const isData = ({ octets }: Frame): boolean => octets.length > 6 && octets.readUInt32LE(0) !== ADVERTISING;
const payloadOf = ({ octets }: Frame): Buffer => octets.subarray(6, 6 + (octets[5] ?? 0));
const reversed = (octets: Uint8Array): Buffer => Buffer.from(octets).reverse();
const xor = (a: Uint8Array, b: Uint8Array): Buffer => Buffer.from(a.map((octet, i) => octet ^ (b[i] ?? 0)));

/** @param passkeys that are tried, in this order */
export function referencePackets(file: Buffer, passkeys: Iterable<number>): ReferencePackets {
  const frames = framesOf(file);
  const request = frames.find(({ octets }) => octets.readUInt32LE(0) === ADVERTISING && ((octets[4] ?? 0) & 15) === 5)?.octets;
  if (request === undefined) throw new Error('the recording has no connection request');
  const header = request[4] ?? 0;
  const data = frames.filter(isData);
  const messages = data
    .map(payloadOf)
    .filter((payload) => payload.length > 4 && payload.readUInt16LE(2) === 6)
    .map((payload) => payload.subarray(4));
  const of = (code: number): Buffer[] => [
    ...new Map(messages.filter(([one]) => one === code).map((one) => [one.toString('hex'), one])).values(),
  ];
  const [[preq], [pres], [confirm], [mrand, srand]] = [of(1), of(2), of(3), of(4).map((one) => reversed(one.subarray(1)))];
  if (!preq || !pres || !confirm || !mrand || !srand) throw new Error('the recording has no whole pairing');
  // Of the address types the peripheral's (RxAdd) comes before the central's (TxAdd).
  const p1 = concat([reversed(pres), reversed(preq), [header >> 7, (header >> 6) & 1]]);
  const p2 = concat([[0, 0, 0, 0], reversed(request.subarray(6, 12)), reversed(request.subarray(12, 18))]);
  const key = temporaryKey(passkeys, (one) => aes(one, xor(aes(one, xor(mrand, p1)), p2)), reversed(confirm.subarray(1)));
  const shortTerm = aes(key, Buffer.concat([srand.subarray(8), mrand.subarray(8)]));
  const control = (opcode: number, length: number): Buffer =>
    data.map(payloadOf).find((payload) => payload.length === length && payload[0] === opcode) ?? Buffer.alloc(length);
  const [enc, response] = [control(3, 23), control(4, 13)];
  const session = aes(shortTerm, reversed(Buffer.concat([enc.subarray(11, 19), response.subarray(1, 9)])));
  const iv = Buffer.concat([enc.subarray(19, 23), response.subarray(9, 13)]);
  return opened(frames, session, iv);
}

function temporaryKey(passkeys: Iterable<number>, confirmOf: (key: Buffer) => Uint8Array, sent: Buffer): Buffer {
  for (const passkey of passkeys) {
    const key = Buffer.concat([Buffer.alloc(12), Buffer.from(u32(passkey, false))]);
    if (sent.equals(confirmOf(key))) return key;
  }
  throw new Error('no passkey fits');
}

function opened(frames: readonly Frame[], session: Uint8Array, iv: Buffer): ReferencePackets {
  const seen = new Set<string>();
  const numbers: number[] = [];
  const distributed: string[] = [];
  const records = frames.map((frame) => {
    const { octets, flags, record } = frame;
    const found = isData(frame) ? plainOf(frame, session, iv) : null;
    const text = found && concat([octets.subarray(0, 5), [found.plain.length], found.plain, [0, 0, 0]]);
    if (found !== null && !seen.has(found.name)) {
      seen.add(found.name);
      numbers.push(frame.no);
      if (found.plain[4] === 6 && found.plain.readUInt16LE(2) === 6) distributed.push(reversed(found.plain.subarray(5)).toString('hex'));
    }
    const body = text ?? octets;
    return {
      ...record,
      data: concat([[0, 200, 128, 0], u32(ADVERTISING), u16((text === null ? PLAIN_FLAGS & ~8 : PLAIN_FLAGS) | flags), body]),
    };
  });
  return { opened: numbers, distributed, plain: pcap(records, { linkType: LINK_TYPE_RF }) };
}

function plainOf(frame: Frame, session: Uint8Array, iv: Buffer): { readonly plain: Buffer; readonly name: string } | null {
  const payload = payloadOf(frame);
  if (payload.length < 5) return null;
  for (let counter = 0; counter < MOST_COUNTERS; counter++)
    for (const direction of [0x80, 0]) {
      const nonce = Buffer.concat([Buffer.from(u32(counter)), Buffer.of(direction), iv]);
      const ccm = createDecipheriv('aes-128-ccm', session, nonce, { authTagLength: 4 });
      ccm.setAuthTag(payload.subarray(-4));
      ccm.setAAD(Buffer.of((frame.octets[4] ?? 0) & 0xe3), { plaintextLength: payload.length - 4 });
      const plain = ccm.update(payload.subarray(0, -4));
      try {
        ccm.final();
        return { plain, name: `${String(direction)} ${String(counter)}` };
      } catch {
        // Another counter or direction.
      }
    }
  return null;
}
