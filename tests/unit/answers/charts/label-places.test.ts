import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelPlaces } from '../../../../src/answers/charts/label-places.ts';

const frame = { left: 0, right: 400, top: 0, bottom: 200 };

it('a label is right of its point, or left of it at the end of the frame', () => {
  expect(labelPlaces([{ x: 50, y: 100, label: '12' }], frame)).toEqual([{ x: 57, y: 104, end: false, away: false }]);
  expect(labelPlaces([{ x: 398, y: 100, label: '1,162' }], frame)).toEqual([{ x: 391, y: 104, end: true, away: false }]);
});

it('no label overlaps another or a labelled point while there is space, and none leaves the frame', () => {
  const mark = fc.record({
    x: fc.integer({ min: 60, max: 340 }),
    y: fc.integer({ min: 40, max: 160 }),
    label: fc.stringMatching(/^[0-9]{1,5}$/),
  });
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 3 }), (marks) => {
      const boxes = labelPlaces(marks, frame).map(({ x, y, end }, at) => {
        const width = 7 * marks[at]!.label.length;
        return { left: end ? x - width : x, right: end ? x : x + width, top: y - 10, bottom: y + 3 };
      });
      for (const [at, box] of boxes.entries()) {
        expect(box.left >= 0 && box.right <= 400 && box.top >= 0 && box.bottom <= 200).toBe(true);
        for (const other of boxes.slice(0, at))
          expect(box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom).toBe(false);
        // The ring around a point has a radius of 4 and a stroke.
        for (const { x, y } of marks)
          expect(box.left < x + 4.6 && x - 4.6 < box.right && box.top < y + 4.6 && y - 4.6 < box.bottom).toBe(false);
      }
    }),
  );
});

it('labels of crowded points are moved by lines and marked as moved', () => {
  const crowd = [0, 6, 12].map((more) => ({ x: 200 + more, y: 100, label: '1,162' }));
  const places = labelPlaces(crowd, frame);
  expect(places.map(({ away }) => away)).toEqual([false, true, false]);
});

it('a label without free space is placed nevertheless', () => {
  const places = labelPlaces([{ x: 5, y: 5, label: '1234567' }], { left: 0, right: 10, top: 0, bottom: 10 });
  expect(places).toEqual([{ x: 12, y: 9, end: false, away: false }]);
});
