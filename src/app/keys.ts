import { WorkbenchError } from '../base/failure.ts';
import type { Kernels } from '../kernels/contract.ts';
import type { Keyring, KeyReference } from '../keyring/keyring.ts';
import { ALL_KEYS, createKeyring } from '../keyring/keyring.ts';
import type { VaultCrypto } from '../keyring/vault.ts';
import { openKeys, sealKeys } from '../keyring/vault.ts';
import type { ToolPolicy } from '../tools/contract/index.ts';

/** The keyring of the page: who adds a key may use it, and what is kept is kept encrypted. */
export interface Keys {
  add(name: string, irk_hex: string): Promise<KeyReference>;
  list(): readonly KeyReference[];
  remove(connection_id: string): Promise<void>;
  /** Whether an encrypted ring lies in the browser. */
  kept(): boolean;
  /** Encrypts the ring under a passphrase and keeps it in this browser, in place of what was kept. */
  keep(passphrase: string): Promise<void>;
  /** Adds the keys that were kept. Rejects with a `WorkbenchError`: `WRONG_PASSPHRASE`, `INVALID_VAULT`, `NOTHING_KEPT`. */
  unlock(passphrase: string): Promise<void>;
  /** Takes the kept keys out of the browser; those in memory stay. */
  forget(): void;
  /** Ids of the keys in the ring, and the one that stands for all. */
  connections(): readonly string[];
  readonly resolver: Keyring['resolver'];
}

/** A place for one text that outlives the page. */
export interface TextStore {
  read(): string | null;
  write(text: string | null): void;
}

export interface KeysParts {
  readonly resolve: Kernels['resolve'];
  readonly uuid: () => string;
  readonly store: TextStore;
  /** Absent where the browser withholds it: on pages that came over plain http. */
  readonly crypto: VaultCrypto | undefined;
  readonly changed: () => void;
}

/** @param policy read and replaced, so that the local user's grants follow the ring */
export function createKeys(parts: KeysParts, policy: { read(): ToolPolicy; write(policy: ToolPolicy): void }): Keys {
  const ring = createKeyring(parts.resolve, parts.uuid);

  const connections = (): string[] => {
    const ids = ring.list().map((key) => key.connection_id);
    return ids.length > 0 ? [...ids, ALL_KEYS] : [];
  };

  // Whoever typed a key in may use it; every other caller needs a line in the policy.
  const grant = (gone: readonly string[] = []): void => {
    const ids = connections();
    const own = new Set([...gone, ...ids, ALL_KEYS]);
    const others = (policy.read().connections ?? []).filter((id) => !own.has(id));
    policy.write({ ...policy.read(), connections: [...others, ...ids] });
    parts.changed();
  };

  const cryptography = (): VaultCrypto => {
    if (parts.crypto !== undefined) return parts.crypto;
    throw new WorkbenchError(
      'NO_CRYPTOGRAPHY',
      'keys can be kept on pages that came over https or from disk only; they stay in memory here',
    );
  };

  return {
    add: (name, irk_hex) =>
      Promise.resolve().then(() => {
        const added = ring.add(name, irk_hex);
        grant();
        return added;
      }),
    list: () => ring.list(),
    remove: (connection_id) =>
      Promise.resolve().then(() => {
        ring.remove(connection_id);
        grant([connection_id]);
      }),
    kept: () => parts.store.read() !== null,
    async keep(passphrase) {
      parts.store.write(await sealKeys(ring.read(), passphrase, cryptography()));
      parts.changed();
    },
    async unlock(passphrase) {
      const text = parts.store.read();
      if (text === null) throw new WorkbenchError('NOTHING_KEPT', 'no keys are kept in this browser');
      ring.adopt(await openKeys(text, passphrase, cryptography()));
      grant();
    },
    forget() {
      parts.store.write(null);
      parts.changed();
    },
    connections,
    resolver: (connection_id) => ring.resolver(connection_id),
  };
}
