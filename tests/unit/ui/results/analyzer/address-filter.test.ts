import { expect, it } from 'vitest';
import { parseFilter } from '../../../../../src/selection/parse.ts';
import { displayFilter, selectionFilter } from '../../../../../src/ui/results/analyzer/address-filter.ts';

it('writes a filter that selections take', () => {
  expect(parseFilter(selectionFilter(["it's", '7A:4C:21:9D:10:EF'])).ok).toBe(true);
});

it('writes addresses as Wireshark spells them, and nothing for what is none', () => {
  expect(displayFilter(['7A:4C:21:9D:10:EF'])).toBe('btle.advertising_address == 7a:4c:21:9d:10:ef');
  expect(displayFilter(['7A:4C:21:9D:10:EF', 'device-1', '00:11:22:33:44:55'])).toBe(
    'btle.advertising_address in {7a:4c:21:9d:10:ef, 00:11:22:33:44:55}',
  );
  expect(displayFilter(['device-1'])).toBe('');
});
