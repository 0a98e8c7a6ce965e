import { CIPHER_BASE64 } from './generated/cipher-module.ts';

/** The functions of `assembly/cipher/index.ts`. Addresses are byte offsets into `memory`. */
interface CipherExports {
  readonly memory: WebAssembly.Memory;
  keyAt(): number;
  blockAt(): number;
  ivAt(): number;
  payloadAt(): number;
  pairingAt(): number;
  encrypt(): void;
  openPdu(first: number, tries: number, fromCentral: number, header: number, bytes: number): number;
  findPasskey(from: number, to: number): number;
}

/** The parts of an encrypted data PDU that its decryption needs. */
export interface SealedPdu {
  readonly bytes: Uint8Array;
  /** The payload, followed by its MIC, is bytes [at, end) of `bytes`. */
  readonly at: number;
  readonly end: number;
  /** First octet of the PDU. */
  readonly header: number;
}

/** The inputs of the confirm value of legacy pairing, and the confirm value itself; 16 octets each, most significant first. */
export interface ConfirmInput {
  readonly random: Uint8Array;
  readonly p1: Uint8Array;
  readonly p2: Uint8Array;
  readonly confirm: Uint8Array;
}

/** The cipher of the LE link layer, synchronous on this thread. Keys and blocks have 16 octets, most significant first. */
export class LinkCipher {
  /** Plain octets of the PDU that was opened last, from its start; valid until the next call. */
  readonly plain: Uint8Array;
  private readonly key: Uint8Array;
  private readonly block: Uint8Array;
  private readonly iv: Uint8Array;
  private readonly pairing: Uint8Array;

  constructor(private readonly run: CipherExports) {
    const { buffer } = run.memory;
    this.plain = new Uint8Array(buffer, run.payloadAt(), 256);
    this.key = new Uint8Array(buffer, run.keyAt(), 16);
    this.block = new Uint8Array(buffer, run.blockAt(), 16);
    this.iv = new Uint8Array(buffer, run.ivAt(), 8);
    this.pairing = new Uint8Array(buffer, run.pairingAt(), 64);
  }

  /** The security function `e`: AES-128 of one block (Core specification 5.4, Vol 3 Part H 2.2.1). */
  encrypt(key: Uint8Array, block: Uint8Array): Uint8Array {
    this.key.set(key);
    this.block.set(block);
    this.run.encrypt();
    return this.block.slice();
  }

  /**
   * Opens a PDU under a session key (Vol 6 Part E): returns the distance from `first` of the packet counter that fits, or -1 where
   * none of `tries` counters does. After a success `plain` holds the payload without its MIC.
   * @param iv 8 octets, in the order in which they were sent
   */
  open(key: Uint8Array, iv: Uint8Array, pdu: SealedPdu, fromCentral: boolean, first: number, tries: number): number {
    const { bytes, at, end, header } = pdu;
    if (end - at > 255) return -1;
    this.key.set(key);
    this.iv.set(iv);
    this.plain.set(bytes.subarray(at, end));
    return this.run.openPdu(first, tries, fromCentral ? 1 : 0, header, end - at);
  }

  /** The first temporary key in [from, to) that gives the confirm value (`c1`, Vol 3 Part H 2.2.3), or -1. */
  passkey({ random, p1, p2, confirm }: ConfirmInput, from: number, to: number): number {
    [random, p1, p2, confirm].forEach((block, i) => {
      this.pairing.set(block, 16 * i);
    });
    return this.run.findPasskey(from, to);
  }
}

/** Makes a cipher with a WebAssembly instance of its own. */
export async function linkCipher(): Promise<LinkCipher> {
  const { instance } = await WebAssembly.instantiate(
    Uint8Array.from(atob(CIPHER_BASE64), (byte) => byte.charCodeAt(0)),
    {},
  );
  return new LinkCipher(instance.exports as unknown as CipherExports);
}
