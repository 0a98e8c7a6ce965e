import { createCipheriv } from 'node:crypto';
import type { DataPdu } from './every-procedure.ts';
import { SENT_BY } from './every-procedure.ts';
import { concat, hex, u16 } from './packet-file.ts';
import type { RandomSource } from './random.ts';

/** Session key, most significant octet first, and IV as it is sent. */
export interface LinkKeys {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

/** The payload of a data PDU as a controller sends it, with its MIC: AES-CCM by the platform (Core specification 5.4, Vol 6 Part E). */
export function sealed(
  { key, iv }: LinkKeys,
  plain: Uint8Array,
  fromCentral: boolean,
  counter: number,
  header: number,
): Uint8Array<ArrayBuffer> {
  const nonce = Buffer.alloc(13);
  nonce.writeUIntLE(counter % 2 ** 32, 0, 4);
  nonce[4] = Math.floor(counter / 2 ** 32) | (fromCentral ? 0x80 : 0);
  nonce.set(iv, 5);
  const ccm = createCipheriv('aes-128-ccm', key, nonce, { authTagLength: 4 });
  ccm.setAAD(Uint8Array.of(header & 0xe3), { plaintextLength: plain.length });
  const text = ccm.update(plain);
  ccm.final();
  return Uint8Array.from([...text, ...ccm.getAuthTag()]);
}

/** AES-128 of one block by the platform. */
export const aes = (key: Uint8Array, block: Uint8Array): Uint8Array =>
  createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block);

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((octet, i) => octet ^ (b[i] ?? 0));
const reversed = (octets: Uint8Array): Uint8Array => octets.slice().reverse();
const octets = (random: RandomSource, count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.below(256));

/** The addresses of `linkCapture`, both random, as in p1 and p2. */
const TYPES = hex('0101');
const ADDRESSES = hex('421111111111 410203040506');
export const NO_NAME = { ediv: 0, rand: new Uint8Array(8) };

export interface Bond {
  readonly ltk: Uint8Array;
  readonly ediv: number;
  readonly rand: Uint8Array;
}

export interface PairingOptions {
  /** 0 for Just Works pairing. */
  readonly passkey?: number;
  readonly keySize?: number;
  readonly secureConnections?: boolean;
}

/** Writes the data PDUs of a connection whose encryption goes on and off. Everything is computed by the platform's cryptography. */
export class SealedLink {
  readonly pdus: DataPdu[] = [];
  /** Session keys in the order of their sessions. */
  readonly sessions: LinkKeys[] = [];
  private current: LinkKeys | null = null;
  private readonly counters: Record<number, number> = {};

  constructor(private readonly random: RandomSource) {}

  /** A data or control PDU, encrypted where the connection is. */
  send(sender: number, llid: number, plain: Uint8Array, how: Pick<DataPdu, 'unheard'> = {}): void {
    const { current } = this;
    const counter = this.counters[sender] ?? 0;
    const payload = current === null ? plain : sealed(current, plain, sender === SENT_BY.CENTRAL, counter, llid);
    if (current !== null) this.counters[sender] = counter + 1;
    this.pdus.push({ sender, llid, payload, ...how });
  }

  /** The last PDU once more. */
  again(): void {
    const last = this.pdus.at(-1);
    if (last !== undefined) this.pdus.push({ ...last, again: true });
  }

  frame(sender: number, channel: number, payload: Uint8Array, how: Pick<DataPdu, 'unheard'> = {}): void {
    this.send(sender, 2, concat([u16(payload.length), u16(channel), payload]), how);
  }

