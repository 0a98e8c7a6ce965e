import { expect, it } from 'vitest';
import { firstColumns } from '../../../../src/answers/packets/columns.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { bleCapture } from '../../selection/support.ts';

const lab = bleCapture('lab');
const without = (name: string): CaptureInfo => ({
  ...lab,
  columns: lab.columns.map((column) => (column.name === name ? { ...column, empty: true as const } : column)),
});

it('shows on a phone who and when, what and how strong, and the names that a person gave', () => {
  expect(firstColumns(lab, true)).toEqual(['advertiser_addr', 'ts_us', 'info', 'rssi']);
  expect(firstColumns(lab, true, true).at(-1)).toBe('device_name');
});

it('puts the next best column in the place of one without a value', () => {
  expect(firstColumns(without('rssi'), true)[3]).not.toBe('rssi');
  expect(firstColumns(without('rssi'), true)).toHaveLength(4);
  expect(firstColumns(without('advertiser_addr'), true)[0]).toBe('packet_no');
});

it('leaves out columns without a value on a wide screen', () => {
  expect(firstColumns(lab)).toContain('rssi');
  expect(firstColumns(without('rssi'))).not.toContain('rssi');
});
