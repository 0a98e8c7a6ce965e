import { expect, it } from 'vitest';
import { pointWords, traceWords } from '../../../../src/answers/charts/point-words.ts';

it('names the row of a point and says its figures with what they are', () => {
  const plot = {
    x: 'fitted rssi, dBm',
    y: 'residual, dBm',
    points: [
      [-62.31, 4.2],
      [-60, -0.5],
    ] as const,
  };
  expect(pointWords({ ...plot, names: ['used row 1', 'used row 10'] }, 1)).toEqual({
    name: 'used row 10',
    lines: ['fitted rssi, dBm: −60', 'residual, dBm: −0.5'],
  });
  expect(pointWords(plot, 0).name).toBe('point 1');
});

it('names series, packet and time of a point of a trace', () => {
  const traces = [
    { label: 'AA:01', series: 1, points: [[1500, -40]] as const, names: ['packet 7'] },
    { label: 'AA:02', series: 2, points: [] },
    { label: 'AA:03', series: 3, points: [[Date.parse('2026-01-01T00:00:00.250Z'), -70]] as const },
  ];
  expect(traceWords({ y: 'RSSI, dBm', relative: true, traces }, 0)).toEqual({
    name: 'AA:01',
    lines: ['packet 7', '1.500 s since the first packet', 'RSSI, dBm: −40'],
  });
  expect(traceWords({ y: 'RSSI, dBm', relative: false, traces }, 1)).toEqual({
    name: 'AA:03',
    lines: ['2026-01-01 00:00:00.250 UTC', 'RSSI, dBm: −70'],
  });
});
