import { encryptBlock, expandKey } from '../lib/aes';
import { keyAt } from './block';

/**
 * AES-CCM of the link layer (Bluetooth Core 5.4, Vol 6 Part E 2; RFC 3610 with M = 4 and L = 2). The key of `block.ts` is the session key.
 *
 *   nonce 13: packet counter 5, least significant first, with the direction as its highest bit | IV 8
 *   B0: 0x49 | nonce | length 2      B1: 0, 1 | header | zeros      A(i): 0x01 | nonce | i 2      (lengths and i big endian)
 */
const MIC_BYTES: u32 = 4;
/** The longest payload of a data PDU with its MIC, in whole blocks. */
const PAYLOAD: usize = memory.data(256, 4);
const IV: usize = memory.data(8, 4);
const B0: usize = memory.data(16, 4);
const COUNTER: usize = memory.data(16, 4);
const STREAM: usize = memory.data(16, 4);
const MAC: usize = memory.data(16, 4);
const PLAIN: usize = memory.data(256, 4);

export function ivAt(): usize {
  return IV;
}

/** Returns the address where the host writes the ciphertext with its MIC, and reads the decrypted octets after a success. */
export function payloadAt(): usize {
  return PAYLOAD;
}

function setNonce(block: usize, counter: u64, fromCentral: u32): void {
  store<u32>(block + 1, <u32>counter);
  store<u8>(block + 5, <u8>(((counter >> 32) & 0x7f) | (<u64>fromCentral << 7)));
  store<u64>(block + 6, load<u64>(IV));
}

// @ts-ignore: decorator
@inline
function xorBlock(a: usize, b: usize, to: usize): void {
  store<u64>(to, load<u64>(a) ^ load<u64>(b));
  store<u64>(to, load<u64>(a, 8) ^ load<u64>(b, 8), 8);
}

/** Computes block `i` of the AES-CCM key stream for the nonce in `COUNTER`. */
function stream(i: u32): void {
  store<u16>(COUNTER + 14, bswap<u16>(<u16>i));
  encryptBlock(COUNTER, STREAM);
}

/** Checks whether the MIC of the payload is valid for this packet counter. If so, `PLAIN` holds the decrypted octets. */
function opens(counter: u64, fromCentral: u32, header: u32, length: u32): bool {
  store<u8>(B0, 0x49);
  setNonce(B0, counter, fromCentral);
  store<u16>(B0 + 14, bswap<u16>(<u16>length));
  encryptBlock(B0, MAC);
  // The additional data that the MIC covers is one octet, the header.
  store<u32>(MAC, load<u32>(MAC) ^ (0x0100 | (header << 16)));
  encryptBlock(MAC, MAC);
  store<u8>(COUNTER, 1);
  setNonce(COUNTER, counter, fromCentral);
  for (let at: u32 = 0, i: u32 = 1; at < length; at += 16, i++) {
    stream(i);
    xorBlock(PAYLOAD + at, STREAM, PLAIN + at);
    const rest = length - at;
    if (rest < 16) memory.fill(PLAIN + at + rest, 0, 16 - rest);
    xorBlock(MAC, PLAIN + at, MAC);
    encryptBlock(MAC, MAC);
  }
  stream(0);
  return (load<u32>(MAC) ^ load<u32>(STREAM)) == load<u32>(PAYLOAD + length);
}

/**
 * Tries `tries` packet counters from `first` on and returns how far the one whose MIC is valid is from `first`; -1 if none is, or if the
 * payload cannot be ciphertext because of its length. On success the decrypted octets replace the payload of `bytes` octets.
 * @param fromCentral 1 for PDUs of the central, else 0
 * @param header first octet of the PDU; its bits that change when it is sent again do not count
 */
export function openPdu(first: f64, tries: i32, fromCentral: u32, header: u32, bytes: u32): i32 {
  if (bytes <= MIC_BYTES || bytes > 255) return -1;
  const length = bytes - MIC_BYTES;
  expandKey(keyAt());
  for (let i = 0; i < tries; i++) {
    if (!opens(<u64>first + <u64>i, fromCentral, header & 0xe3, length)) continue;
    memory.copy(PAYLOAD, PLAIN, length);
    return i;
  }
  return -1;
}
