import type { RandomSource } from '../support/random.ts';

/** Values at which length fields and counters go wrong. */
const EXTREMES = [0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];

type Mutation = (bytes: Uint8Array, random: RandomSource, other: Uint8Array) => Uint8Array;

const MUTATIONS: readonly Mutation[] = [
  function flipBits(bytes, random) {
    for (let n = 1 + random.below(8); n > 0; n--) bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    return bytes;
  },
  function damage(bytes, random) {
    const share = random.next() * 0.1;
    for (let i = 0; i < bytes.length; i++) if (random.next() < share) bytes[i] = random.below(256);
    return bytes;
  },
  function lieAboutLength(bytes, random) {
    const at = random.below(bytes.length);
    const value = EXTREMES[random.below(EXTREMES.length)] ?? 0;
    const width = [1, 2, 4][random.below(3)] ?? 4;
    const little = random.next() < 0.5;
    for (let i = 0; i < width && at + i < bytes.length; i++) bytes[at + i] = value >>> (8 * (little ? i : width - 1 - i));
    return bytes;
  },
  function truncate(bytes, random) {
    return bytes.slice(0, random.below(bytes.length));
  },
  function removePiece(bytes, random) {
    const from = random.below(bytes.length);
    return join(bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(64)));
  },
  function repeatPiece(bytes, random) {
    const from = random.below(bytes.length);
    const to = Math.min(bytes.length, from + 1 + random.below(200));
    const times = 1 + random.below(4);
    return join(bytes.subarray(0, to), ...Array.from({ length: times }, () => bytes.subarray(from, to)), bytes.subarray(to));
  },
  function splice(bytes, random, other) {
    return join(bytes.subarray(0, random.below(bytes.length)), other.subarray(random.below(other.length)));
  },
];

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** One to three mutations, one after another. */
export function mutate(seed: Uint8Array, random: RandomSource, other: Uint8Array): Uint8Array {
  let bytes: Uint8Array = seed.slice();
  for (let n = 1 + random.below(3); n > 0 && bytes.length > 0; n--)
    bytes = (MUTATIONS[random.below(MUTATIONS.length)] ?? MUTATIONS[0]!)(bytes, random, other);
  return bytes;
}
