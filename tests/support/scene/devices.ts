import type { RandomSource } from '../random.ts';

/**
 * What each kind of device sends and how it rotates: parameters from measurements on public recordings (rotation
 * periods, swap pauses, intervals, payload shapes; ble.md §2 and §3.3–3.5) with a spread over models and states.
 */
export interface StreamModel {
  readonly kind: string;
  /** Link-layer PDU type: 0 ADV_IND, 2 ADV_NONCONN_IND, 6 ADV_SCAN_IND. */
  readonly pdu: number;
  readonly addressClass: 'rpa' | 'nrpa' | 'static' | 'public';
  /** Advertising interval without advDelay, s. */
  readonly interval: number;
  /** How long one address lives, s; Infinity for addresses that stay. Drawn afresh for each. */
  lifetime(random: RandomSource): number;
  /** The pause between the last event of an address and the first of the next, beyond the interval, s. */
  pause(random: RandomSource): number;
  /** Whether the 625 µs grid of the events survives a rotation. */
  readonly keepsPhase: boolean;
  /** Whether the device changes between two oscillators while it advertises. */
  readonly switchesClock: boolean;
  /** AD structures; called for each new address and now and then while one lives. */
  payload(random: RandomSource, previous: Uint8Array | null, rotated: boolean): Uint8Array;
  /** Mean seconds between changes of the payload while an address lives. */
  readonly restless: number;
}

export interface DeviceModel {
  readonly name: string;
  /** Streams that rotate each on its own clock. */
  readonly streams: readonly StreamModel[];
  /** A second body that rotates in the same instant with the same kind of payload (the other earbud). */
  readonly twin: boolean;
  /** Transmit power relative to a phone, dB. */
  readonly power: number;
}

const bytes = (random: RandomSource, count: number): number[] => Array.from({ length: count }, () => random.below(256));
const pick = <T>(random: RandomSource, items: readonly T[]): T => items[random.below(items.length)]!;

const fixed = (seconds: number, spread: number) => (random: RandomSource) => Math.max(60, seconds + random.normal(spread));
const between = (from: number, to: number) => (random: RandomSource) => random.between(from, to);

/** An iPhone: Nearby Info on a resolvable address, and mostly a Find My beacon beside it. */
export function phoneApple(random: RandomSource): DeviceModel {
  const power = pick(random, [0x08, 0x0c, 0x07]);
  const model = pick(random, [0x18, 0x1a, 0x1e, 0x1c]);
  const state = pick(random, [0x03, 0x13, 0x47, 0x57, 0x67, 0x77]);
  const nearby: StreamModel = {
    kind: 'iphone nearby',
    pdu: 0,
    addressClass: 'rpa',
    interval: pick(random, [0.27, 0.181875, 0.27, 0.285]),
    lifetime: (source) => (source.next() < 0.9 ? 900 + source.normal(0.4) : source.between(840, 960)),
    pause: (source) => source.exponential(0.15),
    keepsPhase: false,
    switchesClock: true,
    restless: 240,
    payload(source, previous, rotated) {
      const tag = previous === null || rotated ? bytes(source, 3) : [...previous.subarray(previous.length - 3)];
      const status = previous !== null && source.next() < 0.7 ? previous[previous.length - 5]! : (state & 0xf0) | pick(source, [3, 7, 11]);
      return Uint8Array.of(2, 1, 0x1a, 2, 0x0a, power, 10, 0xff, 0x4c, 0, 0x10, 5, status, model, ...tag);
    },
  };
  const findMy: StreamModel = {
    kind: 'find my',
    pdu: 2,
    addressClass: 'static',
    interval: 2,
    lifetime: between(880, 910),
    pause: (source) => source.exponential(1.2),
    keepsPhase: false,
    switchesClock: true,
    restless: Infinity,
    payload: (source) => Uint8Array.of(0x1e, 0xff, 0x4c, 0, 0x12, 0x19, 0, ...bytes(source, 22), source.below(4), 0),
  };
  return { name: 'iphone', streams: random.next() < 0.6 ? [nearby, findMy] : [nearby], twin: false, power: 0 };
}

/** An Android phone: some rotate every 900 s, newer ones at random between 5 and 15 minutes. */
export function phoneAndroid(random: RandomSource): DeviceModel {
  const randomised = random.next() < 0.6;
  const power = pick(random, [0xfe, 0x01, 0xf9, 0xeb]);
  const service = pick(random, [
    [0xf3, 0xfe],
    [0x2c, 0xfe],
    [0x6f, 0xfd],
  ]);
  const flavour = bytes(random, 2);
  const long = random.next() < 0.5;
  return {
    name: 'android',
    twin: false,
    power: 0,
    streams: [
      {
        kind: 'android',
        pdu: 0,
        addressClass: 'rpa',
        interval: pick(random, [0.28125, 0.25, 0.2775, 1]),
        lifetime: randomised ? between(300, 900) : (source) => 900 + Math.abs(source.normal(25)),
        pause: () => 0,
        keepsPhase: true,
        switchesClock: false,
        restless: Infinity,
        payload: (source, previous, rotated) => {
          if (!long) return Uint8Array.of(2, 1, 0x1a, 2, 0x0a, power);
          const token = previous === null || rotated ? bytes(source, 8) : [...previous.subarray(previous.length - 8)];
          return Uint8Array.of(2, 1, 0x1a, 3, 3, ...service, 13, 0x16, ...service, ...flavour, ...token);
        },
      },
    ],
  };
}

