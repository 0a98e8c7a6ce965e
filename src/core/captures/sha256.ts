import { createSHA256, type IHasher } from 'hash-wasm';

/** A module of its own, so that a build that loads it later takes one algorithm of the library and not all. */
export const newSha256 = (): Promise<IHasher> => createSHA256();
