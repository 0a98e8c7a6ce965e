import { expect, it } from 'vitest';
import { PastFilters } from '../../../../src/ui/state/past-filters.svelte.ts';

it('lists filters once each, latest first, and nothing that is none', () => {
  const past = new PastFilters();
  for (const text of ['rssi > -70', ' channel = 37 ', 'rssi > -70', 'rssi >', '']) past.add(text);
  expect(past.list).toEqual(['rssi > -70', 'channel = 37']);
});

it('lists thirty', () => {
  const past = new PastFilters();
  for (let at = 0; at < 40; at += 1) past.add(`rssi > ${String(at)}`);
  expect(past.list).toHaveLength(30);
  expect(past.list[0]).toBe('rssi > 39');
});
