import { createSHA256 } from 'hash-wasm';

/** A SHA-256 that answers at once: 64 lower-case hex digits. */
export async function createSha256(): Promise<(bytes: Uint8Array) => string> {
  const hasher = await createSHA256();
  return (bytes) => hasher.init().update(bytes).digest();
}

/** A SHA-256 of bytes that keep coming, which can be asked at any time. */
export async function growingSha256(): Promise<{ update(bytes: Uint8Array): void; soFar(): string }> {
  const hasher = await createSHA256();
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
