import { randomSource } from './random.ts';
import { sceneCapture } from './scene/capture.ts';
import type { SceneFrame } from './scene/scene.ts';

/** A device that moves with the observer: its packets at each place; `address` by place. */
export interface Traveller {
  readonly addressIn: (place: number) => string;
  readonly data: Uint8Array;
  /** Seconds between its packets. */
  readonly every_s: number;
}

export interface WalkOptions {
  readonly places: number;
  readonly strangers: number;
  readonly travellers: readonly Traveller[];
  readonly seed: number;
  /** Seconds that each place is recorded, and between the ends of two. */
  readonly length_s?: number;
  readonly apart_s?: number;
  /** Fixed devices that every place hears, as one and the same place does. */
  readonly resident?: number;
}

const START_US = 1_750_000_000_000_000;

const drawn = (top: number, octet: () => number): string =>
  [(octet() & 0x3f) | top, octet(), octet(), octet(), octet(), octet()]
    .map((value) => value.toString(16).toUpperCase().padStart(2, '0'))
    .join(':');

/** Capture files of a walk: strangers pass once, residents are always there, travellers come along. Equal seeds give equal bytes. */
export function walkCaptures(options: WalkOptions): Uint8Array<ArrayBuffer>[] {
  const { places, strangers, travellers, seed, length_s = 240, apart_s = 1200, resident = 0 } = options;
  const random = randomSource(seed);
  const octet = (): number => random.below(256);
  const residents = Array.from({ length: resident }, () => drawn(0xc0, octet));
  const token = (): Uint8Array => Uint8Array.of(2, 1, 6, 11, 0xff, 0x59, 0, ...Array.from({ length: 8 }, octet));
  return Array.from({ length: places }, (_, place) => {
    const frames: SceneFrame[] = [];
    const addresses: string[] = [];
    const send = (address: string, data: Uint8Array, from: number, until: number, every: number, level: number): void => {
      const number = addresses.push(address) - 1;
      for (let time = from + random.next() * every; time < until; time += every * (0.9 + 0.2 * random.next()))
        frames.push({
          us: Math.round(START_US + (place * (length_s + apart_s) + time) * 1e6),
          channel: 37,
          rssi: Math.round(level + random.normal(3)),
          pdu: 2,
          random: true,
          address: number,
          data,
        });
    };
    for (let n = 0; n < strangers; n++) {
      const from = random.between(0, length_s);
      send(
        drawn(n % 3 === 0 ? 0xc0 : 0x40, octet),
        token(),
        from,
        Math.min(length_s, from + random.exponential(40)),
        1,
        random.between(-92, -50),
      );
    }
    for (const [n, address] of residents.entries())
      send(address, Uint8Array.of(2, 1, 6, 7, 0xff, 0x59, 0, n, 1, 2, 3), 0, length_s, 2, -70);
    for (const { addressIn, data, every_s } of travellers) send(addressIn(place), data, 0, length_s, every_s, -60);
    return sceneCapture({ frames: frames.sort((a, b) => a.us - b.us), addresses });
  });
}
