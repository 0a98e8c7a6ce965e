import { describe, expect, it } from 'vitest';
import { readPanes, sameShares, sharesOf, withEdge, writePanes } from '../../../../src/ui/state/panes.ts';

function storage(text: string | null = null) {
  let held = text;
  return {
    getItem: () => held,
    setItem: (_: string, next: string) => void (held = next),
    removeItem: () => void (held = null),
    held: () => held,
  };
}

describe('how the page is divided', () => {
  it('is kept, and taken away when it is as at the start', () => {
    const store = storage();
    writePanes({ columns: [20, 50, 30], work: [70, 30] }, () => store);
    expect(readPanes(() => store)).toEqual({ columns: [20, 50, 30], work: [70, 30] });
    writePanes({}, () => store);
    expect(store.held()).toBeNull();
  });

  it.each([
    '',
    'null',
    '[1]',
    '{"columns":"wide"}',
    '{"columns":[50,"50"]}',
    '{"columns":[1e9,-1e9,100]}',
    '{"columns":[0,50,50]}',
    '{"columns":[30,30]}',
  ])('is as at the start where %s is kept', (text) => {
    expect(
      sharesOf(
        readPanes(() => storage(text)),
        'columns',
        [20, 80],
      ),
    ).toEqual([20, 80]);
  });

  it('is as at the start where storage is refused or the page has other panes now', () => {
    const refused = () => {
      throw new Error('no storage');
    };
    expect(readPanes(refused)).toEqual({});
    expect(() => {
      writePanes({ work: [50, 50] }, refused);
    }).not.toThrow();
    expect(sharesOf({ columns: [20, 50, 30] }, 'columns', [40, 60])).toEqual([40, 60]);
  });

  it('is another after an edge was moved, and no pane is lost', () => {
    expect(withEdge([20, 50, 30], 0, 5, 8)).toEqual([25, 45, 30]);
    expect(withEdge([20, 50, 30], 1, -5, 8)).toEqual([20, 45, 35]);
    expect(withEdge([10, 60, 30], 0, -5, 8)).toEqual([8, 62, 30]);
    expect(withEdge([20, 70, 10], 1, 5, 8)).toEqual([20, 72, 8]);
  });

  it('is the same to a rounding', () => {
    expect(sameShares([33.33, 66.67], [33.3333, 66.6667])).toBe(true);
    expect(sameShares([33, 67], [34, 66])).toBe(false);
    expect(sameShares([50, 50], [50, 50, 0])).toBe(false);
  });
});
