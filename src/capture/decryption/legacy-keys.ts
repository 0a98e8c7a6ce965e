import { confirmBlocks, reversed, shortened, shortTermBlock, temporaryKey } from '../../ble/smp/legacy.ts';
import { pairing } from '../../ble/smp/method.ts';
import type { PairingFeatures } from '../../ble/smp/method.ts';
import { SMP } from '../../ble/smp/pdu.ts';
import type { ConfirmInput, LinkCipher } from '../../kernels/cipher.ts';

/** A passkey has six decimal digits. */
const PASSKEYS = 1_000_000;
/** Searches of a passkey in one file: each takes up to a second. */
const MOST_SEARCHES = 16;
const VALUE_BYTES = 16;
const FEATURE_BYTES = 7;

/** Searches that a file may still cost. */
export class SearchLimit {
  left = MOST_SEARCHES;
}

/** Addresses of the two sides of a connection; undefined where its request was not heard. */
export interface PairedSides {
  readonly central: { readonly address: string | undefined; readonly random: boolean | undefined };
  readonly peripheral: { readonly address: string | undefined; readonly random: boolean | undefined };
}

/** What a pairing amounts to. */
export type PairingOutcome = { readonly key: Uint8Array; readonly how: string } | { readonly why: string };

/**
 * The messages of one pairing as they come, and the short-term key that follows from them (Core specification 5.4, Vol 3 Part H 2.3.5.5). The
 * central sends its confirm and random values before the peripheral does, so their order says whose they are, also where the sniffer does not.
 */
export class PairingHeard {
  private request: Uint8Array | null = null;
  private response: Uint8Array | null = null;
  private confirms: Uint8Array[] = [];
  private randoms: Uint8Array[] = [];

  /** A message of the Security Manager. Returns true when the last random value was heard. */
  message(code: number, octets: Uint8Array): boolean {
    if (code === SMP.PAIRING_REQ && octets.length === FEATURE_BYTES) {
      this.request = octets;
      this.response = null;
      this.confirms = [];
      this.randoms = [];
    } else if (code === SMP.PAIRING_RSP && octets.length === FEATURE_BYTES) this.response = octets;
    else if (octets.length !== 1 + VALUE_BYTES) return false;
    else if (code === SMP.CONFIRM) add(this.confirms, octets.subarray(1));
    else if (code === SMP.RANDOM) return add(this.randoms, octets.subarray(1)) && this.randoms.length === 2;
    return false;
  }

  /** The short-term key, or why it cannot be computed; null where no pairing was heard. */
  outcome(cipher: LinkCipher, limit: SearchLimit, { central, peripheral }: PairedSides): PairingOutcome | null {
    const { request, response } = this;
    const [centralRandom, peripheralRandom] = this.randoms;
    if (request === null && response === null && !centralRandom && !peripheralRandom) return null;
    if (request === null || response === null) return missing(request === null ? 'Pairing Request' : 'Pairing Response');
    const { method, secureConnections, keySize } = pairing(featuresOf(request), featuresOf(response));
    if (secureConnections) return { why: 'it was paired with LE Secure Connections, whose keys cannot be computed' };
    if (method === 'Out of Band') return { why: 'it was paired out of band, with a key that was not sent over the air' };
    if (!centralRandom || !peripheralRandom) return missing('Pairing Random');
    if (central.address === undefined || peripheral.address === undefined) return missing('connection request');
    if (this.confirms.length === 0) return missing('Pairing Confirm');
    const blocks = confirmBlocks({
      request,
      response,
      addresses: [central.address, peripheral.address],
      random: [central.random === true, peripheral.random === true],
    });
    const inputs = this.pairs().map(([confirm, random]) => ({ ...blocks, random: reversed(random), confirm: reversed(confirm) }));
    const passkey = passkeyOf(cipher, limit, inputs, method === 'Passkey Entry');
    if (typeof passkey === 'string') return { why: passkey };
    const key = cipher.encrypt(temporaryKey(passkey), shortTermBlock(centralRandom, peripheralRandom));
    return { key: shortened(key, keySize), how: method };
  }

  /** Confirm values with the random values that they may be of: where one was not heard, that is not known. */
  private pairs(): readonly (readonly [confirm: Uint8Array, random: Uint8Array])[] {
    const { confirms, randoms } = this;
    const [confirm] = confirms;
    if (confirms.length === 1 && confirm !== undefined) return randoms.map((random) => [confirm, random]);
    return randoms.flatMap((random, i) => (confirms[i] === undefined ? [] : [[confirms[i], random] as const])).slice(0, 1);
  }
}

function passkeyOf(cipher: LinkCipher, limit: SearchLimit, inputs: readonly ConfirmInput[], entered: boolean): number | string {
  if (inputs.some((input) => cipher.passkey(input, 0, 1) === 0)) return 0;
  if (!entered) return 'its pairing just works, but the confirm value does not fit: a message of it was not heard as it was sent';
  for (const input of inputs) {
    if (limit.left === 0) return `a passkey was searched ${String(MOST_SEARCHES)} times in this file already`;
    limit.left--;
    const found = cipher.passkey(input, 1, PASSKEYS);
    if (found >= 0) return found;
  }
  return 'no passkey fits its pairing: a message of it was not heard as it was sent';
}

/** Adds a value that is not there yet, of at most two. Returns whether it did. */
function add(values: Uint8Array[], value: Uint8Array): boolean {
  if (values.length === 2 || values.some((one) => one.every((octet, i) => octet === value[i]))) return false;
  values.push(value);
  return true;
}

const missing = (what: string): PairingOutcome => ({ why: `the ${what} of its pairing was not heard` });

const featuresOf = (octets: Uint8Array): PairingFeatures => ({
  io: octets[1] ?? 0,
  oob: octets[2] ?? 0,
  auth: octets[3] ?? 0,
  keySize: octets[4] ?? 0,
});
