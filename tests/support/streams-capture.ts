import { crc24, crcStateOf } from '../../src/ble/crc24.ts';
import { advertisingFrame, concat, hex, pcap, u16, u32 } from './packet-file.ts';
import type { RandomSource } from './random.ts';

/** Values of a BIGInfo, by the names of the Core specification 5.4, Vol 6 Part B 4.4.6.11. */
export interface BigInfoValues {
  readonly bigOffset: number;
  readonly bigOffsetUnits: number;
  readonly isoInterval: number;
  readonly numBis: number;
  readonly nse: number;
  readonly bn: number;
  readonly subInterval: number;
  readonly pto: number;
  readonly bisSpacing: number;
  readonly irc: number;
  readonly maxPdu: number;
  readonly seedAccessAddress: number;
  readonly sduInterval: number;
  readonly maxSdu: number;
  readonly baseCrcInit: number;
  readonly channelMap: bigint;
  readonly phy: number;
  readonly bisPayloadCount: bigint;
  readonly framing: number;
  readonly giv?: Uint8Array;
  readonly gskd?: Uint8Array;
}

/** Packs values of so many bits, the first in the least significant bits, into octets. */
export function packBits(parts: readonly (readonly [value: number | bigint, bits: number])[]): Uint8Array {
  let word = 0n;
  let at = 0n;
  for (const [value, bits] of parts) {
    word |= (BigInt(value) & ((1n << BigInt(bits)) - 1n)) << at;
    at += BigInt(bits);
  }
  return Uint8Array.from({ length: Number(at / 8n) }, (_, i) => Number((word >> BigInt(8 * i)) & 255n));
}

export const bigInfo = (v: BigInfoValues): Uint8Array =>
  concat([
    packBits([
      ...([[v.bigOffset, 14], [v.bigOffsetUnits, 1], [v.isoInterval, 12], [v.numBis, 5], [v.nse, 5], [v.bn, 3]] as const),
      ...([[v.subInterval, 20], [v.pto, 4], [v.bisSpacing, 20], [v.irc, 4], [v.maxPdu, 8], [0, 8], [v.seedAccessAddress, 32]] as const),
      ...([[v.sduInterval, 20], [v.maxSdu, 12], [v.baseCrcInit, 16], [v.channelMap, 37], [v.phy, 3]] as const),
      ...([[v.bisPayloadCount, 39], [v.framing, 1]] as const),
    ]),
    v.giv ?? [],
    v.gskd ?? [],
  ]); // prettier-ignore

const octets = (random: RandomSource, count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.below(256));
const bits = (random: RandomSource, count: number): number =>
  Math.floor(random.below(2 ** 16) * 2 ** 16 + random.below(2 ** 16)) % 2 ** count;

export const randomBigInfo = (random: RandomSource): BigInfoValues => ({
  bigOffset: bits(random, 14),
  bigOffsetUnits: bits(random, 1),
  isoInterval: bits(random, 12),
  numBis: 1 + random.below(31),
  nse: bits(random, 5),
  bn: bits(random, 3),
  subInterval: bits(random, 20),
  pto: bits(random, 4),
  bisSpacing: bits(random, 20),
  irc: bits(random, 4),
  maxPdu: bits(random, 8),
  seedAccessAddress: bits(random, 32) >>> 0,
  sduInterval: bits(random, 20),
  maxSdu: bits(random, 12),
  baseCrcInit: bits(random, 16),
  channelMap: (BigInt(bits(random, 20)) << 17n) | BigInt(bits(random, 17)),
  phy: random.below(3),
  bisPayloadCount: (BigInt(bits(random, 20)) << 19n) | BigInt(bits(random, 19)),
  framing: bits(random, 1),
  ...(random.below(2) === 0 && { giv: octets(random, 8), gskd: octets(random, 16) }),
});

