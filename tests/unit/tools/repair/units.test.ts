import { expect, test } from 'vitest';
import { numberInWords } from '../../../../src/tools/repair/number-words.ts';
import { durationOf, inUnit, millisecondsPer, quantityOf } from '../../../../src/tools/repair/units.ts';

const seconds = (text: string): number | undefined => {
  const quantity = quantityOf(text);
  return quantity && inUnit(quantity, 's');
};

test('numbers in words are read, and words that spell no single number are not', () => {
  const right: [string, number][] = [
    ['five', 5],
    ['Twenty-Five', 25],
    ['two hundred', 200],
    ['a hundred and seven', 107],
    ['one thousand two hundred', 1200],
    ['minus ninety', -90],
    ['forty thousand and one', 40_001],
  ];
  for (const [text, value] of right) expect(numberInWords(text), text).toBe(value);
  for (const text of [
    'five ten',
    'twenty thirty',
    'five-ten',
    'one two',
    'hundred',
    'zero hundred',
    'thousand million',
    'ten five',
    'few',
    '',
  ])
    expect(numberInWords(text), text).toBeUndefined();
});

test('durations are read in every notation that says one length of time', () => {
  const right: [string, number][] = [
    ['PT5M', 300],
    ['PT1H30M', 5400],
    ['P1D', 86_400],
    ['PT0.5S', 0.5],
    ['1h30m', 5400],
    ['2 minutes and 30 seconds', 150],
    ['5m', 300],
    ['five minutes', 300],
  ];
  for (const [text, value] of right) expect(seconds(text), text).toBe(value);
  for (const text of ['P1M', 'P1Y', 'P', 'PT', 'PT5', '30s 2m', '5m5m', '1.2.3h 5s', '05:00', '60-120'])
    expect(seconds(text), text).toBeUndefined();
  expect(durationOf('5')).toBeUndefined();
});

test('units of time are known by their spellings', () => {
  const spelt: [number, string][] = [
    [1e-6, 'ns nsec nanos nanoseconds'],
    [1e-3, 'us µs usecs micros microsecond'],
    [1, 'ms msec msecs millis milliseconds'],
    [1000, 's sec secs second seconds'],
    [60_000, 'm min mins minute minutes'],
    [3_600_000, 'h hr hrs hour hours'],
    [86_400_000, 'd day days'],
  ];
  for (const [ms, units] of spelt) for (const unit of units.split(' ')) expect(millisecondsPer(unit), unit).toBe(ms);
  for (const unit of ['', 'dbm', 'mb', 'bytes', 'mo', 'rows', 'hz']) expect(millisecondsPer(unit), unit).toBeUndefined();
});

test('a unit that has nothing to do with the wanted one is not converted', () => {
  expect(inUnit({ value: 5, unit: 'm' }, 'rows')).toBeUndefined();
  expect(inUnit({ value: 2, unit: 'k' }, 'rows')).toBe(2000);
  expect(inUnit({ value: 2, unit: 'k' }, 's')).toBeUndefined();
});
