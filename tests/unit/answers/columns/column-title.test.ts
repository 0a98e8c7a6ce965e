import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../../src/tables/captures.ts';
import { columnTitle, densest } from '../../../../src/answers/columns/column-title.ts';
import type { Profile } from '../../../../src/answers/columns/profile.ts';

const profile: Profile = {
  total: 13,
  present: 12,
  different: 9,
  about: { different: false, quartiles: false },
  least: '-90',
  most: '-51',
  high: -51,
  quartiles: null,
  top: [{ value: 'ADV_IND\u202e', rows: 7 }],
  bars: null,
};

it('the densest part is the fewest bars with half of the rows', () => {
  const sum = (rows: readonly number[]): number => rows.reduce((a, b) => a + b, 0);
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 12 }), (rows) => {
      const found = densest(rows);
      if (sum(rows) === 0) {
        expect(found).toBeNull();
        return;
      }
      const { from, to, rows: held } = found!;
      expect(held).toBe(sum(rows.slice(from, to + 1)));
      expect(2 * held).toBeGreaterThanOrEqual(sum(rows));
      for (let start = 0; start < rows.length; start++) expect(2 * sum(rows.slice(start, start + to - from))).toBeLessThan(sum(rows));
    }),
  );
});

it('the title states the range of most values of a column, with their unit', () => {
  const rssi: ColumnInfo = { name: 'rssi', type: 'SMALLINT', unit: 'dBm' };
  const bars = { edges: [-90, -80, -70, -60, -50], rows: [1, 2, 8, 1] };
  expect(columnTitle(rssi, { ...profile, bars }, true)).toBe('rssi: 8 of 12 values lie between −70 and −61 dBm');
  expect(columnTitle({ ...rssi, type: 'DOUBLE' }, { ...profile, bars }, true)).toBe('rssi: 8 of 12 values lie between −70 and −60 dBm');
  // The last bar ends at the largest value.
  const last = { edges: bars.edges, rows: [1, 2, 1, 8] };
  expect(columnTitle(rssi, { ...profile, bars: last }, true)).toBe('rssi: 8 of 12 values lie between −60 and −51 dBm');
  const channel: ColumnInfo = { name: 'channel', type: 'UTINYINT' };
  const three = { edges: [37, 38, 39, 40], rows: [8, 2, 2] };
  expect(columnTitle(channel, { ...profile, high: 39, bars: three }, true)).toBe('channel: 8 of 12 values are 37');
});

it('the title states the most frequent value of any text column', () => {
  const type: ColumnInfo = { name: 'adv_type', type: 'VARCHAR' };
  expect(columnTitle(type, profile, true)).toMatch(/^adv_type: 7 of 12 values are ADV_IND.*202E/i);
  expect(columnTitle(type, { ...profile, top: [{ value: '', rows: 7 }] }, true)).toBe('adv_type: 7 of 12 values are empty');
  expect(columnTitle(type, { ...profile, top: [] }, true)).toBe('adv_type: no value');
});

it('instants have a zone and no unit, and values that only look equal are called near', () => {
  const ts: ColumnInfo = { name: 'ts_us', type: 'BIGINT', unit: 'µs' };
  const at = Date.UTC(2026, 0, 2, 3, 4, 5) * 1000;
  const bars = { edges: [at, at + 1_000_000, at + 2_000_000], rows: [8, 2] };
  expect(columnTitle(ts, { ...profile, bars, high: at + 2_000_000 }, true)).toMatch(
    /^ts_us: 8 of 10 values lie between 2026-01-02 .* UTC$/,
  );
  expect(columnTitle(ts, { ...profile, bars, high: at + 2_000_000 }, false)).toMatch(/ µs$/);
  const weight: ColumnInfo = { name: 'weight', type: 'DOUBLE' };
  expect(columnTitle(weight, { ...profile, bars: { edges: [100.01, 100.02, 100.03], rows: [3, 9] }, high: 100.03 }, true)).toMatch(
    /lie near 100$/,
  );
});
