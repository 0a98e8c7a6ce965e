import type { IHasher } from 'hash-wasm';
import { throwIfAborted } from '../../base/failure.ts';
import { headText } from '../../base/head-text.ts';

const PIECE = 4 * 2 ** 20;

/** Loads the library on first use, to keep it out of the start. */
const newHasher = async (): Promise<IHasher> => (await import('./sha256.ts')).newSha256();

/** SHA-256 as 64 lower-case hex digits. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hasher = await newHasher();
  return hasher.init().update(bytes).digest();
}

/** First bytes of the files of a conversion that are one file (`capture/parts/parts-file.ts`). */
const SET_MAGIC = 'CWPARTS1';

/**
 * The digest that identifies a capture's file: the SHA-256 of its bytes, read piece by piece, or of the files of a conversion. Rejects if
 * the file cannot be read, or with an `AbortError`.
 */
export async function captureSha256(file: Blob, signal?: AbortSignal): Promise<string> {
  if ((await headText(file, SET_MAGIC.length)) === SET_MAGIC) {
    const { setDigestOf } = await import('../../capture/parts/set-digest.ts');
    const digest = await setDigestOf(file, () => throwIfAborted(signal, 'reading the file'));
    if (digest !== null) return digest;
  }
  const hasher = await newHasher();
  hasher.init();
  for (let at = 0; at < file.size; at += PIECE) {
    throwIfAborted(signal, 'reading the file');
    hasher.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
  }
  return hasher.digest();
}

/** A SHA-256 over growing data; `soFar` gives the digest of the bytes so far. */
export async function growingSha256(): Promise<{ update(bytes: Uint8Array): void; soFar(): string }> {
  const hasher = await newHasher();
  hasher.init();
  return {
    update: (bytes) => void hasher.update(bytes),
    soFar() {
      const state = hasher.save();
      const digest = hasher.digest();
      hasher.load(state);
      return digest;
    },
  };
}
