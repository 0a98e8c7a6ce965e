/** Values in the spellings of people and models, each read exactly or not at all. */
import { describe, expect, it, test } from 'vitest';
import { columnNamed, unitOfColumn } from '../../../../src/tools/repair/column-names.ts';
import { indexOfFrequency } from '../../../../src/tools/repair/channels.ts';
import { bulletsIn, listIn } from '../../../../src/tools/repair/containers.ts';
import { signOf } from '../../../../src/tools/repair/comparisons.ts';
import { numberInWords } from '../../../../src/tools/repair/number-words.ts';
import { operatorOf } from '../../../../src/tools/repair/operators.ts';
import { timeoutOf } from '../../../../src/tools/repair/timeout.ts';
import { durationOf, instantOf, inUnit, millisecondsPer, quantityOf } from '../../../../src/tools/repair/units.ts';
import { bare, knownName, only } from '../../../../src/tools/repair/words.ts';
import { bleCapture, tableCapture } from '../../selection/support.ts';

test.each<[number, string]>([
  [1e-6, 'ns nsec nsecs nanos nanosecond nanoseconds'],
  [1e-3, 'us µs μs usec usecs micros microsecond microseconds'],
  [1, 'ms msec msecs millis millisecond milliseconds MS'],
  [1000, 's sec secs second seconds'],
  [60_000, 'm min mins minute minutes'],
  [3_600_000, 'h hr hrs hour hours'],
  [86_400_000, 'd day days'],
])('%d ms are one of %s', (ms, units) => {
  for (const unit of units.split(' ')) expect([unit, millisecondsPer(unit)]).toEqual([unit, ms]);
  for (const unit of units.split(' '))
    expect([unit, millisecondsPer(`x${unit}`), millisecondsPer(`${unit}x`)]).toEqual([unit, undefined, undefined]);
});

test.each<[string, number, string]>([
  ['180', 180, ''],
  [' 180 ', 180, ''],
  ['-90 dBm', -90, 'dbm'],
  ['−90', -90, ''],
  ['+5', 5, ''],
  ['1,000', 1000, ''],
  ['1_000_000', 1_000_000, ''],
  ["1'000", 1000, ''],
  ['1 000', 1000, ''],
  ['12_500 ms', 12_500, 'ms'],
  ['1.5e3', 1500, ''],
  ['.5', 0.5, ''],
  ['5%', 5, '%'],
  ['0,05', 0.05, ''],
  ['1,5 s', 1.5, 's'],
  ['1.500,25', 1500.25, ''],
  ['1,500', 1500, ''],
  ['0,500', 0.5, ''],
  ['1/4', 0.25, 'ratio'],
  ['1 / 4', 0.25, 'ratio'],
  ['PT5M', 300_000, 'ms'],
  ['two hundred', 200, ''],
  ['five minutes', 5, 'minutes'],
])('%j is %d %s', (text, value, unit) => {
  expect(quantityOf(text)).toEqual({ value, unit });
});

test.each(['', 'x', '1 2', '1,00,0', '1/0', 'a 1/4', '1/4 b', '5 per day', '1.2.3', '1,5,5', '0,000,5', '--5', '1e999', 'many minutes'])(
  '%j is no quantity',
  (text) => {
    expect(quantityOf(text)).toBeUndefined();
  },
);

test.each<[string, number | undefined]>([
  ['PT1H30M', 5_400_000],
  ['P1DT12H', 129_600_000],
  ['P2D', 172_800_000],
  ['PT12.5S', 12_500],
  ['pt10m', 600_000],
  ['PT', undefined],
  ['P', undefined],
  ['P1Y', undefined],
  ['XPT5M', undefined],
  ['PT5MX', undefined],
  ['PT5M1H', undefined],
  ['1h 30min', 5_400_000],
  ['1h30m', 5_400_000],
  ['1 hour, 30 minutes and 5 seconds', 5_405_000],
  ['1 hour , 5 s', 3_605_000],
  ['30min 1h', undefined],
  ['1h 2h', undefined],
  ['1h', undefined],
  ['1h 30x', undefined],
  ['in 1h 30min', undefined],
  ['1.2.3h 5s', undefined],
])('the duration %j takes %s ms', (text, ms) => {
  expect(durationOf(text)).toBe(ms);
});

test.each<[number, string, string, number | undefined]>([
  [5, '', 's', 5],
  [5, '%', 'ratio', 0.05],
  [5, 'percent', '', undefined],
  [5, '%', 'ms', undefined],
  [3, 'min', 's', 180],
  [100, 'ms', 's', 0.1],
  [2, 'k', 'frames', 2000],
  [2, 'k', 'ms', undefined],
  [25, 'frames', 'frame', 25],
  [-90, 'db', 'dBm', -90],
  [7, 'octets', 'bytes', 7],
  [7, 'bytes', 'frames', undefined],
  [7, 's', 'frames', undefined],
])('%d %s in %j is %s', (value, unit, wanted, expected) => {
  expect(inUnit({ value, unit }, wanted)).toBe(expected);
});

