import { Interface, Place, State } from './layout';

/** Addresses of the three tables of words that `layout.ts` describes. */
const STATE: usize = memory.data(<i32>State.Columns * 4, 16);
const PLACES: usize = memory.data(<i32>Place.Columns * 4, 16);

export function statesAt(): usize {
  return STATE;
}

export function placesAt(): usize {
  return PLACES;
}

// @ts-ignore: decorator
@inline
export function state(word: State): i32 {
  return load<i32>(STATE + (<usize>word << 2));
}

// @ts-ignore: decorator
@inline
export function setState(word: State, value: i32): void {
  store<i32>(STATE + (<usize>word << 2), value);
}

// @ts-ignore: decorator
@inline
export function place(word: Place): usize {
  return <usize>load<u32>(PLACES + (<usize>word << 2));
}

// @ts-ignore: decorator
@inline
export function interfaceAt(number: i32): usize {
  return place(Place.Interfaces) + <usize>number * (<usize>Interface.Columns * 4);
}

// @ts-ignore: decorator
@inline
export function ofInterface(at: usize, word: Interface): i32 {
  return load<i32>(at + (<usize>word << 2));
}

/** Sets bit `row` of a bitmap. */
// @ts-ignore: decorator
@inline
export function mark(bitmap: usize, row: i32): void {
  const at = bitmap + <usize>(row >>> 3);
  store<u8>(at, load<u8>(at) | <u8>(<u32>1 << (row & 7)));
}

/** Sets bits [from, to) of a bitmap. */
export function markRun(bitmap: usize, from: i32, to: i32): void {
  let row = from;
  for (; row < to && (row & 7) != 0; row++) mark(bitmap, row);
  const whole = (to - row) >> 3;
  if (whole > 0) memory.fill(bitmap + <usize>(row >>> 3), 0xff, <usize>whole);
  for (row += whole << 3; row < to; row++) mark(bitmap, row);
}
