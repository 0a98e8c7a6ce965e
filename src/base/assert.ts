/** Fails loudly on a broken invariant of ours; never used for input from outside. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`);
}
