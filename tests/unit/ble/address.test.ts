import { describe, expect, it } from 'vitest';
import { canonicalAddress, classifyAddress, formatAddress } from '../../../src/ble/address.ts';

describe('addresses', () => {
  it('are formatted most significant octet first', () => {
    expect(formatAddress(Uint8Array.of(0xff, 0x01, 0x02, 0x03, 0x0a, 0xbc, 0xde), 1)).toBe('DE:BC:0A:03:02:01');
  });

  it.each([
    ['aa-bb-cc-dd-ee-ff', 'AA:BB:CC:DD:EE:FF'],
    [' AA:bb:cc:dd:ee:0f ', 'AA:BB:CC:DD:EE:0F'],
    ['AA:BB:CC:DD:EE', null],
    ['AA:BB-CC:DD:EE:FF', null],
    ['GG:BB:CC:DD:EE:FF', null],
  ])('are read in any usual spelling: %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it.each([
    ['4E:91:00:00:00:01', false, 'public'],
    ['4E:91:00:00:00:01', true, 'rpa'],
    ['C0:00:00:00:00:00', true, 'random_static'],
    ['3F:FF:FF:FF:FF:FF', true, 'nrpa'],
    ['80:00:00:00:00:00', true, 'unknown'],
    ['7F:00:00:00:00:00', null, 'rpa'],
  ] as const)('%s with random=%s is %s', (address, random, expected) => {
    expect(classifyAddress(address, random)).toBe(expected);
  });
});
