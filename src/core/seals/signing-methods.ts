import { blobOf, textOf } from '../../workbench/arguments.ts';
import type { SigningKeys } from '../../workbench/verification.ts';
import type { SigningService } from './signing-service.ts';

/** The public methods for the signing key, which check their arguments. */
export const signingMethods = (signing: SigningService): Omit<SigningKeys, 'key'> => ({
  create: async (name) => signing.create(textOf('the name of the key', name)),
  import: async (file, passphrase) => signing.import(await blobOf('the key', file).text(), textOf('the passphrase', passphrase)),
  export: async (passphrase) => signing.export(textOf('the passphrase', passphrase)),
  remove: () => signing.remove(),
});
