import { encryptBlock, expandKey } from '../lib/aes';
import { keyAt } from './block';

/** Four blocks that the host writes: the random value, p1, p2 and the confirm value of one side, most significant byte first. */
const PAIRING: usize = memory.data(64, 4);
const WORK: usize = memory.data(16, 4);
const RANDOM = PAIRING;
const P1 = PAIRING + 16;
const P2 = PAIRING + 32;
const CONFIRM = PAIRING + 48;

export function pairingAt(): usize {
  return PAIRING;
}

function xorInto(target: usize, other: usize): void {
  store<u64>(target, load<u64>(target) ^ load<u64>(other));
  store<u64>(target, load<u64>(target, 8) ^ load<u64>(other, 8), 8);
}

/**
 * Returns the first temporary key in [from, to) whose confirm value c1 (Vol 3 Part H 2.2.3) equals the one that was sent; -1 if there is
 * none. After a success, the key of `block.ts` is that temporary key; otherwise it is undefined.
 */
export function findPasskey(from: i32, to: i32): i32 {
  const key = keyAt();
  memory.fill(key, 0, 16);
  for (let passkey = from; passkey < to; passkey++) {
    store<u32>(key, bswap<u32>(<u32>passkey), 12);
    expandKey(key);
    memory.copy(WORK, RANDOM, 16);
    xorInto(WORK, P1);
    encryptBlock(WORK, WORK);
    xorInto(WORK, P2);
    encryptBlock(WORK, WORK);
    if (load<u64>(WORK) == load<u64>(CONFIRM) && load<u64>(WORK, 8) == load<u64>(CONFIRM, 8)) return passkey;
  }
  return -1;
}
