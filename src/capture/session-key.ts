import { HASH_KEY_WORDS, hashKey } from '../base/keyed-hash.ts';
import { lazy } from '../base/lazy.ts';

/** The secret of this thread's hash tables: random, and the same for all its files. */
export const sessionKey = lazy(() => hashKey(crypto.getRandomValues(new Uint32Array(HASH_KEY_WORDS))));
