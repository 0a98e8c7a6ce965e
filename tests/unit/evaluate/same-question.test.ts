import { expect, test } from 'vitest';
import { isSameQuestion } from '../../evaluate/repair/same-question.ts';

const same = (one: string, other: string): boolean =>
  isSameQuestion({ rest: 'rows', filters: [one] }, { rest: 'rows', filters: other.split('; ') });

test.each([
  ['rssi > -90', 'NOT (rssi <= -90)'],
  ['rssi > -90', '-90 < rssi'],
  ['channel IN (37, 38, 39)', 'channel BETWEEN 37 AND 39'],
  ["adv_type = 'ADV_IND' OR adv_type = 'SCAN_RSP'", "adv_type IN ('SCAN_RSP', 'ADV_IND')"],
  ['crc_ok = TRUE', 'NOT (crc_ok = FALSE)'],
  ['rssi > -90 AND local_name IS NULL', 'local_name IS NULL; rssi > -90'],
])('%s selects the rows of %s', (one, other) => {
  expect(same(one, other)).toBe(true);
});

test.each([
  ['rssi > -90', 'rssi >= -90'],
  ['rssi > -90', 'rssi > -91'],
  ['rssi > -90', 'rssi > -90 OR rssi IS NULL'],
  ['crc_ok = TRUE', 'crc_ok IS NOT NULL'],
  ["adv_type != 'ADV_IND'", "adv_type = 'ADV_IND'"],
  ["adv_type LIKE 'ADV%'", "adv_type LIKE '%IND'"],
  ['rssi > -90 AND channel = 37', 'rssi > -90'],
  ['rssi > -90', 'no filter at all'],
])('%s does not select the rows of %s', (one, other) => {
  expect(same(one, other)).toBe(false);
});

test('another result is another question', () => {
  expect(isSameQuestion({ rest: 'a', filters: [] }, { rest: 'b', filters: [] })).toBe(false);
});
