import { createBLAKE3 } from 'hash-wasm';

/** Creates replacements that depend on a key: equal content in the same context gets the same replacement, of the same length. */
export interface Pseudonyms {
  /** Replaces octets. No octet equals the original at its position, so no part of the content survives by chance. */
  readonly octets: (context: string, content: Uint8Array) => Uint8Array<ArrayBuffer>;
  /** Replaces octets with letters and digits; none equals the original at its position. */
  readonly letters: (content: Uint8Array, length: number) => Uint8Array<ArrayBuffer>;
  /** Returns an integer from 0 to `below` − 1, with `below` at most 2³². */
  readonly number: (context: string, content: Uint8Array, below: number) => number;
}

/** The 32 letters and digits of replacements; because 32 is a power of two, each is equally likely. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const DIGEST = 32;

/** @param key 32 octets for keyed BLAKE3. Contexts begin with a letter, so that none equals an input of the address cipher. */
export async function createPseudonyms(key: Uint8Array): Promise<Pseudonyms> {
  const hasher = await createBLAKE3(256, key);
  const digest = (context: string, content: Uint8Array): Uint8Array => {
    hasher.init().update(`${context}\0`).update(content);
    return hasher.digest('binary');
  };
  /** Generates any number of pseudorandom octets from a context and content, one digest at a time. */
  const stream = (context: string, content: Uint8Array, length: number): Uint8Array => {
    const out = new Uint8Array(Math.ceil(length / DIGEST) * DIGEST);
    let block = digest(context, content);
    for (let at = 0; at < length; at += DIGEST) {
      if (at > 0) block = digest('next block', block);
      out.set(block, at);
    }
    return out;
  };
  return {
    octets(context, content) {
      const pad = stream(`octets ${context}`, content, content.length);
      return Uint8Array.from(content, (octet, at) => octet ^ (1 + ((pad[at] ?? 0) % 255)));
    },
    letters(content, length) {
      const pad = stream('letters', content, length);
      return Uint8Array.from({ length }, (_, at) => letterOf(pad[at] ?? 0, content[at]));
    },
    number: (context, content, below) => {
      const found = digest(`number ${context}`, content);
      return new DataView(found.buffer, found.byteOffset).getUint32(0) % below;
    },
  };
}

function letterOf(octet: number, original: number | undefined): number {
  const letter = LETTERS.charCodeAt(octet % LETTERS.length);
  const same = original !== undefined && String.fromCharCode(original).toLowerCase() === String.fromCharCode(letter);
  return same ? LETTERS.charCodeAt((octet + 1) % LETTERS.length) : letter;
}
