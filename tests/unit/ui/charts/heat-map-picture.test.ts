import { expect, it } from 'vitest';
import { heatMapPicture, shadeOf } from '../../../../src/ui/charts/heat-map-picture.ts';

const palette = { surface: '#fff', text: '#000', muted: '#777', line: '#ddd', accent: '#00f', face: 'sans-serif', mono: 'monospace' };
const data = {
  caption: 'three',
  labels: ['AA:01', 'AA:02', 'AA:03'],
  matrix: [
    [1, 0.9, 0.2],
    [0.9, 1, 0.6],
    [0.2, 0.6, 1],
  ],
  threshold: 0.5,
};

it('colours what is a link and writes every value', () => {
  const { svg } = heatMapPicture(data, palette);
  expect(svg.match(/fill="#00f" fill-opacity/g)).toHaveLength(4);
  expect(svg.match(/>0\.20<\/text>/g)).toHaveLength(2);
  expect(svg.match(/>·<\/text>/g)).toHaveLength(3);
  expect([shadeOf(0.49, 0.5), shadeOf(0.5, 0.5), shadeOf(1, 0.5)]).toEqual([0, 0.08, 0.42000000000000004]);
});
