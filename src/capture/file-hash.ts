import { createSHA256 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';

/**
 * SHA-256 of a file while it is read. A file held in one buffer is hashed by the platform on a thread of its own, at
 * the same time as it is decoded; a larger one window by window in WebAssembly, because the platform's digest cannot
 * be fed in pieces. Measured in docs/decisions/0003-file-hash.md.
 */
export interface FileHash {
  /** The bytes at `offset`; bytes that were seen before are passed over. */
  update(bytes: Uint8Array, offset: number): void;
  /** Bytes hashed so far. */
  readonly done: number;
  /** 64 lower-case hex digits; call once everything was seen. */
  digest(): Promise<string>;
}

/** Hashes `whole` at once where the platform can (it cannot on plain http). */
export function hashWhole(whole: ArrayBuffer): FileHash | null {
  // Typed as always there, but absent outside secure contexts.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = subtle.digest('SHA-256', whole).then((bytes) => hex(new Uint8Array(bytes)));
  // A cancelled import never asks for the answer.
  digest.catch(() => undefined);
  return { update: () => undefined, done: whole.byteLength, digest: () => digest };
}

export async function hashStream(): Promise<FileHash> {
  const hasher: IHasher = await createSHA256();
  hasher.init();
  let done = 0;
  return {
    update(bytes, offset) {
      const fresh = done - offset;
      if (fresh < 0 || fresh >= bytes.length) return;
      hasher.update(bytes.subarray(fresh));
      done += bytes.length - fresh;
    },
    get done() {
      return done;
    },
    digest: () => Promise.resolve(hasher.digest('hex')),
  };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}
