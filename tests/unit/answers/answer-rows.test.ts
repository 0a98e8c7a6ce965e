import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRows, rowOrder } from '../../../src/answers/answer-rows.ts';
import { sortRows } from '../../../src/base/table.ts';

describe('the order of rows', () => {
  it('equals that of a sorted grid, for any values', () => {
    const cell = fc.oneof(fc.integer(), fc.constantFrom('a', 'B', 'a10', 'a9', 'é', ''), fc.constant(null));
    const column = fc.oneof(
      fc.array(fc.option(fc.integer())),
      fc.array(fc.oneof(fc.constantFrom('a', 'B', 'a10', 'a9', 'é'), fc.constant(null))),
    );
    fc.assert(
      fc.property(column, fc.array(cell), fc.boolean(), (values, others, descending) => {
        const rows = values.map((value, at) => [value, others[at] ?? at]);
        const sort = { column: 0, descending };
        const order = rowOrder(answerRows([{ title: 'x' }], rows), sort);
        expect(Array.from(order ?? [], (at) => rows[at])).toEqual(sortRows(rows, sort));
      }),
    );
  });

  it('compares monospaced text by code units, as addresses are', () => {
    const rows = [['9A:00'], ['10:00'], ['0F:00']];
    expect([...(rowOrder(answerRows([{ title: 'x', mono: true }], rows), { column: 0, descending: false }) ?? [])]).toEqual([2, 1, 0]);
    expect(rowOrder(answerRows([], rows), null)).toBeNull();
  });
});
