import { encryptLastWord, expandKey } from '../lib/aes';
import { getU32, setU32 } from '../lib/arena';

/**
 * Finds the addresses in [from, to) that were generated with one identity resolving key, by the random address hash function `ah`
 * (Bluetooth Core 6.1, Vol 3, Part H, 2.2.2). Writes `number`, the key's number, to `out` (i32) for each; other entries, and those that
 * already have a key, stay.
 * `key`: 16 bytes, most significant first; `prands`, `hashes`: u32, the upper and lower 24 bits of each address.
 */
export function resolveWith(key: usize, number: i32, prands: usize, hashes: usize, from: i32, to: i32, out: usize): void {
  expandKey(key);
  for (let i = from; i < to; i++) {
    if (getU32(out, i) < 0 && (encryptLastWord(<u32>getU32(prands, i)) & 0xffffff) == <u32>getU32(hashes, i)) setU32(out, i, number);
  }
}
