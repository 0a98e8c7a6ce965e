import type { IHasher } from 'hash-wasm';
import { throwIfAborted } from '../../base/failure.ts';
import { headText } from '../../base/head-text.ts';

const PIECE = 4 * 2 ** 20;

/** Loads the library on first use, so that starting the core does not load it. */
const newHasher = async (): Promise<IHasher> => (await import('./sha256.ts')).newSha256();

/** Returns SHA-256 as 64 lower-case hex digits. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hasher = await newHasher();
  return hasher.init().update(bytes).digest();
}

/** First bytes of a file that joins the files of one converted capture (`capture/parts/parts-file.ts`). */
const SET_MAGIC = 'CWPARTS1';

/**
 * The digest that identifies a capture: the SHA-256 of its file, read in pieces, or for a converted capture, the digest over its files.
 * Rejects if the file cannot be read, or with an `AbortError`.
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

/** A SHA-256 over data that arrives in pieces; `soFar` returns the digest of the bytes received so far. */
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
