import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../src/selection/parse.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { filterOffers, type KnownValue } from '../../../src/selection/filter-offers.ts';

const capture: CaptureInfo = {
  capture_id: 'lamp',
  sensors: [],
  file_name: 'lamp.pcap',
  format: 'pcap',
  link_types: [251],
  kind: 'ble',
  bytes: 1,
  sha256: '',
  row_count: 9,
  problem_count: 0,
  columns: [
    { name: 'rssi', type: 'SMALLINT', unit: 'dBm', description: 'Received signal strength.' },
    { name: 'adv_type', type: 'VARCHAR' },
    { name: 'company_id', type: 'USMALLINT' },
    { name: 'crc_ok', type: 'BOOLEAN' },
    { name: 'adv_data', type: 'BLOB' },
    { name: 'or', type: 'DOUBLE' },
  ],
  channels: [],
  time_base: 'none',
  time_range: null,
  warnings: [],
};
const VALUES: Readonly<Record<string, readonly KnownValue[]>> = {
  adv_type: [
    { value: 'ADV_IND', rows: 5 },
    { value: "SCAN'RSP", rows: 4 },
  ],
  company_id: [
    { value: 76, rows: 3, name: 'Apple, Inc.' },
    { value: 6, rows: 1, name: 'Microsoft' },
  ],
};
const PAST = ['rssi > -70', "adv_type = 'ADV_IND'"];

async function at(marked: string) {
  const pos = marked.indexOf('|');
  return filterOffers(marked.replace('|', ''), pos, capture, PAST, (column) => Promise.resolve(VALUES[column] ?? []));
}
const labels = async (marked: string) => (await at(marked))?.options.map(({ label }) => label);

describe('completions at a position of a filter over a capture', () => {
  it('are earlier filters and every column, with type, unit and description', async () => {
    const offers = await at('|');
    expect(offers?.options.slice(0, 3).map(({ label }) => label)).toEqual([...PAST, 'rssi']);
    expect(offers?.options[2]).toMatchObject({ insert: 'rssi ', detail: 'SMALLINT, dBm', info: 'Received signal strength.' });
    expect(await labels('rssi > -92 AND |')).not.toContain(PAST[0]);
    expect((await at('o|'))?.options.find(({ label }) => label === 'or')).toMatchObject({ insert: '"or" ' });
  });

  it('are operators that suit the type of the column', async () => {
    expect(await labels('rssi |')).toEqual(['=', '!=', '>', '>=', '<', '<=', 'IN', 'BETWEEN', 'IS NULL', 'IS NOT NULL', 'NOT IN']);
    expect(await labels('adv_data |')).toEqual(['IS NULL', 'IS NOT NULL']);
    expect(await labels('crc_ok |')).toEqual(['=', '!=', 'IS NULL', 'IS NOT NULL', 'AND', 'OR']);
    expect(await labels('nonsense |')).toBeUndefined();
  });

  it('are values of the column, also found by their description', async () => {
    expect((await at('adv_type = |'))?.options).toMatchObject([{ insert: "'ADV_IND' ", detail: '5 packets' }, { insert: "'SCAN''RSP' " }]);
    expect((await at('company_id = app|'))?.options).toEqual([{ label: '76', insert: '76 ', detail: 'Apple, Inc. · 3 packets' }]);
    expect(await labels('crc_ok = |')).toEqual(['true', 'false']);
  });

  it('form a filter if one is chosen after another', async () => {
    let text = '';
    for (const choice of ['adv_type', 'IN', 'ADV_IND', ',', "SCAN'RSP", ')', 'AND', 'crc_ok', '=', 'true']) {
      const offers = await filterOffers(text, text.length, capture, [], (column) => Promise.resolve(VALUES[column] ?? []));
      const option = offers?.options.find(({ label }) => label === choice);
      expect([text, option?.label]).toEqual([text, choice]);
      text = `${text.slice(0, offers?.from)}${option?.insert ?? choice}${text.slice(offers?.to)}`;
    }
    expect(text).toBe("adv_type IN ('ADV_IND' , 'SCAN''RSP' ) AND crc_ok = TRUE ");
    expect(parseFilter(text).ok).toBe(true);
  });
});
