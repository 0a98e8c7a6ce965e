import { loadAssignedNames } from '../../ble/assigned/load.ts';
import { addressCipher } from './address-cipher.ts';
import { createIdentifiers, type Identifiers } from './identifiers.ts';
import { PayloadMask } from './payload-mask.ts';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';

/** The settings of a masking of exported data. They can be posted to the encoding thread. */
export interface MaskPlan {
  /** Key of the masking: 32 random octets that are used for one share and then discarded. */
  readonly key: Uint8Array;
  /** Whether advertising data is masked, or left out (`drop`). */
  readonly payloads: 'mask' | 'drop';
}

/** Replaces values that can identify a device; equal values get equal replacements under one key. */
export interface Mask {
  /** Masks an address `AA:BB:CC:DD:EE:FF` to another address, and any other text to letters. */
  readonly address: (text: string) => string;
  /** Masks a name to ASCII letters and digits, as many as the name has UTF-8 octets. */
  readonly name: (text: string) => string;
  /** Masks an id that has no particular form. */
  readonly id: (text: string) => string;
  readonly sensor: (text: string) => string;
  /** Masks the advertising data of a packet without CRC error; empty if payloads are dropped. */
  readonly payload: (data: Uint8Array) => Uint8Array<ArrayBuffer>;
  /** Masks the manufacturer data of a company, without the header of its AD structure. */
  readonly manufacturer: (company: number, data: Uint8Array) => Uint8Array;
  readonly service: (uuid: string, data: Uint8Array) => Uint8Array;
  readonly identifiers: Identifiers;
  /** Replaces the number `value` with an integer from 0 to `below` − 1, the same for equal values. */
  readonly number: (context: string, value: number, below: number) => number;
  readonly dropsPayloads: boolean;
}

const PLAIN = /^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}$/;
const ID_LENGTH = 16;
/** Maximum number of payloads, addresses and names whose masked form is cached, because most packets repeat an earlier one. */
const MOST_CACHED = 20_000;

export async function createMask({ key, payloads }: MaskPlan): Promise<Mask> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const [cipher, pseudonyms] = [await addressCipher(key), await createPseudonyms(key)];
  const identifiers = createIdentifiers(await loadAssignedNames(), pseudonyms);
  const letters = (text: string, length: number): string => decoder.decode(pseudonyms.letters(encoder.encode(text), length));
  const address = cached((text: string) => (PLAIN.test(text) ? written(cipher(numberOf(text))) : letters(text, text.length)));
  const masked = new PayloadMask({ pseudonyms, identifiers, address });
  const drops = payloads === 'drop';
  return {
    address,
    name: cached((text: string) => letters(text, encoder.encode(text).length)),
    id: cached((text: string) => letters(text, ID_LENGTH)),
    sensor: cached((text: string) => `sensor_${letters(text, ID_LENGTH / 2)}`),
    payload: drops ? () => new Uint8Array(0) : cachedByOctets((data) => masked.structures(data)),
    manufacturer: (company, data) => masked.manufacturer(company, data),
    service: (uuid, data) => masked.service(octetsOf(uuid), data),
    identifiers,
    number: (context, value, below) => numberFor(pseudonyms, context, value, below),
    dropsPayloads: drops,
  };
}

const numberFor = ({ number }: Pseudonyms, context: string, value: number, below: number): number =>
  number(context, new TextEncoder().encode(String(value)), below);

const numberOf = (text: string): number => Number.parseInt(text.replaceAll(':', ''), 16);

const written = (address: number): string => (address.toString(16).toUpperCase().padStart(12, '0').match(/../g) ?? []).join(':');

/** Converts a UUID to its octets, least significant first. */
const octetsOf = (uuid: string): Uint8Array =>
  Uint8Array.from(uuid.replaceAll('-', '').match(/../g) ?? [], (octet) => Number.parseInt(octet, 16)).reverse();

function cached<Key, Result>(work: (key: Key) => Result): (key: Key) => Result {
  const found = new Map<Key, Result>();
  return (key) => {
    const before = found.get(key);
    if (before !== undefined) return before;
    const value = work(key);
    if (found.size >= MOST_CACHED) found.clear();
    found.set(key, value);
    return value;
  };
}

function cachedByOctets(work: (data: Uint8Array) => Uint8Array<ArrayBuffer>): (data: Uint8Array) => Uint8Array<ArrayBuffer> {
  const latin = new TextDecoder('latin1');
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  return (data) => {
    const key = latin.decode(data);
    const before = found.get(key);
    if (before !== undefined) return before.slice();
    const value = work(data);
    if (found.size >= MOST_CACHED) found.clear();
    found.set(key, value);
    return value.slice();
  };
}
