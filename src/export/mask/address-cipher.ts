import { createBLAKE3 } from 'hash-wasm';

/** Number of bits in each half of the 46 that are encrypted. The two bits above, the class of a random address, stay unchanged. */
const HALF_BITS = 23;
const HALF = 2 ** HALF_BITS;
const LOW = HALF * HALF;
/** Number of rounds, which FF1 of NIST SP 800-38G, also a Feistel network, uses too. */
const ROUNDS = 10;

/**
 * Returns a secret bijection of the 2⁴⁸ addresses that keeps the two most significant bits, so that the masked address of a random static
 * address is static too, and likewise for resolvable and non-resolvable ones (Core specification Vol 6 Part B 1.3). The company part (OUI)
 * of a public address changes too, because it would identify a rare device. The lower 46 bits go through a balanced Feistel network with
 * keyed BLAKE3 as its round function (Luby and Rackoff 1988). Addresses are integers below 2⁴⁸.
 * @param key 32 octets, with which the masking can be undone
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
