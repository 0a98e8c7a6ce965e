import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeAd } from '../../../../src/ble/ad/describe.ts';
import type { AssignedNames } from '../../../../src/ble/ad/names.ts';

const bytes = (text: string) => Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));

/** name → value of every field of every structure; a later field of the same name wins. */
function fields(text: string, names?: AssignedNames): Record<string, unknown> {
  const described = describeAd(bytes(text), names);
  return Object.fromEntries(described.structures.flatMap((s) => s.fields.map((f) => [f.name, f.value])));
}

describe('description of advertising data', () => {
  it('reads a real iPhone frame: flags, power, Nearby Info', () => {
    // Advertising data of the frame in the reference notes (CRC 9a5c76).
    const described = describeAd(bytes('02011a020a080aff4c00100531183a84ac'));
    expect(described.trailing).toBeUndefined();
    expect(described.structures.map((s) => [s.name, s.start, s.end, s.format])).toEqual([
      ['Flags', 0, 3, undefined],
      ['Tx Power Level', 3, 6, undefined],
      ['Manufacturer Specific Data', 6, 17, 'Apple Continuity'],
    ]);
    const all = described.structures.flatMap((s) => s.fields);
    expect(all.find((f) => f.name === 'tx power')).toEqual({ name: 'tx power', value: 8, start: 5, end: 6, unit: 'dBm' });
    expect(all.find((f) => f.name === 'authentication tag')).toEqual({
      name: 'authentication tag', value: '3a84ac', start: 14, end: 17, changes: 'rotates',
    }); // prettier-ignore
    expect(all.find((f) => f.name === 'primary iCloud device')?.value).toBe(true);
  });

  it('reads Find My in its long form', () => {
    const found = fields('1eff4c00121900479501b67ea4d2f75d9c8a611451a6776f50d73baa0e0100');
    expect(found['message']).toBe('Find My');
    expect(found['public key bytes 6–27']).toBe('479501b67ea4d2f75d9c8a611451a6776f50d73baa0e');
    expect(found['top bits of public key']).toBe(1);
    expect(found['device kind']).toBe('Apple device');
  });

  it.each([
    ['iBeacon', '1aff4c000215e2c56db5dffb48d2b060d0f5a71096e000010002c5', { 'proximity UUID': 'E2C56DB5-DFFB-48D2-B060-D0F5A71096E0', major: 1, minor: 2, 'measured power at 1 m': -59 }],
    ['AltBeacon', '1bff1801beac0102030405060708090a0b0c0d0e0f1011121314c500', { 'beacon id': '0102030405060708090a0b0c0d0e0f1011121314', 'reference power at 1 m': -59 }],
    ['Microsoft', '1eff060001092022112233440102030405060708090a0b0c0d0e0f10111213', { 'device type': 'Windows 10 Desktop', salt: '11223344' }],
    ['Swift Pair', '06ff0600030080', { scenario: 'Swift Pair', 'reserved RSSI': -128 }],
    ['Exposure Notification', '17166ffd00112233445566778899aabbccddeeff01020304', { 'rolling proximity identifier': '00112233445566778899aabbccddeeff', 'associated encrypted metadata': '01020304' }],
    ['Eddystone-URL', '0d16aafe10eb02676f6f676c6507', { URL: 'http://google.com' }],
    ['Eddystone-TLM', '1116aafe20000bb8158000000064000003e8', { 'battery voltage': 3000, temperature: 21.5, 'advertisements since power-on': 100, 'time since power-on': 100 }],
    ['Fast Pair model', '06162cfe0102ab', { 'model id': '0102ab' }],
    ['Fast Pair keys', '0b162cfe004001020304119a', { 'account key filter': '01020304', salt: '9a' }],
    ['DULT', '0716b2fc0100aabb', { network: 'Apple Find My', 'near its owner': false, 'proprietary payload': 'aabb' }],
    ['SmartTag', '17165afd138d15023b793c9d638b48b1b70000004e6aac82', { 'tag state': 'overmature lost', 'privacy id': '3b793c9d638b48b1', signature: '4e6aac82', region: 11 }],
    ['Tile', '0d16edfe02000102030405060708', { 'private id': '0102030405060708' }],
    ['Handoff', '13ff4c000c0e00521faa00112233445566778899', { 'sequence number': 0x1f52, message: 'Handoff' }],
    ['HomeKit', '12ff4c00062d01112233445566050007000102', { 'device id': '11:22:33:44:55:66', category: 5, 'global state number': 7 }],
    ['connection interval', '051206002000', { 'minimum connection interval': 7.5, 'maximum connection interval': 40 }],
    ['long advertising interval', '052f00100000', { 'advertising interval': 2560 }],
    ['role', '021c02', { 'LE role': 'Peripheral and Central, Peripheral preferred' }],
    ['URI', '0d24172f2f612e6578616d706c65', { URI: 'https://a.example' }],
    ['mesh beacon', '142b0000112233445566778899aabbccddeeff0102', { beacon: 'Unprovisioned Device', 'device UUID': '00112233445566778899aabbccddeeff' }],
    ['broadcast name', '0730526164696f31', { 'broadcast name': 'Radio1' }],
    ['broadcast id', '0616521801e240', { 'broadcast id': '01e240' }],
    ['BIGInfo', '222cf441041824c40920e2044064009324e57810274006cdabffffffff3f0700000000', { 'big offset': 500, 'iso interval us': 10000, 'num bis': 3, 'seed access address': 0x78e52493, phy: 1 }],
    ['audio announcement', '1c165118409c000101060000000003020108050404656e670103020201', { 'presentation delay': 40000, subgroups: 1, codec: 'LC3', 'sampling frequency': 8, language: 'eng', BIS: 1, 'frame duration': 1 }],
    ['128-bit list', '1107fb349b5f80000080001000000d180000', { 'service UUID': '0000180D-0000-1000-8000-00805F9B34FB' }],
  ])('reads %s', (_, text, expected) => {
    expect(fields(text)).toMatchObject(expected);
  }); // prettier-ignore

  it('adds names if the tables are loaded', () => {
    const names: AssignedNames = {
      company: (id) => (id === 0x0075 ? 'Samsung Electronics Co. Ltd.' : undefined),
      service: (uuid) => (uuid === '180D' ? 'Heart Rate' : undefined),
      appearance: (value) => (value === 0x0341 ? 'Heart Rate Belt' : undefined),
    };
    expect(fields('03ff7500' + '03030d18' + '03194103', names)).toMatchObject({
      'company name': 'Samsung Electronics Co. Ltd.',
      'service UUID name': 'Heart Rate',
      'appearance name': 'Heart Rate Belt',
      category: 13,
    });
  });

  it('reports truncated values and bytes after a wrong length, and keeps those bytes', () => {
    const short = describeAd(bytes('0212aa'));
    expect(short.structures[0]).toMatchObject({
      fields: [{ name: 'unknown bytes', value: 'aa' }],
      notes: ['minimum connection interval needs 2 bytes, 1 are left'],
    });
    expect(describeAd(bytes('02010609ff4c00')).trailing).toEqual({
      start: 3,
      end: 7,
      reason: 'AD structure at byte 3 says 9 bytes follow, 3 are left',
    });
    expect(describeAd(bytes('020106000000')).trailing).toBeUndefined();
    expect(describeAd(bytes('0201060001')).trailing?.start).toBe(3);
  });

  it('covers every byte of any data within its structure', () => {
    const interesting = fc.constantFrom(0x01, 0x03, 0x09, 0x16, 0x21, 0x24, 0x2c, 0xff);
    const structure = fc.tuple(interesting, fc.uint8Array({ maxLength: 29 })).map(([type, value]) => [value.length + 1, type, ...value]);
    const apple = fc.uint8Array({ maxLength: 26 }).map((value) => [value.length + 3, 0xff, 0x4c, 0x00, ...value]);
    const audio = fc.uint8Array({ maxLength: 40, max: 12 }).map((value) => [value.length + 3, 0x16, 0x51, 0x18, ...value]);
    const data = fc.oneof(fc.uint8Array({ maxLength: 255 }).map((v) => [...v]), fc.array(fc.oneof(structure, apple, audio), { maxLength: 8 }).map((s) => s.flat())); // prettier-ignore
    fc.assert(
      fc.property(data, (list) => {
        const input = Uint8Array.from(list);
        const described = describeAd(input);
        const seen = new Uint8Array(input.length);
        for (const s of described.structures) {
          seen.fill(1, s.start, Math.min(s.start + 2, s.end));
          for (const f of s.fields) {
            expect(f.start).toBeGreaterThanOrEqual(s.start + 2);
            expect(f.end).toBeLessThanOrEqual(s.end);
            seen.fill(1, f.start, f.end);
          }
        }
        if (described.trailing) seen.fill(1, described.trailing.start);
        else for (let i = input.length - 1; i >= 0 && input[i] === 0; i--) seen[i] = 1;
        expect(seen.every((mark) => mark === 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
