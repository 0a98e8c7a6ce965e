import { walkAd } from '../../../src/ble/ad/structure.ts';
import type { RandomSource } from '../../support/random.ts';
import type { Emission } from './recordings.ts';
import type { FollowerKind } from './world.ts';

export const pick = <T>(random: RandomSource, items: readonly T[]): T => items[random.below(items.length)]!;
export const octets = (random: RandomSource, count: number): number[] => Array.from({ length: count }, () => random.below(256));

/** Names of models, the first ones far more frequent than the last. */
const MODELS = [
  'Galaxy S10',
  'Mi Smart Band 5',
  'LE-Bose QC35 II',
  'Forerunner 245',
  '[TV] Samsung 7 Series',
  'Charge 4',
  'JBL Flip 5',
  'WH-1000XM3',
  'HUAWEI WATCH GT',
  'Galaxy Watch',
];
const PEOPLE = [
  'Anna',
  'Ben',
  'Chris',
  'Dana',
  'Eli',
  'Fay',
  'Gus',
  'Hana',
  'Ira',
  'Jo',
  'Kim',
  'Lea',
  'Max',
  'Nia',
  'Ole',
  'Pia',
  'Quinn',
  'Rui',
  'Sam',
  'Tea',
  'Una',
  'Vic',
  'Wim',
  'Xia',
  'Yan',
  'Zoe',
];
const THINGS = ['iPhone', 'Galaxy', 'phone', 'watch', 'buds', 'Pixel'];
const SERVICE = [13, 0x16, 0x9f, 0xfe] as const;

/** What a copy of a recorded device says: keys and tags afresh for each, names and data of its own for some, as its model for others. */
export function personalised(
  emission: Emission,
  random: RandomSource,
  share: number,
  follower?: FollowerKind,
): { payloads: Uint8Array[]; names: string[] } {
  const personal = random.next() < share;
  const payloads = emission.payloads.map((bytes) => redrawn(bytes, personal, random));
  const person = `${pick(random, PEOPLE)}${String(random.below(30))} ${pick(random, THINGS)}`;
  if (follower === 'phone by its name') return { payloads, names: [person] };
  if (follower === 'phone by its data') return { payloads: [...payloads, Uint8Array.of(...SERVICE, ...octets(random, 10))], names: [] };
  if (follower !== undefined) return { payloads, names: [] };
  const draw = random.next();
  if (draw < 0.06) return { payloads, names: [person] };
  if (draw < 0.18) return { payloads, names: [MODELS[Math.floor(MODELS.length * random.next() ** 3)]!] };
  if (draw < 0.24) return { payloads: [...payloads, Uint8Array.of(...SERVICE, ...octets(random, 10))], names: [] };
  return { payloads, names: [] };
}

function redrawn(bytes: Uint8Array, personal: boolean, random: RandomSource): Uint8Array {
  const copy = bytes.slice();
  for (const { type, value, end } of walkAd(copy).structures) {
    const apple = type === 0xff && copy[value] === 0x4c && copy[value + 1] === 0;
    // Apple's messages end in keys and tags; what others send after company or UUID is of the device, or of its model.
    const from = apple
      ? Math.max(value + 6, end - 23)
      : type === 0xff || type === 0x16
        ? value + 4
        : type === 8 || type === 9
          ? Infinity
          : Infinity;
    if (apple || personal) for (let at = from; at < end; at++) copy[at] = random.below(256);
    if (type === 8 || type === 9) copy.fill(0x78, value, end);
  }
  return copy;
}