/**
 * Access address of a BIS, bit by bit as the Core specification 5.4, Vol 6 Part B 2.1.2 writes the diversifier word:
 * D0 D0 D0 D0 D0 D0 D1 D6 D1 0 D5 D4 0 D3 D2 0, then sixteen zeros.
 */
export function specifiedAccessAddress(seed: number, bis: number): number {
  const d = (35 * bis + 42) % 128;
  const word = ['D0', 'D0', 'D0', 'D0', 'D0', 'D0', 'D1', 'D6', 'D1', '0', 'D5', 'D4', '0', 'D3', 'D2', '0'];
  const text = word.map((part) => (part === '0' ? '0' : String((d >> Number(part.slice(1))) & 1))).join('') + '0'.repeat(16);
  return (seed ^ Number.parseInt(text, 2)) >>> 0;
}

export const RF = {
  ADVERTISING: 0,
  AUXILIARY: 1,
  OF_CENTRAL: 2,
  OF_PERIPHERAL: 3,
  CIS_OF_CENTRAL: 4,
  CIS_OF_PERIPHERAL: 5,
  BIS: 6,
} as const;
/** Kinds of auxiliary PDUs in the header of link type 256. */
export const AUXILIARY = { ADV_IND: 0, CHAIN_IND: 1, SYNC_IND: 2 } as const;

const TRAIN = 0x5a3c91e7;
const TRAIN_CRC = 0x123456;
export const ACL = 0x50654a27;
const ACL_CRC = 0x2ed45d;
export const BROADCASTER = 'C1:02:03:04:05:06';

/** Records of link type 256, 1.25 ms apart. */
export class StreamsCapture {
  private readonly frames: Uint8Array[] = [];

  /** @param marks the sniffer says which PDUs belong to streams, and who sent them */
  constructor(private readonly marks = true) {}

  get count(): number {
    return this.frames.length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const records = this.frames.map((data, i) => ({ seconds: 1_700_000_000 + Math.floor(i / 800), fraction: (i % 800) * 1250, data }));
    return pcap(records, { linkType: 256 });
  }

  /** @param kind a value of `RF`; `checked` is whether the sniffer states that the CRC is right */
  pdu(accessAddress: number, crcInit: number, pdu: Uint8Array, kind: number, { aux = 0, checked = true, channel = 4 } = {}): void {
    const crc = crc24(pdu, 0, pdu.length, crcStateOf(crcInit));
    const flags = 0x0013 | (kind << 7) | (aux << 12) | (checked ? 0x0c00 : 0);
    const header = concat([[channel, 200, 128, 0], u32(accessAddress), u16(flags)]);
    this.frames.push(concat([header, u32(accessAddress), pdu, [crc & 255, (crc >> 8) & 255, crc >> 16]]));
  }

  /** AUX_ADV_IND of a broadcaster with SyncInfo and a Broadcast Audio Announcement. */
  auxiliary(): void {
    const syncInfo = concat([u16(0x2010), u16(80), hex('ffffffff1f'), u32(TRAIN), [0x56, 0x34, 0x12], u16(7)]);
    const fields = concat([[0x29], hex('0605040302c1'), u16(0x7123), syncInfo]);
    const data = concat([hex('061652183c2b1a'), hex('053052616469')]);
    const payload = concat([[fields.length], fields, data]);
    const pdu = concat([[0x47, payload.length], payload]);
    const frame = advertisingFrame(pdu);
    const flags = 0x0c13 | (RF.AUXILIARY << 7) | (AUXILIARY.ADV_IND << 12);
    this.frames.push(concat([[4, 200, 128, 0], u32(0x8e89bed6), u16(flags), frame]));
  }

  /** AUX_SYNC_IND with ACAD and advertising data. */
  periodic(acad: Uint8Array, data: Uint8Array, more = false): void {
    const pointer = more ? hex('05 10 00') : new Uint8Array();
    const fields = concat([[more ? 0x10 : 0], pointer, acad]);
    this.auxiliaryPdu(concat([[fields.length], fields, data]), AUXILIARY.SYNC_IND);
  }

