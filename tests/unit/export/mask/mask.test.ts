import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyAddress, formatAddress } from '../../../../src/ble/address.ts';
import { addressCipher } from '../../../../src/export/mask/address-cipher.ts';
import { createMask, type MaskPlan } from '../../../../src/export/mask/mask.ts';

const KEY = new Uint8Array(32).fill(7);
const plan = (given: Partial<MaskPlan> = {}): MaskPlan => ({ key: KEY, addresses: [], names: [], payloads: 'mask', ...given });
const octets = fc.uint8Array({ minLength: 6, maxLength: 6 });
const address = octets.map((bytes) => formatAddress(bytes, 0));
const little = (text: string): number[] =>
  text
    .split(':')
    .reverse()
    .map((octet) => Number.parseInt(octet, 16));
const has = (data: Uint8Array, sought: readonly number[]): boolean => Buffer.from(data).includes(Buffer.from(sought));

it('addresses are mapped one to one, keep their class whatever the packet says of it, and change under another key', async () => {
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

it('the cipher is a bijection over a whole neighbourhood, and neighbours do not stay neighbours', async () => {
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

const structure = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 20 })).map(([type, body]) => [type, ...body]);
const noise = fc.uint8Array({ maxLength: 60 });

it('no known address and no name is left anywhere in a payload, whatever it is made of; its length and its fields stay', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(address, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(fc.string({ minLength: 4, maxLength: 12, unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(structure, fc.nat(3)), { maxLength: 6 }),
      fc.boolean(),
      async (addresses, names, parts, whole) => {
        const mask = await createMask(plan({ addresses, names, key: randomBytes(32) }));
        const body: number[] = [];
        for (const part of parts) {
          const name = [...Buffer.from(names[0] ?? '')];
          const content = Array.isArray(part)
            ? part
            : [
                [0x09, ...name],
                [0xff, 1, 2, ...little(addresses[0] ?? '')],
                [0x16, ...little(addresses.at(-1) ?? '').reverse(), 9],
                [0xff, 3, 3, ...name],
              ][part]!;
          body.push(content.length, ...content);
        }
        // Noise cuts structures anywhere.
        const data = Uint8Array.from(whole ? body : body.slice(0, -3));
        const masked = mask.payload(data);
        expect(masked).toHaveLength(data.length);
        for (const each of addresses) {
          expect(has(masked, little(each))).toBe(false);
          expect(has(masked, little(each).reverse())).toBe(false);
        }
        for (const name of names) expect(has(masked, [...Buffer.from(name)])).toBe(false);
        for (let at = 0; at + 1 < data.length && data[at] !== 0; at += 1 + (data[at] ?? 0)) expect(masked[at]).toBe(data[at]);
      },
    ),
    { numRuns: 150 },
  );
});

it('fields of names and of addresses are masked though nobody knows what they hold; what follows the end is zero', async () => {
  const mask = await createMask(plan());
  const data = Uint8Array.from([3, 0x08, 0x41, 0x42, 8, 0x1b, 1, 2, 3, 4, 5, 0xc6, 1, 7, 0x17, 6, 5, 4, 3, 2, 0x41, 0, 0x41, 0x42]);
  const masked = mask.payload(data);
  expect([...masked.subarray(0, 2)]).toEqual([3, 0x08]);
  expect([...masked.subarray(2, 4)]).not.toEqual([0x41, 0x42]);
  expect([...masked.subarray(6, 12)]).toEqual(little(mask.address('C6:05:04:03:02:01')));
  expect(masked[12]).toBe(1);
  expect([...masked.subarray(15, 21)]).toEqual(little(mask.address('41:02:03:04:05:06')));
  expect([...masked.subarray(21)]).toEqual([0, 0, 0]);
  expect((await createMask(plan({ payloads: 'drop' }))).payload(data)).toHaveLength(0);
});

it('any octets come out as long as they went in', async () => {
  const mask = await createMask(plan({ addresses: ['C6:05:04:03:02:01'], names: ['Anna’s phone'] }));
  fc.assert(fc.property(noise, (data) => void expect(mask.payload(data)).toHaveLength(data.length)));
});

it('texts lose addresses in every notation and names; words that only look alike stay', async () => {
  const mask = await createMask(plan({ addresses: ['C6:05:04:03:02:01'], names: ['Anna’s phone', 'TV'] }));
  const masked = mask.address('C6:05:04:03:02:01');
  expect(mask.text("advertiser_addr = 'c6-05-04-03-02-01' AND rssi > -60")).toBe(
    `advertiser_addr = '${masked.replaceAll(':', '-')}' AND rssi > -60`,
  );
  for (const form of ['C60504030201', "'\\x0102030405c6'"]) expect(mask.text(form).toUpperCase()).not.toMatch(/C60504030201|0102030405C6/);
  const named = mask.text("local_name IN ('Anna’s phone', 'TV') AND adv_type = 'ADV_IND'");
  expect(named).not.toMatch(/Anna|'TV'/);
  expect(named).toContain("adv_type = 'ADV_IND'");
  expect(mask.text('SELECT TV_count, 0123456789ab FROM x')).toBe('SELECT TV_count, 0123456789ab FROM x');
});
