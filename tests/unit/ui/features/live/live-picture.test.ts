import { expect, it } from 'vitest';
import { livePicture, liveTable } from '../../../../../src/ui/features/live/live-picture.ts';
import { PALETTE } from '../../../../support/palette.ts';

const now = Date.parse('2026-01-01T00:01:00Z');
const traces = [
  { key: 'AA:01', at_ms: [now - 40_000, now - 30_000, now], rssi: [-50, -60, -70] },
  { key: 'AA:02', at_ms: [now - 1000], rssi: [-80] },
];

it('draws a line for each device over what is shown, and names it', () => {
  const { svg } = livePicture('Strength', { traces, now, total: 2 }, PALETTE);
  const lines = [...svg.matchAll(/points="([^"]+)"[^>]*stroke="(series\d)"/g)].map(([, points, colour]) => [
    points?.split(' ').length,
    colour,
  ]);
  expect(lines).toEqual([
    [2, 'series1'],
    [1, 'series2'],
  ]);
  for (const words of ['>AA:01<', '>AA:02<', '00:01:00 UTC', '−30 s', '>−40<']) expect(svg).toContain(words);
});

it('has a row for every packet', () => {
  expect(liveTable(traces).rows).toEqual([
    ['AA:01', '2026-01-01T00:00:20.000Z', -50],
    ['AA:01', '2026-01-01T00:00:30.000Z', -60],
    ['AA:01', '2026-01-01T00:01:00.000Z', -70],
    ['AA:02', '2026-01-01T00:00:59.000Z', -80],
  ]);
  // As the chart, which shows the last seconds.
  expect(liveTable(traces, Date.parse('2026-01-01T00:00:30Z')).rows.map(([, time]) => time)).toEqual([
    '2026-01-01T00:00:30.000Z',
    '2026-01-01T00:01:00.000Z',
    '2026-01-01T00:00:59.000Z',
  ]);
});
