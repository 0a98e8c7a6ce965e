/**
 * AES-128 encryption of one block (FIPS 197). Tables are indexed by secret bytes, so its timing reveals them; that is acceptable because
 * the keys belong to the user. Words are big endian as in FIPS 197.
 */

/** The S-box as bytes, and the S-box times (2, 1, 1, 3) in GF(2⁸) as words. Both are computed at first use. */
const SBOX: usize = memory.data(256);
const MIXED: usize = memory.data(1024, 4);
const ROUND_KEYS: usize = memory.data(44 * 4, 4);
let ready = false;

// @ts-ignore: decorator
@inline
function sbox(x: u32): u32 {
  return <u32>load<u8>(SBOX + (x & 255));
}

// @ts-ignore: decorator
@inline
function mixed(x: u32): u32 {
  return load<u32>(MIXED + ((x & 255) << 2));
}

function double(x: u32): u32 {
  return ((x << 1) ^ ((x >> 7) * 0x1b)) & 255;
}

/** Computes the tables: steps through the field by the generator 3 and by its inverse at once, so that each element meets its inverse. */
function fillTables(): void {
  let p: u32 = 1;
  let q: u32 = 1;
  store<u8>(SBOX, 0x63);
  do {
    p = p ^ double(p);
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    q &= 255;
    if (q & 0x80) q ^= 0x09;
    const rotated = q | (q << 8);
    store<u8>(SBOX + p, <u8>(q ^ (rotated >> 7) ^ (rotated >> 6) ^ (rotated >> 5) ^ (rotated >> 4) ^ 0x63));
  } while (p != 1);
  for (let x: u32 = 0; x < 256; x++) {
    const s = sbox(x);
    store<u32>(MIXED + (x << 2), (double(s) << 24) | (s << 16) | (s << 8) | (double(s) ^ s));
  }
  ready = true;
}

// @ts-ignore: decorator
@inline
function roundKey(i: i32): u32 {
  return load<u32>(ROUND_KEYS + (<usize>i << 2));
}

/**
 * Computes the round keys of the 16-byte key at `key`, most significant byte first. Encryption uses the round keys that were computed last.
 */
export function expandKey(key: usize): void {
  if (!ready) fillTables();
  for (let i = 0; i < 4; i++) store<u32>(ROUND_KEYS + (<usize>i << 2), bswap<u32>(load<u32>(key + (<usize>i << 2))));
  let constant: u32 = 1;
  for (let i = 4; i < 44; i++) {
    let word = roundKey(i - 1);
    if ((i & 3) == 0) {
      word = (sbox(word >> 16) << 24) | (sbox(word >> 8) << 16) | (sbox(word) << 8) | sbox(word >> 24);
      word ^= constant << 24;
      constant = double(constant);
    }
    store<u32>(ROUND_KEYS + (<usize>i << 2), roundKey(i - 4) ^ word);
  }
}

// @ts-ignore: decorator
@inline
function mixColumn(a: u32, b: u32, c: u32, d: u32, key: i32): u32 {
  return mixed(a >> 24) ^ rotr<u32>(mixed(b >> 16), 8) ^ rotr<u32>(mixed(c >> 8), 16) ^ rotr<u32>(mixed(d), 24) ^ roundKey(key);
}

// @ts-ignore: decorator
@inline
function lastColumn(a: u32, b: u32, c: u32, d: u32, key: i32): u32 {
  return ((sbox(a >> 24) << 24) | (sbox(b >> 16) << 16) | (sbox(c >> 8) << 8) | sbox(d)) ^ roundKey(key);
}

/** The four words of the block after the last call of `middleRounds`. */
let w0: u32 = 0;
let w1: u32 = 0;
let w2: u32 = 0;
let w3: u32 = 0;

/** Computes rounds 1 to 9 of a block to which the first round key was already added. */
function middleRounds(a: u32, b: u32, c: u32, d: u32): void {
  for (let round = 1; round < 10; round++) {
    const at = round << 2;
    const e = mixColumn(a, b, c, d, at);
    const f = mixColumn(b, c, d, a, at + 1);
    const g = mixColumn(c, d, a, b, at + 2);
    d = mixColumn(d, a, b, c, at + 3);
    a = e;
    b = f;
    c = g;
  }
  w0 = a;
  w1 = b;
  w2 = c;
  w3 = d;
}

/** Returns the last word of the encryption, under the current round keys, of a block whose first three words are 0. */
export function encryptLastWord(last: u32): u32 {
  middleRounds(roundKey(0), roundKey(1), roundKey(2), roundKey(3) ^ last);
  return lastColumn(w3, w0, w1, w2, 43);
}

/** Encrypts the 16 bytes at `from` to `to`, which may be the same address, under the current round keys. */
export function encryptBlock(from: usize, to: usize): void {
  middleRounds(
    bswap<u32>(load<u32>(from)) ^ roundKey(0),
    bswap<u32>(load<u32>(from, 4)) ^ roundKey(1),
    bswap<u32>(load<u32>(from, 8)) ^ roundKey(2),
    bswap<u32>(load<u32>(from, 12)) ^ roundKey(3),
  );
  store<u32>(to, bswap<u32>(lastColumn(w0, w1, w2, w3, 40)));
  store<u32>(to, bswap<u32>(lastColumn(w1, w2, w3, w0, 41)), 4);
  store<u32>(to, bswap<u32>(lastColumn(w2, w3, w0, w1, 42)), 8);
  store<u32>(to, bswap<u32>(lastColumn(w3, w0, w1, w2, 43)), 12);
}
