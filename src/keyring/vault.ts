import { KEY_KINDS } from './keyring.ts';
import type { KeptKey } from './keyring.ts';
import { decryptText, encryptText, fromBase64, invalidVault, toBase64, type VaultCrypto } from './passphrase.ts';

/** Keys that outlive the page, encrypted under a passphrase. */
const FORMAT = 'capture-workbench/keyring';

/** Rejects with a `WorkbenchError`: `WEAK_PASSPHRASE`. */
export const sealKeys = (keys: readonly KeptKey[], passphrase: string, crypto: VaultCrypto): Promise<string> =>
  encryptText(FORMAT, JSON.stringify(keys.map((key) => ({ ...key, bytes: toBase64(key.bytes) }))), passphrase, crypto);

/** Rejects with a `WorkbenchError`: `INVALID_VAULT` for text of another form, `WRONG_PASSPHRASE` when it cannot be decrypted. */
export const openKeys = async (text: string, passphrase: string, crypto: VaultCrypto): Promise<KeptKey[]> =>
  readKeys(JSON.parse(await decryptText(FORMAT, text, passphrase, crypto)));

function readKeys(value: unknown): KeptKey[] {
  if (!Array.isArray(value)) throw invalidVault('expected a list of keys');
  return value.map((each: unknown) => {
    const { connection_id, name, bytes, kind: stated = 'irk' } = (each ?? {}) as Record<string, unknown>;
    // Vaults of earlier versions have no `kind`: all their keys are resolving keys.
    const kind = KEY_KINDS.find((one) => one === stated);
    const key = typeof bytes === 'string' ? fromBase64(bytes) : new Uint8Array();
    if (typeof connection_id !== 'string' || typeof name !== 'string' || key.length !== 16 || kind === undefined)
      throw invalidVault('expected keys with id, name, kind and 16 bytes');
    return { connection_id, name, kind, bytes: key };
  });
}
