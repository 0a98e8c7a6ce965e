import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowSteps, rowsOfStep } from '../../../../src/ui/widgets/row-steps.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('rows of a long table', () => {
  it('come in steps, those in sight first, then those below and the nearest above', () => {
    const steps = new RowSteps();
    const wanted = range(88, 140);
    expect(steps.next(wanted, 100, 20)).toEqual(range(100, 120));
    expect(steps.next(wanted, 100, 20)).toEqual(range(100, 140));
    expect(steps.next(wanted, 100, 5)).toEqual(range(95, 140));
    expect(steps.next(wanted, 100, 20)).toEqual(wanted);
  });

  it('begin with the row that the keyboard came to', () => {
    expect(new RowSteps().next(range(88, 140), 100, 3, 139)).toEqual([100, 101, 139]);
  });

  it('stay while they are wanted, and a row that comes by scrolling is there at once', () => {
    const steps = new RowSteps();
    while (steps.next(range(0, 40), 0, 8).length < 40);
    expect(steps.next(range(3, 43), 3, 8)).toEqual(range(3, 43));
    expect(steps.next(range(500, 540), 512, 8)).toEqual(range(512, 520));
  });

  it('are all there after as many steps as they need, never more new ones in one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(500), { maxLength: 120 }),
        fc.nat(500),
        fc.integer({ min: 1, max: 40 }),
        fc.uniqueArray(fc.nat(500), { maxLength: 120 }),
        (given, first, most, before) => {
          const wanted = given.toSorted((a, b) => a - b);
          const steps = new RowSteps();
          let drawn = steps.next(
            before.toSorted((a, b) => a - b),
            0,
            500,
          );
          for (let left = Math.ceil(wanted.length / most); left > 0; left--) {
            const next = steps.next(wanted, first, most);
            expect(next.filter((row) => !drawn.includes(row)).length).toBeLessThanOrEqual(most);
            expect(wanted.filter((row) => drawn.includes(row) && !next.includes(row))).toEqual([]);
            drawn = next;
          }
          if (wanted.length > 0) expect(drawn).toEqual(wanted);
        },
      ),
    );
  });

  it('are fewer in a step the more columns they have', () => {
    expect([rowsOfStep(0), rowsOfStep(3), rowsOfStep(14), rowsOfStep(400)]).toEqual([140, 46, 10, 8]);
  });
});
