/** Throws if an internal invariant does not hold. Input from outside is validated elsewhere and never reported with it. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`);
}
