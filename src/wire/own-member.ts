/** Sets a member of the object itself under any name, even `__proto__`; such names are rejected later, when the arguments are checked. */
export function setOwn(node: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
}
