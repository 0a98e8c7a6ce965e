/** A module of its own, so that a build that loads it later takes one algorithm of the library and not all. */
export { createSHA256 } from 'hash-wasm';
