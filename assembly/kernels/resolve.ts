import { encryptLastWord, expandKey } from '../lib/aes';
import { getU32, setU32 } from '../lib/arena';

/**
 * The random address hash function `ah` (Bluetooth Core 6.1, Vol 3, Part H, 2.2.2), under one key.
 * For addresses [from, to): the number of the key whose `ah(key, prand)` is the address's hash, into `out`
 * (i32, left as it was where none is; of several keys the first stays). `key`: 16 bytes, most significant first;
 * `prands`, `hashes`: u32, the upper and lower 24 bits of each address.
 */
export function resolveWith(key: usize, number: i32, prands: usize, hashes: usize, from: i32, to: i32, out: usize): void {
  expandKey(key);
  for (let i = from; i < to; i++) {
    if (getU32(out, i) < 0 && (encryptLastWord(<u32>getU32(prands, i)) & 0xffffff) == <u32>getU32(hashes, i)) setU32(out, i, number);
  }
}
