import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyAddress, formatAddress } from '../../../../src/ble/address.ts';
import { adLayout, stablePayload } from '../../../../src/ble/ad/layout.ts';
import { addressCipher } from '../../../../src/export/mask/address-cipher.ts';
import { createMask, type MaskPlan } from '../../../../src/export/mask/mask.ts';

const KEY = new Uint8Array(32).fill(7);
const plan = (given: Partial<MaskPlan> = {}): MaskPlan => ({ key: KEY, payloads: 'mask', ...given });
const octets = fc.uint8Array({ minLength: 6, maxLength: 6 });
const address = octets.map((bytes) => formatAddress(bytes, 0));
const little = (text: string): number[] =>
  text
    .split(':')
    .reverse()
    .map((octet) => Number.parseInt(octet, 16));
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

it('addresses are mapped one to one, keep their class even where the packet states another, and change under another key', async () => {
  const [mask, other] = [await createMask(plan()), await createMask(plan({ key: randomBytes(32) }))];
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(address, { minLength: 2, maxLength: 40 }), async (given) => {
      const masked = given.map(mask.address);
      expect(new Set(masked).size).toBe(given.length);
      for (const [at, each] of given.entries()) {
        for (const random of [true, false, null]) expect(classifyAddress(masked[at] ?? '', random)).toBe(classifyAddress(each, random));
        expect(mask.address(each)).toBe(masked[at]);
      }
      expect(masked).not.toEqual(given.map(other.address));
    }),
    { numRuns: 40 },
  );
});

it('the cipher is a bijection over consecutive addresses, and does not keep them consecutive', async () => {
  const cipher = await addressCipher(KEY);
  const seen = new Set<number>();
  let near = 0;
  for (let low = 0; low < 5_000; low++) {
    const masked = cipher(3 * 2 ** 46 + low);
    expect(Math.floor(masked / 2 ** 46)).toBe(3);
    if (Math.abs(masked - (3 * 2 ** 46 + low)) < 2 ** 24) near++;
    seen.add(masked);
  }
  expect(seen.size).toBe(5_000);
  // By chance 2²⁵ of 2⁴⁶ would be near: none of 5 000.
  expect(near).toBe(0);
});

/** Octets that stay, and in brackets those that are replaced. */
const FORMATS = [
  '02 01 06 03 03 0F 18 02 0A F8 03 19 41 03',
  '05 09 [41 42 43 44]',
  '1A FF 4C 00 02 15 [11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF 10 01 02 03 04 C5]',
  '0A FF 4C 00 10 05 [1B 1C 01 02 03]',
  '0C FF 4C 00 [77 05 1B 1C 01 02 03 04 05]',
  '0B 16 AA FE 10 [EB 00 61 62 63 64 65]',
  '17 16 6F FD [01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 A1 A2 A3 A4]',
  '08 16 2C FE [00] 30 [01 02 03]',
  '05 24 [17 61 62 63]',
  '03 03 [FE CA]',
  '11 07 [FB 34 9B 5F 80 00 00 80 00 10 00 00 0D 18 00 00]',
  '06 FF 06 00 03 [01 80]',
];

it.each(FORMATS)('of %s, only the octets in brackets change', async (format) => {
  const mask = await createMask(plan());
  const data = bytes(format.replaceAll(/[[\]]/g, ''));
  const masked = mask.payload(data);
  let replaced = false;
  for (const [at, octet] of format.split(' ').entries()) {
    replaced = replaced ? true : octet.startsWith('[');
    expect([at, masked[at] !== data[at]]).toEqual([at, replaced]);
    if (octet.endsWith(']')) replaced = false;
  }
});

const structure = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 28 }))
  .map(([type, body]) => [body.length + 1, type, ...body]);

it('no three consecutive octets of a value stay in place, except flags, power and assigned identifiers', async () => {
  const mask = await createMask(plan({ key: randomBytes(32) }));
  const plainTypes = [0x01, 0x02, 0x03, 0x0a, 0x14, 0x19, 0x1c];
  fc.assert(
    fc.property(structure, (data) => {
      fc.pre(!plainTypes.includes(data[1] ?? 0));
      const masked = mask.payload(Uint8Array.from(data));
      let run = 0;
      for (let at = 2; at < data.length; at++) {
        run = masked[at] === data[at] ? run + 1 : 0;
        expect(run).toBeLessThan(at < 6 ? 5 : 3);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('octets that are not advertising data keep at most two in a row', async () => {
  const mask = await createMask(plan({ key: randomBytes(32) }));
  fc.assert(
    fc.property(fc.noBias(address), fc.boolean(), (text, reversed) => {
      const data = Uint8Array.from(reversed ? little(text) : little(text).reverse());
      const masked = mask.payload(data);
      for (let at = 0; at + 3 <= data.length; at++)
        expect(Buffer.from(masked).includes(Buffer.from(data.subarray(at, at + 3)))).toBe(false);
    }),
    { numRuns: 2_000, seed: 24 },
  );
});

it('a constant field has a constant replacement beside fields that change, so that layouts can be compared', async () => {
  const mask = await createMask(plan());
  const nearby = (status: string, tag: string): Uint8Array => bytes(`02 01 1a 02 0a 0c 0a ff 4c 00 10 05 ${status} 1c ${tag}`);
  const [one, other] = [nearby('0b', '010203'), nearby('07', 'a1a2a3')];
  const [first, second] = [mask.payload(one), mask.payload(other)];
  expect(adLayout(first)).toBe(adLayout(one));
  expect(stablePayload(first)).toBe(stablePayload(second));
  expect(first).not.toEqual(second);
});

it('address fields are mapped like the addresses of packets, and octets after the end are zero', async () => {
  const mask = await createMask(plan());
  const data = Uint8Array.from([3, 0x08, 0x41, 0x42, 8, 0x1b, 1, 2, 3, 4, 5, 0xc6, 1, 7, 0x17, 6, 5, 4, 3, 2, 0x41, 0, 0x41, 0x42]);
  const masked = mask.payload(data);
  expect(Buffer.from(masked.subarray(2, 4)).toString()).toBe(mask.name('AB'));
  expect([...masked.subarray(6, 12)]).toEqual(little(mask.address('C6:05:04:03:02:01')));
  expect(masked[12]).toBe(1);
  expect([...masked.subarray(15, 21)]).toEqual(little(mask.address('41:02:03:04:05:06')));
  expect([...masked.subarray(21)]).toEqual([0, 0, 0]);
  expect((await createMask(plan({ payloads: 'drop' }))).payload(data)).toHaveLength(0);
});

it('masking keeps the length of any octets, and is deterministic for one key', async () => {
  const [mask, again] = [await createMask(plan()), await createMask(plan())];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (data) => {
      const masked = mask.payload(data);
      expect(masked).toHaveLength(data.length);
      expect(again.payload(data)).toEqual(masked);
    }),
  );
});
