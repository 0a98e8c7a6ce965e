import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../../../src/core/offline/payload.ts';

const roundTrip = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await (await unpack([(await pack(new Blob([bytes]))).join('')])).arrayBuffer());

test('unpacking restores the packed content byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
      expect(await roundTrip(new Uint8Array(bytes))).toEqual(bytes);
    }),
    { seed: 11, numRuns: 60 },
  );
});

test('several megabytes of incompressible data survive the boundaries between pieces', async () => {
  const bytes = new Uint8Array(3_000_001);
  let state = 12345;
  for (let index = 0; index < bytes.length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  expect(Buffer.compare(await roundTrip(bytes), bytes)).toBe(0);
});

test('the packed text is base64 that cannot end a script element', async () => {
  const text = (await pack(new Blob(['</script>'.repeat(100)]))).join('');
  expect(text).toMatch(/^[A-Za-z0-9+/]+=*$/);
});

test('white space around a block is ignored, and a broken block is rejected', async () => {
  const text = (await pack(new Blob(['capture']))).join('');
  expect(await (await unpack([`\n${text}\n`])).text()).toBe('capture');
  await expect(unpack(['not base64 at all!'])).rejects.toThrow();
  await expect(unpack([btoa('no gzip')])).rejects.toThrow();
});