test.each<[string, string | undefined]>([
  ['2024-04-03T08:30:00Z', '2024-04-03T08:30:00.000Z'],
  [' 2024-04-03 08:30 ', '2024-04-03T08:30:00.000Z'],
  ['2024-04-03 08:30:01.5 utc', '2024-04-03T08:30:01.500Z'],
  ['2024-04-03T08:30:01,123456', '2024-04-03T08:30:01.123Z'],
  ['2024-04-03T08:30:01.1239', '2024-04-03T08:30:01.123Z'],
  ['2024-04-03T08:30:00+02:00', '2024-04-03T06:30:00.000Z'],
  ['2024-04-03T08:30:00-0130', '2024-04-03T10:00:00.000Z'],
  ['2024-04-03T08:30:00 +02', '2024-04-03T06:30:00.000Z'],
  ['Wed, 03 Apr 2024 08:30:00 GMT', '2024-04-03T08:30:00.000Z'],
  ['Wed, 3 Apr 2024 08:30:00 +0200', '2024-04-03T06:30:00.000Z'],
  ['on Wed, 03 Apr 2024 08:30:00 GMT', undefined],
  ['Wed, 03 Apr 2024 08:30:00 GMT or so', undefined],
  ['2024-04-03', undefined],
  ['x2024-04-03T08:30:00Z', undefined],
  ['2024-04-03T08:30:00Zx', undefined],
  ['2024-13-03T08:30:00Z', undefined],
  ['April 3, 2024', undefined],
])('the time %j is %s', (text, iso) => {
  const ms = instantOf(text);
  expect(ms === undefined ? undefined : new Date(ms).toISOString()).toBe(iso);
});

test.each<[unknown, string, number | undefined]>([
  [5000, 'timeout_ms', 5000],
  [500, 'timeout_ms', 500],
  [30, 'timeout', 30_000],
  [999, 'timeout', 999_000],
  [1000, 'timeout', 1000],
  [30, 'timeout_s', 30_000],
  ['30 s', 'timeout', 30_000],
  ['2 min', 'timeout_ms', 120_000],
  ['45', 'timeout', 45_000],
  [5, 'timeout_ms', undefined],
  ['5 ms', 'timeout', undefined],
  [10, 'timeout_ms', 10],
  ['soon', 'timeout', undefined],
  [null, 'timeout', undefined],
])('the timeout %j of %s is %s ms', (value, key, ms) => {
  expect(timeoutOf(value, key)).toBe(ms);
});

test.each<[string, number | undefined]>([
  ['2402', 37],
  ['2402 MHz', 37],
  ['2426', 38],
  ['2480 mhz', 39],
  ['2404', 0],
  ['2424', 10],
  ['2428', 11],
  ['2478', 36],
  ['2.402 GHz', 37],
  ['2,48 ghz', 39],
  ['2402000 kHz', 37],
  ['2402000000Hz', 37],
  ['2403', undefined],
  ['2400', undefined],
  ['2482', undefined],
  ['2402.5', undefined],
  ['x2402', undefined],
  ['2402x', undefined],
  ['', undefined],
])('the frequency %j is that of channel %s', (text, index) => {
  expect(indexOfFrequency(text)).toBe(index);
});

describe('lists in other containers', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [{ 0: 'a', 1: 'b' }, ['a', 'b']],
    [{ 1: 'a', 2: 'b' }, ['a', 'b']],
    [{ 2: 'a' }, undefined],
    [{ 0: 'a', 2: 'b' }, undefined],
    [{ items: ['a'] }, ['a']],
    [{ column: ['a', 'b'] }, ['a', 'b']],
    [{ columns: 'a' }, ['a']],
    [{ columns: 'a, b' }, undefined],
    [{ columns: 'a;b' }, undefined],
    [{ list: { element: ['a'] } }, ['a']],
    [{ items: null }, undefined],
    [{ items: true }, ['items']],
    [{ rssi: true, length: true }, ['rssi', 'length']],
    [{ rssi: true, length: false }, undefined],
    [{ items: ['a'], more: 1 }, undefined],
    [{ other: ['a'] }, undefined],
    [{}, undefined],
  ])('%j holds %j', (record, list) => {
    expect(listIn(record, 'columns')).toEqual(list);
  });

  it.each([
    ['- a\n- b', ['a', 'b']],
    ['* a\r\n\n • b ', ['a', 'b']],
    ['1. a\n2) b c', ['a', 'b c']],
    ['a\n- b', undefined],
    ['-a', undefined],
    ['', undefined],
    ['1234. a', undefined],
  ])('%j has the items %j', (text, items) => {
    expect(bulletsIn(text)).toEqual(items);
  });
});

