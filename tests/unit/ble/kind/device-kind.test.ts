import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_NAMES } from '../../../../src/ble/ad/names.ts';
import { loadAssignedNames } from '../../../../src/ble/assigned/load.ts';
import { deviceKind, shortCompany } from '../../../../src/ble/kind/device-kind.ts';
import { gatherSaid } from '../../../../src/ble/kind/said.ts';

const names = await loadAssignedNames();
const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));
const NOTHING: Parameters<typeof gatherSaid>[1] = { names: [], appearance: null, companies: [], services: [] };
const kindOf = (hex: string, columns: Partial<typeof NOTHING> = {}) =>
  deviceKind(gatherSaid([bytes(hex)], { ...NOTHING, ...columns }), names);

describe('kind of a device according to its own data', () => {
  test.each([
    ['Apple Nearby Info', '02011a0aff4c001005031c3a84ac', 'Apple device, Nearby'],
    ['Apple Handoff beside Nearby Info', '02011a11ff4c000c080000000000000000000010020000', 'Apple phone, tablet or computer, Handoff'],
    ['Find My away from its owner', `1eff4c001219${'00'.repeat(25)}`, 'Find My tag or device'],
    ['Find My near its owner', '07ff4c0012020001', 'Apple device near its owner, Find My'],
    ['iBeacon', `1aff4c000215${'11'.repeat(16)}00010002c5`, 'iBeacon'],
    ['Microsoft Connected Devices of a desktop', `1eff060001092002${'00'.repeat(23)}`, 'Windows PC'],
    ['a SmartTag', '15165afd100000000000000000000000000000000000', 'Samsung SmartTag'],
    ['Eddystone', '0716aafe10f8034142', 'Eddystone beacon'],
    ['Find Hub', `1616aafe40${'00'.repeat(20)}`, 'Find Hub tag'],
    ['exposure notifications', '03036ffd', 'Phone with exposure notifications'],
    ['heart rate', '03030d18', 'Heart rate sensor'],
    ['a mesh message', '052a01020304', 'Mesh node'],
    ['AltBeacon', `1bff1801beac${'22'.repeat(20)}c500`, 'AltBeacon'],
    ['a company without a rule', '05ff87001234', 'Garmin device'],
  ])('%s', (_, hex, kind) => {
    const found = kindOf(hex);
    expect(found.text).toBe(kind);
    expect(found.evidence.length).toBeGreaterThan(0);
  });

  test('prefers the name to formats, and the appearance to the company', () => {
    expect(kindOf('02011a0aff4c001005031c3a84ac', { names: ["Ann's iPhone"] }).text).toBe('iPhone');
    expect(kindOf('05ff87001234', { appearance: 193 }).text).toBe('Watch: Sports Watch');
    expect(kindOf('', { appearance: 0 }).text).toBeNull();
  });

  test('is unknown without data, and shows company ids without names as numbers', () => {
    expect(kindOf('02011a')).toEqual({ text: null, evidence: [] });
    expect(deviceKind(gatherSaid([bytes('05fffeff1234')], NOTHING), NO_NAMES).text).toBe('Device of company 0xFFFE');
  });

  test('exists for any bytes, and never without evidence', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 4 }), (payloads) => {
        const { text, evidence } = deviceKind(gatherSaid(payloads, NOTHING), names);
        return (text === null) === (evidence.length === 0);
      }),
    );
  });

  test('company names are shown without their legal form', () => {
    expect(['Apple, Inc.', 'Garmin International, Inc.', 'Nordic Semiconductor ASA', 'LG Electronics'].map(shortCompany)).toEqual([
      'Apple',
      'Garmin',
      'Nordic Semiconductor ASA',
      'LG',
    ]);
  });
});

describe('what a device states in a connection', () => {
  type Stated = readonly (readonly ['name' | 'model' | 'maker', string])[];
  const connected = (stated: Stated, services: readonly string[] = []) => {
    const revealed = { services, stated: stated.map(([what, text]) => ({ what, text, code: undefined, packet: 12 })), roles: [] };
    return deviceKind(gatherSaid([], { names: [], appearance: null, companies: [], services: [], revealed }), NO_NAMES);
  };

  test('is its model, with the maker once', () => {
    expect(connected([['model', 'HR-7']]).text).toBe('HR-7');
    const both = [
      ['maker', 'Acme Sensors Inc.'],
      ['model', 'HR-7'],
    ] as const;
    expect(connected(both).text).toBe('Acme Sensors HR-7');
    expect(
      connected([
        ['maker', 'Acme'],
        ['model', 'ACME HR-7'],
      ]).text,
    ).toBe('ACME HR-7');
    expect(connected(both).evidence).toEqual([
      'it gave “Acme Sensors Inc.” as its maker in packet 12',
      'it gave “HR-7” as its model in packet 12',
    ]);
  });

  test('is its maker only where nothing tells more', () => {
    expect(connected([['maker', 'Acme']]).text).toBe('Acme device');
    expect(connected([['maker', 'Acme']], ['180D']).text).toBe('Heart rate sensor');
  });
});
