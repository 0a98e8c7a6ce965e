import type { Signer } from '../session/seal/signing.ts';

export type { Signer };

/** A part of a session, shared file or bundle that is not as it was written. */
export interface FileChange {
  /** The part, e.g. `runs[3]`, `content.room`, `program`, `seal`, `signature`. */
  readonly path: string;
  /** What the seal, a digest or the format names: for bytes their SHA-256. */
  readonly expected: string;
  readonly found: string;
  /** What differs, as a sentence. */
  readonly message: string;
  /** The bytes of the file in which the change lies, `to` exclusive; absent where it is not a matter of bytes. */
  readonly bytes?: { readonly from: number; readonly to: number } | undefined;
  /** The call whose result is in the part. */
  readonly tool_call_id?: string | undefined;
  /** The capture whose bytes are in the part. */
  readonly capture_id?: string | undefined;
}

/**
 * Whether a session, shared file or bundle is as it was written. `changed`: `changes` says where; a file without a seal counts as
 * changed. `newer`: its format is of a later version of the workbench. Without a signature, `intact` excludes damage and edits of parts;
 * only a signature excludes that someone sealed the file again.
 */
export interface Verification {
  readonly state: 'intact' | 'changed' | 'newer';
  readonly changes: readonly FileChange[];
  /** Fingerprint of the key that signed; null where the file is not signed, or its signature is not valid. */
  readonly signer: string | null;
  /** The name that the signature claims; anyone can claim a name. */
  readonly signer_name: string | null;
}

/** Verification of a session that was opened. */
export interface OpenedVerification extends Verification {
  readonly file_name: string;
  /** How many addresses of masked captures another recording of the same packets can match; absent where the captures are not masked. */
  readonly linkability?: { readonly addresses: number; readonly by_timing: number; readonly by_signal: number } | undefined;
}

/** The key that signs sessions, shared files and bundles. It is in memory until it is exported. */
export interface SigningKeys {
  /** Name and fingerprint of the key; null where there is none. */
  key(): Signer | null;
  /** Makes a key, in place of the one that is there. `name`: 1 to 100 characters, which signatures claim. */
  create(name: string): Promise<Signer>;
  /** Reads an exported key. Rejects with `WRONG_PASSPHRASE`, `INVALID_VAULT` or `INVALID_SIGNING_KEY`. */
  import(file: Blob, passphrase: string): Promise<Signer>;
  /** The key as a file, encrypted under a passphrase of at least 8 characters. Rejects with `NO_SIGNING_KEY`. */
  export(passphrase: string): Promise<Blob>;
  remove(): Promise<void>;
}
