import { formatAddress } from '../../ble/address.ts';
import type { FoundKey } from '../import.ts';
import { u16le } from '../../base/octets.ts';

/** Core specification 5.4, Vol 4 Part E 7.8.38. */
const LE_ADD_DEVICE_TO_RESOLVING_LIST = 0x2027;
/** Vol 3 Part A 2.1 and Part H 3.6.4, 3.6.5. */
const CID_SECURITY_MANAGER = 0x0006;
const SMP = { IDENTITY_INFORMATION: 0x08, IDENTITY_ADDRESS_INFORMATION: 0x09 } as const;
const KEY_BYTES = 16;
const MOST_KEYS = 1000;
const MOST_HANDLES = 4096;

/**
 * Finds resolving keys in HCI packets. They leave beside the rows and never in one: rows of commands and of data say
 * only what kind of packet they are.
 */
export class KeyFinder {
  private readonly found = new Map<string, FoundKey>();
  /** Keys of Identity Information by connection, until Identity Address Information says whose they are. */
  private readonly pending = new Map<string, Uint8Array>();

  /** In the order in which they were seen, each once. */
  get keys(): readonly FoundKey[] {
    for (const bytes of this.pending.values()) this.add(bytes, null, 'peer');
    this.pending.clear();
    return [...this.found.values()];
  }

  /** Opcode 2, length 1, then identity address type 1, identity address 6, peer IRK 16, local IRK 16, all little-endian. */
  command(bytes: Uint8Array, at: number, end: number): void {
    if (u16le(bytes, at) !== LE_ADD_DEVICE_TO_RESOLVING_LIST || end - at < 3 + 7 + 2 * KEY_BYTES) return;
    this.add(reversed(bytes, at + 10), formatAddress(bytes, at + 4), 'peer');
    this.add(reversed(bytes, at + 10 + KEY_BYTES), null, 'own');
  }

  /** Handle and flags 2, length 2, then L2CAP length 2, channel 2, and of the Security Manager code 1 with its data. */
  acl(bytes: Uint8Array, at: number, end: number, receiver: string): void {
    if (end - at < 9 || u16le(bytes, at + 6) !== CID_SECURITY_MANAGER) return;
    const first = ((bytes[at + 1] ?? 0) >> 4) & 3;
    // A continuing fragment has no L2CAP header of its own.
    if (first === 1) return;
    const connection = `${receiver} ${String(u16le(bytes, at) & 0x0fff)}`;
    const code = bytes[at + 8];
    if (code === SMP.IDENTITY_INFORMATION && end - at >= 9 + KEY_BYTES) {
      const before = this.pending.get(connection);
      if (before !== undefined) this.add(before, null, 'peer');
      if (this.pending.size < MOST_HANDLES) this.pending.set(connection, reversed(bytes, at + 9));
    } else if (code === SMP.IDENTITY_ADDRESS_INFORMATION && end - at >= 16) {
      const key = this.pending.get(connection);
      if (key === undefined) return;
      this.pending.delete(connection);
      this.add(key, formatAddress(bytes, at + 10), 'peer');
    }
  }

  private add(bytes: Uint8Array, identity: string | null, whose: FoundKey['whose']): void {
    // A key of zeros means "no privacy".
    if (this.found.size >= MOST_KEYS || bytes.every((octet) => octet === 0)) return;
    const name = bytes.join(' ');
    const known = this.found.get(name);
    if (known === undefined || known.identity === null)
      this.found.set(name, { bytes, identity: identity ?? known?.identity ?? null, whose });
  }
}

const reversed = (bytes: Uint8Array, at: number): Uint8Array => bytes.slice(at, at + KEY_BYTES).reverse();
