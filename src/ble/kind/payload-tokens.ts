import { byteText } from '../ad/byte-text.ts';
import { adChanges } from '../ad/layout.ts';
import { walkAd } from '../ad/structure.ts';
import { uuidText } from '../ad/uuids.ts';

/** A part of advertising data that may stay the same across a change of address. */
export interface PayloadToken {
  /** The structure that contains it, with its length: `manufacturer 0059, 10 bytes`. Only tokens of one kind are compared. */
  readonly kind: string;
  /** Its own bytes in hex, with `..` for every byte that is known to change. */
  readonly value: string;
}

/** By AD type: width of the company id or UUID that precedes the structure's own bytes, and the name of the structure. */
const HEADERS: Readonly<Record<number, { readonly width: number; readonly name: string }>> = {
  0xff: { width: 2, name: 'manufacturer' },
  0x16: { width: 2, name: 'service' },
  0x20: { width: 4, name: 'service' },
  0x21: { width: 16, name: 'service' },
};
/** Minimum number of constant bytes; fewer identify a state or a model rather than a device. */
const FEWEST_BYTES = 4;

/**
 * Tokens of manufacturer and service data with at least four bytes that are not known to change. Service lists and flags give no tokens.
 */
export function payloadTokens(bytes: Uint8Array): PayloadToken[] {
  let marks: Uint8Array | undefined;
  const tokens: PayloadToken[] = [];
  for (const { type, value, end } of walkAd(bytes).structures) {
    const header = HEADERS[type];
    if (header === undefined || end - value < header.width + FEWEST_BYTES) continue;
    marks ??= adChanges(bytes);
    let text = '';
    let kept = 0;
    for (let at = value + header.width; at < end; at++) {
      if (marks[at] === 0) kept++;
      text += marks[at] === 0 ? byteText(bytes[at]!).toLowerCase() : '..';
    }
    if (kept < FEWEST_BYTES) continue;
    const own = end - value - header.width;
    tokens.push({ kind: `${header.name} ${uuidText(bytes, value, header.width)}, ${String(own)} bytes`, value: text });
  }
  return tokens;
}
