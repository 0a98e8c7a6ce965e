import { ADVERTISING_CRC_STATE, crc24 } from '../../src/ble/crc24.ts';
import { randomSource, type RandomSource } from './random.ts';

/**
 * A pcap file of link type 256 whose frames repeat as those of recordings do: of 1.3 million packets of an office some 560 payloads,
 * each sent between 8 and 5,660 times per address, with requests and answers of scanners between them. `synthetic-capture.ts` has
 * one payload per emitter and no requests. Equal seeds give equal bytes.
 */
export interface RoomOptions {
  readonly packets: number;
  readonly seed: number;
}

interface Frame {
  /** Header and payload of the PDU, followed by its CRC. */
  readonly octets: Uint8Array;
  /** Its share of the packets, not scaled. */
  readonly weight: number;
  readonly level: number;
}

const ACCESS_ADDRESS = 0x8e89bed6;
const START_US = 1_600_000_000_000_000;
/** Dewhitened, signal valid, reference access address valid, CRC checked, CRC valid. */
const FLAGS = 0x0001 | 0x0002 | 0x0010 | 0x0400 | 0x0800;
const RF_CHANNELS = [0, 12, 39] as const;
const TYPE = { ADV_IND: 0, ADV_NONCONN_IND: 2, SCAN_REQ: 3, SCAN_RSP: 4, ADV_SCAN_IND: 6 } as const;
const PAYLOADS = 560;
/** Repeats of a frame lie between these, evenly in their logarithm. */
const REPEATS = [8, 5_660] as const;
const SCANNERS = 12;
const LONGEST_RECORD = 16 + 10 + 4 + 2 + 37 + 3;

const octetsOf = (chance: RandomSource, count: number): number[] => Array.from({ length: count }, () => chance.below(256));

function address(chance: RandomSource, topBits: number): number[] {
  const octets = octetsOf(chance, 6);
  octets[5] = ((octets[5] ?? 0) & 0x3f) | (topBits << 6);
  return octets;
}

function frame(header: number, payload: readonly number[], weight: number, level: number): Frame {
  const pdu = Uint8Array.from([header, payload.length, ...payload, 0, 0, 0]);
  const end = pdu.length - 3;
  const crc = crc24(pdu, 0, end, ADVERTISING_CRC_STATE);
  pdu.set([crc & 255, (crc >>> 8) & 255, crc >>> 16], end);
  return { octets: pdu, weight, level };
}

/** AD structures of what offices hold: phones and their accessories, beacons, things with a name and services, trackers. */
function structures(chance: RandomSource): number[] {
  const company = [0x4c, 0x06, 0x75, 0xe0, 0x59][chance.below(5)] ?? 0x4c;
  const maker = (count: number): number[] => [count + 3, 0xff, company, 0, ...octetsOf(chance, count)];
  const flags = [2, 0x01, chance.below(2) === 0 ? 0x06 : 0x1a];
  switch (chance.below(4)) {
    case 0:
      return [...flags, 2, 0x0a, 8 + chance.below(8), ...maker(5 + chance.below(12))];
    case 1:
      return maker(27);
    case 2: {
      const name = Array.from(`Sensor ${String(chance.below(900))}`, (letter) => letter.charCodeAt(0));
      return [...flags, 5, 0x03, 0x0f, 0x18, 0x0a, 0x18, name.length + 1, 0x09, ...name];
    }
    default:
      return [...flags, 3, 0x03, 0xaa, 0xfe, 17, 0x16, 0xaa, 0xfe, 0x10, 0xee, ...octetsOf(chance, 12)];
  }
}

/** Every frame that the room knows, those of an address and of its scanners with their own weights. */
function framesOf(chance: RandomSource): Frame[] {
  const scanners = Array.from({ length: SCANNERS }, () => address(chance, 0b01));
  const repeats = (): number => Math.exp(chance.between(Math.log(REPEATS[0]), Math.log(REPEATS[1])));
  const frames: Frame[] = [];
  let own = address(chance, 0b01);
  for (let payload = 0; payload < PAYLOADS; payload++) {
    // Some addresses send several payloads, one after another.
    if (chance.below(3) > 0) own = address(chance, chance.below(4) === 0 ? 0b11 : 0b01);
    const level = chance.between(-92, -42);
    const type = [TYPE.ADV_IND, TYPE.ADV_NONCONN_IND, TYPE.ADV_IND, TYPE.ADV_SCAN_IND][chance.below(4)] ?? TYPE.ADV_IND;
    frames.push(frame(type | 0x40, [...own, ...structures(chance)], repeats(), level));
    if (type === TYPE.ADV_NONCONN_IND || chance.below(2) === 0) continue;
    const scanner = scanners[chance.below(SCANNERS)] ?? own;
    frames.push(frame(TYPE.SCAN_REQ | 0xc0, [...scanner, ...own], repeats() / 3, chance.between(-80, -50)));
    frames.push(frame(TYPE.SCAN_RSP | 0x40, [...own, ...structures(chance)], repeats() / 3, level));
  }
  return frames;
}

/** The file's bytes. */
export function roomCapture({ packets, seed }: RoomOptions): Uint8Array<ArrayBuffer> {
  const chance = randomSource(seed);
  const frames = framesOf(chance);
  const ends: number[] = [];
  let total = 0;
  for (const { weight } of frames) ends.push((total += weight));
  const bytes = new Uint8Array(24 + packets * LONGEST_RECORD);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xa1b2c3d4, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, 65_535, true);
  view.setUint32(20, 256, true);
  let at = 24;
  let time = START_US;
  for (let packet = 0; packet < packets; packet++) {
    time += 50 + chance.below(1_500);
    at = write(view, bytes, at, frames[place(ends, chance.between(0, total))] ?? frames[0]!, time, chance);
  }
  return bytes.subarray(0, at);
}

/** Index of the first end above a value. */
function place(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function write(view: DataView, bytes: Uint8Array, at: number, { octets, level }: Frame, time: number, chance: RandomSource): number {
  const size = 14 + octets.length;
  view.setUint32(at, Math.floor(time / 1e6), true);
  view.setUint32(at + 4, time % 1e6, true);
  view.setUint32(at + 8, size, true);
  view.setUint32(at + 12, size, true);
  const header = at + 16;
  bytes[header] = RF_CHANNELS[chance.below(3)] ?? 0;
  view.setInt8(header + 1, Math.max(-127, Math.min(20, Math.round(level + chance.normal(3)))));
  view.setInt8(header + 2, -128);
  view.setUint32(header + 4, ACCESS_ADDRESS, true);
  view.setUint16(header + 8, FLAGS, true);
  view.setUint32(header + 10, ACCESS_ADDRESS, true);
  bytes.set(octets, header + 14);
  return header + size;
}
