import { createSHA256, type IHasher } from 'hash-wasm';

/** In a module of its own, so that importing it on demand loads only this algorithm of the library. */
export const newSha256 = (): Promise<IHasher> => createSHA256();
