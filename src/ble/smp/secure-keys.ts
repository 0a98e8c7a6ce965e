/** Encrypts one block; key and block have 16 octets, most significant first. */
export type Encrypt = (key: Uint8Array, block: Uint8Array) => Uint8Array;

const BLOCK = 16;
/** Salt and key id of f5 (Core specification 5.4, Vol 3 Part H 2.2.7). */
const SALT = Uint8Array.of(0x6c, 0x88, 0x83, 0x91, 0xaa, 0xf5, 0xa5, 0x38, 0x60, 0x37, 0x0b, 0xdb, 0x5a, 0x60, 0x83, 0xbe);
const KEY_ID = [0x62, 0x74, 0x6c, 0x65];
const LENGTH = [0x01, 0x00];

/** Calculates the AES-CMAC (RFC 4493) of a message; octets are most significant first. */
export function cmac(encrypt: Encrypt, key: Uint8Array, message: Uint8Array): Uint8Array {
  const first = doubled(encrypt(key, new Uint8Array(BLOCK)));
  const blocks = Math.max(1, Math.ceil(message.length / BLOCK));
  const isWhole = message.length === blocks * BLOCK;
  let state: Uint8Array = new Uint8Array(BLOCK);
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(BLOCK);
    block.set(message.subarray(i * BLOCK, (i + 1) * BLOCK));
    if (i === blocks - 1) {
      if (!isWhole) block[message.length - i * BLOCK] = 0x80;
      const last = isWhole ? first : doubled(first);
      last.forEach((octet, at) => (block[at]! ^= octet));
    }
    state.forEach((octet, at) => (block[at]! ^= octet));
    state = encrypt(key, block);
  }
  return state;
}

/** Doubles a value in the field that CMAC uses for subkeys. */
function doubled(value: Uint8Array): Uint8Array {
  const result = value.map((octet, i) => (octet << 1) | ((value[i + 1] ?? 0) >> 7));
  if ((value[0] ?? 0) & 0x80) result[BLOCK - 1]! ^= 0x87;
  return result;
}

/** Inputs of the long-term key of LE Secure Connections; octets are most significant first. */
export interface SecurePairing {
  /** Shared secret, 32 octets. */
  readonly secret: Uint8Array;
  /** The last random values of the initiator and the responder, 16 octets each. */
  readonly randoms: readonly [initiator: Uint8Array, responder: Uint8Array];
  /** Address type (0 public, 1 random) and address of both sides, 7 octets each. */
  readonly addresses: readonly [initiator: Uint8Array, responder: Uint8Array];
}

/** Derives the long-term key with f5 (2.2.7). */
export function longTermKey(encrypt: Encrypt, { secret, randoms, addresses }: SecurePairing): Uint8Array {
  const key = cmac(encrypt, SALT, secret);
  const [[n1, n2], [a1, a2]] = [randoms, addresses];
  return cmac(encrypt, key, Uint8Array.from([1, ...KEY_ID, ...n1, ...n2, ...a1, ...a2, ...LENGTH]));
}
