import { BLOCK_BYTES, hashAddress, hashText } from './hash';
import { Place } from './layout';
import { place } from './words';

/** Finds the dictionary code of the six-octet address at `at`; -1 if the host has not added it to this batch's dictionary. */
// @ts-ignore: decorator
@inline
export function findAddress(slots: usize, at: usize): i32 {
  const low = load<u32>(at);
  const high = <u32>load<u16>(at, 4);
  const mask = <u32>place(Place.AddressMask);
  let number = hashAddress(low, high) & mask;
  let slot = slots + (<usize>number << 4);
  let code = load<i32>(slot, 8);
  while (code != 0) {
    if (load<u32>(slot) == low && load<u32>(slot, 4) == high) return code - 1;
    number = (number + 1) & mask;
    slot = slots + (<usize>number << 4);
    code = load<i32>(slot, 8);
  }
  return -1;
}

/** Finds the dictionary code of the name in bytes [at, limit), up to its first NUL; -1 if the host has not added it. */
export function findName(at: usize, limit: usize): i32 {
  let end = at;
  while (end < limit && load<u8>(end) != 0) end++;
  if (end - at > BLOCK_BYTES) return -1;
  const hash = hashText(at, end);
  const slots = place(Place.NameSlots);
  const mask = <u32>place(Place.NameMask);
  let slot = hash & mask;
  let code = load<i32>(slots + (<usize>slot << 2)) - 1;
  while (code >= 0) {
    if (load<u32>(place(Place.NameHashes) + (<usize>code << 2)) == hash && same(code, at, end)) return code;
    slot = (slot + 1) & mask;
    code = load<i32>(slots + (<usize>slot << 2)) - 1;
  }
  return -1;
}

function same(code: i32, at: usize, end: usize): bool {
  const span = place(Place.NameSpans) + (<usize>code << 3);
  const from = load<u32>(span);
  if (<usize>(load<u32>(span, 4) - from) != end - at) return false;
  let key = place(Place.NameKeys) + <usize>from;
  for (; at < end; at++, key++) if (load<u8>(at) != load<u8>(key)) return false;
  return true;
}
