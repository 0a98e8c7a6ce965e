import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortRows } from '../../../../src/ui/widgets/grid.ts';
import { sortInSlices } from '../../../../src/ui/widgets/sort-slices.ts';

const cell = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(null), fc.string({ maxLength: 2 }));

it('sorts as at one go, equals in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { maxLength: 50 }), fc.boolean(), async (cells, descending) => {
      const numbers = cells.every((value) => typeof value !== 'string');
      // Enough for several runs.
      const rows = Array.from({ length: 200 }, () => cells).flatMap((list, block) =>
        list.map((value, at) => [numbers ? value : String(value), block * 50 + at]),
      );
      const sort = { column: 0, descending };
      expect(await sortInSlices(rows, sort, new AbortController().signal)).toEqual(sortRows(rows, sort));
    }),
    { numRuns: 20 },
  );
});

it('stops when nobody waits', async () => {
  const controller = new AbortController();
  controller.abort();
  expect(await sortInSlices([[2], [1]], { column: 0, descending: false }, controller.signal)).toBeNull();
});
