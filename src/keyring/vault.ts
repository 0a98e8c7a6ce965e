import { KEY_KINDS } from './keyring.ts';
import type { KeptKey } from './keyring.ts';
import { decryptText, encryptText, fromBase64, invalidVault, toBase64, type VaultCrypto } from './passphrase.ts';

/** Identifies the text of a vault: keys encrypted under a passphrase, to be stored when the page is closed. */
const FORMAT = 'capture-workbench/keyring';

/** Encrypts keys. Rejects with a `WorkbenchError`: `WEAK_PASSPHRASE`. */
export const sealKeys = (keys: readonly KeptKey[], passphrase: string, crypto: VaultCrypto): Promise<string> =>
  encryptText(FORMAT, JSON.stringify(keys.map((key) => ({ ...key, bytes: toBase64(key.bytes) }))), passphrase, crypto);

/** Decrypts keys. Rejects with a `WorkbenchError`: `INVALID_VAULT` for text of another form, `WRONG_PASSPHRASE` if decryption fails. */
export const openKeys = async (text: string, passphrase: string, crypto: VaultCrypto): Promise<KeptKey[]> =>
  readKeys(JSON.parse(await decryptText(FORMAT, text, passphrase, crypto)));

function readKeys(value: unknown): KeptKey[] {
  if (!Array.isArray(value)) throw invalidVault('expected a list of keys');
  return value.map((each: unknown) => {
    const { connection_id, name, bytes, kind: stated = 'irk' } = (each ?? {}) as Record<string, unknown>;
    // Keys in vaults of earlier versions have no `kind`; all of them are resolving keys.
    const kind = KEY_KINDS.find((one) => one === stated);
    const key = typeof bytes === 'string' ? fromBase64(bytes) : new Uint8Array();
    if (typeof connection_id !== 'string' || typeof name !== 'string' || key.length !== 16 || kind === undefined)
      throw invalidVault('expected keys with id, name, kind and 16 bytes');
    return { connection_id, name, kind, bytes: key };
  });
}
