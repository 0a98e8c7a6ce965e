import { reversed, shortened } from '../../ble/smp/legacy.ts';
import { debugSecret, isDebugKey, publicPoint } from '../../ble/smp/p256.ts';
import { longTermKey } from '../../ble/smp/secure-keys.ts';
import { SMP } from '../../ble/smp/pdu.ts';
import type { LinkCipher } from '../../kernels/cipher.ts';
import { SENDER } from '../conversation/moment.ts';
import type { PairedSides, PairingOutcome } from './legacy-keys.ts';

/** Shared secrets that a file may cost: each takes some 30 ms. */
const MOST_SECRETS = 32;
const MESSAGE_BYTES: Readonly<Record<number, number>> = {
  [SMP.PAIRING_REQ]: 7,
  [SMP.PAIRING_RSP]: 7,
  [SMP.PUBLIC_KEY]: 65,
  [SMP.RANDOM]: 17,
};

/** Secrets that may still be computed for a file. */
export class SecretLimit {
  left = MOST_SECRETS;
}

/**
 * A pairing with LE Secure Connections in which a side used the debug key pair: its long-term key follows from the public key of the other
 * side, the last random values and the addresses (Core specification 5.4, Vol 3 Part H 2.3.5.6.1 and 2.3.5.6.5).
 */
export class DebugPairing {
  /** The last message of each kind, by code and sender. */
  private heard = new Map<string, Uint8Array>();
  private result: PairingOutcome | null | undefined;

  message(code: number, octets: Uint8Array, sender: number): void {
    if (MESSAGE_BYTES[code] !== octets.length || sender === SENDER.UNKNOWN) return;
    if (code === SMP.PAIRING_REQ) this.heard = new Map();
    this.heard.set(`${String(code)} ${String(sender)}`, octets);
    this.result = undefined;
  }

  /** The key, or why it cannot be computed; null where no side used the debug key. */
  outcome(cipher: LinkCipher, limit: SecretLimit, sides: PairedSides): PairingOutcome | null {
    this.result ??= this.computed(cipher, limit, sides);
    return this.result;
  }

  private of(code: number, sender: number): Uint8Array | undefined {
    return this.heard.get(`${String(code)} ${String(sender)}`)?.subarray(1);
  }

  private computed(cipher: LinkCipher, limit: SecretLimit, { central, peripheral }: PairedSides): PairingOutcome | null {
    const keys = [SENDER.CENTRAL, SENDER.PERIPHERAL].map((sender) => this.of(SMP.PUBLIC_KEY, sender));
    const points = keys.map((octets) => (octets === undefined ? undefined : publicPoint(octets)));
    const debug = points.findIndex((point) => point !== undefined && isDebugKey(point));
    if (debug < 0) return null;
    const other = points[1 - debug];
    const randoms = [this.of(SMP.RANDOM, SENDER.CENTRAL), this.of(SMP.RANDOM, SENDER.PERIPHERAL)] as const;
    const features = [this.of(SMP.PAIRING_REQ, SENDER.CENTRAL), this.of(SMP.PAIRING_RSP, SENDER.PERIPHERAL)] as const;
    if (other === undefined) return missing('other Pairing Public Key');
    if (!randoms[0] || !randoms[1]) return missing('Pairing Random');
    if (!features[0] || !features[1]) return missing(features[0] ? 'Pairing Response' : 'Pairing Request');
    if (central.address === undefined || peripheral.address === undefined) return missing('connection request');
    if (limit.left === 0) return { why: `a shared secret was computed ${String(MOST_SECRETS)} times in this file already` };
    limit.left--;
    const secret = debugSecret(other);
    if (secret === null) return { why: 'its Pairing Public Key is no point of the curve: it was not heard as it was sent' };
    const key = longTermKey((one, block) => cipher.encrypt(one, block), {
      secret,
      randoms: [reversed(randoms[0]), reversed(randoms[1])],
      addresses: [octetsOf(central.address, central.random), octetsOf(peripheral.address, peripheral.random)],
    });
    const keySize = Math.min(features[0][3] ?? 16, features[1][3] ?? 16);
    return { key: shortened(key, keySize), how: 'LE Secure Connections with the debug key' };
  }
}

const octetsOf = (address: string, random: boolean | undefined): Uint8Array =>
  Uint8Array.from([random === true ? 1 : 0, ...address.split(':').map((octet) => Number.parseInt(octet, 16))]);

const missing = (what: string): PairingOutcome => ({
  why: `it was paired with the debug key, but the ${what} of its pairing was not heard`,
});
