import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/base/group.ts';

describe('groupBy', () => {
  it('keeps the order of keys and of items', () => {
    expect([...groupBy(['b1', 'a1', 'b2'], (item) => item.charAt(0))]).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1']],
    ]);
  });
});
