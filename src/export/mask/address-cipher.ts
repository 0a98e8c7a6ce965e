import { createBLAKE3 } from 'hash-wasm';

/** Bits that are changed; the two above them say the class of a random address and stay. */
const HALF_BITS = 23;
const HALF = 2 ** HALF_BITS;
const LOW = HALF * HALF;
/** As many as NIST SP 800-38G gives FF1, whose shape this is. */
const ROUNDS = 10;

/**
 * A secret bijection of the 2⁴⁸ addresses that keeps the two most significant bits, so that a random static address stays one
 * and so do resolvable and non-resolvable ones (Core specification Vol 6 Part B 1.3). The company part of a public address
 * (OUI) is changed with the rest: with it a device that is rare would still be known. A balanced Feistel network over the lower
 * 46 bits with keyed BLAKE3 as its round function (Luby and Rackoff 1988). Addresses are whole numbers below 2⁴⁸.
 * @param key 32 octets; who has them can undo it
 */
export async function addressCipher(key: Uint8Array): Promise<(address: number) => number> {
  const hasher = await createBLAKE3(256, key);
  const input = new Uint8Array(5);
  const round = (number: number, half: number): number => {
    input[0] = number;
    new DataView(input.buffer).setUint32(1, half);
    const digest = hasher.init().update(input).digest('binary');
    return new DataView(digest.buffer, digest.byteOffset).getUint32(0) % HALF;
  };
  return (address) => {
    const low = address % LOW;
    let [left, right] = [Math.floor(low / HALF), low % HALF];
    for (let number = 0; number < ROUNDS; number++) [left, right] = [right, left ^ round(number, right)];
    return address - low + left * HALF + right;
  };
}

/** Letters and digits that say nothing of the octets they stand for; the same for the same octets under one key. */
export async function letterCipher(key: Uint8Array): Promise<(octets: Uint8Array, length: number) => Uint8Array<ArrayBuffer>> {
  const hasher = await createBLAKE3(256, key);
  return (octets, length) => {
    const out = new Uint8Array(length);
    let digest = hasher.init().update('letters').update(octets).digest('binary');
    for (let at = 0; at < length; at++) {
      if (at > 0 && at % digest.length === 0) digest = hasher.init().update('more').update(digest).digest('binary');
      out[at] = LETTERS.charCodeAt((digest[at % digest.length] ?? 0) % LETTERS.length);
    }
    return out;
  };
}

/** 32 of them, so that each is as likely as the others. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
