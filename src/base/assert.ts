/** Throws on a broken internal invariant; never used to validate outside input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`);
}
