import { walkContinuity } from '../../../ble/ad/apple.ts';
import { walkAd } from '../../../ble/ad/structure.ts';
import { byteText } from '../../../ble/ad/byte-text.ts';
import { payloadTokens } from '../../../ble/kind/payload-tokens.ts';
import type { TokenTerm } from './kinds.ts';

/** A value in an emitter's data that another emitter may have too. Only values of one kind are compared. */
export interface Token {
  readonly term: TokenTerm;
  readonly kind: string;
  readonly value: string;
  /** The packet that contains a value from a connection; undefined for broadcast values. */
  readonly packet?: PacketRef;
}

export interface PacketRef {
  readonly capture_id: string;
  readonly packet_no: number;
}

const SHORTEST_NAME = 3;
const MANUFACTURER = 0xff;
const PROXIMITY = 0x07;

/** Extracts the values in one payload that another emitter may share. */
export function tokensIn(bytes: Uint8Array): Token[] {
  return [
    ...payloadTokens(bytes).map(({ kind, value }): Token => ({ term: 'payload', kind, value })),
    ...earbudStatus(bytes).map((value): Token => ({ term: 'status', kind: 'earbud status', value })),
  ];
}

export const nameToken = (name: string): Token[] =>
  name.trim().length < SHORTEST_NAME ? [] : [{ term: 'name', kind: 'name', value: name.trim() }];

/**
 * Model, colour and batteries that earbuds and their case broadcast (Apple message 0x07). Which bud comes first depends on the side that
 * sends, so the two batteries are ordered.
 */
function earbudStatus(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (const { type, value, end } of walkAd(bytes).structures) {
    if (type !== MANUFACTURER || bytes[value] !== 0x4c || bytes[value + 1] !== 0) continue;
    for (const message of walkContinuity(bytes, value + 2, end)) {
      const at = message.value;
      if (message.type !== PROXIMITY || message.end - at < 8 || bytes[at] !== 1) continue;
      const pods = [bytes[at + 4]! >> 4, bytes[at + 4]! & 15].sort((a, b) => a - b);
      const model = byteText(bytes[at + 1]!) + byteText(bytes[at + 2]!);
      found.push(
        `model ${model}, colour ${byteText(bytes[at + 7]!)}, batteries ${pods.join(' and ')}, case ${String(bytes[at + 5]! & 15)}`,
      );
    }
  }
  return found;
}
