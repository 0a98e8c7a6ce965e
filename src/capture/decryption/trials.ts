import type { LinkCipher, SealedPdu } from '../../kernels/cipher.ts';

/** Blocks that may be encrypted before the first packet, and for each encrypted packet more: the work grows with the file, not with its square. */
const FIRST_BLOCKS = 16_000_000;
const BLOCKS_PER_PACKET = 400;

/** Tries packet counters as long as the file has paid for it. */
export class Trials {
  /** A packet was not tried on every counter. */
  exhausted = false;
  private left = FIRST_BLOCKS;

  constructor(readonly cipher: LinkCipher) {}

  /** One more encrypted packet. */
  packet(): void {
    this.left = Math.min(FIRST_BLOCKS, this.left + BLOCKS_PER_PACKET);
  }

  /** As `LinkCipher.open`; fewer counters are tried where the work would grow too large. */
  open(key: Uint8Array, iv: Uint8Array, pdu: SealedPdu, fromCentral: boolean, first: number, tries: number): number {
    const each = 3 + 2 * Math.ceil((pdu.end - pdu.at) / 16);
    const most = Math.min(tries, Math.floor(this.left / each));
    if (most < tries) this.exhausted = true;
    if (most <= 0) return -1;
    const found = this.cipher.open(key, iv, pdu, fromCentral, first, most);
    this.left -= each * (found < 0 ? most : found + 1);
    return found;
  }
}
