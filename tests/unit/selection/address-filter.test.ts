import { expect, it } from 'vitest';
import { parseFilter } from '../../../src/selection/parse.ts';
import { displayFilter, selectionFilter } from '../../../src/selection/address-filter.ts';

it('writes a filter that a selection accepts', () => {
  expect(parseFilter(selectionFilter(["it's", '7A:4C:21:9D:10:EF'])).ok).toBe(true);
});

it('writes addresses in Wireshark’s spelling, and nothing for other texts', () => {
  expect(displayFilter({ addresses: ['7A:4C:21:9D:10:EF'] })).toBe('btle.advertising_address == 7a:4c:21:9d:10:ef');
  expect(displayFilter({ addresses: ['7A:4C:21:9D:10:EF', 'device-1', '00:11:22:33:44:55'] })).toBe(
    'btle.advertising_address in {7a:4c:21:9d:10:ef, 00:11:22:33:44:55}',
  );
  expect(displayFilter({ addresses: ['device-1'], time: { start_ms: 0, end_ms: 1 } })).toBe('');
});

it('includes the whole last millisecond of the time, on the clock of the capture', () => {
  const time = { start_ms: 1_588_358_916_352, end_ms: 1_588_358_917_000 };
  expect(displayFilter({ addresses: [], time })).toBe('frame.time_epoch >= 1588358916.352 && frame.time_epoch < 1588358917.001');
  expect(displayFilter({ addresses: ['00:11:22:33:44:55'], time: { start_ms: 0, end_ms: 999 }, relative: true })).toBe(
    'btle.advertising_address == 00:11:22:33:44:55 && frame.time_relative >= 0.000 && frame.time_relative < 1.000',
  );
});
