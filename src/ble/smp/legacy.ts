/**
 * Octet operations of LE legacy pairing (Core specification 5.4, Vol 3 Part H 2.2.3, 2.2.4, 2.3.4). Messages are as sent, least significant
 * octet first and including their code; results have their most significant octet first, as AES needs them.
 */
export interface LegacyPairing {
  readonly request: Uint8Array;
  readonly response: Uint8Array;
  /** `AA:BB:CC:DD:EE:FF` of the central and the peripheral, as in the connection request. */
  readonly addresses: readonly [central: string, peripheral: string];
  /** Whether each address is random. */
  readonly random: readonly [central: boolean, peripheral: boolean];
}

export const reversed = (octets: Uint8Array): Uint8Array => octets.slice().reverse();

/**
 * Returns the two blocks that are combined with the random value in a confirm value: p1 = response, request, address types; p2 = addresses.
 */
export function confirmBlocks({ request, response, addresses, random }: LegacyPairing): {
  readonly p1: Uint8Array;
  readonly p2: Uint8Array;
} {
  const [central, peripheral] = random;
  const p1 = Uint8Array.from([...reversed(response), ...reversed(request), peripheral ? 1 : 0, central ? 1 : 0]);
  return { p1, p2: Uint8Array.from([0, 0, 0, 0, ...addresses.flatMap(octetsOf)]) };
}

const octetsOf = (address: string): number[] => address.split(':').map((octet) => Number.parseInt(octet, 16));

/** Returns the block that the temporary key encrypts to the short-term key: the lower halves of both randoms, the peripheral's first. */
export const shortTermBlock = (centralRandom: Uint8Array, peripheralRandom: Uint8Array): Uint8Array =>
  Uint8Array.from([...reversed(peripheralRandom.subarray(0, 8)), ...reversed(centralRandom.subarray(0, 8))]);

/** Makes a temporary key from a passkey of six decimal digits; the passkey is 0 for Just Works pairing. */
export function temporaryKey(passkey: number): Uint8Array {
  const key = new Uint8Array(16);
  new DataView(key.buffer).setUint32(12, passkey);
  return key;
}

/** Reduces a key to `octets` octets by zeroing the most significant ones. */
export const shortened = (key: Uint8Array, octets: number): Uint8Array => key.map((octet, i) => (i < 16 - octets ? 0 : octet));
