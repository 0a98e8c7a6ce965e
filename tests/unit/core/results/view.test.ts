import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutValue, MOST_CHARACTERS, viewOf } from '../../../../src/core/results/view.ts';
import { crowdedResult } from '../../../support/crowded-result.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

describe('a result as the page receives it', () => {
  it('is complete if it is small, with the counts of its tabs', () => {
    const result = analyzerResult(3, 3, 24);
    expect(viewOf(result)).toEqual({ ...result, cut: [], counts: { addresses: 33, asking: 0, clusters: 3, links: 6 } });
  });

  it('is truncated if it is large, once for both copies of the answer, and states the length of each list', () => {
    const result = crowdedResult(3000);
    const view = viewOf(result);
    expect(JSON.stringify({ ...view, data: null }).length).toBeLessThan(1.1 * MOST_CHARACTERS);
    expect(view.data).toBe(view.structured_output);
    expect(view.cut).toContainEqual({ pointer: '/structured_output/address_classification', total: 3000 });
    expect(view.counts).toEqual({ addresses: 3000, asking: 0, clusters: 333, links: 666 });
    expect({ ...view, cut: 0, counts: 0, structured_output: 0, data: 0 }).toEqual({
      ...result,
      cut: 0,
      counts: 0,
      structured_output: 0,
      data: 0,
    });
  });
});

describe('a truncated value', () => {
  it('equals the value with shorter lists, at about the requested size', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 500 }), (value, room) => {
        const { value: copy, cut } = cutValue(value, room);
        const totals = new Map(cut.map(({ pointer, total }) => [pointer, total]));
        const compare = (whole: unknown, part: unknown, at: string): void => {
          if (Array.isArray(whole) && Array.isArray(part)) {
            expect(part.length === whole.length ? undefined : whole.length).toBe(totals.get(at));
            part.forEach((item, index) => compare(whole[index], item, `${at}/${String(index)}`));
          } else if (typeof whole === 'object' && whole !== null) {
            expect(Object.keys(part as object)).toEqual(Object.keys(whole));
            for (const [key, member] of Object.entries(whole))
              compare(member, Reflect.get(part as object, key), `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
          } else expect(part).toBe(whole);
        };
        compare(value, copy, '');
      }),
    );
    expect(cutValue([[1, 2], Array.from({ length: 999 }, () => 'x'.repeat(100))], 5000).cut).toEqual([{ pointer: '/1', total: 999 }]);
    expect(cutValue({ 'a/b~': Array.from({ length: 300 }, () => 1) }, 1e6).cut).toEqual([{ pointer: '/a~1b~0', total: 300 }]);
  });
});
