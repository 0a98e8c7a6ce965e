/**
 * Hashes for tables whose keys come from a file. With a known hash function, a file could hold keys that all collide, which makes every
 * lookup scan them all. These hashes depend on a secret of the session, which the author of a file cannot predict.
 *
 * Addresses and numbers: simple tabulation, one table of random words per octet. With linear probing it costs a constant number of probes
 * for any set of keys (Pătraşcu and Thorup, The Power of Simple Tabulation Hashing, 2012).
 * Text: NH of UMAC over 16-bit halves, twice with separate keys, so that two texts agree in both with a probability of about 2^-30, then
 * tabulation of the two sums. (Black, Halevi, Krawczyk, Krovetz, Rogaway, UMAC, 1999; RFC 4418.)
 *
 * `assembly/decode/hash.ts` computes the same.
 */
export interface HashKey {
  /** Random words for hashing addresses and numbers: octet i uses the 256 words from index 256 · i on. */
  readonly octets: Int32Array;
  /** Random words for hashing text, two for each word of a block. */
  readonly block: Int32Array;
}

const OCTET_WORDS = 8 * 256;
/** Number of bytes per block. A longer text is hashed block by block; the hash of each block is the seed of the next. */
export const BLOCK_BYTES = 256;
/** Number of random words in a `HashKey`. */
export const HASH_KEY_WORDS = OCTET_WORDS + BLOCK_BYTES / 2;

/** @param random `HASH_KEY_WORDS` words from a source that cannot be predicted, such as `crypto.getRandomValues` */
export function hashKey(random: Uint32Array): HashKey {
  if (random.length !== HASH_KEY_WORDS) throw new Error(`expected ${String(HASH_KEY_WORDS)} random words, found ${String(random.length)}`);
  const words = Int32Array.from(random);
  return { octets: words.slice(0, OCTET_WORDS), block: words.slice(OCTET_WORDS) };
}

/** Hashes a 48-bit address, given as its low 32 and high 16 bits. Returns a signed 32-bit number, as the other hashes do. */
export function hashAddress({ octets }: HashKey, low: number, high: number): number {
  return (
    octets[low & 255]! ^
    octets[256 + ((low >>> 8) & 255)]! ^
    octets[512 + ((low >>> 16) & 255)]! ^
    octets[768 + (low >>> 24)]! ^
    octets[1024 + (high & 255)]! ^
    octets[1280 + ((high >>> 8) & 255)]!
  );
}

/** Hashes a 64-bit number, given as two halves. */
export function hashNumber(key: HashKey, low: number, high: number): number {
  return hashAddress(key, low, high) ^ key.octets[1536 + ((high >>> 16) & 255)]! ^ key.octets[1792 + (high >>> 24)]!;
}

/** Hashes bytes [start, end); `words` is a view of the buffer that contains `bytes`. */
export function hashText(key: HashKey, bytes: Uint8Array, words: DataView, start: number, end: number): number {
  const { block } = key;
  const { byteOffset } = bytes;
  let hash = 0;
  let at = start;
  do {
    const to = Math.min(end, at + BLOCK_BYTES);
    const whole = at + ((to - at) & ~3);
    let first = (to - at) | 0;
    let second = hash;
    let place = 0;
    for (; at < whole; at += 4, place += 2) {
      const word = words.getInt32(byteOffset + at, true);
      const one = (word + block[place]!) | 0;
      const two = (word + block[place + 1]!) | 0;
      first = (first + Math.imul(one & 0xffff, one >>> 16)) | 0;
      second = (second + Math.imul(two & 0xffff, two >>> 16)) | 0;
    }
    if (at < to) {
      const word = lastWord(bytes, at, to);
      const one = (word + block[place]!) | 0;
      const two = (word + block[place + 1]!) | 0;
      first = (first + Math.imul(one & 0xffff, one >>> 16)) | 0;
      second = (second + Math.imul(two & 0xffff, two >>> 16)) | 0;
      at = to;
    }
    hash = hashNumber(key, first, second);
  } while (at < end);
  return hash;
}

/** Reads the last one to three bytes of a text as one word. */
function lastWord(bytes: Uint8Array, from: number, end: number): number {
  const rest = end - from;
  let word = bytes[from]!;
  if (rest > 1) word |= bytes[from + 1]! << 8;
  if (rest > 2) word |= bytes[from + 2]! << 16;
  return word;
}

/** Maps each 32-bit word to another one, depending on the key: a Feistel network of four rounds. For maps with numeric keys. */
export function permuteWord({ octets }: HashKey, word: number): number {
  let left = word >>> 16;
  let right = word & 0xffff;
  for (let round = 0; round < 4; round++) {
    const mixed = octets[256 * round + (right & 255)]! ^ octets[256 * (round + 1) + (right >>> 8)]!;
    [left, right] = [right, left ^ (mixed >>> 16)];
  }
  return ((left << 16) | right) >>> 0;
}
