import { encryptBlock, expandKey } from '../lib/aes';

/**
 * Addresses of the AES key and of the block that is encrypted in place; the host writes both. Each has 16 bytes, most significant first.
 */
const KEY: usize = memory.data(16, 4);
const BLOCK: usize = memory.data(16, 4);

export function keyAt(): usize {
  return KEY;
}

export function blockAt(): usize {
  return BLOCK;
}

/** The security function `e` (Vol 3 Part H 2.2.1): replaces the block with its AES encryption under the key. */
export function encrypt(): void {
  expandKey(KEY);
  encryptBlock(BLOCK, BLOCK);
}
