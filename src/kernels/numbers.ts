import { HASH_KEY_WORDS, hashKey, hashNumber } from '../base/keyed-hash.ts';
import { lazy } from '../base/lazy.ts';

/** Marks a slot of a hash table as empty. */
const FREE = 0xffffffff;
/** The random key of the hash function. With a fixed key, a sender could choose addresses whose hashes collide, which slows the table. */
const sessionKey = lazy(() => hashKey(crypto.getRandomValues(new Uint32Array(HASH_KEY_WORDS))));

interface NumberTable {
  /** The slots of a hash table with positions of keys. Each key is in the first free slot at or after the one that its hash selects. */
  readonly table: Uint32Array;
  readonly halves: Uint32Array;
  readonly place: (low: number, high: number) => number;
}

/** Builds a hash table (open addressing, at most half full) that maps each key to its position. */
export function numberTable(keys: BigUint64Array): NumberTable {
  const bits = Math.max(4, 33 - Math.clz32(keys.length));
  const mask = 2 ** bits - 1;
  const table = new Uint32Array(mask + 1).fill(FREE);
  const halves = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  const key = sessionKey();
  const place = (low: number, high: number): number => hashNumber(key, low, high) & mask;
  for (let number = 0; number < keys.length; number++) {
    let at = place(halves[2 * number]!, halves[2 * number + 1]!);
    while (table[at] !== FREE) at = (at + 1) & mask;
    table[at] = number;
  }
  return { table, halves, place };
}

/** Returns the position of each value of `of` among `keys`. No key may occur twice; throws for a value that is not among the keys. */
export function numbersOf({ of, keys }: { readonly of: BigUint64Array; readonly keys: BigUint64Array }): Uint32Array<ArrayBuffer> {
  const { table, halves, place } = numberTable(keys);
  const mask = table.length - 1;
  const wanted = new Uint32Array(of.buffer, of.byteOffset, 2 * of.length);
  const out = new Uint32Array(of.length);
  for (let row = 0; row < of.length; row++) {
    const low = wanted[2 * row]!;
    const high = wanted[2 * row + 1]!;
    let at = place(low, high);
    while (table[at] !== FREE && (halves[2 * table[at]!] !== low || halves[2 * table[at]! + 1] !== high)) at = (at + 1) & mask;
    if (table[at] === FREE) throw new Error(`broken invariant: row ${String(row)} is of an address that was not counted`);
    out[row] = table[at]!;
  }
  return out;
}
