import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../../src/tables/captures.ts';
import { columnPicture, columnTable, shownTable } from '../../../../src/answers/columns/column-picture.ts';
import type { Profile } from '../../../../src/answers/columns/profile.ts';
import { PALETTE } from '../../../support/palette.ts';

const profile: Profile = {
  total: 10,
  present: 9,
  different: 3,
  about: { different: false, quartiles: false },
  least: '1',
  most: '9',
  high: 9,
  quartiles: null,
  top: [
    { value: '<b>', rows: 6 },
    { value: '', rows: 3 },
  ],
  bars: null,
};

it('every frequent value is a bar of its share, with its text escaped', () => {
  const column: ColumnInfo = { name: 'local_name', type: 'VARCHAR' };
  const { svg } = columnPicture('local_name: 6 of 9 values are <b>', column, profile, true, PALETTE);
  expect(svg).toContain('&lt;b&gt;');
  expect(svg).toContain('6 · 66.7 %');
  expect(svg).toContain('(empty)');
  expect(columnTable(column, profile)).toEqual({
    columns: [{ title: 'Value' }, { title: 'Rows' }],
    rows: [
      ['<b>', 6],
      ['', 3],
    ],
  });
});

it('the bars of a distribution are as high as their rows, and its table has their edges', () => {
  const column: ColumnInfo = { name: 'rssi', type: 'SMALLINT', unit: 'dBm' };
  const bars = { edges: [-90, -80, -70, -60], rows: [2, 6, 0] };
  const { svg } = columnPicture('rssi: 6 of 8 values lie between −80 and −70 dBm', column, { ...profile, high: -60, bars }, true, PALETTE);
  const heights = [...svg.matchAll(/height="([\d.]+)" fill="series1"/g)].map(([, height]) => Number(height));
  expect(heights).toHaveLength(2);
  expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(3, 1);
  expect(svg).toContain('−90');
  expect(columnTable(column, { ...profile, bars }).rows).toEqual([
    [-90, -80, 2],
    [-80, -70, 6],
    [-70, -60, 0],
  ]);
  expect(shownTable(column, { ...profile, bars }, true)).toMatchObject({
    columns: [{ title: 'From', detail: 'dBm', align: 'end' }, { title: 'To' }, { title: 'Rows', align: 'end' }],
    rows: [
      ['−90', '−80', 2],
      ['−80', '−70', 6],
      ['−70', '−60', 0],
    ],
  });
  const time: ColumnInfo = { name: 'ts_us', type: 'BIGINT' };
  const hour = { edges: [1588358916352000, 1588358917352000], rows: [9] };
  expect(shownTable(time, { ...profile, bars: hour }, true).rows).toEqual([
    ['2020-05-01 18:48:36.352 UTC', '2020-05-01 18:48:37.352 UTC', 9],
  ]);
});
