import { createSHA256, type IHasher } from 'hash-wasm';

/** In a separate module, so that a dynamic import of it includes only this algorithm of the library. */
export const newSha256 = (): Promise<IHasher> => createSHA256();
