import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_KEY_WORDS, type HashKey, hashKey, hashText, permuteWord } from '../../../src/base/keyed-hash.ts';
import { randomSource } from '../../support/random.ts';

const random = randomSource(5);
const secret = () => hashKey(Uint32Array.from({ length: HASH_KEY_WORDS }, () => random.below(2 ** 32)));

/** Character by character, with numbers that do not overflow. */
function reference({ octets, block }: HashKey, text: readonly number[]): number {
  let hash = 0;
  for (let from = 0; from === 0 || from < text.length; from += 256) {
    const part = text.slice(from, from + 256);
    const sums = [BigInt(part.length), BigInt(hash)];
    for (let at = 0; at < part.length; at += 4) {
      const octet = (i: number): number => part[at + i] ?? 0;
      for (const pass of [0, 1]) {
        const word = octet(0) + 256 * octet(1) + 65_536 * octet(2) + 16_777_216 * octet(3);
        const sum = (word + (block[at / 2 + pass]! >>> 0)) % 2 ** 32;
        sums[pass] = (sums[pass]! + BigInt(sum % 65_536) * BigInt(Math.floor(sum / 65_536))) % (1n << 32n);
      }
    }
    const all = sums[0]! + (sums[1]! << 32n);
    hash = 0;
    for (let i = 0; i < 8; i++) hash = (hash ^ octets[256 * i + Number((all >> BigInt(8 * i)) & 255n)]!) >>> 0;
  }
  return hash;
}

describe('the hash of text', () => {
  it('equals the reference, wherever the text lies in the buffer', () => {
    const key = secret();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(20), (text, offset) => {
        const buffer = new Uint8Array(text.length + offset + 5);
        buffer.set(text, offset + 3);
        const found = hashText(key, buffer.subarray(3), new DataView(buffer.buffer), offset, offset + text.length);
        expect(found >>> 0).toBe(reference(key, [...text]));
      }),
    );
  });

  it('differs for texts that differ in one bit or in their length, under any secret', () => {
    const hash = (key: HashKey, text: Uint8Array): number => hashText(key, text, new DataView(text.buffer), 0, text.length);
    for (let round = 0; round < 300; round++) {
      const key = secret();
      const text = Uint8Array.from({ length: 20 + random.below(300) }, () => random.below(256));
      const other = text.slice();
      other[random.below(text.length)]! ^= 1 << random.below(8);
      expect(hash(key, other)).not.toBe(hash(key, text));
      expect(hash(key, Uint8Array.from([...text, 0]))).not.toBe(hash(key, text));
    }
  });
});

it('permuting words is a bijection', () => {
  const key = secret();
  const words = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? i : (i * 0x10001) >>> 0));
  expect(new Set(words.map((word) => permuteWord(key, word))).size).toBe(new Set(words).size);
});
