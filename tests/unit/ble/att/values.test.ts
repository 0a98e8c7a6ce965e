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
    // LE Audio: endpoints, their control point, capabilities and broadcast sources.
    ['2BC4', '01 00', 0, undefined, 'ASE 1, idle'],
    [
      '2BC4',
      '01 01 00 02 05 1400 409c00 409c00 204e00 409c00 06 0000 0000 10 02 01 08 02 02 01 05 03 01000000 03 04 6400',
      1,
      undefined,
      'ASE 1, codec configured, unframed supported, preferred PHYs 2M, retransmissions 5, transport latency up to 20 ms, presentation delay 40000 to 40000 µs, preferred presentation delay 20000 to 40000 µs, codec LC3, sampling frequency 48 kHz, frame duration 10 ms, channels front left, octets per frame 100',
    ],
    [
      '2BC5',
      '02 01 01 03 02 0a00 000000 409c00 000000 000000 ff 5e04 0700 03 aabbcc',
      1,
      undefined,
      'ASE 2, codec configured, framed only, preferred PHYs 1M and 2M, retransmissions 2, transport latency up to 10 ms, presentation delay 0 to 40000 µs, preferred presentation delay 0 to 0 µs, codec company 1118, codec 7, configuration 0xAABBCC',
    ],
    [
      '2BC4',
      '01 02 03 04 102700 00 02 6400 05 1400 409c00',
      2,
      undefined,
      'ASE 1, QoS configured, CIG 3, CIS 4, SDU interval 10000 µs, unframed, PHYs 2M, SDU up to 100 octets, retransmissions 5, transport latency up to 20 ms, presentation delay 40000 µs',
    ],
    [
      '2BC4',
      '01 04 03 04 0a 03 02 0400 02 05 07 02 63 01',
      4,
      undefined,
      'ASE 1, streaming, CIG 3, CIS 4, streaming contexts media, metadata 5 0x07, metadata 99 0x01',
    ],
    [
      '2BC6',
      '01 01 01 02 02 06 0000 0000 06 02 01 03 02 02 00',
      1,
      undefined,
      'configure codec, ASE 1, balanced latency and reliability, target PHY 2M, codec LC3, sampling frequency 16 kHz, frame duration 7.5 ms',
    ],
    ['2BC6', '03 02 01 00 02 00', 3, undefined, 'enable, ASE 1, ASE 2'],
    ['2BC6', '05 01 01', 5, undefined, 'disable, ASE 1'],
    // The answers have three octets for each endpoint.
    ['2BC6', '03 01 01 00 00', 3, undefined, 'answer to enable, ASE 1, success'],
    [
      '2BC6',
      '02 02 01 09 05 02 0d 00',
      2,
      undefined,
      'answer to configure QoS, ASE 1, configuration invalid, reason 5, ASE 2, insufficient resources',
    ],
    ['2BC6', '63 ff 00 01 00', 99, undefined, 'answer to operation 99, ASE 0, opcode not supported'],
    [
      '2BC9',
      '01 06 0000 0000 13 03 01 8400 02 02 03 02 03 03 05 04 1e00 9b00 02 05 02 04 03 01 0600',
      undefined,
      undefined,
      'codec LC3, sampling frequencies 16 kHz and 48 kHz, frame durations 7.5 ms and 10 ms, channel counts 1 and 2, octets per frame 30 to 155, most frames per SDU 2, preferred contexts conversation and media',
    ],
    ['2BCB', '00', undefined, undefined, 'no records'],
    ['2BCA', '03 00 00 08', undefined, undefined, 'front left and front right and right surround'],
    ['2BCE', '0600 0200', undefined, undefined, 'sink conversation and media, source conversation'],
    ['2BC7', '01', 1, undefined, 'remote scan started'],
    [
      '2BC7',
      '02 01 060504030241 07 563412 01 5000 01 05000000 04 03 02 0400',
      2,
      undefined,
      'add source, address 41:02:03:04:05:06 (random), SID 7, broadcast 0x123456, synchronise, transfer available, periodic interval 100 ms, BIS 1 and 3, streaming contexts media',
    ],
    [
      '2BC7',
      '03 09 00 ffff 01 ffffffff 00',
      3,
      undefined,
      'modify source, source 9, no synchronisation, periodic interval not known, BIS no preference or failed',
    ],
    ['2BC7', `04 09 ${'5a'.repeat(16)}`, 4, undefined, 'set broadcast code, source 9'],
    ['2BC7', '05 09', 5, undefined, 'remove source, source 9'],
    ['2BC8', '', undefined, undefined, 'no source'],
    [
      '2BC8',
      '09 00 060504030201 07 563412 02 02 01 00000000 05 04 04 656e67',
      undefined,
      undefined,
      'source 9, address 01:02:03:04:05:06 (public), SID 7, broadcast 0x123456, synchronised, decrypting, BIS none, language eng',
    ],
    [
      '2BC8',
      `09 00 060504030201 07 563412 02 03 ${'5a'.repeat(16)} 00`,
      undefined,
      undefined,
      'source 9, address 01:02:03:04:05:06 (public), SID 7, broadcast 0x123456, synchronised, wrong broadcast code',
    ],
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
  ['2BC4', '01 00 00', 'an idle endpoint with parameters'],
  ['2BC4', '01 02 03 04', 'half a quality of service'],
  ['2BC6', '05 02 01', 'one endpoint of two'],
  ['2BC9', '01 06 0000 0000 05 03 01 8400 00', 'entries that end within their list'],
  ['2BC7', '04 09 5a', 'a short broadcast code'],
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
