/** Fails loudly on a broken invariant of ours; never used for input from outside. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`);
}

/** Makes the compiler prove that a switch over a closed union is complete. */
export function unreachable(value: never): never {
  throw new Error(`broken invariant: unexpected ${JSON.stringify(value)}`);
}
