import { WorkbenchError } from '../base/failure.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { ALL_KEYS } from '../keyring/keyring.ts';
import type { VaultCrypto } from '../keyring/passphrase.ts';
import type { ToolPolicy } from '../tools/contract/index.ts';
import type { KeyringPort } from '../workbench/port.ts';
import type { TextStore } from './keeping/text-store.ts';

/** The page's keyring. The local user may use every key in it. Keys are stored only in encrypted form. */
export interface Keys extends Omit<KeyringPort, 'found' | 'take'> {
  /** Ids of the resolving keys in the keyring, plus the id that stands for all of them. */
  connections(): readonly string[];
  readonly resolver: Keyring['resolver'];
}

export interface KeysParts {
  readonly ring: Keyring;
  readonly store: TextStore;
  /** Undefined where the browser provides no Web Crypto: on pages loaded over plain http. */
  readonly crypto: VaultCrypto | undefined;
  readonly changed: () => void;
}

/** Loads the code for encrypted keys, when keys are first stored or read. */
const loadVault = () => import('../keyring/vault.ts');

/** @param policy updated whenever the keyring changes, so that it allows the local user exactly the keys in it */
export function createKeys(parts: KeysParts, policy: { read(): ToolPolicy; write(policy: ToolPolicy): void }): Keys {
  const { ring } = parts;

  const connections = (): string[] => {
    const ids = ring.list().flatMap((key) => (key.kind === 'irk' ? [key.connection_id] : []));
    return ids.length > 0 ? [...ids, ALL_KEYS] : [];
  };

  // Updates the policy so that it allows the local user every key in the keyring. Other callers need an entry that a person writes.
  const grant = (gone: readonly string[] = []): void => {
    const ids = connections();
    const own = new Set([...gone, ...ids, ALL_KEYS]);
    const others = (policy.read().connections ?? []).filter((id) => !own.has(id));
    policy.write({ ...policy.read(), connections: [...others, ...ids] });
    parts.changed();
  };

  const cryptography = (): VaultCrypto => {
    if (parts.crypto !== undefined) return parts.crypto;
    throw new WorkbenchError('NO_CRYPTOGRAPHY', 'keys can be stored only on pages loaded over https; here they stay in memory');
  };

  /** The stored keys as text, as this page last read them. Any other stored text contains keys unknown here, and must not be replaced. */
  let seen: string | null = null;
  let there = false;
  /** Ids of the keys that the stored text contains. */
  let sealed: readonly string[] = [];
  const look = async (): Promise<string | null> => {
    const text = await parts.store.read();
    there = text !== null;
    // If another tab has stored other keys, the ids in the stored text are unknown.
    if (text !== seen) sealed = [];
    parts.changed();
    return text;
  };
  const ready = look().then((text) => {
    seen = text;
  });
  parts.store.follow(() => void look());

  /** Replaces the stored text. If another tab stored keys meanwhile, rejects instead of overwriting keys that this page has not read. */
  const replace = async (text: string | null): Promise<void> => {
    await ready;
    const expected = seen;
    await parts.store.update((now) => {
      seen = now;
      there = now !== null;
      if (now === expected) return text;
      throw new WorkbenchError(
        'KEPT_ELSEWHERE',
        `another tab has ${now === null ? 'deleted the stored keys' : 'stored other keys'} in the meantime, so nothing was changed: ${now === null ? 'repeat the action to go on' : 'unlock them first to keep both, or repeat the action to replace them'}`,
      );
    });
    seen = text;
    there = text !== null;
    parts.changed();
  };

  return {
    add: (name, key_hex, kind) =>
      Promise.resolve().then(() => {
        const added = ring.add(name, key_hex, kind);
        grant();
        return added;
      }),
    list: () => ring.list(),
    remove: (connection_id) =>
      Promise.resolve().then(() => {
        ring.remove(connection_id);
        grant([connection_id]);
      }),
    kept: () => there,
    unkept: () => ring.list().some(({ connection_id }) => !sealed.includes(connection_id)),
    async keep(passphrase) {
      const keys = ring.read();
      const crypto = cryptography();
      await replace(await (await loadVault()).sealKeys(keys, passphrase, crypto));
      sealed = keys.map(({ connection_id }) => connection_id);
    },
    async unlock(passphrase) {
      const text = await look();
      if (text === null) throw new WorkbenchError('NOTHING_KEPT', 'no keys are stored in this browser');
      const crypto = cryptography();
      const keys = await (await loadVault()).openKeys(text, passphrase, crypto);
      ring.adopt(keys);
      sealed = keys.map(({ connection_id }) => connection_id);
      seen = text;
      grant();
    },
    async forget() {
      await replace(null);
      sealed = [];
    },
    connections,
    resolver: (connection_id) => ring.resolver(connection_id),
  };
}
