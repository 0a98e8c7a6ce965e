/** A key that a person provides for encrypted connections. */
export interface LinkKey {
  readonly name: string;
  /** `ltk`: the long-term key of a bond; `session`: the key of one encrypted session. */
  readonly kind: 'ltk' | 'session';
  /** 16 octets, most significant first. */
  readonly bytes: Uint8Array;
}

/** EDIV and Rand of LL_ENC_REQ name a long-term key (Core specification 5.4, Vol 3 Part H 2.4.4.2). */
export interface KeyIdentity {
  readonly ediv: number;
  /** Eight octets as they are sent. */
  readonly rand: Uint8Array;
}

export const isSameIdentity = (one: KeyIdentity, other: KeyIdentity): boolean =>
  one.ediv === other.ediv && one.rand.every((octet, i) => octet === other.rand[i]);

/** A key that was tried, where it came from, and what it opened. It never leaves the thread that reads. */
export class KeySource {
  packets = 0;
  /** Numbers of connections that it opened, the first of them, and how many there are. */
  readonly connections: number[] = [];
  opened = 0;

  /**
   * @param label what tables and messages call it: no part of the key
   * @param provided a person provided it
   * @param identity the only sessions that it can be of, where that is known
   */
  constructor(
    readonly bytes: Uint8Array,
    readonly kind: LinkKey['kind'],
    readonly label: string,
    readonly provided: boolean,
    readonly identity: KeyIdentity | null = null,
  ) {}

  opens(connection: number): void {
    if (this.connections.includes(connection)) return;
    this.opened++;
    if (this.connections.length < MOST_NAMED) this.connections.push(connection);
  }
}

/** Connections that a message names. */
export const MOST_NAMED = 5;
