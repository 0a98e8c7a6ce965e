import { addressCipher, letterCipher } from './address-cipher.ts';
import { payloadMask, SHORTEST_SOUGHT } from './payload-mask.ts';

/** Everything that a mask follows from. Plain data: it travels to the thread that writes. */
export interface MaskPlan {
  /** 32 octets of chance, for one share; forgotten afterwards. */
  readonly key: Uint8Array;
  /** Every address of the captures, as `AA:BB:CC:DD:EE:FF`. */
  readonly addresses: readonly string[];
  /** Every name that was heard, as it was sent. */
  readonly names: readonly string[];
  /** `drop`: advertising data is left out. */
  readonly payloads: 'mask' | 'drop';
}

/** What is put in the place of what names a device; the same everywhere under one key. */
export interface Mask {
  /** `AA:BB:CC:DD:EE:FF` to the same form. Any other text to letters. */
  readonly address: (text: string) => string;
  /** As many octets of UTF-8, all of them ASCII letters and digits. */
  readonly name: (text: string) => string;
  /** For ids that have no form of their own. */
  readonly id: (text: string) => string;
  /** Advertising data of a packet that arrived whole; nothing where payloads are dropped. */
  readonly payload: (data: Uint8Array) => Uint8Array<ArrayBuffer>;
  /** Data of one AD structure, of which only known addresses and names are changed. */
  readonly bytes: (data: Uint8Array) => Uint8Array<ArrayBuffer>;
  readonly dropsPayloads: boolean;
  /** Texts that people wrote, e.g. filters: addresses in every usual notation, and names. */
  readonly text: (text: string) => string;
}

const PLAIN = /^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}$/;
const PUNCTUATED = /(?<![0-9A-Fa-f])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Fa-f])/g;
const DIGITS = /(?<![0-9A-Fa-f])[0-9A-Fa-f]{12,}/g;
/** Payloads that are remembered: most packets repeat the one before. */
const MOST_REMEMBERED = 20_000;

export async function createMask({ key, addresses, names, payloads }: MaskPlan): Promise<Mask> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const [cipher, letters] = [await addressCipher(key), await letterCipher(key)];
  const number = remembered(cipher);
  const known = new Set(addresses.filter((each) => PLAIN.test(each)).map(numberOf));
  const octetsOf = (octets: Uint8Array): Uint8Array<ArrayBuffer> => letters(octets, octets.length);
  const sought = names.map((each) => encoder.encode(each));
  const masked = payloadMask({ address: number, knownAddress: (each) => known.has(each), name: octetsOf, names: sought });
  const letterText = (text: string, length: number): string => decoder.decode(letters(encoder.encode(text), length));
  const address = remembered((text: string) => (PLAIN.test(text) ? written(number(numberOf(text))) : letterText(text, text.length)));
  const name = remembered((text: string) => decoder.decode(octetsOf(encoder.encode(text))));
  const inTexts = [...new Set(names)].filter((each) => each !== '').sort((one, other) => other.length - one.length);
  return {
    address,
    name,
    id: remembered((text: string) => letterText(text, 16)),
    payload: (data) => (payloads === 'drop' ? new Uint8Array(0) : masked.structures(data)),
    bytes: (data) => masked.bytes(data),
    dropsPayloads: payloads === 'drop',
    text(given) {
      let text = given;
      for (const each of inTexts) text = withoutName(text, each, name(each));
      text = text.replace(PUNCTUATED, (found, separator: string) => address(found.replaceAll('-', ':')).replaceAll(':', separator));
      return text.replace(DIGITS, (found) => digits(found, (octets) => masked.bytes(octets)));
    },
  };
}

/** Short names are words too: they are looked for as whole texts and between quotes only. */
function withoutName(text: string, name: string, other: string): string {
  if (text === name) return other;
  if (name.length >= SHORTEST_SOUGHT) return text.replaceAll(name, () => other);
  return text.replaceAll(`'${name}'`, () => `'${other}'`).replaceAll(`"${name}"`, () => `"${other}"`);
}

/** Octets in digits: addresses in either order, and whole payloads. */
function digits(text: string, masked: (data: Uint8Array) => Uint8Array): string {
  if (text.length % 2 === 1) return text;
  const octets = Uint8Array.from(text.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));
  const other = masked(octets);
  if (other.every((octet, at) => octet === octets[at])) return text;
  return Array.from(other, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

const numberOf = (text: string): number => Number.parseInt(text.replaceAll(':', ''), 16);

const written = (address: number): string => (address.toString(16).toUpperCase().padStart(12, '0').match(/../g) ?? []).join(':');

function remembered<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    const before = found.get(key);
    if (before !== undefined) return before;
    const value = work(key);
    if (found.size >= MOST_REMEMBERED) found.clear();
    found.set(key, value);
    return value;
  };
}
