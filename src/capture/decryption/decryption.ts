import { reversed } from '../../ble/smp/legacy.ts';
import { SMP } from '../../ble/smp/pdu.ts';
import { unsigned } from '../../ble/octet-fields.ts';
import type { L2capFrame } from '../../ble/l2cap/flow.ts';
import type { LinkCipher } from '../../kernels/cipher.ts';
import type { Connection } from '../conversation/connection.ts';
import { DebugPairing, SecretLimit } from './debug-pairing.ts';
import { KeySource } from './key-source.ts';
import type { KeyIdentity, LinkKey } from './key-source.ts';
import { PairingHeard, SearchLimit } from './legacy-keys.ts';
import { LinkSecurity } from './link-security.ts';
import { DecryptionReport } from './report.ts';
import { Trials } from './trials.ts';

/** Keys that connections distributed, of which the newest are remembered. */
const MOST_DISTRIBUTED = 64;
const MIC_BYTES = 4;
const NO_IDENTITY: KeyIdentity = { ediv: 0, rand: new Uint8Array(8) };

/** What is known of the keys of one connection. */
interface Followed {
  readonly security: LinkSecurity;
  pairing: PairingHeard;
  readonly debug: DebugPairing;
  /** The short-term key of its pairing, or the long-term key of one with the debug key. */
  shortTerm: KeySource | null;
  /** Why that cannot be computed. */
  why: string | undefined;
  /** Long-term keys that were sent without their name so far, by sender. */
  readonly unnamed: Map<number, KeySource>;
}

/**
 * Opens the encrypted packets of a capture with keys that a person provides, that follow from a legacy pairing in it, or that were
 * distributed in what it opened. Keys stay in here: tables and messages hold their labels alone.
 */
export class Decryption {
  readonly report: DecryptionReport;
  private readonly trials: Trials;
  private readonly limit = new SearchLimit();
  private readonly secrets = new SecretLimit();
  private readonly provided: readonly KeySource[];
  private distributed: KeySource[] = [];
  private readonly followed = new WeakMap<Connection, Followed>();

  constructor(
    private readonly cipher: LinkCipher,
    keys: readonly LinkKey[],
  ) {
    this.trials = new Trials(cipher);
    this.provided = keys.map(({ bytes, kind, name }) => new KeySource(bytes, kind, `key "${name}"`, true));
    this.report = new DecryptionReport(this.provided, this.trials);
  }

  /** The octets of the PDU that was opened last, out of a payload of `length` octets with its MIC. */
  plain(length: number): Uint8Array {
    return this.cipher.plain.slice(0, length - MIC_BYTES);
  }

  /** The encryption of a connection. */
  of(connection: Connection): LinkSecurity {
    return this.follow(connection).security;
  }

  /** A whole message of the Security Manager. */
  message({ bytes, at, end }: L2capFrame, connection: Connection, sender: number): void {
    if (at >= end) return;
    const followed = this.follow(connection);
    const octets = bytes.slice(at, end);
    const code = octets[0] ?? 0;
    if (code === SMP.ENCRYPTION_INFORMATION && octets.length === 17) {
      followed.unnamed.set(sender, this.distribute(connection, reversed(octets.subarray(1)), null));
    } else if (code === SMP.CENTRAL_IDENTIFICATION && octets.length === 11) {
      const key = followed.unnamed.get(sender);
      followed.unnamed.delete(sender);
      if (key === undefined) return;
      this.distributed = this.distributed.filter((source) => source !== key);
      this.distribute(connection, key.bytes, { ediv: unsigned(octets, 1, 2), rand: octets.slice(3, 11) });
    }
    followed.debug.message(code, octets, sender);
    if (followed.pairing.message(code, octets)) this.conclude(followed, connection);
  }

  /** What is said of a connection when it has ended. */
  end(connection: Connection): { readonly opened: number; readonly by: string | undefined; readonly closed: string | undefined } {
    const followed = this.follow(connection);
    const { security, pairing, shortTerm, why } = followed;
    const { opened, sources } = security;
    const by = sources.size === 0 ? undefined : [...sources].map(({ label }) => label).join('; ');
    let closed = connection.encrypted > opened ? (security.whyClosed ?? 'nothing opens it') : undefined;
    if (closed !== undefined && shortTerm === null && sources.size === 0) {
      const outcome = why ?? unpaired(pairing.outcome(this.cipher, this.limit, connection));
      if (outcome !== undefined) closed = `${closed}; ${outcome}`;
    }
    this.report.connection(connection.no, connection.encrypted, opened, closed, sources);
    return { opened, by, closed };
  }

  private follow(connection: Connection): Followed {
    let followed = this.followed.get(connection);
    if (followed === undefined) {
      const security = new LinkSecurity(connection.no, this.trials, () => this.candidates(connection));
      followed = { security, pairing: new PairingHeard(), debug: new DebugPairing(), shortTerm: null, why: undefined, unnamed: new Map() };
      this.followed.set(connection, followed);
    }
    return followed;
  }

  private candidates(connection: Connection): readonly KeySource[] {
    const followed = this.follow(connection);
    this.debugKey(followed, connection);
    const { shortTerm } = followed;
    // Newer keys first: they replace older ones of the same devices.
    return [
      ...(shortTerm === null ? [] : [shortTerm]),
      ...this.provided,
      ...this.distributed.filter((one) => one !== shortTerm).toReversed(),
    ];
  }

  /** The long-term key of a pairing with the debug key: it opens later connections too. */
  private debugKey(followed: Followed, connection: Connection): void {
    const outcome = followed.debug.outcome(this.cipher, this.secrets, connection);
    if (outcome === null) return;
    if ('why' in outcome) {
      followed.why = outcome.why;
      return;
    }
    if (followed.shortTerm?.bytes === outcome.key) return;
    followed.why = undefined;
    followed.shortTerm = this.remember(connection, outcome.key, `computed (${outcome.how})`);
  }

  private remember(connection: Connection, key: Uint8Array, how: string): KeySource {
    const source = new KeySource(key, 'ltk', `pairing of connection ${String(connection.no)}, ${how}`, false, NO_IDENTITY);
    this.distributed = [...this.distributed.slice(1 - MOST_DISTRIBUTED), source];
    return source;
  }

  private conclude(followed: Followed, connection: Connection): void {
    const outcome = followed.pairing.outcome(this.cipher, this.limit, connection);
    if (outcome === null) return;
    if ('why' in outcome) {
      followed.why = outcome.why;
      return;
    }
    const label = `pairing of connection ${String(connection.no)}, computed (${outcome.how})`;
    followed.shortTerm = new KeySource(outcome.key, 'ltk', label, false, NO_IDENTITY);
  }

  private distribute(connection: Connection, bytes: Uint8Array, identity: KeyIdentity | null): KeySource {
    const label = `long-term key that connection ${String(connection.no)} distributed`;
    const source = new KeySource(bytes, 'ltk', label, false, identity);
    this.distributed = [...this.distributed.slice(1 - MOST_DISTRIBUTED), source];
    return source;
  }
}

const unpaired = (outcome: ReturnType<PairingHeard['outcome']>): string | undefined =>
  outcome !== null && 'why' in outcome ? outcome.why : undefined;
