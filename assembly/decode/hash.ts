/** Computes the keyed hashes of `src/base/keyed-hash.ts` with the host's secret, so that both sides get the same hash. */
import { Place } from './layout';
import { place } from './words';

// @ts-ignore: decorator
@inline
export function hashAddress(low: u32, high: u32): u32 {
  const octets = place(Place.HashOctets);
  return (
    load<u32>(octets + (<usize>(low & 255) << 2)) ^
    load<u32>(octets + (<usize>((low >> 8) & 255) << 2), 1024) ^
    load<u32>(octets + (<usize>((low >> 16) & 255) << 2), 2048) ^
    load<u32>(octets + (<usize>(low >> 24) << 2), 3072) ^
    load<u32>(octets + (<usize>(high & 255) << 2), 4096) ^
    load<u32>(octets + (<usize>(high >> 8) << 2), 5120)
  );
}

/** Maximum number of bytes that this file hashes; longer texts are hashed block by block by the host. */
export const BLOCK_BYTES: usize = 256;

/** Computes the hash of bytes [at, end), which may be at most `BLOCK_BYTES`. */
export function hashText(at: usize, end: usize): u32 {
  let key = place(Place.HashBlock);
  let first = <u32>(end - at);
  let second: u32 = 0;
  for (; at < end; at += 4, key += 8) {
    const word = at + 4 <= end ? load<u32>(at) : lastWord(at, end);
    first += product(word, load<u32>(key));
    second += product(word, load<u32>(key, 4));
  }
  const octets = place(Place.HashOctets);
  return (
    hashAddress(first, second & 0xffff) ^
    load<u32>(octets + (<usize>((second >> 16) & 255) << 2), 6144) ^
    load<u32>(octets + (<usize>(second >> 24) << 2), 7168)
  );
}

// @ts-ignore: decorator
@inline
function product(word: u32, key: u32): u32 {
  const sum = word + key;
  return (sum & 0xffff) * (sum >> 16);
}

/** Reads the last one to three bytes of a text as one word. */
function lastWord(at: usize, end: usize): u32 {
  let word = <u32>load<u8>(at);
  if (at + 1 < end) word |= <u32>load<u8>(at, 1) << 8;
  if (at + 2 < end) word |= <u32>load<u8>(at, 2) << 16;
  return word;
}
