import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kernelInstance } from '../../../src/kernels/instance.ts';

const kernels = kernelInstance();
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** `ah` by the platform's AES. */
function ah(key: Uint8Array, prand: number): number {
  const block = Buffer.alloc(16);
  block.writeUIntBE(prand, 13, 3);
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return cipher.update(block).readUIntBE(13, 3);
}

describe('resolving', () => {
  it("gives the hash of the specification's sample data (Core 6.1, Vol 3, Part H, D.7)", async () => {
    const found = await kernels.resolve({
      keys: [hex('ec0234a357c8ad05341010a60a397d9b')],
      prands: Uint32Array.of(0x708194, 0x708194),
      hashes: Uint32Array.of(0x0dfbaa, 0x0dfbab),
    });
    expect([...found]).toEqual([0, -1]);
  });

  it('agrees with the AES of the platform for any keys and addresses', async () => {
    const key = fc.uint8Array({ minLength: 16, maxLength: 16 });
    const prand = fc.integer({ min: 0, max: 0xffffff });
    await fc.assert(
      fc.asyncProperty(
        fc.array(key, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(prand, fc.nat()), { maxLength: 30 }),
        async (keys, made) => {
          const prands = Uint32Array.from(made, ([r]) => r);
          const hashes = Uint32Array.from(made, ([r, k]) => (k % 3 === 0 ? k & 0xffffff : ah(keys[k % keys.length]!, r)));
          const expected = made.map(([r], i) => keys.findIndex((each) => ah(each, r) === hashes[i]));
          expect([...(await kernels.resolve({ keys, prands, hashes }))]).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of two keys that fit the first is said, and no key finds nothing', async () => {
    const key = hex('ec0234a357c8ad05341010a60a397d9b');
    const addresses = { prands: Uint32Array.of(0x708194), hashes: Uint32Array.of(0x0dfbaa) };
    expect([...(await kernels.resolve({ keys: [key, key], ...addresses }))]).toEqual([0]);
    expect([...(await kernels.resolve({ keys: [], ...addresses }))]).toEqual([-1]);
  });
});
