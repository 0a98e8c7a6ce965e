import { expect, test } from 'vitest';
import { payloadTokens } from '../../../../src/ble/kind/payload-tokens.ts';
import { trackerOf } from '../../../../src/ble/kind/tracker.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const key = 'ab'.repeat(22);

test.each([
  ['AirTag away from its owner', `1eff4c001219 10 ${key} 01 00`, 'Apple Find My', 'separated'],
  ['AirTag whose owner was near within this key', `1eff4c001219 14 ${key} 01 00`, 'Apple Find My', 'near_owner'],
  ['AirTag near its owner', '07ff4c001202 10 01', 'Apple Find My', 'near_owner'],
  ['iPhone, whose long form says nothing of its owner', `1eff4c001219 00 ${key} 01 00`, 'Apple Find My', 'unknown'],
  ['DULT, network 1, apart', '0716b2fc 01 00 aabb', 'Apple Find My', 'separated'],
  ['DULT, network 2, near', '0716b2fc 02 01 aabb', 'Google Find Hub', 'near_owner'],
  ['DULT, a network of no name', '0716b2fc 63 00 aabb', 'network 99', 'separated'],
  ['Find Hub with protection', `1916aafe 41 ${'cd'.repeat(21)}`, 'Google Find Hub', 'separated'],
  ['Find Hub without', `1916aafe 40 ${'cd'.repeat(21)}`, 'Google Find Hub', 'near_owner'],
  ['SmartTag lost', `17165afd 12 ${'00'.repeat(19)}`, 'Samsung SmartThings Find', 'separated'],
  ['SmartTag paired', `17165afd 14 ${'00'.repeat(19)}`, 'Samsung SmartThings Find', 'near_owner'],
  ['SmartTag that just lost its connection', `17165afd 11 ${'00'.repeat(19)}`, 'Samsung SmartThings Find', 'unknown'],
  ['Tile', '0716edfe 02 00 aa bb', 'Tile', 'unknown'],
])('a tracker is recognised with its network and state: %s', (_, text, network, state) => {
  expect(trackerOf(bytes(text))).toMatchObject({ network, state });
});

test.each([
  ['a phone that adds the short Find My form', '0aff4c001005 0b18aabbcc', '02011a 0cff4c00 1202 00 01 1002 0b00'],
  ['an iBeacon', `1aff4c000215${'01'.repeat(16)}00010002c5`],
  ['an Eddystone URL', '0716aafe 10 ee 00'],
  ['service data that end after the UUID', '0316b2fc'],
  ['DULT without its state', '0416b2fc 01'],
  ['a length past the end', '1eff4c00'],
  ['nothing', ''],
])('other data are no tracker: %s', (_, ...texts) => {
  for (const text of texts) expect(trackerOf(bytes(text))).toBeUndefined();
});

test('a token is the constant part of manufacturer or service data, with its structure as kind', () => {
  expect(payloadTokens(bytes('020106 0bff5900 0102030405060708'))).toEqual([
    { kind: 'manufacturer 0059, 8 bytes', value: '0102030405060708' },
  ]);
  expect(payloadTokens(bytes('0916affe 0a0b0c0d0e0f'))).toMatchObject([{ kind: 'service FEAF, 6 bytes', value: '0a0b0c0d0e0f' }]);
});

test('flags, service lists, short data and rotating keys give no token', () => {
  expect(payloadTokens(bytes('02011a 0303f3fe 020a08'))).toEqual([]);
  expect(payloadTokens(bytes('06ff5900010203'))).toEqual([]);
  expect(payloadTokens(bytes(`1eff4c001219 10 ${key} 01 00`)).every(({ value }) => !value.includes('abab'))).toBe(true);
});