export function watch(random: RandomSource): DeviceModel {
  const state = pick(random, [0x01, 0x11]);
  return {
    name: 'watch',
    twin: false,
    power: -6,
    streams: [
      {
        kind: 'watch',
        pdu: 0,
        addressClass: 'rpa',
        interval: pick(random, [0.4175, 0.5, 0.76]),
        lifetime: fixed(900, 0.4),
        pause: (source) => source.exponential(0.3),
        keepsPhase: false,
        switchesClock: false,
        restless: 600,
        payload(source, previous, rotated) {
          const tag = previous === null || rotated ? bytes(source, 3) : [...previous.subarray(previous.length - 3)];
          return Uint8Array.of(2, 1, 0x1a, 10, 0xff, 0x4c, 0, 0x10, 5, state, 0x98, ...tag);
        },
      },
    ],
  };
}

/** A pair of earbuds: both rotate in the same instant. */
export function earbuds(random: RandomSource): DeviceModel {
  const model = bytes(random, 2);
  return {
    name: 'earbuds',
    twin: true,
    power: -8,
    streams: [
      {
        kind: 'earbud',
        pdu: 6,
        addressClass: 'rpa',
        interval: pick(random, [0.152, 0.3]),
        lifetime: fixed(900, 0.5),
        pause: (source) => source.exponential(0.3),
        keepsPhase: false,
        switchesClock: false,
        restless: 60,
        payload: (source) =>
          Uint8Array.of(0x1e, 0xff, 0x4c, 0, 7, 0x19, 1, ...model, source.below(128), 0x8f, source.below(256), 0, 0, ...bytes(source, 17)),
      },
    ],
  };
}

/** A Windows laptop: non-resolvable addresses; its device hash outlives one or two of them. */
export function laptop(random: RandomSource): DeviceModel {
  return {
    name: 'laptop',
    twin: false,
    power: 3,
    streams: [
      {
        kind: 'laptop',
        pdu: 2,
        addressClass: 'nrpa',
        interval: pick(random, [0.1, 0.2]),
        lifetime: between(500, 1000),
        pause: (source) => source.exponential(0.2),
        keepsPhase: false,
        switchesClock: false,
        restless: 1100,
        payload(source, previous, rotated) {
          const hash = previous === null || !rotated ? bytes(source, 24) : [...previous.subarray(7)];
          return Uint8Array.of(0x1e, 0xff, 6, 0, 1, 9, 0x20, ...(hash.length === 24 ? hash : bytes(source, 24)));
        },
      },
    ],
  };
}

/** An item away from its owner: one address a day. */
export function tag(_random: RandomSource): DeviceModel {
  return {
    name: 'tag',
    twin: false,
    power: -4,
    streams: [
      {
        kind: 'tag',
        pdu: 2,
        addressClass: 'static',
        interval: 2,
        lifetime: () => Infinity,
        pause: () => 0,
        keepsPhase: false,
        switchesClock: false,
        restless: Infinity,
        payload: (source) => Uint8Array.of(0x1e, 0xff, 0x4c, 0, 0x12, 0x19, 0x10, ...bytes(source, 22), source.below(4), 0),
      },
    ],
  };
}

export function beacon(random: RandomSource): DeviceModel {
  const own = bytes(random, 20);
  return {
    name: 'beacon',
    twin: false,
    power: 0,
    streams: [
      {
        kind: 'beacon',
        pdu: 2,
        addressClass: random.next() < 0.5 ? 'public' : 'static',
        interval: pick(random, [0.1, 0.35, 1]),
        lifetime: () => Infinity,
        pause: () => 0,
        keepsPhase: true,
        switchesClock: false,
        restless: Infinity,
        payload: () => Uint8Array.of(2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15, ...own, 0xc5),
      },
    ],
  };
}

export type Mix = readonly (readonly [share: number, make: (random: RandomSource) => DeviceModel])[];

/** Who is around: shares of a crowd with phones, what they wear and carry, and what stands there. */
export const CITY: Mix = [
  [0.4, phoneApple],
  [0.28, phoneAndroid],
  [0.1, watch],
  [0.06, earbuds],
  [0.08, laptop],
  [0.04, tag],
  [0.04, beacon],
];

export function draw(mix: Mix, random: RandomSource): DeviceModel {
  const total = mix.reduce((sum, [share]) => sum + share, 0);
  let at = random.next() * total;
  for (const [share, make] of mix) {
    at -= share;
    if (at < 0) return make(random);
  }
  return mix[0]![1](random);
}
