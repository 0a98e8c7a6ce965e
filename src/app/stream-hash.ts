import { createSHA256 } from 'hash-wasm';

/** A SHA-256 that answers at once: 64 lower-case hex digits. */
export async function createSha256(): Promise<(bytes: Uint8Array) => string> {
  const hasher = await createSHA256();
  return (bytes) => hasher.init().update(bytes).digest();
}
