/**
 * Device addresses of Bluetooth LE: 48 bits, sent least significant octet first, written most significant
 * first. Core specification Vol 6 Part B 1.3.
 */

/** 'unknown' if the packet does not say whether the address is random and its bits match no defined random class. */
export type AddressClass = 'public' | 'random_static' | 'rpa' | 'nrpa' | 'unknown';

const HEX = '0123456789ABCDEF';

/** Formats the six octets at `at`, in transmission order, as `AA:BB:CC:DD:EE:FF`. */
export function formatAddress(bytes: Uint8Array, at: number): string {
  let text = '';
  for (let i = 5; i >= 0; i--) {
    const octet = bytes[at + i] ?? 0;
    text += HEX.charAt(octet >> 4) + HEX.charAt(octet & 15);
    if (i > 0) text += ':';
  }
  return text;
}

const ADDRESS = /^[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}$/;

/** Returns the canonical form of an address that is written with colons or dashes in upper or lower case; null if it is not an address. */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim();
  return ADDRESS.test(trimmed) ? trimmed.toUpperCase().replaceAll('-', ':') : null;
}

/**
 * Classifies an address by the packet's address-type bit (TxAdd, RxAdd or the HCI address type; null if unknown) and its two most
 * significant bits. Without the type bit, the class is a guess from the bits alone.
 */
export function classifyAddress(address: string, random: boolean | null): AddressClass {
  if (random === false) return 'public';
  const top = Number.parseInt(address.slice(0, 2), 16) >> 6;
  if (top === 3) return 'random_static';
  if (top === 1) return 'rpa';
  if (top === 0) return 'nrpa';
  return 'unknown';
}
