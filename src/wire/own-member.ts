/** Sets an own member under any name, even `__proto__`; such names are rejected with the arguments later. */
export function setOwn(node: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
}