describe('columns by other names', () => {
  const ble = [bleCapture('lab', { columns: [{ name: 'rssi', type: 'SMALLINT', unit: 'dBm' }] })];
  const table = [tableCapture('t', [{ name: 'rssi', type: 'DOUBLE' }])];
  const known = [
    'rssi',
    'packet_no',
    'local_name',
    'advertiser_addr',
    'scanner_addr',
    'initiator_addr',
    'latency_ms',
    'length',
    'adv_type',
    'adi_sid',
  ];

  it.each<[string, string | undefined]>([
    ['RSSI', 'rssi'],
    [' rssi ', 'rssi'],
    ['packet-no', 'packet_no'],
    ['frame.number', 'packet_no'],
    ['btle_rf.signal_dbm', 'rssi'],
    ['nordic_ble.rssi', 'rssi'],
    ['btcommon.eir_ad.entry.device_name', 'local_name'],
    ['btle.advertising_address', 'advertiser_addr'],
    ['btle.extended_advertising.advertising_data_info.sid', 'adi_sid'],
    ['btle.advertising_header.length', 'length'],
    ['frame.time', undefined],
    ['btle.rssi', undefined],
    ['chamber.rssi', 'rssi'],
    ['AdvA', 'advertiser_addr'],
    ['scanning address', 'scanner_addr'],
    ['InitA', 'initiator_addr'],
    ['PDU type', 'adv_type'],
    ['rssi (dBm)', 'rssi'],
    ['rssi, [dBm]', 'rssi'],
    ['rssi_dbm', 'rssi'],
    ['rssi_ms', undefined],
    ['length_ms', undefined],
    ['latency', 'latency_ms'],
    ['latency (ms)', 'latency_ms'],
    ['latencyms', 'latency_ms'],
    ['', undefined],
    ['-', undefined],
    ['unknown', undefined],
  ])('%j is the column %s', (written, name) => {
    expect(columnNamed(written, known, ble)).toBe(name);
  });

  it('agree in their unit where one is known', () => {
    expect(columnNamed('rssi (ms)', known, table)).toBe('rssi');
    expect(columnNamed('rssi (ms)', known, ble)).toBeUndefined();
    expect([unitOfColumn('rssi', ble), unitOfColumn('latency_ms', ble), unitOfColumn('rssi', table), unitOfColumn('x', ble)]).toEqual([
      'dbm',
      'ms',
      '',
      '',
    ]);
  });

  it('are told apart by letters, numbers and words that turn the meaning', () => {
    expect(knownName('lenght', known)).toBe('length');
    expect(knownName('"rssi"', known)).toBe('rssi');
    expect(knownName('lab_a', ['lab_b'])).toBeUndefined();
    expect(knownName('min_count', ['max_count'])).toBeUndefined();
    expect(knownName('no_intercept', ['intercept'])).toBeUndefined();
    expect(knownName('abx', ['aby'])).toBeUndefined();
    expect(knownName('colunm', ['column', 'colum'])).toBeUndefined();
    expect(knownName('colunm', ['column', 'row'])).toBe('column');
    expect(knownName('', known)).toBeUndefined();
    expect(bare('Linkage-Window S')).toBe('linkagewindows');
    expect([only([1, 2, 3], (n) => n > 2), only([1, 2, 3], (n) => n > 1), only([1], (n) => n > 1)]).toEqual([3, undefined, undefined]);
  });
});

test.each<[string, string | undefined]>([
  ['=', '='],
  ['===', '==='],
  ['!==', '!=='],
  ['<>', '<>'],
  ['is', '='],
  ['is not', '!='],
  ["isn't", '!='],
  ['differs from', '!='],
  ['not', undefined],
  ['e', undefined],
  ['eq', '='],
  ['is equal to', '='],
  ['the same as', '='],
  ['ne', '!='],
  ['not equal', '!='],
  ['greater than', '>'],
  ['is greater than or equal to', '>='],
  ['gte', '>='],
  ['ge', '>='],
  ['at least', '>='],
  ['at most', '<='],
  ['not greater than', '<='],
  ['not less than', '>='],
  ['not at least', '<'],
  ['lower than', '<'],
  ['exceeds', '>'],
  ['lte', '<='],
  ['in', 'IN'],
  ['one of', 'IN'],
  ['any of', 'IN'],
  ['none of', 'NOT IN'],
  ['nin', 'NOT IN'],
  ['not in', 'NOT IN'],
  ['not one of', 'NOT IN'],
  ['between', 'BETWEEN'],
  ['not between', 'NOT BETWEEN'],
  ['like', 'LIKE'],
  ['near', undefined],
])('the operator %j is %s', (written, sign) => {
  expect(operatorOf(written)).toBe(sign);
});

it('operators of other languages may be marked, and some test for a value or a part', () => {
  expect(
    ['$gt', '_gte', 'is_null', 'isNotNull', 'missing', 'exists', 'contains', 'starts_with', 'ends-with', 'empty', '', '$'].map(signOf),
  ).toEqual(['>', '>=', 'NULL', 'NULL', 'NULL', 'NULL', 'contains', 'startswith', 'endswith', undefined, undefined, undefined]);
});

test.each<[string, number | undefined]>([
  ['zero', 0],
  ['nineteen', 19],
  ['ninety-nine', 99],
  ['nine hundred and ninety nine thousand', 999_000],
  ['an hundred', 100],
  ['negative five', -5],
  ['a thousand and one', 1001],
  ['twenty ten', undefined],
  ['twenty zero', undefined],
  ['ten hundred', undefined],
  ['one thousand thousand', undefined],
  ['minus', undefined],
])('%j spells %s', (text, value) => {
  expect(numberInWords(text)).toBe(value);
});
