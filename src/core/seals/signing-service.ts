import { WorkbenchError } from '../../base/failure.ts';
import type { Signer, SigningKey } from '../../session/seal/signing.ts';
import type { Sign } from '../../session/seal/write.ts';

const FORMAT = 'capture-workbench/signing-key';

/** Loads the code for signatures, when a key is first used. */
const loadSigning = () => import('../../session/seal/signing.ts');
const loadPassphrase = () => import('../../keyring/passphrase.ts');

/** The signing key for shared files. It is only in memory; a person can export it to a file that a passphrase protects. */
export interface SigningService {
  key(): Signer | null;
  /** Whether the key was created here and has not been exported, so that closing the page would lose it. */
  unkept(): boolean;
  create(name: string): Promise<Signer>;
  import(text: string, passphrase: string): Promise<Signer>;
  export(passphrase: string): Promise<Blob>;
  remove(): Promise<void>;
  /** Returns the signing function if a signature is wanted, otherwise undefined. Throws `NO_SIGNING_KEY` if it is wanted without a key. */
  signerFor(wanted: boolean | undefined): Sign | undefined;
}

export function createSigning(changed: () => void): SigningService {
  let held: SigningKey | null = null;
  let exported = true;
  let shown: Signer | null = null;
  const hold = (key: SigningKey | null, isExported: boolean): Signer | null => {
    held = key;
    exported = isExported;
    shown = key && { name: key.name, fingerprint: key.fingerprint, public_key: key.public_key };
    changed();
    return shown;
  };
  return {
    key: () => shown,
    unkept: () => held !== null && !exported,
    async create(name) {
      const { subtle } = cryptography();
      const { createSigningKey } = await loadSigning();
      return hold(await createSigningKey(name, subtle), false) as Signer;
    },
    async import(text, passphrase) {
      const { subtle } = cryptography();
      const [{ importSigningKey }, { decryptText }] = await Promise.all([loadSigning(), loadPassphrase()]);
      return hold(await importSigningKey(await decryptText(FORMAT, text, passphrase, crypto), subtle), true) as Signer;
    },
    async export(passphrase) {
      const { subtle } = cryptography();
      const key = required(held);
      const [{ exportSigningKey }, { encryptText }] = await Promise.all([loadSigning(), loadPassphrase()]);
      const text = await encryptText(FORMAT, await exportSigningKey(key, subtle), passphrase, crypto);
      if (held === key) hold(key, true);
      return new Blob([text], { type: 'application/json' });
    },
    remove: () => Promise.resolve(void hold(null, true)),
    signerFor(wanted) {
      if (wanted !== true) return undefined;
      const key = required(held);
      return async (root) => (await loadSigning()).sign(key, root, cryptography().subtle);
    },
  };
}

function required(key: SigningKey | null): SigningKey {
  if (key !== null) return key;
  throw new WorkbenchError('NO_SIGNING_KEY', 'expected a signing key, found none: make or import one first');
}

function cryptography(): Crypto {
  if (globalThis.isSecureContext !== false) return globalThis.crypto;
  throw new WorkbenchError('NO_CRYPTOGRAPHY', 'files can be signed only on pages loaded over https or from disk');
}
