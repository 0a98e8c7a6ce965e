import type { Signer } from '../session/seal/signing.ts';

export type { Signer };

/** A part of a session, shared file or bundle that differs from what was written. */
export interface FileChange {
  /** The part, e.g. `runs[3]`, `content.room`, `program`, `seal`, `signature`. */
  readonly path: string;
  /** Expected value from the seal, a digest or the format; for bytes, their SHA-256. */
  readonly expected: string;
  readonly found: string;
  /** What differs, as a sentence. */
  readonly message: string;
  /** The changed bytes of the file, `to` exclusive; absent if the change cannot be located in bytes. */
  readonly bytes?: { readonly from: number; readonly to: number } | undefined;
  /** The call whose result is in the part. */
  readonly tool_call_id?: string | undefined;
  /** The capture whose bytes are in the part. */
  readonly capture_id?: string | undefined;
}

/**
 * Whether a session, shared file or bundle is unchanged. `changed`: `changes` lists the differences; a file without a seal counts as
 * changed. `newer`: a later version of the workbench wrote its format. Without a signature, `intact` excludes damage and edits of parts;
 * only a signature rules out that someone edited and resealed the file.
 */
export interface Verification {
  readonly state: 'intact' | 'changed' | 'newer';
  readonly changes: readonly FileChange[];
  /** Fingerprint of the signing key; null if the file is unsigned or its signature is invalid. */
  readonly signer: string | null;
  /** The name that the signature claims; anyone can claim a name. */
  readonly signer_name: string | null;
}

/** Verification of a session that was opened. */
export interface OpenedVerification extends Verification {
  readonly file_name: string;
  /** How many addresses of masked captures another recording of the same packets can match; absent if the captures are not masked. */
  readonly linkability?: { readonly addresses: number; readonly by_timing: number; readonly by_signal: number } | undefined;
}

/** The signing key for sessions, shared files and bundles. It is held in memory only; export it to keep it. */
export interface SigningKeys {
  /** Name and fingerprint of the key; null if there is none. */
  key(): Signer | null;
  /** Creates a key and replaces the existing one. `name`: 1 to 100 characters, included in signatures. */
  create(name: string): Promise<Signer>;
  /** Imports an exported key. Rejects with `WRONG_PASSPHRASE`, `INVALID_VAULT` or `INVALID_SIGNING_KEY`. */
  import(file: Blob, passphrase: string): Promise<Signer>;
  /** The key as a file, encrypted under a passphrase of at least 8 characters. Rejects with `NO_SIGNING_KEY`. */
  export(passphrase: string): Promise<Blob>;
  remove(): Promise<void>;
}
