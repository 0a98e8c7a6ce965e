import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADVERTISING_CRC_STATE, crc24, crcStateBefore, crcStateOf } from '../../../src/ble/crc24.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Bit by bit, as in Core specification Vol 6 Part B 3.1.1: the register shifts left, data enters least significant bit first. */
function crcBitwise(data: Uint8Array, init: number): number {
  let register = init;
  for (const octet of data) {
    for (let bit = 0; bit < 8; bit++) {
      const feedback = ((register >> 23) & 1) ^ ((octet >> bit) & 1);
      register = (register << 1) & 0xffffff;
      if (feedback === 1) register ^= 0x00065b;
    }
  }
  // Sent most significant bit first, into octets that are filled from their least significant bit.
  let sent = 0;
  for (let bit = 0; bit < 24; bit++) sent |= ((register >> (23 - bit)) & 1) << bit;
  return sent;
}

describe('crc24', () => {
  it.each([
    ['4017bdbd282ecb5e02011a020a080aff4c00100531183a84ac', 0x765c9a],
    ['422514b1799934cc1eff4c00121900479501b67ea4d2f75d9c8a611451a6776f50d73baa0e0100', 0x9a6779],
  ])('gives the three octets that follow a frame from the air', (pdu, sent) => {
    const data = bytes(pdu);
    expect(crc24(data, 0, data.length, ADVERTISING_CRC_STATE)).toBe(sent);
  });

  it('equals a shift register as in the specification, for any data, offset and CRCInit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(7), fc.integer({ min: 0, max: 0xffffff }), (data, skip, init) => {
        const start = Math.min(skip, data.length);
        expect(crc24(data, start, data.length, crcStateOf(init))).toBe(crcBitwise(data.subarray(start), init));
      }),
    );
  });

  it('can be inverted to the CRCInit, given the data and the CRC', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(7), fc.integer({ min: 0, max: 0xffffff }), (data, skip, init) => {
        const start = Math.min(skip, data.length);
        const sent = crcBitwise(data.subarray(start), init);
        expect(crcStateBefore(data, start, data.length, sent)).toBe(crcStateOf(init));
      }),
    );
  });
});
