import { expect, it } from 'vitest';
import { heatMapPicture, shadeOf } from '../../../../src/answers/charts/heat-map-picture.ts';
import { PALETTE } from '../../../support/palette.ts';

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

it('links are coloured, and every value is written', () => {
  const { svg } = heatMapPicture(data, PALETTE);
  expect(svg.match(/fill="accent" fill-opacity/g)).toHaveLength(4);
  expect(svg.match(/>0\.20<\/text>/g)).toHaveLength(2);
  expect(svg.match(/>·<\/text>/g)).toHaveLength(3);
  expect([shadeOf(0.49, 0.5), shadeOf(0.5, 0.5), shadeOf(1, 0.5)]).toEqual([0, 0.08, 0.42000000000000004]);
});
