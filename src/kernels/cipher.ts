import { CIPHER_BASE64 } from './generated/cipher-module.ts';

/** The functions that the WebAssembly module of `assembly/cipher/index.ts` exports. Address arguments are byte offsets into `memory`. */
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

/** An encrypted data PDU, split into the parts that decrypting it needs. */
export interface SealedPdu {
  readonly bytes: Uint8Array;
  /** Where the encrypted payload and the MIC after it are: bytes [at, end) of `bytes`. */
  readonly at: number;
  readonly end: number;
  /** The first octet of the PDU's header, which the MIC also covers. */
  readonly header: number;
}

/** The inputs from which legacy pairing computes its confirm value, and that value itself; 16 octets each, most significant first. */
export interface ConfirmInput {
  readonly random: Uint8Array;
  readonly p1: Uint8Array;
  readonly p2: Uint8Array;
  readonly confirm: Uint8Array;
}

/** The cipher of the LE link layer, synchronous on this thread. Keys and blocks have 16 octets, most significant first. */
export class LinkCipher {
  /** The decrypted octets of the PDU that was decrypted last, from its start. They are overwritten by the next call. */
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
   * Decrypts a PDU with a session key (Vol 6 Part E). Its packet counter is unknown, so up to `tries` counters from `first` on are tried.
   * Returns how far the counter that fits is from `first`, or -1 if none fits. After a success `plain` holds the payload without its MIC.
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

  /** Returns the first temporary key in [from, to) that gives the confirm value (`c1`, Vol 3 Part H 2.2.3), or -1 if none does. */
  passkey({ random, p1, p2, confirm }: ConfirmInput, from: number, to: number): number {
    [random, p1, p2, confirm].forEach((block, i) => {
      this.pairing.set(block, 16 * i);
    });
    return this.run.findPasskey(from, to);
  }
}

/** Creates a cipher that has its own WebAssembly instance. */
export async function linkCipher(): Promise<LinkCipher> {
  const { instance } = await WebAssembly.instantiate(
    Uint8Array.from(atob(CIPHER_BASE64), (byte) => byte.charCodeAt(0)),
    {},
  );
  return new LinkCipher(instance.exports as unknown as CipherExports);
}
