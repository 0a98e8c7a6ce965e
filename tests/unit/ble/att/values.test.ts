import { expect, it } from 'vitest';
import { attributeName } from '../../../../src/ble/att/uuid-names.ts';
import { decodedTypes, decodeValue } from '../../../../src/ble/att/values/value.ts';
import { hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';

const decode = (uuid: string, octets: string): ReturnType<typeof decodeValue> => {
  // A value is within a packet; the bytes around it must not be read.
  const bytes = hex(`ffff ${octets} ffff`);
  return decodeValue(uuid, bytes, 2, bytes.length - 2);
};

/** Octets derived by hand from the GATT Specification Supplement and the service specifications. */
const SUPPLEMENT: readonly (readonly [uuid: string, octets: string, number: number | undefined, unit: string | undefined, text: string])[] =
  [
    ['2A19', '63', 99, '%', '99 %'],
    ['2A37', '00 48', 72, 'bpm', 'heart rate 72 bpm'],
    // Flags: 16 bits, contact detected, energy, RR; 0x0104 = 260 bpm; 0x000a kJ; 0x0340 = 832/1024 s and 0x0400 = 1 s.
    [
      '2A37',
      '1f 0401 0a00 4003 0004',
      260,
      'bpm',
      'heart rate 260 bpm, skin contact, energy expended 10 kJ, RR interval 0.8125 s, RR interval 1 s',
    ],
    ['2A37', '04 3c', 60, 'bpm', 'heart rate 60 bpm, no skin contact'],
    // FLOAT 0xFF00016C: mantissa 364, exponent -1.
    ['2A1C', '00 6c0100ff', 36.4, '°C', 'temperature 36.4 °C'],
    ['2A1C', '07 b70300ff e907 0b 19 0d 05 09 06', 95.1, '°F', 'temperature 95.1 °F, time 2025-11-25 13:05:09, type mouth'],
    ['2A1C', '00 ffff7f00', undefined, '°C', 'temperature not known'],
    // SFLOAT 0x0078 = 120, 0x0050 = 80, 0xF3A3 = 931 · 10^-1, pulse 0xF2C6 = 710 · 10^-1.
    ['2A35', '04 7800 5000 a3f3 c6f2', 120, 'mmHg', 'systolic 120 mmHg, diastolic 80 mmHg, mean 93.1 mmHg, pulse 71 bpm'],
    ['2A35', '01 a0f0 6bf0 7df0', 16, 'kPa', 'systolic 16 kPa, diastolic 10.7 kPa, mean 12.5 kPa'],
    ['2A36', '00 4600 ff07 ff07', 70, 'mmHg', 'pressure 70 mmHg'],
    ['2A6E', '29 09', 23.45, '°C', '23.45 °C'],
    ['2A6E', '18 fc', -10, '°C', '-10 °C'],
    ['2A6E', '00 80', undefined, '°C', 'not known'],
    ['2A6F', '6e 13', 49.74, '%', '49.74 %'],
    ['2A6D', '64 76 0f 00', 101_334.8, 'Pa', '101334.8 Pa'],
    ['2A7B', 'fb', -5, '°C', '-5 °C'],
    ['2AFB', '40 e2 01', 1234.56, 'lx', '1234.56 lx'],
    [
      '2A9D',
      '0e e8 3a e9 07 0b 19 0d 05 09 01 e6 00 0e 07',
      75.4,
      'kg',
      'weight 75.4 kg, time 2025-11-25 13:05:09, user 1, BMI 23 kg/m², height 1.806 m',
    ],
    ['2A9D', '01 e8 3a', 150.8, 'lb', 'weight 150.8 lb'],
    ['2A9D', '00 ffff', undefined, 'kg', 'weight not known'],
    [
      '2A53',
      '03 80 02 aa 6e 00 39 30 00 00',
      2.5,
      'm/s',
      'speed 2.5 m/s, cadence 170/min, stride length 1.1 m, total distance 1234.5 m, walking',
    ],
    [
      '2A5B',
      '03 10 27 00 00 00 04 2c 01 00 02',
      10_000,
      undefined,
      'wheel revolutions 10000, last wheel event 1 s, crank revolutions 300, last crank event 0.5 s',
    ],
    ['2A5B', '02 2c 01 00 02', undefined, undefined, 'crank revolutions 300, last crank event 0.5 s'],
    ['2A63', '03 00 fa 00 64', 250, 'W', 'power 250 W, pedal balance 50 %, balance of left pedal'],
    // Extreme angles: 0x123 and 0x045 in three octets.
    ['2A63', '00 01 9c ff 23 51 04', -100, 'W', 'power -100 W, greatest angle 291°, least angle 69°'],
    ['2A67', '05 00 f4 01 00 ca 9a 3b ff ff ff ff', 5, 'm/s', 'speed 5 m/s, latitude 100°, longitude -1e-7°'],
    // SFLOAT 0xD07B: 123 · 10^-3; sample type in the low half of the last octet.
    [
      '2A18',
      '02 0500 e907 0b 19 0d 05 09 7bd0 11',
      0.123,
      'kg/L',
      'sequence 5, time 2025-11-25 13:05:09, concentration 0.123 kg/L, sample capillary whole blood, place finger',
    ],
    [
      '2A2B',
      'e907 0b 19 0d 05 09 02 80 01',
      undefined,
      undefined,
      'time 2025-11-25 13:05:09, weekday Tuesday, fraction 0.5 s, adjusted manual update',
    ],
    [
      '2A2B',
      '0000 00 00 0d 05 09 00 00 00',
      undefined,
      undefined,
      'time ????-??-?? 13:05:09, weekday not known, fraction 0 s, adjusted none',
    ],
    ['2A0F', '04 04', 60, 'min', 'zone 60 min, daylight saving 60 min'],
    ['2A29', '41 43 4d 45 00', undefined, undefined, 'ACME'],
    ['2A00', 'c3 a9', undefined, undefined, 'é'],
    ['2A01', '4103', 833, undefined, 'Heart Rate Sensor: Heart Rate Belt'],
    ['2A23', '01 02 03 fe ff 0c 0b 0a', undefined, undefined, '0A:0B:0C:FF:FE:03:02:01'],
    [
      '2A50',
      '02 5e04 e002 0209',
      undefined,
      undefined,
      'vendor source USB Implementers Forum, vendor 0x045E, product 0x02E0, version 9.0.2',
    ],
    ['2A4A', '11 01 00 02', undefined, undefined, 'version 1.1.1, country 0, flags of device normally connectable'],
    ['2A4E', '01', 1, undefined, 'report protocol'],
    [
      '2A04',
      '0600 1000 0000 9001',
      undefined,
      undefined,
      'shortest interval 7.5 ms, longest interval 20 ms, latency 0 events, timeout 4000 ms',
    ],
    ['2A38', '01', 1, undefined, 'chest'],
    ['2A38', '2a', 42, undefined, 'code 42'],
    ['2A06', '02', 2, undefined, 'high alert'],
    ['2A07', 'f4', -12, 'dBm', '-12 dBm'],
    // Present, wired power, charging, good: 1 | 1 << 1 | 1 << 5 | 1 << 7; then the level and "service required: no, battery fault: yes".
    [
      '2BED',
      '06 a3 00 5f 04',
      95,
      '%',
      'battery present yes, wired power yes, wireless power no, charge charging, charge level good, charging type not charging or not known, charging faults none, level 95 %, service required no, battery fault yes',
    ],
    ['2902', '0100', 1, undefined, 'notifications'],
    ['2902', '0300', 3, undefined, 'notifications and indications'],
    ['2908', '01 02', undefined, undefined, 'id 1, type output report'],
    // A flag of a later revision adds an octet after the known fields.
    ['2A37', '20 48 99', 72, 'bpm', 'heart rate 72 bpm'],
  ];

it.each(SUPPLEMENT)('%s %s', (uuid, octets, number, unit, text) => {
  const value = decode(uuid, octets);
  expect(value?.number).toBe(number);
  expect(value?.unit).toBe(number === undefined ? undefined : unit);
  expect(value?.text).toBe(text);
});

it.each([
  ['2A19', '65', 'a battery above 100 %'],
  ['2A19', '', 'no octet'],
  ['2A19', '63 00', 'an octet too many'],
  ['2A37', '01 48', 'half a heart rate'],
  ['2A37', '10 48 40', 'half an interval'],
  ['2A37', '00 48 99', 'octets that no flag announces'],
  ['2A6F', '11 27', 'humidity of 100.01 %'],
  ['2A2B', 'e907 0d 19 0d 05 09 02 80 01', 'month 13'],
  ['2A2B', 'e907 02 1d 0d 05 09 02 80 01', '29 February of a common year'],
  ['2A2B', 'e907 0b 19 18 05 09 02 80 01', '24 hours'],
  ['2A29', 'c3 28', 'octets that are no UTF-8'],
  ['2A29', '41 1b 5b', 'a control character'],
  ['2A63', '00 01 9c ff 23 51', 'two angles in two octets'],
  ['2902', '01', 'one octet'],
  ['FFFF', '01', 'a type that has no layout'],
])('%s %s is not decoded: %s', (uuid, octets) => {
  expect(decode(uuid, octets)).toBeUndefined();
});

it('every type has a name', () => {
  expect(decodedTypes().filter((uuid) => attributeName(uuid) === undefined)).toEqual([]);
});

it('any octets give a finite number with readable words, or nothing', () => {
  const random = randomSource(20_261_126);
  const seen = new Set<string>();
  for (const uuid of decodedTypes()) {
    for (let trial = 0; trial < 400; trial++) {
      const bytes = Uint8Array.from({ length: random.below(24) }, () => (random.below(3) === 0 ? 0 : random.below(256)));
      const value = decodeValue(uuid, bytes, 0, bytes.length);
      if (value === undefined) continue;
      seen.add(uuid);
      expect(value.text).not.toMatch(/undefined|NaN|Infinity|\[object/);
      if (value.number !== undefined) expect(Number.isFinite(value.number)).toBe(true);
      if (value.unit !== undefined) expect(value.number).toBeDefined();
    }
  }
  expect(seen.size).toBeGreaterThan(decodedTypes().length / 2);
});