  /** AUX_CHAIN_IND of the train. */
  chain(data: Uint8Array): void {
    this.auxiliaryPdu(concat([[0], data]), AUXILIARY.CHAIN_IND);
  }

  private auxiliaryPdu(payload: Uint8Array, aux: number): void {
    this.pdu(TRAIN, TRAIN_CRC, concat([[0x07, payload.length], payload]), RF.AUXILIARY, { aux });
  }

  announce(values: BigInfoValues, data: Uint8Array = new Uint8Array()): void {
    const info = bigInfo(values);
    this.periodic(concat([[info.length + 1, 0x2c], info]), data);
  }

  /** A PDU of a BIS, or with number 0 a control PDU of the group. */
  bis(values: BigInfoValues, bis: number, header: number, payload: ArrayLike<number>): void {
    const address = specifiedAccessAddress(values.seedAccessAddress, bis);
    const pdu = concat([[header, payload.length], payload]);
    this.pdu(address, (values.baseCrcInit << 8) | bis, pdu, this.marks ? RF.BIS : 0, { checked: this.marks });
  }

  connect(): void {
    const llData = concat([u32(ACL), [0x5d, 0xd4, 0x2e], hex('03 2600 3600 0700 2a00 ffffffff1f a5')]);
    const frame = advertisingFrame(concat([hex('c5 22 111111111142 060504030241'), llData]));
    this.frames.push(concat([[12, 200, 128, 0], u32(0x8e89bed6), u16(0x0c13), frame]));
  }

  /** An LL control PDU of the connection. */
  control(kind: typeof RF.OF_CENTRAL | typeof RF.OF_PERIPHERAL, payload: ArrayLike<number>): void {
    const header = 3 | ((this.frames.length % 2) << 3);
    this.pdu(ACL, ACL_CRC, concat([[header, payload.length], payload]), kind);
  }

  cis(accessAddress: number, kind: number, header: number, payload: ArrayLike<number>, checked = this.marks): void {
    this.pdu(accessAddress, ACL_CRC, concat([[header, payload.length], payload]), this.marks ? kind : 0, { checked });
  }
}

/** Parameters of LL_CIS_REQ (Vol 6 Part B 2.4.2.32), as octets after the opcode. */
export const cisRequest = (cig: number, cis: number): Uint8Array =>
  concat([
    [cig, cis, 2, 1],
    packBits([[120, 12], [0, 3], [1, 1], [40, 12], [0, 4], [10_000, 20], [0, 4], [20_000, 20], [0, 4]]),
    u16(120),
    u16(40),
    [3],
    packBits([[2500, 24], [2, 4], [1, 4]]),
    [4, 5],
    u16(8),
    packBits([[1000, 24], [5000, 24]]),
    u16(77),
  ]); // prettier-ignore

/** Parameters of LL_CIS_IND (2.4.2.34). */
export const cisIndication = (accessAddress: number): Uint8Array =>
  concat([u32(accessAddress), packBits([[1500, 24], [9000, 24], [7000, 24]]), u16(80)]); // prettier-ignore

/** Service data of a Basic Audio Announcement: two subgroups, of which the first has two streams (BAP 1.0.1, 3.7.2.2). */
export function basicAudio(): Uint8Array {
  const lc3 = hex('06 0000 0000');
  const subgroup1 = concat([
    [2],
    lc3,
    [16],
    hex('020108 020201 05030000 0000 03047800'),
    [15],
    hex('03020400 0404656e67 05034a617a7a'),
    [1, 6],
    hex('050301000000'),
    [2, 6],
    hex('050302000000'),
  ]);
  const subgroup2 = concat([[1], hex('ff 5900 0700'), [0], [0], [3], [3], hex('020505')]);
  const payload = concat([hex('409c00'), [2], subgroup1, subgroup2]);
  return concat([[payload.length + 3, 0x16, 0x51, 0x18], payload]);
}
