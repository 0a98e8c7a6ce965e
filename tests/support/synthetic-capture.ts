import { ADVERTISING_CRC_STATE, crc24 } from '../../src/ble/crc24.ts';
import { randomSource, type RandomSource } from './random.ts';

/**
 * A pcap file of link type 256 (Bluetooth LE with RF pseudo-header) for load tests: phones, tags and beacons that
 * advertise at their own interval and level, most of them under resolvable private addresses that rotate. Equal seeds
 * give equal bytes. Record: 16 bytes pcap header, 10 bytes pseudo-header, access address, PDU, CRC.
 */
export interface SyntheticOptions {
  readonly packets: number;
  readonly seed: number;
  /** Emitters on the air at once. */
  readonly emitters?: number;
  /** Shortest and longest advertising interval of an emitter, s. */
  readonly interval_s?: readonly [number, number];
  /** Shortest and longest life of a rotating address, s. */
  readonly lifetime_s?: readonly [number, number];
}

type Ranges = Required<Pick<SyntheticOptions, 'interval_s' | 'lifetime_s'>>;

const LINK_TYPE = 256;
const ADVERTISING_ACCESS_ADDRESS = 0x8e89bed6;
const START_US = 1_588_358_400_000_000;
/** Dewhitened, signal valid, reference access address valid, CRC checked, CRC valid. */
const FLAGS = 0x0001 | 0x0002 | 0x0010 | 0x0400 | 0x0800;
/** RF channel numbers of the advertising channels 37, 38 and 39. */
const RF_CHANNELS = [0, 12, 39] as const;
const ADV_IND = 0x0;
const ADV_NONCONN_IND = 0x2;
const TX_RANDOM = 0x40;
/** Packets are put in order of time within such a stretch. */
const SLICE_US = 1_000_000;
const LONGEST_RECORD = 16 + 10 + 4 + 2 + 37 + 3;

interface Emitter {
  readonly chance: RandomSource;
  readonly interval_us: number;
  readonly level: number;
  readonly payload: Uint8Array;
  readonly type: number;
  readonly rotates: boolean;
  address: Uint8Array;
  next_us: number;
  readonly lifetime_us: readonly [number, number];
  rotation_us: number;
}

function freshAddress(chance: RandomSource, topBits: number): Uint8Array {
  const address = Uint8Array.from({ length: 6 }, () => chance.below(256));
  address[5] = ((address[5] ?? 0) & 0x3f) | (topBits << 6);
  return address;
}

function makeEmitter(chance: RandomSource, { interval_s, lifetime_s }: Ranges): Emitter {
  const kind = chance.below(3);
  const company = [0x4c, 0x75, 0xe0][kind] ?? 0x4c;
  const manufacturer = Array.from({ length: 4 + chance.below(18) }, () => chance.below(256));
  const payload = Uint8Array.from([2, 0x01, 0x06, manufacturer.length + 3, 0xff, company, 0, ...manufacturer]);
  const rotates = kind !== 2;
  return {
    chance,
    interval_us: chance.between(interval_s[0] * 1e6, interval_s[1] * 1e6),
    level: chance.between(-90, -40),
    payload,
    type: kind === 0 ? ADV_IND : ADV_NONCONN_IND,
    rotates,
    address: freshAddress(chance, rotates ? 0b01 : 0b11),
    next_us: chance.between(0, 1_000_000),
    lifetime_us: [lifetime_s[0] * 1e6, lifetime_s[1] * 1e6],
    rotation_us: chance.between(lifetime_s[0] * 125e3, lifetime_s[1] * 1e6),
  };
}

/** The file's bytes. */
export function syntheticCapture(options: SyntheticOptions): Uint8Array {
  const { packets, seed, emitters = 300, interval_s = [0.1, 1], lifetime_s = [480, 900] } = options;
  const chance = randomSource(seed);
  const scene = Array.from({ length: emitters }, () => makeEmitter(chance.fork(), { interval_s, lifetime_s }));
  const bytes = new Uint8Array(24 + packets * LONGEST_RECORD);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xa1b2c3d4, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, 65_535, true);
  view.setUint32(20, LINK_TYPE, true);
  let at = 24;
  let left = packets;
  for (let slice_us = SLICE_US; left > 0; slice_us += SLICE_US) {
    const due = scene.flatMap((emitter) => dueBefore(emitter, slice_us)).sort((a, b) => a.time_us - b.time_us);
    for (const { emitter, time_us } of due.slice(0, left)) at = writePacket(view, bytes, at, emitter, time_us);
    left -= due.length;
  }
  return bytes.subarray(0, at);
}

/** When an emitter sends before a moment; moves it on. */
function dueBefore(emitter: Emitter, moment_us: number): { emitter: Emitter; time_us: number }[] {
  const due = [];
  for (; emitter.next_us < moment_us; emitter.next_us += emitter.interval_us + emitter.chance.between(0, 10_000)) {
    due.push({ emitter, time_us: emitter.next_us });
  }
  return due;
}

function writePacket(view: DataView, bytes: Uint8Array, start: number, emitter: Emitter, time_us: number): number {
  const { chance, payload } = emitter;
  if (emitter.rotates && time_us >= emitter.rotation_us) {
    emitter.address = freshAddress(chance, 0b01);
    emitter.rotation_us += chance.between(...emitter.lifetime_us);
  }
  const time = START_US + Math.round(time_us);
  const length = 6 + payload.length;
  const size = 10 + 4 + 2 + length + 3;
  view.setUint32(start, Math.floor(time / 1_000_000), true);
  view.setUint32(start + 4, time % 1_000_000, true);
  view.setUint32(start + 8, size, true);
  view.setUint32(start + 12, size, true);
  const header = start + 16;
  bytes[header] = RF_CHANNELS[chance.below(3)] ?? 0;
  view.setInt8(header + 1, Math.max(-127, Math.min(20, Math.round(emitter.level + chance.normal(3)))));
  view.setInt8(header + 2, -128);
  view.setUint32(header + 4, ADVERTISING_ACCESS_ADDRESS, true);
  view.setUint16(header + 8, FLAGS, true);
  const pdu = header + 14;
  view.setUint32(header + 10, ADVERTISING_ACCESS_ADDRESS, true);
  bytes[pdu] = emitter.type | TX_RANDOM;
  bytes[pdu + 1] = length;
  bytes.set(emitter.address, pdu + 2);
  bytes.set(payload, pdu + 8);
  const end = pdu + 2 + length;
  const crc = crc24(bytes, pdu, end, ADVERTISING_CRC_STATE);
  bytes[end] = crc & 0xff;
  bytes[end + 1] = (crc >>> 8) & 0xff;
  bytes[end + 2] = crc >>> 16;
  return end + 3;
}
