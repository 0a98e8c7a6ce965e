import type { Signer } from '../session/seal/signing.ts';

export type { Signer };

/** A part of a session, shared file or bundle that is not as it was written. */
export interface FileChange {
  /** Names the part: for instance `runs[3]`, `content.room`, `program`, `seal` or `signature`. */
  readonly path: string;
  /** The value expected according to the seal, a digest or the format; for bytes, their SHA-256. */
  readonly expected: string;
  readonly found: string;
  /** Describes the difference in a sentence. */
  readonly message: string;
  /** Range of the changed bytes in the file, `to` exclusive; absent if they cannot be located. */
  readonly bytes?: { readonly from: number; readonly to: number } | undefined;
  /** Id of the call whose result is in the changed part. */
  readonly tool_call_id?: string | undefined;
  /** Id of the capture whose bytes are in the changed part. */
  readonly capture_id?: string | undefined;
}

/**
 * Whether a session, shared file or bundle is unchanged. `changed`: `changes` lists the differences; a file without a seal counts as
 * changed. `newer`: a later version of the workbench wrote it. For an unsigned file, `intact` excludes damage and edits of parts; only a
 * signature excludes that someone edited the file and sealed it again.
 */
export interface Verification {
  readonly state: 'intact' | 'changed' | 'newer';
  readonly changes: readonly FileChange[];
  /** Fingerprint of the key that signed; null if the file is unsigned or its signature is invalid. */
  readonly signer: string | null;
  /** The name in the signature. It is not proof, because anyone can sign under any name. */
  readonly signer_name: string | null;
}

/** Verification of the file of a session that was opened. */
export interface OpenedVerification extends Verification {
  readonly file_name: string;
  /** How many addresses of the masked captures an observer who recorded the same packets can match; absent if they are not masked. */
  readonly linkability?: { readonly addresses: number; readonly by_timing: number; readonly by_signal: number } | undefined;
}

/** The signing key for sessions, shared files and bundles. It is only in memory, so export it to keep it. */
export interface SigningKeys {
  /** Name and fingerprint of the signing key; null if there is none. */
  key(): Signer | null;
  /** Creates a key, which replaces the existing one. `name`: 1 to 100 characters; every signature contains it. */
  create(name: string): Promise<Signer>;
  /** Imports an exported key. Rejects with `WRONG_PASSPHRASE`, `INVALID_VAULT` or `INVALID_SIGNING_KEY`. */
  import(file: Blob, passphrase: string): Promise<Signer>;
  /** Exports the key to a file, encrypted under a passphrase of at least 8 characters. Rejects with `NO_SIGNING_KEY`. */
  export(passphrase: string): Promise<Blob>;
  remove(): Promise<void>;
}
