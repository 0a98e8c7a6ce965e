import { expect, test } from 'vitest';
import type { SlicedRow } from '../../../../src/answers/charts/timeline-slice.ts';
import { COLUMN } from '../../../../src/answers/devices/device-rows.ts';
import type { GridRow } from '../../../../src/base/table.ts';
import { withLaneWords } from '../../../../src/core/results/lane-words.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import type { DevicesPort, DeviceSlice } from '../../../../src/workbench/devices.ts';
import { timelineRows } from '../../../support/timeline-rows.ts';

const lane = (label: string) => ({ label, spans: [{ start: 0, end: 1, weight: 1 }] });
const GROUPS = [
  { title: 'Device A', short: 'Device A', series: 1, lanes: [lane('11'), lane('22')] },
  { title: 'others', series: 0, lanes: [lane('33'), lane('44')] },
];
const CAPTURES = [{ capture_id: 'closed' }, { capture_id: 'x', row_count: 9 }] as CaptureInfo[];

const device = (address: string, own: string | null, what: string | null, given: string | null = null): GridRow => {
  const row = new Array<GridRow[number]>(20).fill(null);
  return row.with(COLUMN.address, address).with(COLUMN.names, own).with(COLUMN.what, what).with(COLUMN.given, given);
};

function devices(rows: readonly GridRow[]): Pick<DevicesPort, 'rows'> & { readonly asked: (readonly string[] | null)[] } {
  const asked: (readonly string[] | null)[] = [];
  return {
    asked,
    rows: ({ capture_id, only }) => {
      asked.push(only);
      return capture_id === 'closed' ? Promise.reject(new Error('not open')) : Promise.resolve({ rows } as unknown as DeviceSlice);
    },
  };
}

test('lanes and bands say what the device is: the name of the person, its own, and its kind', async () => {
  const known = devices([device('22', 'Phone', 'Apple device'), device('33', null, 'Windows PC'), device('44', 'Tag', null, 'My tag')]);
  const rows = await withLaneWords(timelineRows(GROUPS).rows, GROUPS, [], known, CAPTURES);
  const words = rows.map(({ kind, label, words: text }: SlicedRow) => [kind === 'lane' ? label : 'band', text]);
  expect(words).toEqual([
    ['band', '“Phone”, Apple device'],
    ['11', undefined],
    ['22', '“Phone”, Apple device'],
    ['band', undefined],
    ['33', 'Windows PC'],
    ['44', 'My tag'],
  ]);
  expect(known.asked).toEqual([
    ['11', '22', '33', '44'],
    ['11', '22', '33', '44'],
  ]);
});

test('without rows or open captures nothing is asked and nothing is said', async () => {
  const none = devices([]);
  expect(await withLaneWords([], [], [], none, CAPTURES)).toEqual([]);
  expect(none.asked).toEqual([]);
  const { rows } = timelineRows(GROUPS);
  expect(await withLaneWords(rows, GROUPS, [], none, [])).toEqual(rows);
});