  /** Encryption begins under a long-term or short-term key. `unheard`: opcodes that the sniffer missed. */
  start(ltk: Uint8Array, { ediv, rand }: Omit<Bond, 'ltk'> = NO_NAME, unheard: readonly number[] = []): void {
    const [skdm, skds, ivm, ivs] = [octets(this.random, 8), octets(this.random, 8), octets(this.random, 4), octets(this.random, 4)];
    const missed = (opcode: number): Pick<DataPdu, 'unheard'> => ({ unheard: unheard.includes(opcode) });
    this.current = null;
    this.send(SENT_BY.CENTRAL, 3, concat([[3], rand, u16(ediv), skdm, ivm]), missed(3));
    this.send(SENT_BY.PERIPHERAL, 3, concat([[4], skds, ivs]), missed(4));
    this.send(SENT_BY.PERIPHERAL, 3, Uint8Array.of(5), missed(5));
    this.current = { key: aes(ltk, reversed(concat([skdm, skds]))), iv: concat([ivm, ivs]) };
    this.sessions.push(this.current);
    this.counters[SENT_BY.CENTRAL] = this.counters[SENT_BY.PERIPHERAL] = 0;
    this.send(SENT_BY.CENTRAL, 3, Uint8Array.of(6), missed(6));
    this.send(SENT_BY.PERIPHERAL, 3, Uint8Array.of(6), missed(6));
  }

  /** Encryption pauses (Vol 6 Part B 5.1.3.2). */
  pause(): void {
    this.send(SENT_BY.CENTRAL, 3, Uint8Array.of(0x0a));
    this.send(SENT_BY.PERIPHERAL, 3, Uint8Array.of(0x0b));
    this.current = null;
    this.send(SENT_BY.CENTRAL, 3, Uint8Array.of(0x0b));
  }

  /** Legacy pairing as of Vol 3 Part H 2.3.5.5; answers the short-term key. `unheard`: messages by code and sender that the sniffer missed. */
  pair({ passkey = 0, keySize = 16, secureConnections = false }: PairingOptions = {}, unheard: readonly string[] = []): Uint8Array {
    const io = passkey === 0 ? 3 : 4;
    const auth = (passkey === 0 ? 1 : 5) | (secureConnections ? 8 : 0);
    const request = Uint8Array.of(1, io, 0, auth, 16, 1, 1);
    const response = Uint8Array.of(2, io, 0, auth, keySize, 1, 1);
    const key = new Uint8Array(16);
    new DataView(key.buffer).setUint32(12, passkey);
    const p1 = concat([reversed(response), reversed(request), TYPES]);
    const p2 = concat([[0, 0, 0, 0], ADDRESSES]);
    const confirm = (random: Uint8Array): Uint8Array => aes(key, xor(aes(key, xor(random, p1)), p2));
    const [central, peripheral] = [octets(this.random, 16), octets(this.random, 16)];
    const say = (sender: number, message: Uint8Array): void => {
      const name = `${String(message[0])} ${sender === SENT_BY.CENTRAL ? 'central' : 'peripheral'}`;
      this.frame(sender, 6, message, { unheard: unheard.includes(name) });
    };
    say(SENT_BY.CENTRAL, request);
    say(SENT_BY.PERIPHERAL, response);
    say(SENT_BY.CENTRAL, concat([[3], reversed(confirm(central))]));
    say(SENT_BY.PERIPHERAL, concat([[3], reversed(confirm(peripheral))]));
    say(SENT_BY.CENTRAL, concat([[4], reversed(central)]));
    say(SENT_BY.PERIPHERAL, concat([[4], reversed(peripheral)]));
    const whole = aes(key, concat([peripheral.subarray(8), central.subarray(8)]));
    return whole.map((octet, i) => (i < 16 - keySize ? 0 : octet));
  }

  /** A side distributes a long-term key. */
  distribute(sender: number, { ltk, ediv, rand }: Bond): void {
    this.frame(sender, 6, concat([[6], reversed(ltk)]));
    this.frame(sender, 6, concat([[7], u16(ediv), rand]));
  }

  bond(): Bond {
    return { ltk: octets(this.random, 16), ediv: 1 + this.random.below(65_535), rand: octets(this.random, 8) };
  }
}
