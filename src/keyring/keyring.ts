import { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { Kernels } from '../kernels/contract.ts';

/** Kinds of keys: `irk` resolves the private addresses of a device, the others decrypt connections. */
export const KEY_KINDS = ['irk', 'ltk', 'session'] as const;
/** `irk`: identity resolving key; `ltk`: long-term key of a bond; `session`: key of one encrypted session. */
export type KeyKind = (typeof KEY_KINDS)[number];

/**
 * Stores keys of devices (S2 #28, S2-F3). Callers refer to a key by a connection id, which reveals nothing about it. Tools get only a
 * resolver for a resolving key; only the capture reader and the vault get the keys themselves.
 */
export interface Keyring {
  /**
   * Adds a key in memory. `key_hex`: 32 hexadecimal digits, most significant byte first; blanks, colons and dashes between bytes are
   * allowed. Throws a `WorkbenchError` (`INVALID_KEY`) whose message never contains the key.
   */
  add(name: string, key_hex: string, kind?: KeyKind): KeyReference;
  list(): readonly KeyReference[];
  /** Overwrites a key with zeros and removes it; an unknown id is ignored. */
  remove(connection_id: string): void;
  /** Returns the resolver for a connection id; undefined if no resolving key has this id. */
  resolver(connection_id: string): KeyResolver | undefined;
  /** Returns the keys with these ids that decrypt connections; other ids are ignored. Only for the capture reader. */
  linkKeys(connection_ids: readonly string[]): readonly LinkKeyKept[];
  /** Returns all keys with their secrets. Only for the vault. */
  read(): readonly KeptKey[];
  /** Adds the keys of a vault. Keys that the keyring already has stay as they are. */
  adopt(keys: readonly KeptKey[]): void;
}

export interface KeyReference {
  readonly connection_id: string;
  readonly name: string;
  readonly kind: KeyKind;
}

export interface LinkKeyKept extends KeptKey {
  readonly kind: Exclude<KeyKind, 'irk'>;
}

export interface KeptKey extends KeyReference {
  /** The 16 bytes of the key, most significant first. */
  readonly bytes: Uint8Array;
}

export interface KeyResolver {
  /** Names of the keys that `resolve` tries, in this order. */
  readonly keys: readonly string[];
  /** Finds for each address (`AA:BB:CC:DD:EE:FF`) the index in `keys` of the key that generated it, or -1. */
  resolve(addresses: readonly string[], options?: WorkOptions): Promise<Int32Array>;
}

/** The connection id that stands for every resolving key in the keyring. */
export const ALL_KEYS = 'all-keys';

const MAX_KEYS = 1000;
const MAX_NAME = 64;

/** @param resolve the compiled function that tries keys on addresses @param uuid creates connection ids */
export function createKeyring(resolve: Kernels['resolve'], uuid: () => string): Keyring {
  const kept = new Map<string, KeptKey>();

  const keep = (key: KeptKey): void => {
    if (kept.size >= MAX_KEYS) throw invalid(`expected at most ${String(MAX_KEYS)} keys; remove one first`);
    kept.set(key.connection_id, key);
  };
  const twin = (bytes: Uint8Array, kind: KeyKind): KeptKey | undefined =>
    [...kept.values()].find((key) => key.kind === kind && key.bytes.every((byte, i) => byte === bytes[i]));

  return {
    add(name, key_hex, given = 'irk') {
      const label = readName(name);
      const kind = readKind(given);
      const bytes = readKey(key_hex, kind);
      const same = twin(bytes, kind);
      if (same !== undefined) throw invalid(`this key is already in the keyring, named "${same.name}"`);
      const connection_id = `key-${uuid()}`;
      keep({ connection_id, name: label, kind, bytes });
      return { connection_id, name: label, kind };
    },
    list: () => [...kept.values()].map(({ connection_id, name, kind }) => ({ connection_id, name, kind })),
    remove(connection_id) {
      kept.get(connection_id)?.bytes.fill(0);
      kept.delete(connection_id);
    },
    resolver(connection_id) {
      const keys = [...kept.values()].filter(
        (key) => key.kind === 'irk' && (connection_id === ALL_KEYS || key.connection_id === connection_id),
      );
      if (keys.length === 0) return undefined;
      return {
        keys: keys.map(({ name }) => name),
        resolve: (addresses, options) => {
          const halves = addresses.map((address) => address.replaceAll(':', ''));
          return resolve(
            {
              keys: keys.map(({ bytes }) => bytes),
              prands: Uint32Array.from(halves, (digits) => Number.parseInt(digits.slice(0, 6), 16)),
              hashes: Uint32Array.from(halves, (digits) => Number.parseInt(digits.slice(6), 16)),
            },
            options,
          );
        },
      };
    },
    linkKeys: (ids) =>
      [...kept.values()]
        .filter((key) => ids.includes(key.connection_id))
        .flatMap((key) => (isLinkKey(key) ? [{ ...key, bytes: key.bytes.slice() }] : [])),
    read: () => [...kept.values()].map((key) => ({ ...key, bytes: key.bytes.slice() })),
    adopt(keys) {
      for (const key of keys) if (!kept.has(key.connection_id) && twin(key.bytes, key.kind) === undefined) keep(key);
    },
  };
}

const isLinkKey = (key: KeptKey): key is LinkKeyKept => key.kind !== 'irk';

function readKind(kind: unknown): KeyKind {
  const known = KEY_KINDS.find((one) => one === kind);
  if (known === undefined) throw invalid(`expected a kind of key (${KEY_KINDS.join(', ')}), found another value`);
  return known;
}

function readName(name: unknown): string {
  const label = typeof name === 'string' ? name.trim() : '';
  if (label === '') throw invalid('expected a name for the key, found none');
  if (label.length > MAX_NAME) throw invalid(`expected a name of at most ${String(MAX_NAME)} characters, found ${String(label.length)}`);
  return label;
}

function readKey(text: unknown, kind: KeyKind): Uint8Array {
  const digits =
    typeof text === 'string'
      ? text
          .trim()
          .replace(/^0x/i, '')
          .replaceAll(/[\s:-]/g, '')
      : '';
  if (!/^[0-9a-f]{32}$/i.test(digits)) {
    const found = /^[0-9a-f]*$/i.test(digits) ? `${String(digits.length)} digits` : 'other characters';
    throw invalid(`expected 32 hexadecimal digits (16 bytes, most significant byte first), found ${found}`);
  }
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  if (kind === 'irk' && bytes.every((byte) => byte === 0))
    throw invalid('expected a resolving key, found all zeros, which means "no privacy"');
  return bytes;
}

const invalid = (message: string): WorkbenchError => new WorkbenchError('INVALID_KEY', message);
