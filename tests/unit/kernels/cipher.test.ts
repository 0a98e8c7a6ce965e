import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkCipher } from '../../../src/kernels/cipher.ts';
import { hex } from '../../support/packet-file.ts';
import { sealed } from '../../support/sealed-link.ts';

const cipher = await linkCipher();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const block = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe("the specification's sample data (Core 5.4, Vol 6 Part C 1)", () => {
  const key = hex('99ad1b5226a37e3e058e3b8e27c2c666');
  const iv = hex('24abdcbabebaafde');

  it('the session key follows from the long-term key and both diversifiers', () => {
    const sk = cipher.encrypt(hex('4c68384139f574d836bcf34e9dfb01bf'), hex('0213243546576879acbdcedfe0f10213'));
    expect(text(sk)).toBe(text(key));
  });

  it.each([
    ['LL_START_ENC_RSP of the central', true, 0, '0f05 9fcda7f448', '06'],
    ['LL_START_ENC_RSP of the peripheral', false, 0, '0705 a34c13a415', '06'],
    [
      'data of the central',
      true,
      1,
      '0e1f 7a70d66415226df26b17839a060405596bd6564f796b5b9ce6ff32f75a6d33',
      '1700636465666768696a6b6c6d6e6f707131323334353637383930',
    ],
    [
      'data of the peripheral',
      false,
      1,
      '061f f38881e7bd94c9c369b9a66846dd4786aa8c39ce540d0dae3adcdf89b96088',
      '170037363534333231304142434445464748494a4b4c4d4e4f5051',
    ],
  ])('%s', (_, fromCentral, counter, pdu, plain) => {
    const bytes = hex(pdu);
    const one = { bytes, at: 2, end: bytes.length, header: bytes[0] ?? 0 };
    expect(cipher.open(key, iv, one, fromCentral, counter, 1)).toBe(0);
    expect(text(cipher.plain.slice(0, bytes.length - 6))).toBe(plain.replaceAll(' ', ''));
    // The other direction, and another counter.
    expect(cipher.open(key, iv, one, !fromCentral, 0, 100)).toBe(-1);
    expect(cipher.open(key, iv, one, fromCentral, counter + 1, 100)).toBe(-1);
  });
});

describe('against the cryptography of the platform', () => {
  it('encrypts any block under any key', () => {
    fc.assert(
      fc.property(block, block, (key, plain) => {
        const aes = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
        expect(text(cipher.encrypt(key, plain))).toBe(aes.update(plain).toString('hex'));
      }),
    );
  });

  it('opens any PDU at its counter, found among those before it', () => {
    const counter = fc.oneof(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 2 ** 32 - 5, max: 2 ** 32 + 5 }),
      fc.constant(2 ** 39 - 1),
    );
    const payload = fc.uint8Array({ minLength: 1, maxLength: 251 });
    fc.assert(
      fc.property(
        block,
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        payload,
        fc.boolean(),
        counter,
        fc.nat(255),
        fc.nat(9),
        (...all) => {
          const [key, iv, plain, fromCentral, at, header, before] = all;
          const bytes = sealed({ key, iv }, plain, fromCentral, at, header);
          const first = Math.max(0, at - before);
          const pdu = { bytes, at: 0, end: bytes.length, header };
          expect(cipher.open(key, iv, pdu, fromCentral, first, 10)).toBe(at - first);
          expect(text(cipher.plain.slice(0, plain.length))).toBe(text(plain));
          // The bits that change when a PDU is sent again do not count; any other bit does.
          expect(cipher.open(key, iv, { ...pdu, header: header ^ 0x1c }, fromCentral, at, 1)).toBe(0);
          expect(cipher.open(key, iv, { ...pdu, header: header ^ 0x01 }, fromCentral, at, 1)).toBe(-1);
          bytes[before % bytes.length]! ^= 0x10;
          expect(cipher.open(key, iv, pdu, fromCentral, at, 1)).toBe(-1);
        },
      ),
    );
  });

  it('takes nothing for ciphertext that has no room for a MIC and an octet', () => {
    const bytes = new Uint8Array(300);
    for (const end of [0, 1, 4, 256, 300])
      expect(cipher.open(bytes.slice(0, 16), bytes.slice(0, 8), { bytes, at: 0, end, header: 2 }, true, 0, 5)).toBe(-1);
  });
});

describe('confirm values', () => {
  const input = {
    random: hex('5783d52156ad6f0e6388274ec6702ee0'),
    p1: hex('05000800000302070710000001010001'),
    p2: hex('00000000a1a2a3a4a5a6b1b2b3b4b5b6'),
  };

  it("are those of the specification's sample (Vol 3 Part H 2.2.3)", () => {
    expect(cipher.passkey({ ...input, confirm: hex('1e1e3fef878988ead2a74dc5bef13b86') }, 0, 1)).toBe(0);
    expect(cipher.passkey({ ...input, confirm: hex('1e1e3fef878988ead2a74dc5bef13b87') }, 0, 100)).toBe(-1);
  });

  it('give their passkey', () => {
    fc.assert(
      fc.property(block, block, block, fc.nat(999_999), (random, p1, p2, passkey) => {
        const key = Buffer.alloc(16);
        key.writeUInt32BE(passkey, 12);
        const e = (plain: Uint8Array): Uint8Array => createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(plain);
        const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((octet, i) => octet ^ (b[i] ?? 0));
        const confirm = e(xor(e(xor(random, p1)), p2));
        expect(cipher.passkey({ random, p1, p2, confirm }, Math.max(0, passkey - 50), 1_000_000)).toBe(passkey);
      }),
      { numRuns: 20 },
    );
  });
});
