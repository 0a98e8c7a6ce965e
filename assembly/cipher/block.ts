import { encryptBlock, expandKey } from '../lib/aes';

/** Addresses of the key and of the block that is encrypted in place, both written by the host; 16 bytes each, most significant first. */
const KEY: usize = memory.data(16, 4);
const BLOCK: usize = memory.data(16, 4);

export function keyAt(): usize {
  return KEY;
}

export function blockAt(): usize {
  return BLOCK;
}

/** The security function `e` (Vol 3 Part H 2.2.1): the block becomes its encryption under the key. */
export function encrypt(): void {
  expandKey(KEY);
  encryptBlock(BLOCK, BLOCK);
}
