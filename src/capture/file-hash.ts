import { createSHA256 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';

/**
 * SHA-256 of a file while it is read. A file held in one buffer is hashed by the platform on a thread of its own, at
 * the same time as it is decoded; a larger one window by window in WebAssembly, because the platform's digest cannot
 * be fed in pieces: in the page by a thread of its own too (hash-thread.ts). Measured in docs/decisions/0003-file-hash.md.
 */
export interface FileHash {
  /** Hashes the bytes at `offset`; bytes already seen are skipped. Await the result before passing more, which limits memory. */
  update(bytes: Uint8Array, offset: number): void | Promise<void>;
  /** Bytes taken so far. */
  readonly done: number;
  /** Bytes taken and not yet hashed: copies of the windows. */
  readonly held: number;
  /** 64 lower-case hex digits; call once everything was seen. */
  digest(): Promise<string>;
}

/** Makes a hash that takes windows of a file. */
export type StreamHash = () => Promise<FileHash>;

/** Hashes a whole file that it reads by itself: 64 lower-case hex digits. */
export type HashBlob = (blob: Blob) => Promise<string>;

/** Hashes `whole` at once where the platform can (it cannot on plain http). */
export function hashWhole(whole: ArrayBuffer): FileHash | null {
  // Typed as always there, but absent outside secure contexts.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  return hashElsewhere(
    subtle.digest('SHA-256', whole).then((bytes) => hex(new Uint8Array(bytes))),
    whole.byteLength,
  );
}

/** A hash of `bytes` octets that is computed elsewhere; `update` does nothing. */
export function hashElsewhere(digest: Promise<string>, bytes: number): FileHash {
  // Prevents an unhandled rejection when the import is cancelled and nothing awaits the digest.
  digest.catch(() => undefined);
  return { update: () => undefined, done: bytes, held: 0, digest: () => digest };
}

/** Hashes in the caller's thread. */
export const hashStream: StreamHash = async () => {
  const hasher: IHasher = await createSHA256();
  hasher.init();
  let done = 0;
  return {
    update(bytes, offset) {
      const fresh = freshFrom(done, bytes, offset);
      if (fresh < 0) return;
      hasher.update(bytes.subarray(fresh));
      done += bytes.length - fresh;
    },
    get done() {
      return done;
    },
    held: 0,
    digest: () => Promise.resolve(hasher.digest('hex')),
  };
};

/** Index in `bytes` at which unseen bytes begin; -1 if there are none, or if bytes before them are missing. */
export function freshFrom(done: number, bytes: Uint8Array, offset: number): number {
  const fresh = done - offset;
  return fresh < bytes.length ? Math.max(-1, fresh) : -1;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of bytes that are there, by the platform where it can: 64 lower-case hex digits. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const whole = bytes.byteLength === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : new Uint8Array(bytes).buffer;
  const hash = hashWhole(whole) ?? (await hashStream());
  await hash.update(bytes, 0);
  return hash.digest();
}
