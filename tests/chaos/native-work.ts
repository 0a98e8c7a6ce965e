/**
 * Work of the platform's own threads that is still to answer: compiled WebAssembly and digests. It takes real time, of which a busy
 * machine may need a lot, and no event of the event loop tells that it goes on.
 */
let pending = 0;

export const nativeWork = (): number => pending;

/** Counts the calls of some methods of an object of the platform, in place. */
function count(owner: object, methods: readonly string[]): void {
  for (const name of methods) {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => Promise<unknown>;
    const counted = (...args: unknown[]): Promise<unknown> => {
      pending += 1;
      return original.apply(owner, args).finally(() => (pending -= 1));
    };
    Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true });
  }
}

count(WebAssembly, ['compile', 'instantiate']);
count(crypto.subtle, [
  'digest',
  'importKey',
  'exportKey',
  'generateKey',
  'deriveKey',
  'deriveBits',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
]);
