import { createBLAKE3 } from 'hash-wasm';

/** Half of the bits that are encrypted. The two bits above them give the class of a random address and are unchanged. */
const HALF_BITS = 23;
const HALF = 2 ** HALF_BITS;
const LOW = HALF * HALF;
/** Number of rounds, as in FF1 of NIST SP 800-38G, which is also a Feistel network. */
const ROUNDS = 10;

/**
 * A secret bijection of the 2⁴⁸ addresses that keeps the two most significant bits, so that a random static address stays one
 * and so do resolvable and non-resolvable ones (Core specification Vol 6 Part B 1.3). The company part of a public address
 * (OUI) changes with the rest, because it would identify a rare device. A balanced Feistel network over the lower
 * 46 bits with keyed BLAKE3 as its round function (Luby and Rackoff 1988). Addresses are whole numbers below 2⁴⁸.
 * @param key 32 octets. Anyone who has them can undo it.
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
